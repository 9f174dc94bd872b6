"""Two pairs of eyes: one person asks, an independent one decides, and all of it is in the journal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from houseway.errors import JournalFailed, NeedsAnother, OldVersion, Refused, WrongRole
from houseway.journal import significant
from houseway.journal.entry import Entry
from houseway.journal.store import Append, Journal
from houseway.kept.approval_facts import Asked
from houseway.kept.approvals import LASTS, MOST_WAITING, Approvals
from houseway.kept.approved import Approval, ShownLine, Wanted, must_be_approved
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.http.protection import Exclusion

DEALER = Actor("Dee", Role.DEALER)
PIA, PAT = Actor("Pia", Role.PIT_SUPERVISOR), Actor("Pat", Role.PIT_SUPERVISOR)
LINE = ShownLine(sentence="10.00 is returned to ann", clause="5.1", player="ann", cents=10_00)
VOID = Wanted(
    place="one",
    act="remedy",
    content=b"void",
    sentence="void the round",
    confirms=Role.PIT_SUPERVISOR,
    lines=(LINE,),
    version=1,
    concerns=frozenset({"ann"}),
)


class Waiting:
    """What waits in a house, with a clock that the test moves and people who may depend on each other."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self.now, self.dependent = journal, 1000.0, set[frozenset[str]]()
        self.approvals = Approvals(journal, why_dependent=self.why_dependent, clock=lambda: self.now)

    def why_dependent(self, one: str, other: str) -> str:
        return f"{one} invited {other}" if frozenset((one, other)) in self.dependent else ""

    def ask(self, by: Actor = DEALER, wanted: Wanted = VOID) -> Asked:
        return self.approvals.ask(by, wanted)

    def confirm(self, asked: Asked, by: Actor = PIA) -> None:
        """Confirm something and carry it out, in one transaction."""
        approval = self.approvals.approval(asked.id, by, asked.digest)
        self.carry_out(approval)
        self.approvals.carried_out(approval)

    def carry_out(self, approval: Approval) -> None:
        version = self.journal.version("acts")
        act = Append(stream="acts", entries=(Entry("act", b"{}"),), expected_version=version, key=f"act {version}")
        self.journal.append_many([act, *approval.appends(f"acts {version}")], together=True)

    def kept(self) -> list[str]:
        return [recorded.kind.removeprefix("approval ") for recorded in self.journal.read("approvals:one")]

    def acts(self) -> int:
        return self.journal.version("acts")


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Waiting]:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        yield Waiting(journal)


@pytest.mark.parametrize("asks", [DEALER, PAT], ids=["dealer", "supervisor"])
def test_another_supervisor_confirms(waiting: Waiting, asks: Actor) -> None:
    asked = waiting.ask(asks)
    assert (asked.lines, asked.until - asked.at) == ((LINE,), LASTS)
    waiting.confirm(asked)
    assert waiting.kept() == ["asked", "confirmed", "carried out"]
    said = [json.loads(recorded.body) for recorded in waiting.journal.read("approvals:one")]
    assert (said[1]["asked_by"], said[1]["by"], said[1]["digest"]) == (asks.name, "Pia", asked.digest)
    assert said[2]["to"] == "acts 0"
    assert (waiting.approvals.waiting(), waiting.approvals.ended()[0].words) == (
        (),
        "confirmed by Pia and carried out",
    )


@pytest.mark.parametrize(
    ("by", "why"),
    [
        (PIA, "nobody confirms what they asked for"),
        (Actor("Pia", Role.GAMING_SHIFT_MANAGER), "nobody confirms what they asked for"),
        (Actor("PIA", Role.PIT_MANAGER), "nobody confirms what they asked for"),
        (DEALER, "only a pit supervisor or above"),
        (PAT, "somebody else must confirm"),
    ],
    ids=["again", "promoted", "other letters", "dealer", "invited today"],
)
def test_who_neither_confirms_nor_declines(waiting: Waiting, by: Actor, why: str) -> None:
    asked = waiting.ask(PIA)
    waiting.dependent.add(frozenset(("Pia", "Pat")))
    with pytest.raises(WrongRole, match=why):
        waiting.confirm(asked, by)
    with pytest.raises(WrongRole, match=why):
        waiting.approvals.decline(asked.id, by, asked.digest, "no")
    assert (waiting.kept(), waiting.acts()) == (["asked"], 0)
    waiting.confirm(asked, Actor("Max", Role.PIT_SUPERVISOR))


def test_whoever_it_is_about_decides_nothing(waiting: Waiting) -> None:
    about = replace(VOID, about="Pia")
    with pytest.raises(WrongRole, match="this is about you"):
        waiting.ask(Actor("PIA", Role.PIT_SUPERVISOR), about)
    asked = waiting.ask(PAT, about)
    assert "this is about you" in waiting.approvals.why_not_shown(asked, PIA)
    with pytest.raises(WrongRole, match="this is about you"):
        waiting.approvals.approval(asked.id, PIA, asked.digest)
    with pytest.raises(WrongRole, match="this is about you"):
        waiting.approvals.decline(asked.id, PIA, asked.digest, "no")
    assert waiting.kept() == ["asked"]


