// @ts-check
// The books of a house, group by group, each a way to its own page.
// Here: the list. Not here: which books there are, or what is on their pages.

import { byId, h, show } from "./dom.js";
import { ask, asRefused } from "./request.js";
import { plain, sentence } from "./words.js";

/**
 * Draw every book as a way to `PLACE/BOOK`.
 * @param {string} place
 * @param {(book: Wire.BookLine) => string} more what else is said of a book
 */
export async function drawShelf(place, more) {
  try {
    /** @type {Wire.BookLine[]} */
    const books = await ask("GET", "/api/books");
    const groups = [...new Set(books.map(({ group }) => group))];
    show(
      byId("books"),
      groups.map((group) =>
        h(
          "section",
          { key: group },
          h("h2", null, group),
          h(
            "ul",
            { class: "shelf-books" },
            books.filter((book) => book.group === group).map((book) => bookElement(place, book, more(book))),
          ),
        ),
      ),
    );
  } catch (error) {
    show(byId("said"), sentence(asRefused(error).message));
    show(byId("books"), h("p", null, h("a", { href: location.pathname }, "Try again")));
  }
}

/**
 * @param {string} place
 * @param {Wire.BookLine} book
 * @param {string} more
 */
function bookElement(place, book, more) {
  const { title, version, summary } = book;
  return h(
    "li",
    { class: "shelf-book panel", key: book.book, data: { testid: "book", book: book.book } },
    h("h3", null, h("a", { href: `${place}/${encodeURIComponent(book.book)}` }, `${title} ${version}`.trim())),
    h("p", { class: "quiet" }, book.book),
    summary ? h("p", null, sentence(summary)) : null,
    h("p", { class: "number" }, `${plain(book.deck)} cards, ${book.dealt} dealt. ${more}`),
  );
}
