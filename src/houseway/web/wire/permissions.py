"""What a viewer may do at a table now, and why not.

Here: asking `table.decide` about every request a page could make. Not here: any rule, or carrying out a request
(`floor.live_table`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from houseway.errors import Refused
from houseway.kept.approved import or_above
from houseway.people.acts import HouseAct, is_allowed, who_has
from houseway.people.names import NEWCOMER
from houseway.rulebook.procedure import Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import banking
from houseway.table import commands as c
from houseway.table.betting import free, least, open_to, staked
from houseway.table.concerns import common, concerns, places
from houseway.table.decide import decide, is_time_for, permit, why_refused
from houseway.table.irregular import asked, must_have_a_remedy, remedies
from houseway.table.keying import must_be_correctable
from houseway.table.playing import only_one_hand
from houseway.table.possible import must_be_possible
from houseway.table.state import Bank, Table
from houseway.table.two_eyes import confirms, takes_two
from houseway.web.wire.remembered import AFRESH, Remembered
from houseway.web.wire.scene import PHYSICAL, BankAmounts, BankOffer, Choice, Permissions
from houseway.web.wire.table_context import TableContext

TABLE_CLOSED = "the table is closed"
PLAYERS_ACTS = (
    Act.LEAVE, Act.WAGER, Act.WITHDRAW, Act.VIEW, Act.SET, Act.TAKE_BACK, Act.SHARE, Act.CONCEDE, Act.PASS_BANK,
)  # fmt: skip
COVERED_WAGERS = 5
"""The bank that is suggested covers this many wagers of the minimum by each of the others."""


def permissions(
    book: Rulebook, table: Table, viewer: c.Actor, context: TableContext, remembered: Remembered = AFRESH
) -> Permissions:
    """What a viewer may do now; what the rules say about it is asked once for each change of the table."""
    mode = context.mode
    if viewer.role is not Role.PLAYER:
        asked = ("staff", viewer, mode, context.commitment)
        return remembered.get(table, asked, lambda: _staff(book, table, viewer, context))
    who = viewer if viewer.name else c.Actor(NEWCOMER, Role.PLAYER)
    barred = _is_barred(who.name, context)
    may_sit = mode.open and not barred
    if not viewer.name:
        return remembered.get(table, ("watcher", may_sit), lambda: Permissions(sit=_sit(book, table, who, may_sit)))
    chips = 0 if barred else context.chips.get(who.name, 0)
    inputs = (chips, may_sit, mode.open, *concerning(table, who.name, remembered))
    by_the_rules = remembered.while_same(
        ("player", who.name), inputs, lambda: _player(book, table, who, chips, may_sit, remembered, open=mode.open)
    )
    around = (
        _may_cut(table, who.name, context),
        who.name in context.waits_for and who.name not in context.ready,
        not barred and lacks_chips(table, who.name, context),
        max(0, min(context.owed.get(who.name, 0), context.chips.get(who.name, 0))),
        context.company_most if table.positions_of(who.name) else 0,
    )
    return remembered.while_same(("can", who.name), (by_the_rules, around), lambda: _with(by_the_rules, *around))


def concerning(table: Table, player: str, remembered: Remembered) -> tuple[object, ...]:
    """What of the table a player's own acts depend on; what concerns everybody is the same value while it is equal."""
    of_each = remembered.get(table, "concerning", lambda: _OfEach(table, remembered))
    if player not in of_each.found:
        of_each.found[player] = of_each.everybody, concerns(table, player, of_each.places.get(player, ()))
    return of_each.found[player]


class _OfEach:
    """What concerns each player of one table, worked out when it is asked for."""

    def __init__(self, table: Table, remembered: Remembered) -> None:
        self.everybody = remembered.newest_equal("common", common(table))
        self.places = places(table)
        self.found: dict[str, tuple[object, ...]] = {}


def _with(by_the_rules: Permissions, cut: bool, ready: bool, chips: bool, pay: int, company: int) -> Permissions:
    return replace(by_the_rules, cut=cut, ready=ready, chips=chips, pay=pay, company=company)


def lacks_chips(table: Table, name: str, context: TableContext) -> bool:
    """Whether a player has nothing on the layout and so few chips that the house gives them more."""
    return context.chips.get(name, 0) < context.broke_below and not table.on_layout(name)


