"""The staff pages in the browser: the floor, the console, irregularities, money, and permissions."""

from __future__ import annotations

import re

import pytest

from support.browser import PHONE, Crowd, Locator, Page, Person, Seat, audit, expect, nameless, scrolls
from support.layout import at_every_size, flaws
from support.web_house import Page as Staff

ANN = ("Ac", "Ad", "Kc", "Kd", "9h", "5s", "2c")
BOB = ("Qc", "Qd", "Jh", "Ts", "8c", "4d", "3h")
DEALER = ("Ks", "Kh", "Th", "7c", "6d", "4s", "2d")


def wagered(staff: Staff, *seats: Seat) -> None:
    """Everybody wagers, and betting closes."""
    staff.did("place your bets")
    for seat in seats:
        seat.phase("betting")
        seat.wager(1000)
    staff.did("no more bets")


def tab(console: Page, name: str) -> None:
    """Open a tab of the console."""
    console.locator(f"[data-tab='{name}']").click()
    expect(console.locator(f"[data-panel='{name}']")).to_be_visible()


def confirm(console: Page, *words: str) -> None:
    """Read the question, then confirm it."""
    dialog = console.locator("#ask")
    expect(dialog).to_have_attribute("open", "")
    for each in words:
        expect(dialog).to_contain_text(each)
    console.locator("[data-ask=confirm]").click()
    expect(dialog).not_to_have_attribute("open", "")


def decided(page: Page, asker: Person, *words: str) -> None:
    """Look at what somebody asks for, and confirm it."""
    request = page.get_by_test_id("request").filter(has_text=asker.name)
    request.get_by_role("button", name="Look and decide").click()
    confirm(page, asker.name, *words)


def test_the_shift_manager_opens_and_closes_a_table(crowd: Crowd) -> None:
    manager = crowd.staff("Max")
    floor = manager.open("/staff")
    form = floor.locator("form[data-form=open-table]")
    expect(form.locator("#open-book option[value=five-card]")).to_have_count(1)
    form.locator("#open-book").select_option("mbs-v4")
    form.locator("#open-name").fill("Salon")
    form.get_by_label("Standard wager: minimum").fill("25")
    form.get_by_label("Standard wager: maximum").fill("2,500")
    bonus = form.get_by_label("Fortune Bonus: maximum")
    expect(bonus).to_have_attribute("placeholder", "250")
    expect(form.get_by_test_id("cost")).to_contain_text("at most 3,764,250.00")
    bonus.fill("20")
    expect(form.get_by_test_id("cost")).to_contain_text("at most 314,250.00")
    form.get_by_role("button", name="Open the table").click()
    expect(floor.locator("tr[data-table=Salon]")).to_contain_text("25 to 2,500")
    console = manager.console("Salon")
    tab(console, "run")
    expect(console.get_by_test_id("exposure")).to_contain_text("a round 314,250.00")
    bonus = console.get_by_label("Fortune Bonus: maximum")
    bonus.fill("15")
    console.get_by_test_id("set-limits").click()
    confirm(console, "Set the limits of this table", "12.00 to 15.00 on the Fortune Bonus")
    expect(console.get_by_test_id("exposure")).to_contain_text("a round 239,250.00")
    console.locator("[data-run=open][data-value=no]").click()
    confirm(console, "Close table Salon", "No money moves")
    expect(console.locator("[data-run=open][data-value=no]")).to_have_attribute("aria-pressed", "true")
    expect(floor.locator("tr[data-table=Salon]")).to_have_attribute("data-open", "no")
    one = crowd.player("Ann").at("Salon")
    expect(one.page.locator("#announcement")).to_have_text("The table is closed")
    expect(one.page.locator("[data-act=sit]")).to_have_count(0)
    lobby = one.person.open("/")
    expect(lobby.locator(".table-card[data-table=Salon]")).to_contain_text("Closed")
    expect(lobby.locator(".table-card[data-table=Salon] [data-testid=play]")).to_have_count(0)


