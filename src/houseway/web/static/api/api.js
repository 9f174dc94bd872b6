// The page of the interface over HTTP.
// Here: its operations drawn from the OpenAPI document of this house, each with a form to try it. Not here: any
// operation of its own; what is not in the document is not on the page.

import { ask, h, sentence, show } from "../shared/dom.js";

const ENOUGH = 20000;
const answers = new Map();
let operations = [];

/** The operations of the document, in its order: those that only ask. */
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
    document.getElementById("operations"),
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

function operationElement(operation) {
  const { path, summary, description, parameters, responses, file } = operation;
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
      answer
        ? h(
            "div",
            { class: "answer" },
            h("p", { class: `status ${answer.status < 400 ? "" : "wrong"}` }, `Status ${answer.status}`),
            h("pre", { tabindex: "0" }, answer.text),
          )
        : null,
    ),
    h(
      "ul",
      { class: "codes quiet" },
      responses.map(([code, { description: words }]) => h("li", null, h("b", null, code), words)),
    ),
  );
}

function parameterElement(path, { name, schema, description, required, examples }) {
  const id = `${path} ${name}`;
  const example = Object.values(examples ?? {})[0]?.value ?? "";
  const kind = schema.type === "boolean" ? "checkbox" : schema.type === "integer" ? "number" : "text";
  const field = h("input", {
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
    placeholder: required ? null : "may be left out",
  });
  return h(
    "div",
    { class: "parameter", key: id },
    h("label", { for: id }, name),
    field,
    description ? h("p", { class: "quiet" }, sentence(description)) : null,
  );
}

/** The address a form asks: path parameters in their places, the others behind it where they are given. */
function addressOf(operation, form) {
  const given = new FormData(form);
  const query = new URLSearchParams();
  let { path } = operation;
  for (const { name, in: where } of operation.parameters) {
    const value = given.get(name);
    if (where === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.set(name, value);
  }
  const asked = query.toString();
  return asked ? `${path}?${asked}` : path;
}

async function tryOut(operation, form) {
  const address = addressOf(operation, form);
  const answer = await fetch(address);
  if (operation.file && answer.ok) {
    const link = h("a", { href: address, download: true });
    link.click();
    answers.delete(operation.path);
    draw();
    return;
  }
  const words = await answer.text();
  let text = words;
  try {
    text = JSON.stringify(JSON.parse(words), null, 2);
  } catch {
    /* shown as it came */
  }
  answers.set(operation.path, {
    address,
    status: answer.status,
    text: text.length > ENOUGH ? `${text.slice(0, ENOUGH)}\n...` : text,
  });
  draw();
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const operation = operations.find(({ path }) => path === event.target.dataset.path);
  tryOut(operation, event.target).catch(() => {
    answers.set(operation.path, { address: "", status: 0, text: "The house does not answer; try again in a moment." });
    draw();
  });
});

try {
  operations = operationsOf(await ask("GET", "/api/schema/openapi.json"));
  draw();
} catch (error) {
  show(document.getElementById("said"), sentence(error.message));
}
