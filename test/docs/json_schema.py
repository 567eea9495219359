"""Checks values against JSON schemas (draft 7), as far as configs/schema.json uses them. Returns what is wrong."""

import re

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "null": lambda value: value is None,
}
KNOWN = {"$schema", "title", "description", "default", "type", "enum", "required", "additionalProperties", "properties", "propertyNames", "minProperties", "items",
         "minItems", "maxItems", "uniqueItems", "pattern", "minLength", "minimum", "maximum", "oneOf", "anyOf", "if", "then", "else"}  # fmt: skip


def right(schema, value):
    return next(problems(schema, value), None) is None


def problems(schema, value, where="config"):
    """Returns the problems of a value as texts. Empty if the value is right."""
    if schema is False:
        yield f"{where}: it may not stand there"
    if isinstance(schema, bool):
        return
    if not schema.keys() <= KNOWN:
        raise ValueError(f"keywords that this validator does not know: {schema.keys() - KNOWN}")
    types = schema.get("type", list(TYPES))
    if not any(TYPES[name](value) for name in ([types] if isinstance(types, str) else types)):
        yield f"{where}: {value!r} is no {types}"
    if "enum" in schema and not any(type(one) is type(value) and one == value for one in schema["enum"]):
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{where}: {value!r} does not look like {schema['pattern']}"
        if len(value) < schema.get("minLength", 0):
            yield f"{where}: it is too short"
    elif TYPES["number"](value):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield f"{where}: {value} is out of range"
    elif isinstance(value, list):
        yield from _of_list(schema, value, where)
    elif isinstance(value, dict):
        yield from _of_map(schema, value, where)
    for word, counts in (("oneOf", lambda count: count == 1), ("anyOf", lambda count: count > 0)):
        if word in schema and not counts(sum(right(one, value) for one in schema[word])):
            yield f"{where}: {value!r} fits {sum(right(one, value) for one in schema[word])} of its forms"
    if "if" in schema:
        yield from problems(schema.get("then" if right(schema["if"], value) else "else", True), value, where)


def _of_list(schema, value, where):
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{where}: it has {len(value)} items"
    if schema.get("uniqueItems") and any(one in value[:i] for i, one in enumerate(value)):
        yield f"{where}: something is listed twice"
    for i, one in enumerate(value):
        yield from problems(schema.get("items", True), one, f"{where}[{i}]")


def _of_map(schema, value, where):
    for name in schema.get("required", []):
        if name not in value:
            yield f"{where}: {name} is missing"
    if len(value) < schema.get("minProperties", 0):
        yield f"{where}: it is empty"
    for name, one in value.items():
        yield from problems(schema.get("propertyNames", True), name, f"{where}: the name {name}")
        yield from problems(schema.get("properties", {}).get(name, schema.get("additionalProperties", True)), one, f"{where}.{name}")