@pytest.mark.full
def test_the_floor_shows_the_alarms(crowd: Crowd) -> None:
    manager = crowd.staff("Max")
    alarm = {"kind": "hold", "about": "one", "sentence": "table one waits", "since": "2026-01-01T10:00:00Z"}
    manager.context.route("**/staff/alarms", lambda route: route.fulfill(json={"alarms": [alarm]}))
    floor = manager.open("/staff")
    expect(floor.get_by_test_id("alarm")).to_have_text(re.compile(r"^Alarm since .+: Table one waits\.$"))


@pytest.mark.full
def test_a_prohibition_is_lifted_on_the_floor(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table)
    name = one.person.name
    one.page.close()
    staff.did("prohibit", player=name)
    below = crowd.staff("Pat", 2).open("/staff")
    expect(below.get_by_test_id("prohibited")).to_contain_text(f"{name} is prohibited from further play under 5.15")
    expect(below.get_by_test_id("prohibited").get_by_role("button")).to_have_count(0)
    floor = crowd.staff("Max").open("/staff")
    crowd.keep(floor, "prohibited")
    assert audit(floor, "floor with a prohibited player") == []
    floor.get_by_role("button", name=f"Lift: {name}").click()
    expect(floor.get_by_test_id("exclusions")).to_contain_text(f"{name} may play again at every table")
    staff.until_scene(lambda scene: not scene["table"]["prohibited"])
    one.person.at(table).sit(1)


