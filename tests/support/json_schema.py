"""A second opinion on the JSON Schema of book files: just the keywords of draft 4 that it uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
_KNOWN = {
    "$schema", "title", "description", "definitions", "type", "properties", "patternProperties", "additionalProperties",
    "required", "items", "enum", "anyOf", "pattern", "maxLength", "$ref",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], whole: dict[str, Any], path: str = "") -> Iterator[str]:
    """One sentence for everything in a document that its schema does not allow."""
    assert schema.keys() <= _KNOWN, schema.keys() - _KNOWN
    if "$ref" in schema:
        yield from faults(value, whole["definitions"][schema["$ref"].removeprefix("#/definitions/")], whole, path)
        return
    if "type" in schema:
        right = isinstance(value, _TYPES[schema["type"]])
        if not right or (isinstance(value, bool) and schema["type"] != "boolean"):
            yield f"{path}: not {schema['type']}"
            return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: not listed"
    if "anyOf" in schema and all(list(faults(value, each, whole, path)) for each in schema["anyOf"]):
        yield f"{path}: none of them"
    if isinstance(value, str) and not _fits(value, schema):
        yield f"{path}: pattern or length"
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), whole, f"{path}/{number}")
    if isinstance(value, dict):
        yield from _of_table(value, schema, whole, path)


def _fits(value: str, schema: dict[str, Any]) -> bool:
    return bool(re.search(schema.get("pattern", ""), value)) and len(value) <= schema.get("maxLength", len(value))


def _of_table(value: dict[str, Any], schema: dict[str, Any], whole: dict[str, Any], path: str) -> Iterator[str]:
    yield from (f"{path}/{key}: missing" for key in schema.get("required", ()) if key not in value)
    for key, part in value.items():
        fitting = [each for pattern, each in schema.get("patternProperties", {}).items() if re.search(pattern, key)]
        if key in schema.get("properties", {}):
            fitting.append(schema["properties"][key])
        if not fitting and schema.get("additionalProperties", True) is False:
            yield f"{path}/{key}: unknown"
        for each in fitting:
            yield from faults(part, each, whole, f"{path}/{key}")
