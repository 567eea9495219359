"""configs/schema.json says of real systems what ldfi-farm says: it is asked about each key of each map, with a value that is right, one that
is not, and a key that does not exist, and its messages name keys, words and ranges. And every config that there is fits its form."""

import copy
import glob
import json
import os
import re
import subprocess
import tempfile

import json_schema

SURPLUS = "zqxj"
BASE = {"system": {"kind": "nodes", "command": ["node"], "nodes": ["n0", "n1"], "time": "extended"}, "workload": {"kind": "broadcast"}, "fspec": {"eot": "1s"}}
RUNNER = {"system": {"kind": "runner", "command": ["node"], "nodes": ["n0", "n1"]}, "fspec": {"eot": "1s"}}
# A key that does not exist yet, and a word that is refused with advice.
NOT_YET = ("is not supported for real systems yet", "recordings need no config")

# Configs that are wrong as a whole, although each key is right.
WRONG = [
    {"fspec": BASE["fspec"]},
    {"system": BASE["system"], "fspec": BASE["fspec"]},  # the workload is missing
    BASE | {"system": {"nodes": 2, "time": "plain"}},  # the command is missing
    BASE | {"fspec": {}},
    BASE | {"program": ["a.ded"]},
    BASE | {"system": BASE["system"] | {"deterministic": True}},
    BASE | {"fspec": {"eot": "1s", "restarts": {"most": 1}}},
    BASE | {"fspec": {"eot": "1s", "partitions": {"most": 1, "cuts": ["nodes"]}}},
    BASE | {"fspec": {"eot": "1s", "pauses": {"most": 1}}},
    *(RUNNER | {key: BASE.get(key, {})} for key in ("network", "workload", "goals")),
    RUNNER | {"checker": "set"},
    *(RUNNER | {"system": RUNNER["system"] | {key: value}} for key, value in (("time", "plain"), ("start", "fresh"), ("disk", "durable"))),
]


class Farm:
    def __init__(self, program, folder):
        self.program, self.path = program, os.path.join(folder, "system.yaml")

    def ask(self, config):
        """Returns what ldfi-farm finds wrong in a config: pairs of a message and its hints."""
        with open(self.path, "w", encoding="utf-8") as stream:
            json.dump(config, stream)
        done = subprocess.run([self.program, self.path, "--check", "--diagnostics", "json"], capture_output=True, text=True, check=False)
        return [(one["message"], one["hints"]) for one in json.loads(done.stdout)["diagnostics"]]


def forms_of(schema):
    return schema.get("anyOf") or schema.get("oneOf") or [schema]


def sample(schema):
    """Returns a value that is right according to the schema."""
    one = forms_of(schema)[0]
    if "enum" in one:
        return one["enum"][0]
    if one["type"] == "array":
        return [sample(one["items"])]
    if one["type"] == "object":
        some = one["propertyNames"]["enum"][: one["minProperties"]] if "propertyNames" in one else []
        return {name: sample(one["properties"][name]) for name in one.get("required", [])} | dict.fromkeys(some, 1)
    if one["type"] == "boolean":
        return True
    if one["type"] == "integer":
        return one["minimum"]
    examples = ("n0", "100ms", "c1", "5%", "safe.spec", "n0 n1", "0,3..5")
    return next(text for text in examples if json_schema.right(one, text))


def wrong(forms):
    """Returns a value that none of the schemas allows, and a pattern of ldfi-farm's message, whose group is
    compared.
    """
    if any(one.get("type") == "integer" and "pattern" not in one for one in forms):
        return 10**17, r"takes an integer from (\d+ to \d+)"
    for one in forms:
        kind = one.get("type")
        if kind == "boolean" or one.get("enum", [0]) != [0]:
            return SURPLUS, "is one of (.*), not"
        if kind == "array" and "pattern" in one["items"] and "ms" in one["items"]["pattern"]:
            return [SURPLUS], f"{SURPLUS} is not a time such as"
        if kind == "array":
            return 5, "takes a list"
        if "pattern" in one and "ms" in one["pattern"]:
            return SURPLUS, "takes a time such as"
        if "pattern" in one and "%" in one["pattern"]:
            return SURPLUS, "takes a percentage"
        if kind == "object":
            return SURPLUS, "takes a map"
    return [], "takes a word|is not a node|a client is c1"


def compared(forms):
    """Returns the text that the group in the pattern of wrong() must have."""
    for one in forms:
        if one.get("type") == "integer":
            return f"{one['minimum']} to {one['maximum']}"
    return ["false", "true"] if forms[0].get("type") == "boolean" else forms[0].get("enum")