@pytest.mark.full
def test_a_player_whose_key_is_revoked_is_told_and_led_back(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table)
    staff.visitor.post("/staff/players/revoke-key", {"player": one.person.name})
    expect(one.page.locator("#notice")).to_contain_text("The house has revoked your key")
    assert audit(one.page, "a player whose key was revoked") == []
    wrong = [flaw for size in at_every_size(one.page) for flaw in flaws(one.page, f"revoked, {size}", still=True)]
    crowd.keep(one.page, "revoked")
    one.page.get_by_test_id("to-lobby").click()
    expect(one.page.get_by_placeholder("Your name")).to_be_visible()
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_supervisor_resolves_a_misdeal_through_the_console(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    wagered(staff, one)
    staff.did("key in", hands={"2": ANN, "0": DEALER})
    supervisor, dealer = crowd.staff("Pat", 2), crowd.staff("Dan", 1)
    console, below = supervisor.console(table), dealer.console(table)
    tab(console, "report")
    console.locator("[data-fault=misdeal]").click()
    console.locator("#report-note").fill("cards at position 2")
    console.get_by_test_id("report").click()
    expect(console.get_by_test_id("preview")).to_have_text(
        re.compile(f"^{supervisor.name} reports: misdeal", re.IGNORECASE)
    )
    expect(console.get_by_test_id("money")).to_contain_text("No money moves")
    wrong = audit(console, "console with a dialog")
    crowd.keep(console, "dialog")
    console.keyboard.press("Escape")
    expect(console.locator("#ask")).not_to_have_attribute("open", "")
    expect(console.locator("body")).to_have_attribute("data-hold", "no")
    console.get_by_test_id("report").click()
    confirm(console, "5.2", "pit supervisor")
    for page in (console, below):
        expect(page.locator("body")).to_have_attribute("data-hold", "yes")
        expect(page.get_by_test_id("hold")).to_contain_text("Misdeal")
    expect(one.find("hold")).to_contain_text("On hold: misdeal")
    expect(console.locator("form[data-remedy=void] [data-testid=money]")).to_contain_text("10.00")
    expect(below.get_by_test_id("remedy-void")).to_contain_text("Ask: void")  # R87
    crowd.keep(console, "hold")
    wrong += audit(console, "console on hold") + nameless(console)
    below.locator("[name=move-2]").select_option("1")
    below.get_by_test_id("remedy-reconstruct").click()
    confirm(below, "Reconstruct", "Ask a pit supervisor or above")
    decided(console, dealer, "Reconstruct (misdeal, 5.2)", "position 2 to position 1", "No money moves")
    one.state(1, "dealt")
    expect(console.locator("body")).to_have_attribute("data-hold", "no")
    one.view(ANN)
    expect(console.get_by_test_id("log")).to_contain_text("misdeal")
    assert scrolls(console)["across"] <= 0
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_dealer_keys_a_hand_in_again_through_the_console(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    wagered(staff, one)
    dealer = crowd.staff("Dan", 1)
    console = dealer.console(table)
    expect(console.locator("[data-panel='key in']")).to_be_visible()
    console.locator("#keyed-1").fill(" ".join((*ANN[:-1], "2h")))
    console.locator("#keyed-0").fill(" ".join(DEALER))
    console.get_by_test_id("key-in").click()
    one.state(1, "dealt")
    tab(console, "key in")
    expect(console.locator("#keyed-1")).to_have_value("")
    expect(console.locator("#keyed-0")).to_have_value("")
    expect(console.get_by_test_id("key-in")).to_contain_text("Key again")
    console.locator("#keyed-1").fill(f"{' '.join(ANN[:-1])} {DEALER[0]}")
    console.get_by_test_id("key-in").click()
    expect(console.locator("[data-panel='key in']")).to_contain_text("already keyed in for another hand")
    crowd.keep(console, "refused")
    console.locator("#keyed-1").fill(" ".join(ANN))
    console.get_by_test_id("key-in").click()
    expect(console.get_by_test_id("log")).to_contain_text("Position 1's cards are keyed in again")
    expect(console.locator("#keyed-1")).to_have_value("")
    one.view(ANN)
    expect(console.locator("[data-panel='key in']")).to_contain_text(
        "another pit supervisor or above has to confirm it"
    )
    other = (*ANN[:-1], "2h")
    console.locator("#keyed-1").fill(" ".join(other))
    console.get_by_test_id("key-in").click()
    confirm(console, "takes two people")
    expect(console.get_by_test_id("request")).to_contain_text("key in again the cards of position 1")
    expect(console.locator("#keyed-1")).to_have_value("")
    assert audit(console, "console with a hand to key again") == []
    for _ in at_every_size(console):
        assert scrolls(console)["across"] <= 0
    crowd.keep(console, "asked")
    crowd.reveals(other, one.person)
    staff.seconds(cards={"1": other})
    expect(one.page.locator("[data-testid=setting] [data-glide='2h']")).to_be_visible()
    one.set_hand("Kc", "Kd")


def test_a_void_shows_the_money_and_is_previewed_again_after_a_change(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1)
    wagered(staff, one)
    staff.did("key in", hands={"1": ANN, "0": DEALER})
    staff.did("report", fault="misdeal")
    supervisor = crowd.staff("Pat", 2)
    console = supervisor.console(table)
    expect(console.get_by_test_id("hold")).to_be_visible()
    console.get_by_test_id("remedy-void").click()
    dialog = console.locator("#ask")
    expect(dialog.get_by_test_id("money").locator("[data-cents='1000']")).to_contain_text(one.person.name)
    staff.did("retract")
    expect(console.get_by_test_id("stale")).to_be_visible()
    console.locator("[data-ask=confirm]").click()
    expect(dialog.get_by_test_id("said")).to_be_visible()
    console.locator("[data-ask=cancel]").click()
    one.phase("setting")
    staff.did("report", fault="misdeal")
    expect(console.get_by_test_id("remedy-void")).to_be_visible()
    request = staff.asks("remedy", remedy="void")
    expect(console.get_by_test_id("request")).to_contain_text("void (misdeal, 5.2)")
    expect(console.get_by_test_id("request-money")).to_contain_text("10.00")
    console.keyboard.press("a")
    confirm(console, "Void", "10.00", request["by"])
    one.phase("between rounds")
    one.money(100000)


@pytest.mark.full
def test_a_wager_is_placed_for_a_player(crowd: Crowd, table: str, staff: Staff) -> None:
    one, dealer = crowd.player("Ann").at(table).sit(4), crowd.staff("Dan", 1)
    console = dealer.console(table)
    staff.did("place your bets")
    one.phase("betting")
    tab(console, "wager")
    console.locator("#wager-position").select_option("4")
    expect(console.locator("#wager-player")).to_have_value(one.person.name)
    console.locator("#wager-wager").select_option("main")
    console.locator("#wager-cents").fill("ten")
    console.get_by_test_id("place-wager").click()
    expect(console.get_by_test_id("said")).to_contain_text("not an amount")
    console.locator("#wager-cents").fill("500,000")
    console.get_by_test_id("place-wager").click()
    expect(console.get_by_test_id("said")).not_to_contain_text("not an amount")
    expect(console.get_by_test_id("log").locator("[data-event=refused]")).to_have_count(1)
    console.locator("#wager-cents").fill("25")
    console.get_by_test_id("place-wager").click()
    expect(console.get_by_test_id("said")).to_contain_text(f"Placed for {one.person.name}")
    expect(one.circle()).to_have_attribute("data-own", "2500")
    one.money(97500)
    crowd.keep(console, "placed")


def test_3_5_1_a_player_agrees_to_a_wager_that_staff_ask_for_or_declines(
    crowd: Crowd, table: str, staff: Staff
) -> None:
    staff.say({"type": "run", "deck": "house"})
    one, dealer = crowd.player("Ann").at(table).sit(4), crowd.staff("Dan", 1)
    console = dealer.console(table)
    staff.did("place your bets")
    one.phase("betting")
    tab(console, "wager")

    def asked() -> Locator:
        console.locator("#wager-position").select_option("4")
        console.locator("#wager-wager").select_option("main")
        console.locator("#wager-cents").fill("25")
        console.get_by_test_id("place-wager").click()
        prompt = one.page.locator("#bar").get_by_test_id("proposed")
        expect(prompt).to_contain_text(f"{dealer.name} asks to bet 25.00 of your chips on the Standard wager")
        return prompt

    prompt = asked()
    expect(prompt).to_have_attribute("role", "alert")
    expect(prompt).to_contain_text("Do you agree? You have 60 seconds.")
    wrong = audit(one.page, "a player who is asked for a wager")
    for size in at_every_size(one.page):
        wrong += flaws(one.page, f"asked for a wager, {size}", still=True)
    crowd.keep(one.page, "asked")
    one.page.get_by_test_id("decline").click()
    expect(prompt).to_have_count(0)
    expect(console.get_by_test_id("proposal")).to_contain_text(f"{one.person.name} declined 25.00")
    one.money(100000)
    asked()
    one.page.get_by_test_id("agree").click()
    expect(one.circle()).to_have_attribute("data-own", "2500")
    expect(prompt).to_have_count(0)
    expect(console.get_by_test_id("proposal")).to_have_count(0)
    one.money(97500)
    crowd.keep(console, "agreed")
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_manager_restricts_a_player(crowd: Crowd, table: str, staff: Staff) -> None:
    one = crowd.player("Ann").at(table).sit(1).sit(2)
    manager, dealer = crowd.staff("Mia", 3), crowd.staff("Dan", 1)
    below = dealer.console(table)
    tab(below, "players")
    below.locator(f"tr[data-player='{one.person.name}'] [data-act=restrict]").click()
    expect(below.locator("[data-ask=confirm]")).to_contain_text("Ask a pit manager or above")
    below.keyboard.press("Escape")
    console = manager.console(table)
    tab(console, "players")
    row = console.locator(f"tr[data-player='{one.person.name}']")
    row.locator("[data-act=restrict]").click()
    confirm(console, "3.9", one.person.name)
    expect(row).to_have_attribute("data-restricted", "yes")
    staff.did("place your bets")
    one.phase("betting")
    one.wager(1000)
    other = one.circle("main", 2 if one.page.locator("#seat").get_attribute("data-position") == "1" else 1)
    expect(other).not_to_have_attribute("data-act", "put")
    crowd.keep(console, "restricted")


@pytest.mark.full
def test_a_conceded_hand_is_viewed_by_a_supervisor_only(crowd: Crowd, table: str, staff: Staff) -> None:
    two = crowd.player("Bob").at(table).sit(2).sit(1)
    staff.did("place your bets")
    two.phase("betting")
    own = two.page.locator("#seat").get_attribute("data-position")
    two.wager(1000)
    two.wager(1000, position=1 if own == "2" else 2)
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "2": BOB, "0": DEALER})
    supervisor, dealer = crowd.staff("Pat", 2), crowd.staff("Dan", 1)
    console, below = supervisor.console(table), dealer.console(table)
    crowd.reveals(BOB, two.person)
    two.page.locator("#bar [data-testid=view][data-position='2']").click()
    two.set_hand("Jh", "Ts")
    console.get_by_test_id("house-way-1").click()  # the player views one hand; the other is set the house way
    two.state(1, "set")
    crowd.reveals(DEALER)
    expect(below.locator("[data-act=reveal]")).not_to_have_attribute("aria-disabled", "true")
    below.keyboard.press("5")
    two.phase("revealed")
    two.page.locator("[data-testid=ask-concede][data-position='2']").click()
    two.find("concede").click()
    expect(console.locator(".place[data-position='2']")).to_have_attribute("data-state", "conceded")
    crowd.reveals(ANN)
    staff.did("settle")
    two.phase("between rounds")
    expect(below.locator("body")).to_have_attribute("data-phase", "between rounds")
    expect(below.locator("[data-act='view conceded']")).to_have_count(0)
    crowd.reveals(BOB, supervisor)
    console.locator("[data-act='view conceded']").click()
    expect(console.locator(".place[data-position='2'] .card[data-card=Qc]")).to_be_visible()
    crowd.keep(console, "viewed")
    expect(below.locator(".place[data-position='2'] .card.up")).to_have_count(0)


