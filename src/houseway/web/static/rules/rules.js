// @ts-check
// The list of the books' rules.

import { drawShelf } from "../shared/shelf.js";

await drawShelf("/rules", ({ clauses, rulings }) => {
  const count = clauses === 1 ? "One clause" : `${clauses} clauses`;
  return `${count}, ${rulings.length} rulings.`;
});