def _is_barred(name: str, context: TableContext) -> bool:
    """Whether play is stopped here, or this player may not play here."""
    return (
        bool(context.stop or context.barred)
        or name in context.prohibited
        or name in context.stopped
        or name in context.conflicts
    )


def _sit(book: Rulebook, table: Table, who: c.Actor, may_sit: bool) -> tuple[int, ...]:
    if not may_sit or not is_time_for(book, table, Act.SIT):
        return ()
    return tuple([at for at in free(table) if not why_refused(book, table, c.Sit(by=who, position=at))])


def _may_cut(table: Table, name: str, context: TableContext) -> bool:
    seated = table.phase is Phase.BETTING and bool(table.positions_of(name))
    return seated and bool(context.commitment) and name not in context.cut_by


def played_by(table: Table, remembered: Remembered) -> dict[str, tuple[int, ...]]:
    """The positions whose hands each player plays and sets."""
    return remembered.get(table, "played by", lambda: _played_by(table, remembered))


def _played_by(table: Table, remembered: Remembered) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for at in remembered.get(table, "set by players", table.set_by_players):
        if player := table.controller(at):
            found[player] = (*found.get(player, ()), at)
    return found


def _player(
    book: Rulebook, table: Table, who: c.Actor, chips: int, may_sit: bool, remembered: Remembered, *, open: bool
) -> Permissions:
    """What the rules let a player with so many chips do at the table."""
    mine = table.positions_of(who.name)
    keys = (book.main.key, *[side.key for side in book.side_wagers])
    low_size = book.dealt - book.high_size
    hands = played_by(table, remembered).get(who.name, ())
    now = remembered.get(table, "times", lambda: {act for act in PLAYERS_ACTS if is_time_for(book, table, act)})
    offered = table.offered(who.name) and not why_refused(book, table, c.WithdrawRemaining(by=who))

    def allowed(kind: Callable[..., c.Command], act: Act, places: Sequence[int]) -> tuple[int, ...]:
        """The positions at which the player may do something now."""
        if not places or act not in now:
            return ()
        return tuple([at for at in places if not why_refused(book, table, kind(by=who, position=at))])

    why_not_set = {
        at: why_refused(book, table, c.SetHand(by=who, position=at, low=table.hands[at].cards[:low_size]))
        for at in hands
        if Act.SET in now or _lies_open(table, who, at)
    }

    wager = dict(_wagers(book, table, who, keys, chips)) if Act.WAGER in now else {}
    view = allowed(c.ViewHand, Act.VIEW, hands)
    return Permissions(
        sit=_sit(book, table, who, may_sit),
        leave=allowed(c.Leave, Act.LEAVE, mine),
        wager=wager,
        why_not_wager=_why_not_wager(book, table, who, keys, wager) if wager else {},
        withdraw=dict(_withdrawals(book, table, who, keys)) if Act.WITHDRAW in now else {},
        view=view,
        one_hand=only_one_hand(book, table, who.name) if view else "",
        set=tuple([at for at, why in why_not_set.items() if not why]),
        why_not_set={at: why for at, why in why_not_set.items() if why and _lies_open(table, who, at)},
        take_back=allowed(c.TakeBack, Act.TAKE_BACK, hands),
        share=tuple([at for at in mine if Act.SHARE in now and _may_switch(book, table, who, at)]),
        concede=allowed(c.Concede, Act.CONCEDE, hands),
        bank=_bank(book, table, who, chips) if open else None,
        pass_bank=next(iter(allowed(c.PassBank, Act.PASS_BANK, mine)), 0),
        withdraw_remaining=table.offered(who.name) if offered else "",
    )


def _bank(book: Rulebook, table: Table, who: c.Actor, chips: int) -> BankOffer | None:
    """The bank that is offered to a player, if they have enough for it."""
    if not table.bank_offered or table.seats.get(table.bank_turn) != who.name:
        return None
    alone, shared = (_bank_amounts(book, table, who, chips, shared=shared) for shared in (False, True))
    return BankOffer(position=table.bank_turn, alone=alone, shared=shared) if alone or shared else None


