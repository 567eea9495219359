// Converts facts about faults, such as "node n is down", into tuples of a program's relations, and
// back.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::dedalus {

/// A tuple that states a fact about a fault. It has at most four columns.
struct FaultTuple {
  std::array<Value, 4> values{};
  std::size_t size = 0;
  [[nodiscard]] std::span<const Value> columns() const { return {values.data(), size}; }
};

/// Returns the fact about faults that the tuple states at tick `at`. Returns nullopt if the tuple
/// names a node that the Fspec lacks. `relation` must be a relation of facts about faults, except
/// `crash`.
[[nodiscard]] std::optional<FaultFact> fault_fact(const Program& program, const Fspec& fspec,
                                                  RelationId relation, const Value* tuple, Time at);

/// Returns the tuple that states `fact` in the relation of `row`. Returns nullopt if the program
/// does not contain a name that the tuple needs. `symbol_of(node)` returns the symbol of a node's
/// name, or nullopt.
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
