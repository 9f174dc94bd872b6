// @ts-check
// The certificate of the dealer test, to print.
// Here: drawing it. Not here: whether it is genuine: the house only has those that were passed.

import { byId, h, show } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";

const [name = "", id = ""] = location.pathname.split("/").slice(3);

/** @param {Wire.Certificate} found */
function paperElement({ name: holder, title, source, result }) {
  const { right, hands, seconds, day } = result;
  const took = `${Math.floor(seconds / 60)} minutes ${seconds % 60} seconds`;
  return [
    h("article", { class: "paper", data: { testid: "certificate" } }, [
      h("h2", null, "Dealer test passed"),
      h("p", null, "This certifies that"),
      h("p", { class: "holder" }, h("bdi", null, holder)),
      h("p", null, `set ${right} of ${hands} hands of ${title} the house way in ${took}, on ${day}.`),
      h("p", { class: "small" }, `Book: ${source}. Marked by Houseway, by the clauses of the book.`),
      h("p", { class: "small" }, `To check this certificate, open ${location.origin}${location.pathname}`),
    ]),
    h("div", { class: "paper-acts" }, [
      h("button", { type: "button", class: "main", id: "print" }, "Print"),
      h("a", { class: "button", href: "/train" }, "To the trainer"),
    ]),
  ];
}

try {
  show(byId("paper"), paperElement(await ask("GET", `/api/train/certificates/${name}/${id}`)));
  byId("print").addEventListener("click", () => print());
} catch (error) {
  show(byId("paper"), h("p", { class: "banner", role: "alert" }, sentence(asRefused(error).message)));
}
