// Reduces a failing program greedily, until no step makes it smaller. A step is kept if the failure
// remains.
#include <algorithm>

#include "test/support/random_program.hpp"

namespace ldfi::test {
namespace {

using Test = std::function<bool(const RandomProgram&)>;

/// Splits at `separator`, except within strings, parentheses and the variables of aggregates.
std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> out(1);
  bool quoted = false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted && text[i] == '(') ++depth;
    if (!quoted && text[i] == ')') --depth;
    if (!quoted && depth == 0 && text.compare(i, separator.size(), separator) == 0) {
      out.emplace_back();
      i += separator.size() - 1;
    } else {
      out.back() += text[i];
    }
  }
  return out;
}

std::string join(const std::vector<std::string>& parts, const std::string& separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : separator) + parts[i];
  return out;
}

bool keep_if_failing(RandomProgram& program, RandomProgram candidate, const Test& still_fails) {
  if (!still_fails(candidate)) return false;
  program = std::move(candidate);
  return true;
}

/// Drops statements as long as the failure remains. A statement is the text before a ";\n".
bool drop_statements(RandomProgram& program, const Test& still_fails) {
  bool changed = false;
  std::vector<std::string> statements = split(program.text, ";\n");
  for (std::size_t i = statements.size(); i-- > 0;) {
    if (statements[i].empty()) continue;
    std::vector<std::string> fewer = statements;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!keep_if_failing(program, {join(fewer, ";\n"), program.fspec}, still_fails)) continue;
    statements = std::move(fewer);
    changed = true;
  }
  return changed;
}

bool drop_premises(RandomProgram& program, const Test& still_fails) {
  bool changed = false;
  std::vector<std::string> statements = split(program.text, ";\n");
  for (std::string& statement : statements) {
    const std::vector<std::string> sides = split(statement, " :- ");
    if (sides.size() != 2) continue;
    std::vector<std::string> premises = split(sides[1], ", ");
    for (std::size_t i = premises.size(); i-- > 0 && premises.size() > 1;) {
      std::vector<std::string> fewer = premises;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const std::string before = statement;
      statement = sides[0] + " :- " + join(fewer, ", ");
      if (keep_if_failing(program, {join(statements, ";\n"), program.fspec}, still_fails)) {
        premises = std::move(fewer);
        changed = true;
      } else {
        statement = before;
      }
    }
  }
  return changed;
}

bool lower_fspec(RandomProgram& program, const Test& still_fails) {
  bool changed = false;
  const auto attempt = [&](FspecParameters fspec) {
    if (fspec.eot < 1 || fspec.eff < 0 || fspec.eff >= fspec.eot || fspec.crashes < 0 ||
        fspec.nodes.empty() || static_cast<std::size_t>(fspec.crashes) > fspec.nodes.size()) {
      return;
    }
    changed = keep_if_failing(program, {program.text, std::move(fspec)}, still_fails) || changed;
  };
  FspecParameters f = program.fspec;
  attempt((--f.crashes, f));
  if (program.fspec.disk.write > 0) attempt((f = program.fspec, --f.disk.write, f));
  if (program.fspec.delays.most > 0) attempt((f = program.fspec, --f.delays.most, f));
  if (program.fspec.delays.duplicates > 0) attempt((f = program.fspec, --f.delays.duplicates, f));
  if (program.fspec.limits.most.of<Pause>() > 0)
    attempt((f = program.fspec, --f.limits.most.of<Pause>(), f));
  if (program.fspec.disk.dead > 0) attempt((f = program.fspec, --f.disk.dead, f));
  if (program.fspec.disk.corrupt > 0) attempt((f = program.fspec, --f.disk.corrupt, f));
  if (program.fspec.disk.writeback > 0) attempt((f = program.fspec, --f.disk.writeback, f));
  if (program.fspec.restarts > 0) attempt((f = program.fspec, --f.restarts, f));
  attempt((f = program.fspec, --f.eff, f));
  attempt((f = program.fspec, --f.eot, f));
  attempt((f = program.fspec, --f.eot, --f.eff, f));
  for (std::size_t i = program.fspec.nodes.size(); i-- > 0;) {
    f = program.fspec;
    f.nodes.erase(f.nodes.begin() + static_cast<std::ptrdiff_t>(i));
    attempt(f);
  }
  return changed;
}

}  // namespace

RandomProgram shrink(RandomProgram program, const Test& still_fails) {
  bool changed = true;
  while (changed) {
    changed = drop_statements(program, still_fails);
    changed = drop_premises(program, still_fails) || changed;
    changed = lower_fspec(program, still_fails) || changed;
  }
  return program;
}

}  // namespace ldfi::test
