// @ts-check
// The HTTP API page.
// Here: the operations of this house's OpenAPI document, each with a form to try it. Not here: anything that is not in
// the document.

import { byId, h, show } from "../shared/dom.js";
import { ask, asRefused } from "../shared/request.js";
import { sentence } from "../shared/words.js";

/** @typedef {{type?: string, maxLength?: number, minimum?: number, maximum?: number, default?: unknown}} Schema */
/** @typedef {{name: string, in: string, schema: Schema, description?: string, required?: boolean,
 *   examples?: Record<string, {value: string}>}} Parameter */
/** @typedef {{path: string, tag: string, summary: string, description: string, parameters: Parameter[],
 *   responses: [string, {description: string}][], file: boolean}} Operation */
/** @typedef {{address: string, status: number, text: string}} Answer */

const MOST_SHOWN = 20000;
/** @type {Map<string, Answer>} */
const answers = new Map();
/** @type {Operation[]} */
let operations = [];

/**
 * The operations of the document that only read, in its order.
 * @param {{paths: Record<string, any>}} document
 * @returns {Operation[]}
 */
function operationsOf(document) {
  return Object.entries(document.paths)
    .filter(([path, item]) => path.startsWith("/api/") && item.get)
    .map(([path, { get }]) => ({
      path,
      tag: get.tags?.[0] ?? "",
      summary: get.summary ?? "",
      description: get.description ?? "",
      parameters: get.parameters ?? [],
      responses: Object.entries(get.responses ?? {}),
      file: !Object.keys(get.responses?.[200]?.content ?? {}).includes("application/json"),
    }));
}

function draw() {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  show(
    byId("operations"),
    tags.map((tag) =>
      h(
        "section",
        { key: tag },
        h("h2", null, tag),
        operations.filter((operation) => operation.tag === tag).map(operationElement),
      ),
    ),
  );
}

/** @param {Operation} operation */
function operationElement({ path, summary, description, parameters, responses, file }) {
  const answer = answers.get(path);
  return h(
    "details",
    { class: "operation panel", key: path, data: { testid: path } },
    h("summary", null, h("code", null, `GET ${path}`), h("span", { class: "quiet" }, summary)),
    h("p", null, description),
    h(
      "form",
      { data: { path } },
      parameters.map((parameter) => parameterElement(path, parameter)),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "main", type: "submit" }, file ? "Download" : "Try it"),
        answer ? h("code", null, answer.address) : null,
      ),
      answer ? answerElement(answer) : null,
    ),
    h(
      "ul",
      { class: "codes quiet" },
      responses.map(([code, { description: words }]) => h("li", null, h("b", null, code), words)),
    ),
  );
}

/** @param {Answer} answer */
function answerElement({ status, text }) {
  return h(
    "div",
    { class: "answer" },
    h("p", { class: `status ${status < 400 ? "" : "wrong"}` }, `Status ${status}`),
    h("pre", { tabindex: "0" }, text),
  );
}

/**
 * @param {string} path
 * @param {Parameter} parameter
 */
function parameterElement(path, { name, schema, description, required, examples }) {
  const id = `${path} ${name}`;
  const example = Object.values(examples ?? {})[0]?.value ?? "";
  const kind = schema.type === "boolean" ? "checkbox" : schema.type === "integer" ? "number" : "text";
  const field = {
    id,
    name,
    type: kind,
    required,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: kind === "text" ? schema.maxLength : null,
    min: schema.minimum,
    max: schema.maximum,
    value: kind === "checkbox" ? "true" : example || (schema.default ?? ""),
    placeholder: required ? null : "optional",
  };
  return h(
    "div",
    { class: "parameter", key: id },
    h("label", { for: id }, name),
    h("input", field),
    description ? h("p", { class: "quiet" }, sentence(description)) : null,
  );
}

/**
 * The URL a form requests: path parameters filled in, the others in the query string if given.
 * @param {Operation} operation
 * @param {HTMLFormElement} form
 */
function addressOf(operation, form) {
  const given = new FormData(form);
  const query = new URLSearchParams();
  let { path } = operation;
  for (const { name, in: where } of operation.parameters) {
    const value = String(given.get(name) ?? "");
    if (where === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.set(name, value);
  }
  const asked = query.toString();
  return asked ? `${path}?${asked}` : path;
}

/**
 * @param {Operation} operation
 * @param {HTMLFormElement} form
 */
async function tryOut(operation, form) {
  const address = addressOf(operation, form);
  const answer = await fetch(address);
  if (operation.file && answer.ok) {
    h("a", { href: address, download: true }).click();
    answers.delete(operation.path);
  } else {
    const text = indented(await answer.text());
    const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n...` : text;
    answers.set(operation.path, { address, status: answer.status, text: shown });
  }
  draw();
}

/**
 * JSON indented; any other text unchanged.
 * @param {string} text
 */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const operation = operations.find(({ path }) => path === form.dataset.path);
  if (!operation) return;
  tryOut(operation, form).catch(() => {
    const text = "The house is not answering. Try again in a moment.";
    answers.set(operation.path, { address: "", status: 0, text });
    draw();
  });
});

try {
  operations = operationsOf(await ask("GET", "/api/schema/openapi.json"));
  draw();
} catch (error) {
  show(byId("said"), sentence(asRefused(error).message));
}