class Check:
    def __init__(self, farm, schema):
        self.farm, self.schema, self.asked = farm, schema, 0

    def both(self, path, value):
        """Puts the value into a config. Returns whether the schema accepts it, and all messages."""
        taken, said = False, []
        for base in (BASE, RUNNER):
            config = copy.deepcopy(base)
            place = config
            for key in path[:-1]:
                place = place.setdefault(key, {}) if isinstance(key, str) else place[key]
            if path == ["system"] and isinstance(value, dict) and base is RUNNER:
                place["system"] = {key: one for key, one in value.items() if (key, one) != ("time", "extended")} | ({"kind": "runner"} if value.get("kind") == "nodes" else {})
            elif path:
                place[path[-1]] = value
            else:
                config |= value
            taken = taken or json_schema.right(self.schema, config)
            said += self.farm.ask(config)
            self.asked += 1
        return taken, said

    def of_map(self, schema, path, inside):
        """Checks a map with these members: its keys, and each member."""
        where = ".".join(map(str, path)) or "the config"
        taken, said = self.both(path, {**inside, SURPLUS: 1})
        if taken:
            yield f"{where}: the schema takes a key {SURPLUS}"
        hints = [hint for message, hints in said if f"has no key {SURPLUS}" in message for hint in hints]
        keys = set(re.sub("the keys here are ", "", hints[0]).split(", ")) if hints else set()
        for key in sorted(keys ^ set(schema["properties"])):
            if key in keys and any(NOT_YET[0] in message for message, _ in self.both(path, {**inside, key: 1})[1]):
                continue
            yield f"{where}: the key {key} is known to {'ldfi-farm' if key in keys else 'the schema'} alone"
        for key, one in schema["properties"].items():
            yield from self.of_value(one, [*path, key], path, inside)

    def of_value(self, schema, path, above, inside):
        where, forms = ".".join(map(str, path)), forms_of(schema)

        def both(value):
            return self.both(above, {**inside, path[-1]: value})

        value, pattern = wrong(forms)
        taken, said = both(value)
        if taken:
            yield f"{where}: the schema takes {value!r}"
        found = next((match for message, _ in said for match in [re.search(pattern, message)] if match), None)
        if not found:
            yield f"{where}: of {value!r} ldfi-farm does not say: {pattern}"
        elif found.groups():
            yield from self.words(where, found.group(1), compared(forms), both)
        for one in forms:
            good = [*one["enum"]] if "enum" in one else [sample(one)]
            for value in good:
                taken, said = both(BASE.get(where, {}) | value if isinstance(value, dict) else value)
                if not taken:
                    yield f"{where}: the schema does not take {value!r}"
                for message, _ in said:
                    if message.startswith(f"{where} takes") or message.startswith(f"{where} is one of"):
                        yield f"{where}: ldfi-farm does not take {value!r}: {message}"
            if one.get("type") == "object" and not one.get("additionalProperties", True):
                yield from self.of_map(one, path, BASE.get(where, {}) | sample(one))
            elif one.get("type") == "array" and "properties" in one["items"]:
                yield from self.of_item(one["items"], path, above, inside)

    def of_item(self, schema, path, above, inside):
        """Checks a list of maps, of which the first one is checked like a map."""
        whole = self.both
        self.both = lambda _, value: whole(above, {**inside, path[-1]: [value]})
        yield from self.of_map(schema, [], sample(schema))
        self.both = whole

    def words(self, where, said, wanted, both):
        if isinstance(wanted, str):
            if said != wanted:
                yield f"{where}: {wanted} by the schema, and {said} by ldfi-farm"
            return
        for word in sorted(set(said.split(", ")) ^ set(wanted)):
            if word in wanted or not any(NOT_YET[1] in message for message, _ in both(word)[1]):
                yield f"{where}: the word {word} is known to {'the schema' if word in wanted else 'ldfi-farm'} alone"


def check(program, sources, schema):
    """Yields what is wrong in the schema."""
    import yaml

    with tempfile.TemporaryDirectory() as folder:
        one = Check(Farm(program, folder), schema)
        yield from one.of_map(schema["oneOf"][1], [], {})
        for config in WRONG:
            if not one.farm.ask(config) or json_schema.right(schema, config):
                yield f"{json.dumps(config)}: ldfi-farm or the schema takes it"
        for config in (BASE, RUNNER):
            if one.farm.ask(config) or not json_schema.right(schema, config):
                yield f"{json.dumps(config)}: ldfi-farm or the schema does not take it"
    if one.asked < 300:
        yield f"configs/schema.json: only {one.asked} configs were tried"
    paths = glob.glob(f"{sources}/configs/**/*.yaml", recursive=True)
    if len(paths) < 60:
        yield f"configs: only {len(paths)} of them were found"
    for path in sorted(paths):
        with open(path, encoding="utf-8") as stream:
            config = yaml.safe_load(stream)
        form = schema["oneOf"]["system" in config]
        for text in json_schema.problems(form, config):
            yield f"{os.path.relpath(path, sources)}: {text}"
        if not json_schema.right(schema, config):
            yield f"{os.path.relpath(path, sources)}: it fits both forms of configs/schema.json, or none"
