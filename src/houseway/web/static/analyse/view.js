// @ts-check
// What the page looks at: a book, a hand, and what is known about the dealer, kept in the page's own address.
// Here: reading the address, writing it, and the query of the house's answers. Not here: asking (`analyse`).

/** @typedef {"hand" | "dead" | "dealer_cards"} Pile where a card can lie */

export const FIRST_BOOK = "mbs-v4";

/** @param {string | null} written */
const cardsIn = (written) => (written ?? "").split(/[\s,]+/).filter(Boolean);

/** What is looked at. */
export class View {
  /** @param {URLSearchParams} query */
  constructor(query) {
    this.book = query.get("book") || FIRST_BOOK;
    /** @type {Record<Pile, string[]>} */
    this.piles = {
      hand: cardsIn(query.get("hand")),
      dead: cardsIn(query.get("dead")),
      dealer_cards: cardsIn(query.get("dealer_cards")),
    };
    this.low = cardsIn(query.get("low"));
    this.dealer = query.get("dealer") ?? "";
    this.commission = query.get("commission") ?? "";
  }

  /** The query that says all of it, nothing that is as usual. */
  get query() {
    const { piles, low, dealer, commission } = this;
    /** @type {[string, string][]} */
    const fields = [
      ["book", this.book],
      ["hand", piles.hand.join(" ")],
      ["low", low.join(" ")],
      ["dead", piles.dead.join(" ")],
      ["dealer", dealer],
      ["dealer_cards", piles.dealer_cards.join(" ")],
      ["commission", commission],
    ];
    return new URLSearchParams(fields.filter(([, value]) => value));
  }

  /** The address of the page with this view. */
  get address() {
    return `/analyse?${this.query}`;
  }

  /**
   * The pile a card lies in.
   * @param {string} card
   * @returns {Pile | undefined}
   */
  pileOf(card) {
    return /** @type {Pile[]} */ (Object.keys(this.piles)).find((pile) => this.piles[pile].includes(card));
  }

  /** @param {string} card */
  takeOut(card) {
    for (const pile of /** @type {Pile[]} */ (Object.keys(this.piles))) {
      this.piles[pile] = this.piles[pile].filter((one) => one !== card);
    }
    if (this.low.includes(card)) this.low = [];
  }

  /**
   * Put other cards into a pile, out of any other.
   * @param {Pile} pile
   * @param {string[]} cards
   */
  lay(pile, cards) {
    for (const card of cards) this.takeOut(card);
    this.piles[pile] = cards;
    if (pile === "hand") this.low = [];
  }
}
