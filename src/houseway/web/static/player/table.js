// @ts-check
// The table page.
// Here: connecting to the table. Not here: any rule of the game: what is allowed comes with the scene.

import { fourColours } from "../shared/cards.js";
import { byId } from "../shared/dom.js";
import { askMe } from "../shared/request.js";
import { Connection } from "../shared/socket.js";
import { drawable } from "./draw.js";
import { addListeners } from "./listeners.js";
import { News } from "./news.js";
import { TablePage } from "./page.js";

const name = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
const table = new TablePage(name, new URLSearchParams(location.search).has("sit") ? -1 : 0);
const news = new News(table);

fourColours();
document.body.dataset.tab = localStorage.getItem("houseway.tab") ?? "";
drawable(table);
addListeners(table);
if (table.wantSeat) history.replaceState(null, "", location.pathname);
table.me = await askMe().catch(() => null);
table.connection = new Connection(
  name,
  "player",
  (message) => news.hear(message),
  (state) => {
    table.connected = state;
    document.body.dataset.connection = state;
    if (table.arrived) table.draw();
    else if (state === "lost") byId("announcement").textContent = "Connection lost; trying again";
  },
);
