"""Staff in the browser: signing in, enrolling, the own account, the list of staff, and the lock of a page."""

from __future__ import annotations

import time

import pyotp
import pytest

from support.browser import PHONE, Crowd, Page, Person, audit, expect, scrolls
from support.web_house import PASSWORD, Hired

NEW = "a quite different phrase"


def next_code(secret: str) -> str:
    """The code after the one that enrolling has used up; the house accepts it already."""
    return pyotp.TOTP(secret).at(int(time.time()) + 30)


def hired(crowd: Crowd, person: Person, role: int | str = 4) -> Hired:
    """Put somebody on the staff without signing their browser in."""
    return crowd.house.hire(person.name, role)


def sign_in(page: Page, name: str, code: str, password: str = PASSWORD) -> None:
    """Fill the form and send it."""
    form = page.get_by_test_id("sign-in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_label("Code").fill(code)
    form.get_by_role("button", name="Sign in").click()


def confirm_invitation(crowd: Crowd, name: str) -> None:
    """Another gaming shift manager confirms that somebody is invited."""
    waiting = crowd.house.second.get("/staff/approvals")["waiting"]
    request = next(each for each in waiting if each["sentence"].startswith(f"invite {name} "))
    crowd.house.second.post("/staff/approvals/confirm", {"request": request["id"], "digest": request["digest"]})


def test_an_invitation_leads_to_the_floor(crowd: Crowd) -> None:
    manager, guest, stranger = crowd.staff("Max"), crowd.person("Pat", PHONE), crowd.person("Stan")
    people = manager.open("/staff#people")
    form = people.locator("form[data-form=invite]")
    form.get_by_label("Name").fill(guest.name)
    form.get_by_label("Position").select_option("pit-supervisor")
    form.get_by_role("button", name="Invite").click()
    expect(people.get_by_test_id("waits")).to_contain_text("waits for another pit manager or above")
    address = people.get_by_test_id("invitation").inner_text()
    confirm_invitation(crowd, guest.name)
    people.reload()
    expect(people.locator(f"tr[data-name='{guest.name}']")).to_have_attribute("data-state", "invited")
    crowd.keep(people, "people")
    page = guest.open(address)
    enrol = page.get_by_test_id("enrol")
    expect(enrol).to_contain_text(f"pit supervisor: {guest.name}")
    expect(enrol.locator(".qr svg path")).to_have_count(1)
    crowd.keep(page, "enrol")
    secret = enrol.get_by_test_id("secret").inner_text().replace(" ", "")
    wrong = audit(page, "enrolling") + audit(people, "the list of staff")
    assert scrolls(page)["across"] == 0
    enrol.get_by_label("New password").fill(NEW)
    enrol.get_by_label("The same again").fill(NEW + "x")
    enrol.get_by_label("The code").fill(pyotp.TOTP(secret).now())
    enrol.get_by_role("button", name="Join the staff").click()
    expect(enrol.get_by_test_id("said")).to_contain_text("differ")
    enrol.get_by_label("The same again").fill(NEW)
    enrol.get_by_label("The code").fill(pyotp.TOTP(secret).now())
    enrol.get_by_role("button", name="Join the staff").click()
    expect(page.locator("body")).to_have_attribute("data-view", "floor")
    expect(page.get_by_test_id("who")).to_contain_text(f"pit supervisor: {guest.name}")
    assert page.url.endswith("/staff")
    expect(page.locator("form[data-form=open-table]")).to_have_count(0)
    stranger.expects("status of 4")
    used = stranger.open(address)
    expect(used.get_by_test_id("bad-invitation")).to_contain_text("used before")
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_signing_in_never_says_what_was_wrong(crowd: Crowd) -> None:
    person = crowd.person("Ivy")
    person.enter()
    person.name = f"S {person.name}"
    secret = hired(crowd, person, 1).secret
    person.expects("status of 4")
    page = person.open("/staff")
    player = person.name.removeprefix("S ")
    expect(page.get_by_label(f"I am {player} too: stay signed in as {player}")).not_to_be_checked()
    said = page.get_by_test_id("said")
    sign_in(page, person.name, "123456", "the wrong password")
    expect(said).to_contain_text("The name, the password or the code is wrong")
    first = said.inner_text()
    sign_in(page, "Nobody at all", "123456")
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    assert said.inner_text() == first
    crowd.keep(page, "refused")
    wrong = audit(page, "signing in")
    sign_in(page, person.name, next_code(secret))
    expect(page.locator("body")).to_have_attribute("data-view", "floor")
    expect(page.get_by_test_id("who")).to_contain_text(f"dealer: {person.name}")
    expect(page.get_by_text(f"{player} was signed out of this browser.")).to_be_visible()
    expect(page.locator("[data-act=people]")).to_have_count(0)
    cookie = next(each for each in person.context.cookies() if each["name"] == "houseway-staff")
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["expires"]) == (True, "Strict", -1)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_locked_page_goes_on_where_it_was(crowd: Crowd, table: str) -> None:
    person = crowd.staff("Dan", 1, PHONE)
    person.expects("status of 403")  # the floor, before it notices
    desk = crowd.person("Dee")
    token = hired(crowd, desk, 2).token
    desk.context.add_cookies([{"name": "houseway-staff", "value": token, "url": crowd.url}])
    console = desk.console(table)
    console.locator("[data-tab='report']").click()
    console.locator("[data-fault='other']").click()
    console.locator("#report-note").fill("half a sentence")
    console.get_by_role("button", name="Lock").click()
    locked = console.get_by_test_id("locked")
    expect(locked).to_contain_text(desk.name)
    expect(console.locator("#main")).not_to_be_visible()
    crowd.keep(console, "locked")
    wrong = audit(console, "a locked page")
    console.keyboard.press("Escape")
    expect(locked).to_be_visible()
    desk.expects("status of 4")
    locked.get_by_label("Your password").fill("not my password")
    locked.get_by_role("button", name="Go on").click()
    expect(locked.get_by_test_id("said")).to_contain_text("wrong")
    locked.get_by_label("Your password").fill(PASSWORD)
    locked.get_by_role("button", name="Go on").click()
    expect(console.locator("#lock")).not_to_have_attribute("open", "")
    expect(console.locator("body")).to_have_attribute("data-connection", "connected")
    expect(console.locator("#report-note")).to_have_value("half a sentence")
    phone = person.open("/staff")
    phone.get_by_role("button", name="Lock").click()
    expect(phone.get_by_test_id("locked")).to_be_visible()
    crowd.keep(phone, "locked-phone")
    reloaded = person.open("/staff")
    expect(reloaded.get_by_test_id("locked")).to_be_visible()
    reloaded.get_by_test_id("locked").get_by_label("Your password").fill(PASSWORD)
    reloaded.get_by_role("button", name="Go on").click()
    expect(reloaded.locator(".floor-table")).to_be_visible()
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_an_idle_page_locks_itself(crowd: Crowd) -> None:
    page = crowd.staff("Dan", 1).context.new_page()
    page.clock.install()
    page.goto("/staff")
    expect(page.locator(".floor-table")).to_be_visible()
    page.clock.run_for(14 * 60_000)
    expect(page.locator("#lock")).not_to_have_attribute("open", "")
    page.clock.run_for(61_000)
    expect(page.get_by_test_id("locked")).to_be_visible()


