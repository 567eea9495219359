#include "common/dedalus/language/program.hpp"

#include <algorithm>

#include "common/base/text.hpp"

namespace ldfi::dedalus {

Value Symbols::intern(std::string_view text) {
  const auto [it, inserted] =
      index_.try_emplace(std::string(text), static_cast<Value>(texts_.size()));
  if (inserted) texts_.emplace_back(text);
  return it->second;
}

std::optional<Value> Symbols::find(std::string_view text) const {
  const auto it = index_.find(std::string(text));
  if (it == index_.end()) return std::nullopt;
  return it->second;
}

std::optional<RelationId> Program::find(std::string_view name) const {
  const auto it = std::find_if(relations.begin(), relations.end(),
                               [&](const Relation& r) { return r.name == name; });
  if (it == relations.end()) return std::nullopt;
  return RelationId(static_cast<std::size_t>(it - relations.begin()));
}

std::string Program::tuple_text(RelationId id, const Value* tuple) const {
  const Relation& r = relation(id);
  std::string out = r.name + "(";
  for (std::size_t i = 0; i < r.arity(); ++i) {
    if (i > 0) out += ",";
    out += r.columns[i] == ColumnType::integer ? std::to_string(tuple[i])
                                               : word_or_quoted(symbols.text(tuple[i]));
  }
  return out + ")";
}

}  // namespace ldfi::dedalus