def _bank_amounts(book: Rulebook, table: Table, who: c.Actor, chips: int, *, shared: bool) -> BankAmounts | None:
    lowest, affordable = banking.least(book, table, shared=shared), chips // table.unit * table.unit
    most = min(affordable, banking.most(table, shared=shared))
    request = c.TakeBank(by=who, position=table.bank_turn, cents=lowest, shared=shared)
    if most < lowest or why_refused(book, table, request):
        return None
    (taken,) = decide(book, table, request)
    others = len(set(table.seats.values()) - {who.name})
    return BankAmounts(
        least=lowest,
        most=most,
        suggested=min(most, lowest * COVERED_WAGERS * max(1, others)),
        covers=Bank(player=who.name, position=table.bank_turn, cents=1, shared=shared).covers,
        clause=taken.clause,
    )


def _may_switch(book: Rulebook, table: Table, who: c.Actor, at: int) -> bool:
    return not why_refused(book, table, c.ShareArea(by=who, position=at, stop=at in table.shared))


def _lies_open(table: Table, who: c.Actor, at: int) -> bool:
    """Whether a hand that is to be set lies open before a player."""
    hand = table.hands[at]
    return table.phase is Phase.SETTING and hand.viewed_by == who.name and not hand.is_set


def _wagers(
    book: Rulebook, table: Table, who: c.Actor, keys: tuple[str, ...], chips: int
) -> Iterator[tuple[int, dict[str, int]]]:
    """The wagers that would be accepted, each with the smallest amount, if the player has that much."""
    for at in open_to(table, who.name):
        found = {}
        for key in keys:
            for cents in sorted({table.unit, least(table, key, at)}):
                request = c.PlaceWager(by=who, position=at, wager=key, cents=cents)
                if cents <= chips and not why_refused(book, table, request):
                    found[key] = cents
                    break
        if found:
            yield at, found


def _why_not_wager(
    book: Rulebook, table: Table, who: c.Actor, keys: tuple[str, ...], open_now: dict[int, dict[str, int]]
) -> dict[int, dict[str, str]]:
    """Why a player who bets cannot place the other wagers of their own positions."""
    found: dict[int, dict[str, str]] = {}
    for at in table.positions_of(who.name):
        for key in keys:
            if key in open_now.get(at, {}):
                continue
            request = c.PlaceWager(by=who, position=at, wager=key, cents=max(table.unit, least(table, key, at)))
            found.setdefault(at, {})[key] = why_refused(book, table, request) or "you have too few chips for it"
    return found