@pytest.mark.full
def test_lock_covers_the_page_before_the_house_answers(crowd: Crowd) -> None:
    person = crowd.staff("Dan", 1)
    person.expects("Failed to load resource")
    page = person.open("/staff")
    expect(page.locator(".floor-table")).to_be_visible()
    asked: list[str] = []
    page.route("**/staff/lock", lambda route: asked.append(route.request.url))  # no answer
    page.get_by_role("button", name="Lock").click()
    locked = page.get_by_test_id("locked")
    expect(locked).to_be_visible()
    polled: list[str] = []
    page.on("request", lambda request: polled.append(request.url))
    page.wait_for_timeout(6_000)
    expect(locked).to_be_visible()  # though the house does not know, and says so
    assert {url.rpartition("/")[2] for url in polled} <= {"me"}
    assert len(asked) == 1


@pytest.mark.full
def test_a_page_whose_house_did_not_hear_of_the_lock_opens_by_the_password_alone(crowd: Crowd) -> None:
    person = crowd.staff("Dan", 1)
    person.expects("Failed to load resource")
    page = person.open("/staff")
    page.route("**/staff/lock", lambda route: route.abort())
    page.get_by_role("button", name="Lock").click()
    locked = page.get_by_test_id("locked")
    locked.get_by_label("Your password").fill("not my password")
    locked.get_by_role("button", name="Go on").click()
    expect(locked.get_by_test_id("said")).to_contain_text("not answering")
    page.unroute("**/staff/lock")
    locked.get_by_role("button", name="Go on").click()
    expect(locked.get_by_test_id("said")).to_contain_text("wrong")
    locked.get_by_label("Your password").fill(PASSWORD)
    locked.get_by_role("button", name="Go on").click()
    expect(page.locator("#lock")).not_to_have_attribute("open", "")


