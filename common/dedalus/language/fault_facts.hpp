// Facts about faults as tuples of a program's relations, and back.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::dedalus {

/// The tuple of a fact. It has at most four columns.
struct FaultTuple {
  std::array<Value, 4> values{};
  std::size_t size = 0;
  [[nodiscard]] std::span<const Value> columns() const { return {values.data(), size}; }
};

/// Returns the fact that a tuple of a relation of faults states, if it holds at the tick. Returns
/// nullopt if a node is not a node of the Fspec. Requires a relation of `program`, except `crash`.
[[nodiscard]] std::optional<FaultFact> fault_fact(const Program& program, const Fspec& fspec,
                                                  RelationId relation, const Value* tuple, Time at);

/// Returns the tuple of the fact in the relation of the row. Returns nullopt if the program does not
/// mention one of its names. `symbol_of(node)` is the symbol of a node, or nullopt.
template <class SymbolOf>
[[nodiscard]] std::optional<FaultTuple> tuple_of(const Program& program, const Fspec& fspec,
                                                 const FaultRelationRow& row, const FaultFact& fact,
                                                 SymbolOf symbol_of) {
  FaultTuple out;
  const auto add = [&out](const std::optional<Value>& value) {
    if (value) out.values[out.size++] = *value;
    return value.has_value();
  };
  if (!add(symbol_of(fact.node))) return std::nullopt;
  if (row.receiver && !add(symbol_of(fact.to))) return std::nullopt;
  if (row.relation && fact.relation != no_relation &&
      !add(program.symbols.find(fspec.name(fact.relation)))) {
    return std::nullopt;
  }
  if (row.ticks) add(fact.ticks);
  return out;
}

}  // namespace ldfi::dedalus
