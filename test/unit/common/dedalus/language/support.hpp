// Checks programs in string literals, for the tests of this folder.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {

/// Facts of two relations that the rules of tests read.
inline const std::string given = "\na(\"n\", 1)@1; b(\"n\", 1)@1;";

inline Program check(const std::string& text, const CheckOptions& options = {}) {
  return check_program({{"test.ded"}, {{"test.ded", text}}}, options);
}

/// Returns each diagnostic as `code@line:column`, in source order. Empty if there are no
/// diagnostics.
inline std::vector<std::string> codes(const std::string& text, const CheckOptions& options = {}) {
  std::vector<Diagnostic> found;
  try {
    found = check(text, options).warnings;
  } catch (const InputError& e) {
    found = e.diagnostics();
  }
  std::stable_sort(found.begin(), found.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
  std::vector<std::string> out;
  for (const Diagnostic& d : found) {
    out.push_back(d.code + "@" + std::to_string(d.where.line) + ":" +
                  std::to_string(d.where.column));
  }
  return out;
}

/// Returns the relation's name with a letter for the type of each column, such as `name(si)`.
inline std::string shape(const Program& program, const std::string& name) {
  const auto id = program.find(name);
  if (!id) return "no " + name;
  std::string out = name + "(";
  for (const ColumnType type : program.relation(*id).columns)
    out += type == ColumnType::integer ? 'i' : 's';
  return out + ")";
}

inline const Relation& relation(const Program& program, const std::string& name) {
  return program.relation(program.find(name).value());
}

}  // namespace ldfi::dedalus