def test_who_plays_there_neither_asks_nor_decides(waiting: Waiting) -> None:
    with pytest.raises(WrongRole, match="this concerns ann, the name you play under"):
        waiting.approvals.ask(DEALER, VOID, plays={"ann"})
    asked = waiting.ask()
    with pytest.raises(WrongRole, match="this concerns ann, the name you play under"):
        waiting.approvals.approval(asked.id, PIA, asked.digest, plays={"ann", "bob"})
    assert "this concerns ann, the name you play under" in waiting.approvals.why_not_shown(asked, PIA, {"ann"})


def test_a_confirmation_is_for_exactly_what_was_shown(waiting: Waiting) -> None:
    asked = waiting.ask()
    with pytest.raises(OldVersion, match="not what was asked for"):
        waiting.approvals.approval(asked.id, PIA, replace(VOID, content=b"other").digest)
    for changed in (
        replace(VOID, content=b"other"),
        replace(VOID, lines=(ShownLine(sentence="more is returned", player="ann", cents=20_00),)),
        replace(VOID, version=2),
        replace(VOID, place="two"),
    ):
        approval = waiting.approvals.approval(asked.id, PIA, asked.digest)
        with pytest.raises(OldVersion, match="has changed"):
            approval.must_be_as_shown(changed)
    approval.must_be_as_shown(VOID)
    must_be_approved(approval, Role.PIT_SUPERVISOR, b"void", place="one", version=1)
    for content, place, version in ((b"other", "one", 1), (b"void", "two", 1), (b"void", "one", 2)):
        with pytest.raises(OldVersion):
            must_be_approved(approval, Role.PIT_SUPERVISOR, content, place=place, version=version)
    with pytest.raises(WrongRole):
        must_be_approved(approval, Role.PIT_MANAGER, b"void", place="one", version=1)
    with pytest.raises(NeedsAnother, match="another pit supervisor or above"):
        must_be_approved(None, Role.PIT_SUPERVISOR, b"void", place="one")


def test_cards_are_keyed_in_by_both_and_shown_to_nobody(waiting: Waiting) -> None:
    cards = {2: ("Ac", "Kd")}
    asked = waiting.ask(wanted=replace(VOID, content=b"Ac Kd", cards=cards, salt=b"salt"))
    assert asked.cards_of == (2,)
    assert b"Ac" not in b"".join(recorded.body for recorded in waiting.journal.read("approvals:one"))
    for wrong in (None, {2: ("Ac", "Ks")}, {1: ("Ac", "Kd")}):
        with pytest.raises(Refused, match="not those that were asked for"):
            waiting.approvals.approval(asked.id, PIA, asked.digest, cards=wrong)
    approval = waiting.approvals.approval(asked.id, PIA, asked.digest, cards={2: ("Kd", "Ac")})
    must_be_approved(approval, Role.PIT_SUPERVISOR, b"Ac Kd", place="one", version=1)


def test_a_confirmation_sent_again_carries_nothing_out_again(waiting: Waiting) -> None:
    asked = waiting.ask()
    both = [waiting.approvals.approval(asked.id, by, asked.digest) for by in (PIA, PAT)]
    waiting.carry_out(both[0])
    with pytest.raises(Refused):  # two confirmed at once: the journal takes one
        waiting.carry_out(both[1])
    waiting.approvals.carried_out(both[0])
    with pytest.raises(OldVersion, match="confirmed by Pia and carried out"):
        waiting.confirm(asked)
    assert (waiting.kept(), waiting.acts()) == (["asked", "confirmed", "carried out"], 1)


