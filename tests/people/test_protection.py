"""The rules that protect a player: exclusion, limits, sessions and the reality check, over plain facts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from houseway.errors import Refused
from houseway.people import protection as p
from houseway.people.protection_facts import AnyKept, Checked, PlayBegan, Protection, evolve

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def after(*kept: AnyKept, before: Protection | None = None) -> Protection:
    found = before or Protection()
    for each in kept:
        found = evolve(found, each)
    return found


def limited(name: str, value: int) -> Protection:
    return after(p.set_limit(Protection(), name, value, now=NOW))


def test_an_exclusion_holds_until_it_is_lifted() -> None:
    with pytest.raises(Refused, match="say why"):
        p.exclude(Protection(), by="Sam", why=" ", now=NOW)
    excluded = after(p.exclude(Protection(), by="Sam", why="asked by the family", now=NOW))
    assert "gaming shift manager" in p.why_not(excluded, NOW + 1000 * DAY)
    with pytest.raises(Refused, match="already excluded"):
        p.exclude(excluded, by="Sam", why="again", now=NOW)
    lifted = after(p.lift(excluded, by="Sam", why="", now=NOW), before=excluded)
    assert p.why_not(lifted, NOW) == ""
    with pytest.raises(Refused, match="not excluded"):
        p.lift(lifted, by="Sam", why="", now=NOW)


def test_nobody_shortens_or_lifts_a_self_exclusion() -> None:
    away = after(p.exclude_self(Protection(), 7, now=NOW))
    assert p.why_not(away, NOW + 7 * DAY - MINUTE) == "you have excluded yourself from play until 2026-11-24 12:00 UTC"
    for shorter in (1, 7):
        with pytest.raises(Refused, match="cannot be shortened"):
            p.exclude_self(away, shorter, now=NOW)
    with pytest.raises(Refused, match="lasts until"):
        p.come_back(away, now=NOW + 7 * DAY - MINUTE)
    with pytest.raises(Refused, match="nobody can lift"):
        p.lift(away, by="Sam", why="", now=NOW)
    with pytest.raises(Refused, match="lasts 1, 7"):
        p.exclude_self(away, 2, now=NOW)
    longer = after(p.exclude_self(away, 30, now=NOW), before=away)
    assert p.why_not(longer, NOW + 8 * DAY)
    over = NOW + 31 * DAY
    assert "say in the lobby that you want to play again" in p.why_not(longer, over)
    assert p.why_not(after(p.come_back(longer, now=over), before=longer), over) == ""


def test_a_lower_limit_holds_at_once_and_a_higher_one_after_a_day() -> None:
    first = limited("day", 100)
    assert first.limit("day", NOW).value == 100
    for higher in (200, 0):
        raised = after(p.set_limit(first, "day", higher, now=NOW), before=first)
        assert raised.limit("day", NOW + DAY - MINUTE).value == 100
        assert raised.limit("day", NOW + DAY).value == higher
    raised = after(p.set_limit(first, "day", 200, now=NOW), before=first)
    lowered = after(p.set_limit(raised, "day", 50, now=NOW + HOUR), before=raised)
    assert (lowered.limit("day", NOW + HOUR).value, lowered.limit("day", NOW + 3 * DAY).value) == (50, 50)
    kept = after(p.set_limit(raised, "day", 100, now=NOW + HOUR), before=raised)
    assert kept.limit("day", NOW + 3 * DAY).value == 100, "the same limit again takes back that it was to be raised"
    for name, value in (("month", 1), ("session", 10_000), ("day", -1)):
        with pytest.raises(Refused):
            p.set_limit(first, name, value, now=NOW)


@pytest.mark.parametrize(
    ("name", "play", "most"),
    [
        ("day", p.Play(day=-40, staked=10), 50),
        ("week", p.Play(week=-40, staked=10), 50),
        ("day", p.Play(day=30), 130),
        ("wager", p.Play(here=70, day=-500), 30),
    ],
)
def test_a_wager_may_reach_a_limit_but_not_exceed_it(name: str, play: p.Play, most: int) -> None:
    player = limited(name, 100)
    assert p.why_no_wager(player, play, most, NOW) == ""
    said = p.why_no_wager(player, play, most + 1, NOW)
    assert "1.00 that you allow yourself in a" in said


def test_a_session_ends_at_its_limit_and_begins_again_after_a_break() -> None:
    player = after(PlayBegan(at=NOW), before=limited("session", 60))
    playing = p.Play(last=NOW + 59 * MINUTE)
    assert p.why_no_wager(player, playing, 1, NOW + 59 * MINUTE) == ""
    assert "take a break of half an hour" in p.why_no_wager(player, playing, 1, NOW + 60 * MINUTE)
    assert "take a break" in p.why_no_wager(player, playing, 1, NOW + 88 * MINUTE)
    assert p.why_no_wager(player, playing, 1, NOW + 89 * MINUTE) == ""
    assert p.began(player, p.Play(staked=1, last=NOW), NOW + 5 * HOUR) == NOW, "chips on a layout are no break"


def test_a_reality_check_is_acknowledged_before_the_next_wager() -> None:
    player = after(PlayBegan(at=NOW))
    then = NOW + 31 * MINUTE
    playing = p.Play(session=-1250, last=then)
    assert p.reality(player, playing, then, usual=0) is None
    assert p.reality(player, playing, NOW + 29 * MINUTE, usual=30) is None
    due = p.reality(player, playing, then, usual=30)
    assert due == p.Reality(minutes=31, cents=-1250)
    assert "acknowledge" in p.why_no_wager(player, playing, 1, then, usual=30)
    told = after(Checked(at=then, minutes=31, cents=-1250), before=player)
    assert p.why_no_wager(told, playing, 1, then, usual=30) == ""
    assert p.reality(told, p.Play(last=then + 30 * MINUTE), then + 30 * MINUTE, usual=30)
    never = after(p.choose_check(0, now=NOW), before=player)
    assert p.reality(never, playing, then, usual=30) is None
    with pytest.raises(Refused, match="every 15, 30, 60 minutes"):
        p.choose_check(20, now=NOW)
