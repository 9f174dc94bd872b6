"""How a round is conducted at Marina Bay Sands: who may do what, and what is done when something goes wrong.

The two versions number their clauses differently and print different faults; each has its own tables here. Where a book
does not say who acts for the house, the dealer does.
"""

from __future__ import annotations

from houseway.rulebook.points import Points
from houseway.rulebook.procedure import (
    Act,
    Fault,
    Irregularity,
    Permission,
    Phase,
    PrintedRemedy,
    Procedure,
    Remedy,
    Role,
    SeveralHands,
    When,
)

BETWEEN, BETTING, CLOSED, SETTING, REVEALED = Phase
EVERY = (BETWEEN, BETTING, CLOSED, SETTING, REVEALED)
IN_A_ROUND = (BETTING, CLOSED, SETTING, REVEALED)
AFTER_BETTING = (CLOSED, SETTING, REVEALED)
PLAYER, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = Role

V4 = Procedure(
    permissions=(
        Permission(act=Act.SIT, phases=(BETWEEN, BETTING), by=PLAYER, cite="Appendix B"),
        Permission(act=Act.LEAVE, phases=(BETWEEN, BETTING), by=PLAYER, cite="Appendix B"),
        Permission(act=Act.PLACE_YOUR_BETS, phases=(BETWEEN,), by=DEALER, cite="3.1"),
        Permission(act=Act.WAGER, phases=(BETTING,), by=PLAYER, cite="3.5", otherwise="5.5"),
        Permission(act=Act.WAGER_FOR, phases=(BETTING,), by=DEALER, cite="3.5.1", otherwise="5.5", named=MANAGER),
        Permission(act=Act.WITHDRAW, phases=(BETTING,), by=PLAYER, cite="3.2", otherwise="5.6"),
        Permission(act=Act.SHARE, phases=(BETWEEN, BETTING), by=PLAYER, cite="3.8"),
        Permission(act=Act.NO_MORE_BETS, phases=(BETTING,), by=DEALER, cite="3.2"),
        Permission(act=Act.DEAL, phases=(CLOSED,), by=DEALER, cite="3.10"),
        Permission(act=Act.VIEW, phases=(SETTING,), by=PLAYER, cite="3.12"),
        Permission(act=Act.SET, phases=(SETTING,), by=PLAYER, cite="3.12.1"),
        Permission(act=Act.TAKE_BACK, phases=(SETTING,), by=PLAYER, cite="R96", otherwise="3.13"),
        Permission(act=Act.SET_HOUSE_WAY, phases=(SETTING,), by=DEALER, cite="3.5.2"),
        Permission(act=Act.END_SETTING, phases=(SETTING,), by=DEALER, cite="3.13.1"),
        Permission(act=Act.REVEAL, phases=(SETTING,), by=DEALER, cite="3.13"),
        Permission(act=Act.CONCEDE, phases=(REVEALED,), by=PLAYER, cite="3.16"),
        Permission(act=Act.VIEW_CONCEDED, phases=(BETWEEN, REVEALED), by=SUPERVISOR, cite="3.16.1.1", named=SUPERVISOR),
        Permission(act=Act.SETTLE, phases=(REVEALED,), by=DEALER, cite="3.17"),
        Permission(act=Act.RESTRICT, phases=EVERY, by=MANAGER, cite="3.9", named=MANAGER),
        Permission(act=Act.PROHIBIT, phases=EVERY, by=SHIFT_MANAGER, cite="5.15"),
        Permission(act=Act.REPORT, phases=EVERY, by=DEALER, cite="5"),
        Permission(act=Act.REMEDY, phases=EVERY, by=DEALER, cite="5"),
        Permission(act=Act.PERMIT_WITHDRAWAL, phases=(BETTING, CLOSED, SETTING), by=SUPERVISOR, cite="5.10"),
        Permission(
            act=Act.WITHDRAW_REMAINING, phases=(BETTING, CLOSED, SETTING), by=PLAYER, cite="5.10", otherwise="5.6"
        ),
        Permission(act=Act.CORRECT, phases=EVERY, by=SUPERVISOR, cite="5.17.1"),
    ),
    irregularities=(
        Irregularity(
            fault=Fault.WRONG_DECK,
            cite="5.1",
            phases=IN_A_ROUND,
            remedies=(PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.1.1"),),
            afterwards="5.1.2",
        ),
        Irregularity(
            fault=Fault.MISDEAL,
            cite="5.2",
            phases=(SETTING, REVEALED),
            remedies=(
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.2", when=When.NOBODY_HANDLED),
                PrintedRemedy(remedy=Remedy.RECONSTRUCT, by=SUPERVISOR, cite="5.2", when=When.NOBODY_HANDLED),
            ),
        ),
        Irregularity(
            fault=Fault.DEALER_COUNT,
            cite="5.3",
            phases=(SETTING, REVEALED, BETWEEN),
            remedies=(
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.3", when=When.SOMEBODY_HANDLED),
                PrintedRemedy(remedy=Remedy.RECONSTRUCT, by=SUPERVISOR, cite="5.3", when=When.SOMEBODY_HANDLED),
            ),
        ),
        Irregularity(
            fault=Fault.CARDS_EXPOSED,
            cite="5.4",
            phases=(CLOSED, SETTING),
            remedies=(
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.4", when=When.MORE_CARDS),
                PrintedRemedy(remedy=Remedy.CONTINUE, by=DEALER, cite="5.4", when=When.ONE_CARD),
            ),
        ),
        Irregularity(
            fault=Fault.LATE_WAGER,
            cite="5.5",
            phases=AFTER_BETTING,
            remedies=(PrintedRemedy(remedy=Remedy.REFUSE_WAGER, by=DEALER, cite="5.5"),),
        ),
        Irregularity(
            fault=Fault.LATE_WITHDRAWAL,
            cite="5.6",
            phases=AFTER_BETTING,
            remedies=(PrintedRemedy(remedy=Remedy.LET_STAND, by=DEALER, cite="5.6"),),
        ),
        Irregularity(
            fault=Fault.PLAYER_COUNT,
            cite="5.7",
            phases=(SETTING, REVEALED, BETWEEN),
            remedies=(
                PrintedRemedy(
                    remedy=Remedy.REMOVE_HAND,
                    by=SUPERVISOR,
                    cite="5.7",
                    when=When.SOMEBODY_HANDLED,
                    then_withdraw="5.10",
                ),
                PrintedRemedy(remedy=Remedy.RECONSTRUCT, by=SUPERVISOR, cite="5.7", when=When.SOMEBODY_HANDLED),
            ),
        ),
        Irregularity(
            fault=Fault.NO_CARDS,
            cite="5.8",
            phases=(SETTING, REVEALED),
            remedies=(
                PrintedRemedy(
                    remedy=Remedy.RETURN_WAGERS,
                    by=SUPERVISOR,
                    cite="5.8",
                    when=When.SOMEBODY_VIEWED,
                    then_withdraw="5.10",
                ),
            ),
        ),
        Irregularity(
            fault=Fault.UNWAGERED_CARDS,
            cite="5.9",
            phases=(SETTING, REVEALED),
            remedies=(
                PrintedRemedy(
                    remedy=Remedy.DISCARD_CARDS, by=DEALER, cite="5.9", when=When.SOMEBODY_VIEWED, then_withdraw="5.10"
                ),
            ),
        ),
        Irregularity(
            fault=Fault.DEVICE_COUNT,
            cite="5.11",
            phases=IN_A_ROUND,
            remedies=(
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.11", when=When.WRONG_COUNT),
                PrintedRemedy(remedy=Remedy.CONTINUE, by=DEALER, cite="5.11", when=When.RIGHT_COUNT),
            ),
        ),
        Irregularity(
            fault=Fault.UNDER_MINIMUM,
            cite="5.12",
            phases=(REVEALED,),
            remedies=(PrintedRemedy(remedy=Remedy.LET_STAND, by=SUPERVISOR, cite="5.12"),),
            afterwards="5.14",
        ),
        Irregularity(
            fault=Fault.OVER_MAXIMUM,
            cite="5.13",
            phases=(REVEALED,),
            remedies=(PrintedRemedy(remedy=Remedy.LET_STAND, by=SUPERVISOR, cite="5.13"),),
            afterwards="5.14",
        ),
        Irregularity(
            fault=Fault.CONFIDENTIALITY,
            cite="5.15",
            phases=EVERY,
            remedies=(
                PrintedRemedy(remedy=Remedy.PROHIBIT, by=SHIFT_MANAGER, cite="5.15"),
                PrintedRemedy(remedy=Remedy.CONTINUE, by=SHIFT_MANAGER, cite="5.15"),
            ),
        ),
        Irregularity(
            fault=Fault.SECOND_HAND_VIEWED,
            cite="5.16",
            phases=(SETTING, REVEALED),
            remedies=(PrintedRemedy(remedy=Remedy.REMOVE_HAND, by=SUPERVISOR, cite="5.16"),),
        ),
        Irregularity(
            fault=Fault.WRONG_HOUSE_WAY,
            cite="5.17",
            phases=(SETTING, REVEALED),
            remedies=(PrintedRemedy(remedy=Remedy.SET_RIGHT, by=DEALER, cite="5.17"),),
        ),
        Irregularity(
            fault=Fault.POWER_FAILURE,
            cite="5.18",
            phases=IN_A_ROUND,
            remedies=(
                PrintedRemedy(
                    remedy=Remedy.OFFER_WITHDRAWAL, by=DEALER, cite="5.18.1", when=When.NO_OUTCOME, until_next_act=True
                ),
                PrintedRemedy(remedy=Remedy.CONTINUE, by=DEALER, cite="5.18.2", when=When.OUTCOME),
            ),
        ),
        Irregularity(
            fault=Fault.OTHER,
            cite="6.1",
            phases=EVERY,
            remedies=(
                PrintedRemedy(remedy=Remedy.CONTINUE, by=SHIFT_MANAGER, cite="6.1"),
                PrintedRemedy(remedy=Remedy.RETURN_WAGERS, by=SHIFT_MANAGER, cite="6.1"),
                PrintedRemedy(remedy=Remedy.VOID, by=SHIFT_MANAGER, cite="6.1"),
            ),
        ),
    ),
    several_hands=SeveralHands.ONE_VIEWED,
    several_hands_cite="3.5.2",
    shared_wagers_cite="3.8",
    limits_cite="3.8",
    unit_cite="R58",
    side_after_main_cite="3.6",
    foul_cite="3.12.2",
    copy_cite="1.1.1",
    manual_deal_cite="3.11",
    short_wager_cite="3.8",
    final_setting_cite="R96",
    points=Points(deck="2.1", layout="Appendix B", areas="2.2.1", one_wager="3.7", conceded="3.16.1", acting="6.2"),
)

V3 = Procedure(
    permissions=(
        Permission(act=Act.SIT, phases=(BETWEEN, BETTING), by=PLAYER, cite="2.2"),
        Permission(act=Act.LEAVE, phases=(BETWEEN, BETTING), by=PLAYER, cite="2.2"),
        Permission(act=Act.PLACE_YOUR_BETS, phases=(BETWEEN,), by=DEALER, cite="3.1"),
        Permission(act=Act.WAGER, phases=(BETTING,), by=PLAYER, cite="3.4", otherwise="5.6"),
        Permission(act=Act.WITHDRAW, phases=(BETTING,), by=PLAYER, cite="3.2", otherwise="5.7"),
        Permission(act=Act.NO_MORE_BETS, phases=(BETTING,), by=DEALER, cite="3.2"),
        Permission(act=Act.DEAL, phases=(CLOSED,), by=DEALER, cite="3.6"),
        Permission(act=Act.VIEW, phases=(SETTING,), by=PLAYER, cite="3.7"),
        Permission(act=Act.SET, phases=(SETTING,), by=PLAYER, cite="3.7.1"),
        Permission(act=Act.TAKE_BACK, phases=(SETTING,), by=PLAYER, cite="R96", otherwise="3.8"),
        Permission(act=Act.END_SETTING, phases=(SETTING,), by=DEALER, cite="R75"),
        Permission(act=Act.REVEAL, phases=(SETTING,), by=DEALER, cite="3.8"),
        Permission(act=Act.SETTLE, phases=(REVEALED,), by=DEALER, cite="3.11"),
        Permission(act=Act.REPORT, phases=EVERY, by=DEALER, cite="5"),
        Permission(act=Act.REMEDY, phases=EVERY, by=DEALER, cite="5"),
    ),
    irregularities=(
        Irregularity(
            fault=Fault.WRONG_DECK,
            cite="5.1",
            phases=IN_A_ROUND,
            remedies=(PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.1.1"),),
            afterwards="5.1.2",
        ),
        Irregularity(
            fault=Fault.MISDEAL,
            cite="5.2",
            phases=(SETTING, REVEALED),
            remedies=(
                PrintedRemedy(remedy=Remedy.RECONSTRUCT, by=SUPERVISOR, cite="5.2", when=When.NOBODY_HANDLED),
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.2"),
            ),
        ),
        Irregularity(
            fault=Fault.DEALER_COUNT,
            cite="5.3",
            phases=(SETTING, REVEALED, BETWEEN),
            remedies=(
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.3", when=When.SOMEBODY_HANDLED),
                PrintedRemedy(remedy=Remedy.RECONSTRUCT, by=SUPERVISOR, cite="5.3", when=When.SOMEBODY_HANDLED),
            ),
        ),
        Irregularity(
            fault=Fault.CARDS_EXPOSED,
            cite="5.4",
            phases=(CLOSED, SETTING),
            remedies=(
                PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.4", when=When.MORE_CARDS),
                PrintedRemedy(remedy=Remedy.CONTINUE, by=DEALER, cite="5.4", when=When.ONE_CARD),
            ),
        ),
        Irregularity(
            fault=Fault.DECK_COUNT,
            cite="5.5",
            phases=IN_A_ROUND,
            remedies=(PrintedRemedy(remedy=Remedy.VOID, by=SUPERVISOR, cite="5.5"),),
        ),
        Irregularity(
            fault=Fault.LATE_WAGER,
            cite="5.6",
            phases=AFTER_BETTING,
            remedies=(PrintedRemedy(remedy=Remedy.REFUSE_WAGER, by=DEALER, cite="5.6"),),
        ),
        Irregularity(
            fault=Fault.LATE_WITHDRAWAL,
            cite="5.7",
            phases=AFTER_BETTING,
            remedies=(PrintedRemedy(remedy=Remedy.LET_STAND, by=DEALER, cite="5.7"),),
        ),
    ),
    several_hands=SeveralHands.NOT_PRINTED,
    limits_allowed=False,
    no_limits_cite="R75",
    unit_cite="R58",
    side_after_main_cite="3.5",
    foul_cite="3.7.2",
    copy_cite="3.15",
    manual_refused_cite="R98",
    final_setting_cite="R96",
    points=Points(deck="2.1", layout="Diagram A", areas="2.2.1"),
)