@pytest.mark.full
def test_the_own_account(crowd: Crowd) -> None:
    person = crowd.person("Ivy")
    token, secret = hired(crowd, person, 3)
    person.context.add_cookies([{"name": "houseway-staff", "value": token, "url": crowd.url}])
    page = person.open("/staff#account")
    crowd.keep(page, "account")
    wrong = audit(page, "the own account")
    player = crowd.house.enter(f"Pl {person.name}")
    name = player.get("/me")["player"]["name"]
    plays = page.get_by_test_id("plays-as")
    plays.get_by_label("The name you play under").fill(name)
    person.expects("status of 409")
    plays.get_by_role("button").click()
    expect(plays.get_by_test_id("said")).to_contain_text("type the key of that name")
    plays.get_by_label("The key of that player").fill(player.key)
    plays.get_by_role("button").click()
    expect(plays.get_by_test_id("did")).to_contain_text(name)
    form = page.get_by_test_id("change-password")
    form.get_by_label("Your password now").fill(PASSWORD)
    form.get_by_label("Code").fill(next_code(secret))
    form.get_by_label("New password").fill(NEW)
    form.get_by_label("The same again").fill(NEW)
    form.get_by_role("button", name="Change the password").click()
    expect(form.get_by_test_id("did")).to_contain_text("changed")
    page.get_by_test_id("sign-out-all").click()
    expect(page.get_by_test_id("sign-in")).to_be_visible()
    phone = crowd.person("Jo", PHONE)
    phone.context.add_cookies(
        [{"name": "houseway-staff", "value": hired(crowd, phone, "auditor").token, "url": crowd.url}]
    )
    small = phone.open("/staff#account")
    crowd.keep(small, "account-phone")
    assert scrolls(small)["across"] == 0
    assert not wrong, "\n".join(wrong)


def test_a_new_second_factor(crowd: Crowd) -> None:
    person = crowd.person("Ivy")
    token, secret = hired(crowd, person, 3)
    person.context.add_cookies([{"name": "houseway-staff", "value": token, "url": crowd.url}])
    page = person.open("/staff#account")
    form = page.get_by_test_id("second-factor")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_label("Code").fill(next_code(secret))
    form.get_by_role("button").click()
    confirm = page.get_by_test_id("confirm-factor")
    new = confirm.get_by_test_id("secret").inner_text().replace(" ", "")
    confirm.get_by_label("The code").fill(pyotp.TOTP(new).now())
    confirm.get_by_role("button", name="Use this").click()
    expect(page.get_by_text("Your new second factor is in use")).to_be_visible()