@pytest.mark.full
def test_a_settled_round_is_corrected(crowd: Crowd, table: str, staff: Staff) -> None:
    cards = ("Ac", "Ad", "9h", "8d", "5s", "3c", "2h")
    one, supervisor = crowd.player("Ann").at(table).sit(1), crowd.staff("Pat", 2)
    console = supervisor.console(table)
    wagered(staff, one)
    staff.did("key in", hands={"1": cards, "0": DEALER})
    one.phase("setting")
    one.view(cards)
    one.set_hand("9h", "8d")
    console.locator("#reveal-low").fill("4s 2d")  # set by hand, against the house way
    crowd.reveals(DEALER)
    console.locator("[data-act=reveal]").click()
    one.phase("revealed")
    crowd.reveals(cards)
    console.locator("[data-act=settle]").click()
    one.money(100950)
    tab(console, "correct")
    console.locator("#correct-round").fill("1")
    console.get_by_test_id("correct").click()
    expect(console.get_by_test_id("money").locator("[data-cents='-950']")).to_be_visible()
    crowd.keep(console, "correction")
    confirm(console, "5.17.1", "9.50", "Ask a pit supervisor or above")
    expect(console.get_by_test_id("said")).to_contain_text("once a second person has confirmed it")
    staff.seconds()
    one.money(100000)


