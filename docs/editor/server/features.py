"""What the protocol's requests about a place or a text are answered with. Nothing here waits for ldfi-farm."""

import completion
import syntax
from rpc import INVALID_PARAMS, Failed
from workspace import CONFIGS, uri_of

_SYMBOL = {"rule": 12, "fact": 14, "const": 14, "spec": 24}  # function, constant, event (LSP 3.17, SymbolKind)


def mention_at(workspace, path, position):
    """What stands at a place: a Mention and the Text, or (None, Text)."""
    text = workspace.text(path)
    if text is None or path.suffix in CONFIGS:
        return None, text
    offset = text.offset(position)
    found = [one for one in _mentions(workspace, path) if one.token.begin <= offset <= one.token.end]
    return (found[-1] if found else None), text


def _mentions(workspace, path):
    """Constants are known from all files together."""
    related = workspace.related(path)
    statements = [one for other in related for one in workspace.statements(other) if one.kind in ("const", "set")]
    own = workspace.statements(path)
    beginnings = {id(one) for one in own}
    found = syntax.mentions(own + [one for one in statements if one.kind in ("const", "set")])
    return [one for one in found if id(one.statement) in beginnings]


def places(workspace, path, name, only_definitions=False):
    """(path, Text, Mention) of every place that names `name`, in all related files."""
    out = []
    for other in workspace.related(path):
        text = workspace.text(other)
        out += [(other, text, one) for one in _mentions(workspace, other) if one.name == name and (one.defines or not only_definitions)]
    return out


def locations(found):
    return [{"uri": uri_of(path), "range": text.range(one.token.begin, one.token.end)} for path, text, one in found]


def definition(workspace, path, position):
    found, text = mention_at(workspace, path, position)
    if found is None:
        return _included(workspace, path, position, text)
    return locations(places(workspace, path, found.name, only_definitions=True))


def _included(workspace, path, position, text):
    """The file that an include statement names."""
    if text is None or path.suffix in CONFIGS:
        return []
    offset = text.offset(position)
    for statement in workspace.statements(path):
        if statement.kind == "include" and statement.begin <= offset <= statement.end and statement.words:
            target = path.parent / statement.words[0].text.strip('"')
            if workspace.text(target) is not None:
                zero = {"line": 0, "character": 0}
                return [{"uri": uri_of(target), "range": {"start": zero, "end": zero}}]
    return []


def references(workspace, path, position, declaration):
    found, _ = mention_at(workspace, path, position)
    return locations([one for one in places(workspace, path, found.name) if declaration or not one[2].defines]) if found else []


def hover(workspace, path, position):
    found, text = mention_at(workspace, path, position)
    if found is None:
        return _hover_of_word(workspace, path, position, text)
    name, statements = found.name, [one for other in workspace.related(path) for one in workspace.statements(other)]
    derived = any(atom.head and atom.name.text == name for one in statements for atom in one.atoms)
    if name in syntax.BUILT_IN and not derived:
        value = f"built in: {syntax.BUILT_IN[name]}"
    elif constant := [one for one in statements if one.kind == "const" and one.words and one.words[0].text == name]:
        value = f"const {name} = {''.join(word.text for word in constant[0].words[2:])}"
    else:
        value = _about(name, statements)
    shown = {"kind": "markdown", "value": value.replace("<", "&lt;")}
    return {"contents": shown, "range": text.range(found.token.begin, found.token.end)}


def _hover_of_word(workspace, path, position, text):
    word = completion.word_at(workspace, path, position)
    if word is None:
        return None
    meaning, begin, end = word
    shown = {"kind": "markdown", "value": meaning.replace("<", "&lt;")}
    return {"contents": shown, "range": text.range(begin, end)}


def _about(name, statements):
    types = syntax.column_types(statements).get(name, [])
    heads = [(one, atom) for one in statements for atom in one.atoms if atom.head and atom.name.text == name]
    kinds = {"next": "kept by @next", "async": "sent by @async", "": "deduced"}
    ways = sorted({kinds[atom.when] for one, atom in heads if one.kind == "rule" and atom.when in kinds})
    ways += [f"{count} fact{'s' if count > 1 else ''}"] if (count := sum(one.kind == "fact" for one, _ in heads)) else []
    readers = sum(atom.name.text == name for one in statements for atom in one.atoms if not atom.head)
    storage = [one.kind for one in statements if one.kind in ("stable", "buffered", "volatile") and name in [w.text for w in one.words]]
    lines = [f"**{name}**({', '.join(types)})", ", ".join([*storage, *ways]) or "nothing derives it", f"read in {readers} place{'s' if readers != 1 else ''}"]
    for one in statements:
        if one.kind == "spec" and one.words and one.words[0].text == name:
            lines.append("specification: " + " ".join(word.text for word in one.words[1:]))
    return "  \n".join(lines)


def prepare_rename(workspace, path, position):
    found, text = mention_at(workspace, path, position)
    if found is None or (found.name in syntax.BUILT_IN and not places(workspace, path, found.name, only_definitions=True)):
        return None
    return text.range(found.token.begin, found.token.end)


def rename(workspace, path, position, new):
    if prepare_rename(workspace, path, position) is None:
        raise Failed(INVALID_PARAMS, "no relation, constant or specification stands here that could be renamed")
    word = syntax.TOKEN.fullmatch(new)
    if not word or word.lastgroup != "word" or new.isdigit() or new in ("_", "notin", *syntax.KEYWORDS):
        raise Failed(INVALID_PARAMS, f"`{new}` is not a name: letters, digits, `.`, `_` and `?`")
    old, _ = mention_at(workspace, path, position)
    if places(workspace, path, new) or new in syntax.BUILT_IN:
        raise Failed(INVALID_PARAMS, f"`{new}` is the name of something else here")
    changes = {}
    for other, text, one in places(workspace, path, old.name):
        changes.setdefault(uri_of(other), []).append({"range": text.range(one.token.begin, one.token.end), "newText": new})
    return {"changes": changes}


def symbols(workspace, path):
    """Relations with their first definition, constants and specifications, in the order of the text."""
    text, out, seen = workspace.text(path), [], set()
    if text is None or path.suffix in CONFIGS:
        return []
    for statement in workspace.statements(path):
        names = [atom.name for atom in statement.atoms if atom.head]
        names += statement.words[:1] if statement.kind in ("const", "spec") else []
        for name in names:
            if (statement.kind == "spec", name.text) in seen:
                continue
            seen.add((statement.kind == "spec", name.text))
            out.append({"name": name.text, "detail": statement.kind, "kind": _SYMBOL.get(statement.kind, 13),
                        "range": text.range(statement.begin, statement.end), "selectionRange": text.range(name.begin, name.end)})  # fmt: skip
    return out


def formatting(workspace, path):
    text = workspace.text(path)
    if text is None or path.suffix in CONFIGS:
        return []
    new = syntax.formatted(text.content)
    return [] if new == text.content else [{"range": {"start": {"line": 0, "character": 0}, "end": text.end()}, "newText": new}]