def _withdrawals(
    book: Rulebook, table: Table, who: c.Actor, keys: tuple[str, ...]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    for at, wagers in staked(table, who.name).items():
        found = tuple(
            [
                key
                for key in keys
                if key in wagers and not why_refused(book, table, c.WithdrawWager(by=who, position=at, wager=key))
            ]
        )
        if found:
            yield at, found


def _staff(book: Rulebook, table: Table, who: c.Actor, context: TableContext) -> Permissions:
    return Permissions(
        acts=tuple(_acts(book, table, who, context)),
        key_again=_key_again(book, table, who),
        faults=tuple(_faults(book, table, who)),
        remedies=tuple(_remedies(book, table, who)),
        permit=_permit(book, table, who),
        prohibit=_choice(book, table, c.Prohibit(by=who, player=""), Act.PROHIBIT),
        restrict=_choice(book, table, c.Restrict(by=who, player=""), Act.RESTRICT),
        allow_more=_choice(book, table, c.AllowMore(by=who, player=""), Act.ALLOW_MORE),
        correct=_choice(book, table, c.Correct(by=who, round=0), Act.CORRECT),
        house_way=tuple(
            at for at in table.set_by_players() if not why_refused(book, table, c.SetHouseWay(by=who, position=at))
        ),
        conceded=tuple(at for at in table.hands if not why_refused(book, table, c.ViewConceded(by=who, position=at))),
        limits=is_allowed(c.SetLimits, {who_has(who.role)}),
        write_off=is_allowed(HouseAct.WRITE_OFF, {who_has(who.role)}),
    )


def _acts(book: Rulebook, table: Table, who: c.Actor, context: TableContext) -> Iterator[Choice]:
    between = table.phase is Phase.BETWEEN_ROUNDS
    physical = context.mode.deck == PHYSICAL if between else not context.commitment
    requests = (
        (c.AnnouncePlaceYourBets(by=who), Act.PLACE_YOUR_BETS),
        (c.AnnounceNoMoreBets(by=who), Act.NO_MORE_BETS),
        (c.KeyIn(by=who, hands={}) if physical else c.Deal(by=who, deck=()), Act.DEAL),
        (c.EndSetting(by=who), Act.END_SETTING),
        (c.Reveal(by=who), Act.REVEAL),
        (c.Settle(by=who), Act.SETTLE),
        (c.OfferBank(by=who), Act.OFFER_BANK),
    )
    for request, act in requests:
        row = book.procedure.permission(act)
        if row is None:
            continue
        # the cards are not known here: only whether it is time to deal
        refusal = _permitted(book, table, request, act) if act is Act.DEAL else why_refused(book, table, request)
        if act in (Act.PLACE_YOUR_BETS, Act.OFFER_BANK) and not context.mode.open:
            refusal = TABLE_CLOSED
        name = str(request.__struct_config__.tag)
        yield Choice(name=name, clause=row.cite, by=row.by.words, refusal=refusal)


def _key_again(book: Rulebook, table: Table, who: c.Actor) -> Choice | None:
    """Keying hands in again, where the cards of the round were keyed in."""
    request = c.KeyAgain(by=who, hands={})
    if table.own_deck or not table.hands or table.phase is Phase.BETWEEN_ROUNDS:
        return None
    found = _choice(book, table, request, Act.KEY_AGAIN)
    row = book.procedure.permission(Act.KEY_AGAIN)
    if found is None or row is None or found.refusal:
        return found
    try:
        must_be_correctable(book, table, row)
    except Refused as too_late:
        return replace(found, refusal=str(too_late))
    return replace(found, two=takes_two(book, table, request) is not None)


def _permit(book: Rulebook, table: Table, who: c.Actor) -> Choice | None:
    """Permitting a withdrawal, while a remedy calls for it and nobody has permitted it yet."""
    if not table.may_permit or table.offer:
        return None
    return _choice(book, table, c.PermitWithdrawal(by=who), Act.PERMIT_WITHDRAWAL)


def _choice(book: Rulebook, table: Table, request: c.Command, act: Act) -> Choice | None:
    """Whether it is time for an act whose details are not known yet, and who may do it."""
    row = book.procedure.permission(act)
    if row is None:
        return None
    needed = confirms(book, table, request)
    if needed is not None:  # it is asked for, and somebody of that position confirms it
        request = replace(request, by=c.Actor(request.by.name, max(request.by.role, needed)))
    return Choice(
        name=str(request.__struct_config__.tag),
        clause=row.cite,
        by=row.by.words,
        refusal=_permitted(book, table, request, act),
        confirms=or_above(needed) if needed else "",
    )


def _permitted(book: Rulebook, table: Table, request: c.Command, act: Act) -> str:
    try:
        permit(book, table, request, act)
    except Refused as refusal:
        return str(refusal)
    return ""


def _faults(book: Rulebook, table: Table, who: c.Actor) -> Iterator[Choice]:
    row = book.procedure.permission(Act.REPORT)
    for known in book.procedure.irregularities:
        refusal = _permitted(book, table, c.Report(by=who, fault=known.fault), Act.REPORT)
        try:
            must_be_possible(table, known, who)
            must_have_a_remedy(book, table, known)
        except Refused as not_now:
            refusal = refusal or str(not_now)
        yield Choice(
            name=known.fault.value,
            clause=known.cite,
            by=row.by.words if row else "",
            refusal=refusal,
            asks=asked(known, table),
        )


def _remedies(book: Rulebook, table: Table, who: c.Actor) -> Iterator[Choice]:
    for printed in remedies(book, table):
        chosen = c.RemedyFault(by=who, remedy=printed.remedy)
        needed = confirms(book, table, chosen)
        yield Choice(
            name=printed.remedy.value,
            clause=printed.cite,
            by=printed.by.words,
            two=takes_two(book, table, chosen) is not None,
            confirms=or_above(needed) if needed else "",
        )