def owing(crowd: Crowd, table: str, staff: Staff, console: Page | None = None) -> Seat:
    """A player who owes 9.00 after a correction, with all chips on the layout of a second round."""
    cards = ("Ac", "Ad", "9h", "8d", "5s", "3c", "2h")
    ann = crowd.player("Ann")
    one = ann.at(table).sit(1)
    wagered(staff, one)
    staff.did("key in", hands={"1": cards, "0": DEALER})
    one.phase("setting")
    one.view(cards)
    one.set_hand("9h", "8d")
    crowd.reveals(DEALER)
    crowd.reveals(cards)
    staff.did("reveal", low=["4s", "2d"])  # against the house way
    staff.did("settle")
    one.money(100950)
    staff.did("place your bets")
    for wager, cents in (("main", 1000_00), ("fortune-bonus", 9_00)):
        staff.did("wager", position=1, wager=wager, cents=cents, player=ann.name)
    if console is None:
        staff.did("correct", round=1)
        return one
    tab(console, "correct")
    console.locator("#correct-round").fill("1")
    console.get_by_test_id("correct").click()
    expect(console.get_by_test_id("debt")).to_have_text("9.00 of it becomes a debt")
    wrong = audit(console, "a correction that leaves a debt")
    for width, height in ((390, 844), (1280, 800)):
        console.set_viewport_size({"width": width, "height": height})
        wrong += flaws(console, f"a debt, {width}")
        crowd.keep(console, f"debt-{width}")
    confirm(console, "cannot pay 9.00 after the correction of round 1")
    staff.seconds()
    assert not wrong, "\n".join(wrong)
    return one