@pytest.mark.parametrize("written", [False, True], ids=["before the commit", "after it"])
def test_a_crash_neither_loses_the_act_nor_carries_it_out_twice(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    asked = waiting.ask()
    append_many = waiting.journal.append_many

    def fails(appends: list[Append], *, together: bool = False) -> None:
        monkeypatch.undo()
        if written:
            append_many(appends, together=together)
        raise JournalFailed("the power failed")

    monkeypatch.setattr(waiting.journal, "append_many", fails)
    with pytest.raises(JournalFailed):
        waiting.confirm(asked)
    assert (waiting.acts(), "confirmed" in waiting.kept()) == (int(written), written)
    if written:
        with pytest.raises(Refused):
            waiting.confirm(asked)
        waiting.now += LASTS
        (ended,) = waiting.approvals.expire(lambda _: 1)
        assert ended.words == "confirmed by Pia and carried out"
    else:
        waiting.confirm(asked)
    assert (waiting.kept(), waiting.acts()) == (["asked", "confirmed", "carried out"], 1)


def test_a_request_is_declined_with_a_reason(waiting: Waiting) -> None:
    asked = waiting.ask()
    with pytest.raises(Refused, match="say why"):
        waiting.approvals.decline(asked.id, PIA, asked.digest, "  ")
    waiting.approvals.decline(asked.id, PIA, asked.digest, "the deck is right")
    assert waiting.approvals.ended()[0].words == "declined by Pia: the deck is right"
    with pytest.raises(OldVersion, match="declined by Pia"):
        waiting.confirm(asked)
    assert (waiting.kept(), waiting.acts()) == (["asked", "declined"], 0)


@pytest.mark.parametrize(
    "why",
    ["no\nforged", "no\x1b[31m", "no \u202eon", "no\n"]
    + [f"n{chr(code)}o" for code in (0xAD, 0x115F, 0x1160, 0x180E, 0x200D, 0x2800, 0x3164, 0xFE0F, 0xFFA0)]
    + ["\u0301no", " \u20ddno", "n\u0301\u0301\u0301\u0301o", "n\u0378o"]
    + [f"n{chr(code)}o" for code in (0xFFF9, 0xFFFA, 0xFFFB, 0xE0001, 0xE0041, 0xE007F, 0xE01EF)],
)
def test_a_reason_is_one_line_of_visible_characters(waiting: Waiting, why: str) -> None:
    asked = waiting.ask()
    with pytest.raises(Refused, match="one line of visible characters"):
        waiting.approvals.decline(asked.id, PIA, asked.digest, why)
    with pytest.raises((msgspec.ValidationError, Refused)):
        msgspec.convert({"player": "ann", "why": why}, Exclusion)
    visible = "nein, größer — 'so', a\u0302\u0323\u0301"
    assert msgspec.convert({"player": "ann", "why": visible}, Exclusion).why == visible
    assert waiting.kept() == ["asked"]


def test_only_the_asker_takes_a_request_back(waiting: Waiting) -> None:
    asked = waiting.ask()
    with pytest.raises(WrongRole, match="only Dee"):
        waiting.approvals.take_back(asked.id, PIA)
    waiting.approvals.take_back(asked.id, DEALER)
    with pytest.raises(OldVersion, match="taken back"):
        waiting.confirm(asked)
    assert (waiting.kept(), waiting.acts()) == (["asked", "taken back"], 0)


@pytest.mark.parametrize(("seconds", "version", "why"), [(LASTS, 1, "in time"), (0, 2, "moved on")])
def test_a_request_expires(waiting: Waiting, seconds: float, version: int, why: str) -> None:
    asked = waiting.ask()
    waiting.now += LASTS - 1
    assert waiting.approvals.expire(lambda _: 1) == ()
    waiting.now += seconds
    if seconds:
        with pytest.raises(OldVersion, match="expired"):
            waiting.confirm(asked)
    (ended,) = waiting.approvals.expire(lambda _: version)
    assert why in ended.words
    with pytest.raises(OldVersion, match="expired"):
        waiting.confirm(asked)
    assert (waiting.kept(), waiting.acts()) == (["asked", "expired"], 0)


@pytest.mark.parametrize("look", ["_why_dependent", "must_still_be"])
def test_a_request_that_expires_while_it_is_decided_is_refused(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch, look: str
) -> None:
    """The table moves on while the journal is asked about the two people: simulated seed 2725."""
    asked, approvals = waiting.ask(), waiting.approvals

    def moves_on(*_: object) -> str:
        monkeypatch.undo()
        assert approvals.expire(lambda _: 2)
        return ""

    monkeypatch.setattr(approvals, look, moves_on)
    with pytest.raises(OldVersion, match="expired: the table has moved on"):
        waiting.confirm(asked)
    assert (waiting.kept(), waiting.acts()) == (["asked", "expired"], 0)


def test_what_waits_when_the_house_closes_has_expired_when_it_opens(waiting: Waiting) -> None:
    ended, asked = waiting.ask(), waiting.ask(PAT, replace(VOID, content=b"other"))
    waiting.approvals.take_back(ended.id, DEALER)
    again = Waiting(waiting.journal)
    again.approvals.expire_those_before()
    again.approvals.expire_those_before()
    assert waiting.kept() == ["asked", "asked", "taken back", "expired"]
    noted = list(significant.events(waiting.journal))[-1]
    assert (noted.kind, noted.by, noted.what) == ("approval expired", "system", f"one: {VOID.sentence}")
    assert noted.why == "asked for by Pat; the house closed"
    with pytest.raises(OldVersion, match="no such request"):
        again.confirm(asked)


def test_the_same_waits_once_and_nobody_asks_without_end(waiting: Waiting) -> None:
    waiting.ask()
    with pytest.raises(Refused, match="Dee has already asked"):
        waiting.ask(PAT)
    for number in range(1, MOST_WAITING):
        waiting.ask(wanted=replace(VOID, content=str(number).encode()))
    with pytest.raises(Refused, match="take one back first"):
        waiting.ask(wanted=replace(VOID, content=b"one more"))
