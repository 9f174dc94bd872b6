"""Nobody plays at a table they staff; and consoles close when their session ends."""

from __future__ import annotations

from datetime import UTC, datetime

import pyotp
import pytest

from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept.looks import LOOKED
from houseway.people.positions import Position
from houseway.people.staff import Staff
from support.web_house import PASSWORD, STAFF_COOKIE, Answer, RunningHouse, Visitor


def test_a_player_gets_no_seat_where_their_console_is_open(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    dealer, ann = house.staff(f"D {names[0]}", role=1), house.enter(names[0])
    dealer.post("/staff/plays-as", {"player": names[0], "key": ann.key})
    with ann.page(table) as one:
        assert one.scene["can"]["sit"]
        with dealer.page(table, "staff") as console:
            assert console.scene["conflicts"] == {names[0]: f"dealer D {names[0]}"}
            one.until_scene(lambda scene: scene["you"]["staffs"])
            assert one.scene["can"]["sit"] == []
            refused = one.do("sit", position=1)
            assert refused["reason"] == "rule"
            assert "nobody plays at a table they staff" in refused["sentence"]
            console.did("place your bets")
        one.until_scene(lambda scene: scene["table"]["phase"] == "betting")
        assert one.do("sit", position=1)["type"] == "refused"  # part of this round, also without the console
    other = house.spare_table()
    with ann.page(other) as elsewhere:
        elsewhere.did("sit", position=1)
        console = dealer.page(other, "staff")
        assert console.closed() == 4403
        assert f"You play at this table as {names[0]}" in console.messages[0]["sentence"]


def test_nobody_claims_the_name_of_a_player_without_its_key(house: RunningHouse, names: tuple[str, str]) -> None:
    dealer, ann, bob = house.staff(f"D {names[0]}", role=1), house.enter(names[0]), house.enter(names[1])
    claims = (
        ({"player": names[0]}, f"show that you are {names[0]}: type the key"),
        ({"player": names[0], "key": bob.key}, f"this is not the key of {names[0]}"),
        ({"player": names[0], "key": ann.key[:-1]}, "unknown key"),
        ({"player": "Nobody", "key": ann.key}, "there is no player Nobody in this house"),
    )
    for claim, why in claims:
        with pytest.raises(Answer, match=why):
            dealer.post("/staff/plays-as", claim)
    assert dealer.get("/me")["staff"]["player"] == ""
    assert dealer.post("/staff/plays-as", {"player": names[0], "key": ann.key})["player"] == names[0]
    assert dealer.post("/staff/plays-as", {"player": names[0]})["player"] == names[0]  # nothing new
    assert dealer.post("/staff/plays-as", {"player": ""})["player"] == ""
    dealer.cookies |= bob.cookies
    assert dealer.post("/staff/plays-as", {"player": names[1]})["player"] == names[1]


def test_nobody_asks_for_a_new_key_for_a_name_of_their_own(house: RunningHouse, names: tuple[str, str]) -> None:
    manager, ann = house.staff(f"M {names[0]}", role=3), house.enter(names[0])
    assert house.second
    manager.post("/staff/plays-as", {"player": names[0], "key": ann.key})
    with pytest.raises(Answer, match=f"this concerns {names[0]}, the name you play under: leave it to somebody else"):
        manager.post("/staff/players/new-key", {"player": names[0]})


def test_a_console_closes_where_its_person_turns_out_to_play(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    dealer, ann = house.staff(f"D {names[0]}", role=1), house.enter(names[0])
    other = house.spare_table()
    with ann.page(table) as one, ann.page(other) as two:
        one.did("sit", position=1)
        with dealer.page(table, "staff") as here, dealer.page(other, "staff") as there:
            there.did("place your bets")
            dealer.post("/staff/plays-as", {"player": names[0], "key": ann.key})
            told = here.until(lambda message: message["type"] == "goodbye")
            assert told["sentence"].startswith(f"You play at this table as {names[0]}, and nobody may staff a table")
            assert here.closed() == 4403
            assert there.until_scene(lambda scene: scene["conflicts"]) is not None
        assert two.do("sit", position=1)["type"] == "refused"  # their dealer was part of this round


@pytest.mark.parametrize("by", ["signing in", "a kept key"])
def test_a_console_closes_when_another_browser_of_its_person_turns_out_to_be_a_player(
    house: RunningHouse, table: str, names: tuple[str, str], by: str
) -> None:
    name, ann = f"D {names[0]}", house.enter(names[0])
    hired, dealer = house.hire(name, 1), Visitor(house)
    dealer.cookies[STAFF_COOKIE] = hired.token
    with ann.page(table) as one, dealer.page(table, "staff") as console:
        one.did("sit", position=1)
        if by == "signing in":  # in the browser of the player
            code = pyotp.TOTP(hired.secret).at(datetime.now(UTC), 1)  # the code of now was used to enrol
            me = {"name": name, "password": PASSWORD, "code": code, "keep_player": True}
            assert ann.post("/staff/sign-in", me)["signed_out"] == ""
        else:  # as browsers did before 0.3
            other = Visitor(house)
            other.cookies |= {STAFF_COOKIE: hired.token, "houseway-player": ann.key}
            other.get("/me")
        assert console.closed() == 4403


def test_one_browser_that_is_both_is_a_conflict(house: RunningHouse, table: str, names: tuple[str, str]) -> None:
    both = house.enter(names[0])
    both.cookies[STAFF_COOKIE] = house.hire(f"D {names[0]}", 1).token
    with both.page(table, "staff") as console, both.page(table) as one:
        assert console.scene["running"]
        assert one.scene["you"]["staffs"] == f"dealer D {names[0]}"
        assert one.do("sit", position=1)["type"] == "refused"


def seen_as_both(house: RunningHouse, player: Visitor, role: int = 1) -> Visitor:
    """A member of staff in a browser of their own, who was also signed in where they play, and who signed out there."""
    name = player.get("/me")["player"]["name"]
    hired, staff = house.hire(f"S {name}", role), Visitor(house)
    staff.cookies[STAFF_COOKIE] = hired.token
    both = Visitor(house)
    both.cookies |= {**player.cookies, STAFF_COOKIE: hired.token}
    both.get("/staff/approvals")
    return staff


def test_a_browser_that_was_both_counts_in_every_other_browser(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    dealer = seen_as_both(house, ann)
    with ann.page(table) as one:
        one.did("sit", position=1)
        assert dealer.page(table, "staff").closed() == 4403
        one.did("leave", position=1)
        with dealer.page(table, "staff") as console:
            assert console.scene["conflicts"] == {names[0]: f"dealer S {names[0]}"}
            assert "nobody plays at a table they staff" in one.do("sit", position=1)["sentence"]
    with Journal.open(str(house.journal), read_only=True) as journal:
        assert Staff(journal).get(f"S {names[0]}").plays_as(datetime.now(UTC)) == {names[0]}
        seen = [each for each in events(journal, kind="staff seen as player") if each.what == f"S {names[0]}"]
    assert [(each.by, each.after) for each in seen] == [(f"S {names[0]}", names[0])]


def plays_as(house: RunningHouse, name: str) -> frozenset[str]:
    """The names that count as those of a member of staff."""
    with Journal.open(str(house.journal), read_only=True) as journal:
        return Staff(journal).get(name).plays_as(datetime.now(UTC))


@pytest.mark.parametrize("locked", [False, True])
def test_nobody_opens_a_player_in_a_browser_of_staff(house: RunningHouse, names: tuple[str, str], locked: bool) -> None:
    """Otherwise anybody could shut a member of staff out of their console, with any player's key."""
    ann, name = house.enter(names[0]), f"D {names[0]}"
    dealer = house.staff(name, 1)
    if locked:
        dealer.post("/staff/lock", {})
    for door in (("/return", {"key": ann.key}), ("/enter", {"name": names[1]})):
        with pytest.raises(Answer, match=f"{name} is signed in as staff in this browser: sign out of the staff pages"):
            dealer.post(*door)
    assert dealer.get("/me")["player"] is None
    assert not plays_as(house, name)
    if not locked:
        dealer.post("/staff/plays-as", {"player": names[0], "key": ann.key})
        assert dealer.post("/return", {"key": ann.key})["name"] == names[0]
        assert plays_as(house, name) == {names[0]}


def test_signing_in_as_staff_signs_out_the_player_whom_another_left_there(
    house: RunningHouse, table: str, names: tuple[str, str]
) -> None:
    terminal, elsewhere, name = house.enter(names[0]), Visitor(house), f"D {names[0]}"
    elsewhere.post("/return", {"key": terminal.key})
    hired = house.hire(name, 1)
    code = pyotp.TOTP(hired.secret).at(datetime.now(UTC), 1)  # the code of now was used to enrol
    with terminal.page(table) as one:
        one.did("sit", position=1)
        me = {"name": name, "password": PASSWORD, "code": code}
        assert terminal.post("/staff/sign-in", me)["signed_out"] == names[0]
        one.closed()
    me = terminal.get("/me")
    assert (me["player"], me["staff"]["name"]) == (None, name)
    assert elsewhere.get("/me")["player"]["name"] == names[0]  # only this browser
    assert not plays_as(house, name)
    with terminal.page(house.spare_table(), "staff") as console:
        assert console.scene["conflicts"] == {}


def test_enrolling_signs_the_player_out_too(house: RunningHouse, names: tuple[str, str]) -> None:
    terminal, name = house.enter(names[0]), f"D {names[0]}"
    with Journal.open(str(house.journal)) as journal:
        invitation = Staff(journal).add(name, Position.DEALER, by="the tests")
    secret = terminal.post("/staff/invitation", {"invitation": invitation})["secret"]
    chosen = {"invitation": invitation, "password": PASSWORD, "code": pyotp.TOTP(secret).now()}
    assert terminal.post("/staff/enrol", chosen)["signed_out"] == names[0]
    assert terminal.get("/me")["player"] is None
    assert not plays_as(house, name)


def test_whoever_confirmed_without_a_console_does_not_play_in_that_round(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    ann = house.enter(names[0])
    supervisor = seen_as_both(house, ann, role=4)
    with boss.page(table, "staff") as console, ann.page(table) as one:
        console.did("place your bets")
        asked = console.asks("run", deck="physical")
        supervisor.post("/staff/approvals/confirm", {"request": asked["id"], "digest": asked["digest"]})
        refused = one.do("sit", position=1)
        assert "nobody plays at a table they staff" in refused["sentence"]


@pytest.mark.parametrize("decides", [{}, {"why": "I would rather not"}], ids=["confirm", "decline"])
def test_nobody_decides_over_http_at_a_table_where_they_sit(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str], decides: dict[str, str]
) -> None:
    ann = house.enter(names[0])
    supervisor = seen_as_both(house, ann, role=4)
    with boss.page(table, "staff") as console, ann.page(table) as one:
        asked = console.asks("run", deck="physical")
        one.did("sit", position=1)  # after it was asked for
        with pytest.raises(Answer, match=f"plays at this table as {names[0]}, and nobody may staff"):
            supervisor.post(
                f"/staff/approvals/{'decline' if decides else 'confirm'}",
                {"request": asked["id"], "digest": asked["digest"], **decides},
            )
        console.say({"type": "take-back", "request": asked["id"]})  # nothing waits for the tests after this one


def test_a_console_closes_when_its_session_ends_or_is_locked(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    dealer = house.staff(f"D {names[0]}", role=1)
    with dealer.page(table, "staff") as console:
        dealer.post("/staff/lock", {})
        assert console.closed() == 4423
    page = dealer.page(table, "staff")
    assert page.closed() == 4423
    for alone in ({"code": "123456"}, {"password": "correct horse battery staple", "code": "123456"}, {}):
        with pytest.raises(Answer) as refused:
            dealer.post("/staff/unlock", alone)
        assert refused.value.status == 400
    dealer.post("/staff/unlock", {"password": "correct horse battery staple"})
    with dealer.page(table, "staff") as console:
        boss.post("/staff/dismiss", {"name": f"D {names[0]}"})
        assert console.closed() == 4401
    on_the_machine = house.staff(f"E {names[0]}", role=1)
    with on_the_machine.page(table, "staff") as console:
        with Journal.open(str(house.journal)) as journal:
            Staff(journal).dismiss(f"E {names[0]}", by="root on the machine")
        console.socket.send('{"type": "run", "id": "1", "deck": "house"}')
        assert console.closed() == 4401


def test_a_look_at_a_conceded_hand_is_in_the_journal_with_who_and_when(
    house: RunningHouse, boss: Visitor, table: str, names: tuple[str, str]
) -> None:
    with boss.page(table, "staff") as staff, house.enter(names[0]).page(table) as one:
        one.did("sit", position=1)
        staff.did("place your bets")
        one.until_phase("betting")
        one.did("wager", position=1, wager="main", cents=1000)
        staff.did("no more bets")
        staff.did("deal")
        staff.did("end setting")
        staff.did("reveal")
        one.until_phase("revealed")
        one.did("concede", position=1)
        staff.did("view conceded", position=1)
    with Journal.open(str(house.journal), read_only=True) as journal:
        look = list(events(journal, kind=LOOKED))[-1]
    assert look.by == "gaming shift manager Sam"
    assert look.what == f"{table}, round 1, position 1"
