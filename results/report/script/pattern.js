// Reads patterns over the tuples of a run, such as `log(_, P)`, `vote(b, _, 2)` and `!ack(a, b, _)`, and
// finds the tuples that match them.

/** Returns the contents of a quoted string without its escapes. Returns a word without quotes unchanged. */
const plainValue = (written) => (written[0] !== '"' ? written : written.slice(1, -1).replace(/\\(?:x([0-9a-fA-F]{2})|([^]))/g,
  (_, code, letter) => (code ? String.fromCharCode(parseInt(code, 16)) : { n: "\n", r: "\r", t: "\t" }[letter] ?? letter)));

/**
 * Reads the pattern, or the tuple of a page, at `start` of the text. Returns {start, end, absent, name,
 * terms: [{value, quoted}]}, where `terms` is null for a name alone. Returns {start, end, problem, from}
 * for a wrong pattern, which ends before the next `;`.
 */
function readPattern(text, start) {
  let at = start;
  const take = (sticky) => {
    sticky.lastIndex = at;
    const found = sticky.exec(text);
    if (found) at += found[0].length;
    return found && found[0];
  };
  const word = /[^\s,;()"!]+/y;
  const space = /\s*/y;
  const wrong = (problem, from = at) => {
    const end = text.indexOf(";", from);
    return { start, end: end < 0 ? text.length : end, problem, from };
  };
  const absent = take(/!\s*/y) !== null;
  const name = take(word);
  if (name === null) return wrong("here the name of a relation is expected");
  const terms = [];
  take(space);
  if (take(/\(/y) === null) return { start, end: start + text.slice(start, at).trimEnd().length, absent, name, terms: null };
  do {
    take(space);
    const string = take(/"[^"\\]*(?:\\[^][^"\\]*)*"/y);
    const written = string ?? take(word);
    if (written === null) return wrong(text[at] === '"' ? "this string does not end" : "here a value is expected, or _ for any");
    terms.push({ value: plainValue(written), quoted: string !== null });
    take(space);
  } while (take(/,/y) !== null);
  if (take(/\)/y) === null) return wrong(at < text.length ? "here , or ) is expected" : ") is missing at the end");
  return { start, end: at, absent, name, terms };
}

/**
 * Reads all patterns in a text, separated by commas, semicolons or spaces. After `most` patterns, the rest of
 * the text is reported as one wrong pattern.
 */
function readPatterns(text, most) {
  const found = [];
  for (let at = 0; ;) {
    while (at < text.length && /[\s,;]/.test(text[at])) at += 1;
    if (at === text.length) return found;
    if (found.length === most) return [...found, { start: at, end: text.length, problem: `more than ${most} patterns are not watched`, from: at }];
    found.push(readPattern(text, at));
    at = Math.max(at + 1, found[found.length - 1].end);
  }
}

/** Returns the edit distance of two names: the smallest number of letters to change, add or remove. */
function distance(a, b) {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j += 1) row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
  }
  return row[b.length];
}

/**
 * Returns what is wrong with the relation's name or its number of columns, or null. `arities` maps relations
 * to their numbers of columns.
 */
function problemOf(pattern, arities) {
  const known = arities.get(pattern.name);
  if (known === undefined) {
    const near = pattern.name.length > 64 ? []
      : [...arities.keys()].map((name) => [distance(name.toLowerCase(), pattern.name.toLowerCase()), name]).sort((a, b) => a[0] - b[0]);
    return `there is no such relation${near.length > 0 && near[0][0] <= 2 ? `: did you mean ${near[0][1]}?` : ""}`;
  }
  if (pattern.terms === null || known.has(pattern.terms.length)) return null;
  return `${pattern.name} has ${[...known].join(" or ")} column${known.size === 1 && known.has(1) ? "" : "s"}, not ${pattern.terms.length}`;
}

/** Returns the relations, the values and the parsed tuples of an execution. */
function vocabulary(detail, cell) {
  const tuples = detail.texts.map((text) => readPattern(text, 0));
  const arities = new Map(Object.entries(cell.relations || {}).map(([name, columns]) => [name, new Set([columns])]));
  const values = new Set(cell.fspec.nodes);
  for (const { name, terms } of tuples) {
    if (!terms) continue;
    if (!arities.has(name)) arities.set(name, new Set());
    arities.get(name).add(terms.length);
    terms.forEach((term) => values.add(term.value));
  }
  return { tuples, arities, values };
}

/**
 * Matches tuples with a pattern. A word that begins with a capital is a variable, unless the execution has it
 * as a value. A variable has the same value everywhere in a pattern.
 */
const isAny = (term) => !term.quoted && term.value === "_";
const isVariable = (term, values) => !term.quoted && /^[A-Z]/.test(term.value) && !values.has(term.value);

function matches(pattern, tuple, values) {
  if (tuple.name !== pattern.name) return false;
  if (pattern.terms === null) return true;
  if (!tuple.terms || tuple.terms.length !== pattern.terms.length) return false;
  const bound = new Map();
  return pattern.terms.every((term, i) => {
    const value = tuple.terms[i].value;
    if (isAny(term)) return true;
    if (!isVariable(term, values)) return term.value === value;
    if (!bound.has(term.value)) bound.set(term.value, value);
    return bound.get(term.value) === value;
  });
}

/**
 * Returns the words of a pattern that match nothing, because they are not values of the execution. The reader
 * may have meant variables.
 */
function unknownWords(pattern, values) {
  return [...new Set((pattern.terms || []).filter((t) => !t.quoted && !isAny(t) && !isVariable(t, values) && !values.has(t.value)).map((t) => t.value))];
}
