// @ts-check
// The rules of a book: for people first, then for an auditor.
// Here: fetching them, and what people press. Not here: drawing them (`people`, `auditor`).

import { fourColours } from "../shared/cards.js";
import { around, byId, h, show } from "../shared/dom.js";
import { ask, askBook, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";
import { drawAuditor, search } from "./auditor.js";
import { drawPeople } from "./people.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** The state of the page. */
export class Rules {
  /** @type {Wire.RulesCard | null} */
  rules = null;
  /** @type {Wire.BookCard | null} */
  card = null;
  /** @type {Wire.ProvedRules | null} */
  proved = null;
  /** Why there are no counts. */
  unproved = "Counting every hand. The first time this takes a few seconds.";
}

const page = new Rules();

function draw() {
  drawPeople(page);
  drawAuditor(page);
}

/** Show the part of the page that the address names, now that it is there. */
function toPart() {
  const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part) part.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const button = around(event, "[data-act]");
  const act = button?.dataset.act;
  if (act === "print-card") {
    document.body.classList.add("card-only");
    print();
    document.body.classList.remove("card-only");
  }
  if (act === "print") print();
});
document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === "search") search(target.value);
});

fourColours();
try {
  const about = encodeURIComponent(name);
  [page.rules, page.card] = await Promise.all([ask("GET", `/api/books/${about}/rules`), askBook(name)]);
  draw();
  toPart();
  try {
    page.proved = await ask("GET", `/api/books/${about}/proof`);
  } catch (error) {
    page.unproved = sentence(asRefused(error).message);
  }
  draw();
} catch (error) {
  show(byId("said"), sentence(asRefused(error).message));
  show(byId("people"), h("p", null, h("a", { href: "/rules" }, "All books")));
}