def won(crowd: Crowd, staff: Staff) -> None:
    """The player wins the second round."""
    staff.did("no more bets")
    staff.did("key in", hands={"1": ANN, "0": BOB})
    crowd.reveals(ANN)
    crowd.reveals(BOB)
    for act in ("end setting", "reveal", "settle"):
        staff.did(act)


def owes(page: Page, one: Seat) -> Locator:
    """The form for what a player owes."""
    return page.locator(f"[data-testid=owes][data-player='{one.person.name}']")


@pytest.mark.full
def test_5_17_1_a_debt_is_shown_and_written_off(crowd: Crowd, table: str, staff: Staff) -> None:
    one, manager, dealer = owing(crowd, table, staff), crowd.staff("Max"), crowd.staff("Dan", 1)
    lobby, floor, console = one.person.open("/"), manager.open("/staff"), dealer.console(table)
    tab(console, "players")
    words = "You owe the house 9.00; it is taken from your next winnings."
    expect(lobby.get_by_test_id("owed")).to_contain_text(words)
    expect(one.page.locator("#house .owed")).to_contain_text(words)
    expect(console.get_by_test_id("owes-mark")).to_have_text("owes 9.00")
    expect(console.locator("#log [data-event='debt booked']")).to_contain_text("cannot pay 9.00")
    expect(owes(console, one).get_by_test_id("write-off")).to_have_count(0)
    field = owes(floor, one).locator("input")
    field.fill("9.01")
    for key in ("Tab", "Tab", "Enter"):  # past the button for cash
        floor.keyboard.press(key)
    expect(floor.locator("#ask")).to_contain_text("The house bears 9.01")
    manager.expects("status of 409")
    floor.keyboard.press("Enter")
    expect(floor.locator("#ask").get_by_test_id("said")).to_contain_text("9.01 is more than that")
    floor.keyboard.press("Escape")
    field.fill("4")
    owes(floor, one).get_by_test_id("write-off").click()
    confirm(floor, "4.00", one.person.name)
    expect(floor.get_by_test_id("said")).to_contain_text("written off once a second person has confirmed it")
    expect(one.find("owed")).to_have_attribute("data-cents", "900")
    decided(crowd.staff("Sue").open("/staff"), manager, "Write off 4.00", "9.00, and 5.00 after it")
    expect(one.find("owed")).to_have_attribute("data-cents", "500")
    owes(console, one).locator("input").fill("1")
    owes(console, one).get_by_test_id("cash").click()
    confirm(console, "1.00 in cash")
    expect(one.find("owed")).to_have_attribute("data-cents", "400")
    won(crowd, staff)
    expect(one.find("deducted")).to_contain_text("4.00 goes to what you owe, nothing is left")
    expect(one.page.locator("#round [data-event='debt deducted']")).to_contain_text("4.00 of")
    expect(one.find("owed")).to_have_count(0)
    one.money(1000_00 + 950_00 - 4_00)


