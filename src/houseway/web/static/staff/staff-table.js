// @ts-check
// The list of staff, drawn.
// Here: a row for each member of staff with what can be done, and the form for inviting. Not here: doing it
// (`staff-list`).

import { h } from "../shared/dom.js";
import { capital, sentence } from "../shared/words.js";
import { noticeElement } from "./floor-forms.js";
import { requestsElement } from "./requests.js";

/** @import { People } from "./staff-list.js" */

const HEADS = ["Name", "Position", "State", "Last sign-in", "Plays as"];
const STATES = /** @type {Record<string, string>} */ ({
  working: "Can sign in",
  invited: "Invited",
  expired: "Invitation expired",
  locked: "Locked after failures",
  dismissed: "Dismissed",
});

/**
 * The address that an invitation is.
 * @param {Wire.GivenInvitation} given
 */
export function addressOf({ invitation }) {
  return `${location.origin}/staff#invitation=${encodeURIComponent(invitation)}`;
}

/**
 * The place of what is said about a member of staff.
 * @param {string} name
 */
export function rowOf(name) {
  return `row ${name}`;
}

/** @param {People} people */
export function peopleElement(people) {
  const { list, requests, staff } = people;
  return h(
    "div",
    { class: "floor people" },
    h(
      "section",
      { class: "tables", "aria-label": "Staff" },
      noticeElement(people, "lost"),
      requestsElement(requests, { full: true }),
      noticeElement(people, "requests"),
      list ? tableElement(people, list) : h("p", { class: "quiet", key: "wait" }, "Loading the list."),
    ),
    h(
      "aside",
      { class: "desk", "aria-label": "Invite" },
      staff.may_invite.length ? [inviteElement(people), keyElement(people)] : readOnly(),
    ),
  );
}

function readOnly() {
  return h(
    "section",
    { class: "panel", key: "read-only" },
    h("h2", null, "Invite"),
    h("p", { class: "quiet" }, "A pit manager or the gaming shift manager invites, dismisses and unlocks staff."),
  );
}

/**
 * @param {People} people
 * @param {Wire.StaffList} list
 */
function tableElement(people, list) {
  const heads = HEADS.map((head) => h("th", { scope: "col" }, head));
  const last = h("th", { scope: "col" }, h("span", { class: "away" }, "What you can do"));
  return h(
    "table",
    { class: "floor-table staff-table", key: "staff", data: { testid: "staff" } },
    h("thead", null, h("tr", null, heads, last)),
    h(
      "tbody",
      null,
      list.staff.map((line) => rowElement(people, list, line)),
    ),
  );
}

/**
 * @param {People} people
 * @param {Wire.StaffList} list
 * @param {Wire.StaffLine} line
 */
function rowElement(people, list, line) {
  const { name, state, role_words: position, player, signed_in: signedIn } = line;
  const marks = { dismissed: "mark", locked: "mark warn", expired: "mark warn" };
  const mark = /** @type {Record<string, string>} */ (marks)[state] ?? "";
  return h(
    "tr",
    { key: name, class: state === "dismissed" ? "shut" : "", data: { name, state } },
    h("th", { scope: "row" }, name, name === people.staff.name ? h("span", { class: "mark you-mark" }, "you") : null),
    h("td", { data: { label: "Position" } }, capital(position)),
    h(
      "td",
      { data: { label: "State" } },
      h("span", { class: mark }, STATES[state] ?? state),
      signedIn ? h("small", null, signedIn === 1 ? "signed in" : `signed in ${signedIn} times`) : null,
    ),
    h("td", { data: { label: "Last sign-in" } }, whenWords(line.last_sign_in)),
    h("td", { data: { label: "Plays as" } }, player || h("span", { class: "quiet" }, "-")),
    h("td", { class: "go" }, line.manageable ? actsElement(list, line) : null, noticeElement(people, rowOf(name))),
  );
}

/** @param {string | null} at */
function whenWords(at) {
  if (!at) return h("span", { class: "quiet" }, "never");
  const when = new Date(at);
  const words = when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return h("time", { datetime: at, title: when.toISOString() }, words);
}

