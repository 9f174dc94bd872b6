// @ts-check
// The list of the books' odds.

import { drawShelf } from "../shared/shelf.js";

await drawShelf("/odds", ({ wagers }) => (wagers.length === 1 ? "One wager." : `${wagers.length} wagers.`));