@pytest.mark.full
def test_the_list_of_staff(crowd: Crowd) -> None:
    manager, dealer = crowd.staff("Mia", 3), crowd.staff("Dan", 1)
    crowd.staff("Gus", 4)
    at_work = dealer.open("/staff")
    page = manager.open("/staff#people")
    row = page.locator(f"tr[data-name='{dealer.name}']")
    expect(row).to_contain_text("signed in")
    row.locator("summary").click()
    crowd.keep(page, "list")
    row.get_by_role("button", name="New link").click()
    expect(page.get_by_test_id("invitation")).to_contain_text("/staff#invitation=")
    row.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#ask")).to_contain_text("can no longer sign in")
    dealer.expects("status of 4")
    page.locator("[data-ask=confirm]").click()
    expect(row).to_have_attribute("data-state", "dismissed")
    expect(row.locator("summary")).to_have_count(0)
    expect(at_work.get_by_test_id("sign-in")).to_be_visible()
    boss = page.locator("tr", has_text="Gaming shift manager").first
    expect(boss.locator("summary")).to_have_count(0)
    phone = crowd.staff("Mo", 4, PHONE)
    small = phone.open("/staff#people")
    expect(small.locator(f"tr[data-name='{manager.name}']")).to_be_visible()
    crowd.keep(small, "list-phone")
    assert scrolls(small)["across"] == 0
    wrong = audit(small, "the list of staff on a phone")
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_new_key_is_refused_at_its_form_and_the_page_follows_what_is_decided(crowd: Crowd) -> None:
    manager, lost = crowd.staff("Mo", 4, PHONE), crowd.house.enter(crowd.person("Zoe").name)
    name = lost.get("/me")["player"]["name"]
    second = crowd.house.second
    page = manager.open("/staff#people")
    form = page.get_by_test_id("player-key")
    expect(page.locator(f"tr[data-name='{manager.name}']")).to_be_visible()
    ask = form.get_by_role("button", name="Ask for a new key")
    manager.expects("status of 409")
    form.get_by_label("Player").fill("Nobody")
    ask.click()
    expect(form.get_by_test_id("said")).to_have_text("There is no player Nobody in this house.")
    expect(form.get_by_test_id("said")).to_be_in_viewport()

    def decide(way: str, **more: str) -> None:
        waiting = second.get("/staff/approvals")["waiting"]
        request = next(each for each in waiting if name in each["sentence"])
        second.post(f"/staff/approvals/{way}", {"request": request["id"], "digest": request["digest"], **more})

    form.get_by_label("Player").fill(name)
    ask.click()
    expect(form.get_by_test_id("waits")).to_contain_text("This waits for another")
    expect(page.locator("[data-testid=request][data-state=mine]")).to_contain_text(
        f"You ask to give the player {name} a new key"
    )
    crowd.keep(page, "new-key-phone")
    decide("decline", why="I do not see them")
    expect(form.get_by_test_id("said")).to_contain_text("declined by Sue: I do not see them")
    expect(form.get_by_test_id("new-key")).to_have_count(0)
    ask.click()
    expect(form.get_by_test_id("waits")).to_contain_text("This waits for another")
    decide("confirm")
    expect(form.get_by_test_id("waits")).to_contain_text("confirmed by Sue and carried out")
    expect(form.get_by_test_id("new-key")).to_be_visible()
    expect(page.locator("[data-testid=request][data-state=mine]")).to_have_count(0)
    assert scrolls(page)["across"] == 0
    wrong = audit(page, "a new key on a phone")
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
def test_a_shift_manager_is_dismissed_once_another_confirms(crowd: Crowd) -> None:
    manager, other = crowd.staff("Mo", 4), crowd.staff("Gus", 4)
    second = crowd.house.second
    page = manager.open("/staff#people")
    row = page.locator(f"tr[data-name='{other.name}']")
    row.locator("summary").click()
    row.get_by_role("button", name="Dismiss").click()
    page.locator("[data-ask=confirm]").click()
    request = page.locator("[data-testid=request][data-state=mine]")
    expect(request).to_contain_text(f"You ask to dismiss {other.name}, gaming shift manager")
    expect(row).to_have_attribute("data-state", "working")
    (waits,) = (each for each in second.get("/staff/approvals")["waiting"] if other.name in each["sentence"])
    second.post("/staff/approvals/confirm", {"request": waits["id"], "digest": waits["digest"]})
    expect(row).to_have_attribute("data-state", "dismissed")
    page.get_by_test_id("ended").get_by_role("button", name="Close").click()
    expect(page.get_by_test_id("ended")).to_have_count(0)


@pytest.mark.full
def test_an_auditor_reads_the_floor_and_opens_no_console(crowd: Crowd, table: str) -> None:
    auditor = crowd.staff("Uma", "auditor")
    floor = auditor.open("/staff")
    expect(floor.locator(f"tr[data-table='{table}']").get_by_role("link", name="Rounds of")).to_be_visible()
    expect(floor.locator("form[data-form=open-table]")).to_have_count(0)
    crowd.keep(floor, "auditor")
    console = auditor.open(f"/console/{table}")
    expect(console.get_by_test_id("connection")).to_contain_text("work at tables")