/**
 * @param {Wire.StaffList} list
 * @param {Wire.StaffLine} line
 */
function actsElement(list, { name, state, position }) {
  /**
   * @param {string} act
   * @param {string} words
   * @param {string} [more]
   */
  const button = (act, words, more = "") =>
    h(
      "button",
      { type: "button", class: `small ${more}`, key: act, "aria-label": `${words}: ${name}`, data: { act, name } },
      words,
    );
  if (state === "dismissed") return null;
  const others = list.positions.filter((each) => each.position !== position);
  return h(
    "details",
    { class: "manage", key: `manage-${name}` },
    h("summary", { "aria-label": `Manage ${name}` }, "Manage"),
    h(
      "div",
      { class: "manage-acts" },
      state === "locked" ? button("unlock", "Unlock", "main") : null,
      button("again", "New link"),
      others.length
        ? h(
            "div",
            { class: "line", key: "move" },
            h(
              "select",
              { "aria-label": `New position of ${name}`, class: "small" },
              others.map((each) => h("option", { value: each.position, key: each.position }, capital(each.words))),
            ),
            button("move", "Move"),
          )
        : null,
      button("dismiss", "Dismiss", "danger"),
    ),
  );
}

/** @param {People} people */
function inviteElement(people) {
  const { given, staff, fields } = people;
  return h(
    "form",
    { class: "panel", key: "invite", data: { form: "invite" } },
    h("h2", null, "Invite"),
    h("label", { for: "invite-name" }, "Name, as the log will show it"),
    h("input", { id: "invite-name", name: "name", required: true, maxlength: fields.name, autocomplete: "off" }),
    h("label", { for: "invite-position" }, "Position"),
    h(
      "select",
      { id: "invite-position", name: "position" },
      staff.may_invite.map(({ position, words }) => h("option", { value: position, key: position }, capital(words))),
    ),
    h("button", { type: "submit", class: "main" }, "Invite"),
    noticeElement(people, "invite"),
    given ? givenElement(given) : null,
  );
}

/**
 * A player's key: ending it, or another one for the same name and chips.
 * @param {People} people
 */
function keyElement(people) {
  const { fields, key } = people;
  const player = { id: "key-player", name: "player", required: true, maxlength: fields.name, autocomplete: "off" };
  return h(
    "form",
    { class: "panel", key: "player-key", data: { form: "player-key", testid: "player-key" } },
    h("h2", null, "A player\u2019s key"),
    h(
      "p",
      { class: "quiet" },
      "For whoever lost it: the name and the chips stay. A second person must confirm a new key.",
    ),
    h("label", { for: "key-player" }, "Player"),
    h("input", player),
    h(
      "div",
      { class: "line" },
      h("button", { type: "submit", class: "main", value: "new" }, "Ask for a new key"),
      h("button", { type: "submit", class: "danger", value: "revoke" }, "Revoke the key"),
    ),
    noticeElement(people, "player-key"),
    key
      ? h(
          "div",
          { class: "invited", key: "given-key" },
          h("p", { class: "banner", data: { testid: "waits" } }, sentence(key.waits)),
          h("p", null, `This is the new key of ${key.player}, shown only now. Give it to them alone.`),
          h("output", { class: "address", data: { testid: "new-key" } }, key.key),
        )
      : null,
  );
}

/** @param {Wire.GivenInvitation} given */
function givenElement(given) {
  const { name, role_words: position, hours, waits } = given;
  return h(
    "div",
    { class: "invited", key: "invited" },
    h("p", null, `This link makes ${name} ${position}. It works once, for ${hours} hours, and is shown only now.`),
    waits ? h("p", { class: "banner", data: { testid: "waits" } }, sentence(waits)) : null,
    h("output", { class: "address", data: { testid: "invitation" } }, addressOf(given)),
    h("button", { type: "button", data: { act: "copy-invitation" } }, "Copy the link"),
    h("p", { class: "quiet" }, `Give it to ${name} only: whoever opens it becomes ${name}.`),
  );
}