@pytest.mark.full
def test_5_17_1_a_player_pays_a_debt_at_the_table(crowd: Crowd, table: str, staff: Staff) -> None:
    one = owing(crowd, table, staff, crowd.staff("Max").console(table))
    expect(one.find("owed")).to_have_attribute("data-cents", "900")
    expect(one.find("pay")).to_have_count(0)  # every chip is on the layout
    one.find("clear").click()
    one.money(1009_00)
    one.page.locator("button[data-sheet=house]").click()
    one.page.get_by_role("button", name="Pay 9.00 now").press("Enter")
    expect(one.find("owed")).to_have_count(0)
    one.money(1000_00)


@pytest.mark.full
def test_5_17_1_a_debt_fits_and_is_accessible(crowd: Crowd, table: str, staff: Staff) -> None:
    one, manager = owing(crowd, table, staff), crowd.staff("Max")
    lobby, floor, console = one.person.open("/"), manager.open("/staff"), manager.console(table)
    tab(console, "players")
    wrong: list[str] = []
    for page, what in ((one.page, "owed"), (lobby, "owed"), (floor, "debts"), (console, "owes")):
        expect(page.get_by_test_id(what).first).to_contain_text("9.00")
        for size in at_every_size(page):
            wrong += flaws(page, f"{page.url}, {size}", still=page is one.page)
        wrong += audit(page, page.url)
    won(crowd, staff)
    expect(one.find("deducted")).to_be_visible()
    wrong += [flaw for size in at_every_size(one.page) for flaw in flaws(one.page, f"deducted, {size}", still=True)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_the_console_is_accessible_in_every_phase(crowd: Crowd, table: str, staff: Staff) -> None:
    one, two = crowd.player("Ann").at(table).sit(1), crowd.player("Bob").at(table).sit(2)
    manager = crowd.staff("Max")
    console, small = manager.console(table), crowd.staff("Min", size=PHONE).console(table)
    wrong: list[str] = []

    def look(moment: str, *, audited: bool = True) -> None:
        expect(console.locator("body")).to_have_attribute("data-phase", moment.partition(",")[0])
        for name, page in (("desk", console), ("phone", small)):
            crowd.keep(page, f"{moment}-{name}")
            wrong.extend(audit(page, f"console, {moment}, {name}") if audited else [])
            wrong.extend(f"console, {moment}, {name}: no name: {each}" for each in nameless(page))
            if scrolls(page)["across"] > 0:
                wrong.append(f"console, {moment}, {name}: scrolls {scrolls(page)['across']} across")

    look("between rounds", audited=False)
    staff.did("place your bets")
    for seat in (one, two):
        seat.phase("betting")
        seat.wager(1000)
    look("betting")
    staff.did("no more bets")
    look("no more bets")
    staff.did("key in", hands={"1": ANN, "2": BOB, "0": DEALER})
    look("setting")
    staff.did("end setting")
    crowd.reveals(DEALER)
    staff.did("reveal")
    look("revealed", audited=False)
    crowd.reveals((*ANN, *BOB))
    staff.did("settle")
    one.phase("between rounds")
    for at in ("players", "correct", "run"):
        tab(console, at)
        tab(small, at)
        look(f"between rounds, {at}", audited=at == "players")
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_lost_connection_of_the_console(crowd: Crowd, table: str, staff: Staff) -> None:
    from support.proxy import proxy_to

    with proxy_to(crowd.house.url) as proxy:
        crowd.url = proxy.url
        manager = crowd.staff("Max")
        manager.expects("WebSocket connection")
        manager.expects("/staff/active")
        console = manager.console(table)
        console.wait_for_load_state("networkidle")  # a request cut off would be an unexpected console error
        proxy.cut()
        expect(console.get_by_test_id("connection")).to_contain_text("The connection is lost")
        console.keyboard.press("1")
        expect(console.get_by_test_id("said")).to_contain_text("when it is back")
        proxy.restore()
        expect(console.get_by_test_id("connection")).to_have_count(0)
        expect(console.locator("body")).to_have_attribute("data-phase", "between rounds")
        assert staff.scene["table"]["round"] == 0
