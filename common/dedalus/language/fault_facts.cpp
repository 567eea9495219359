#include "common/dedalus/language/fault_facts.hpp"

#include "common/base/contract.hpp"

namespace ldfi::dedalus {

std::optional<FaultFact> fault_fact(const Program& program, const Fspec& fspec, RelationId relation,
                                    const Value* tuple, Time at) {
  const FaultRelationRow* row = program.fault_relation(relation);
  LDFI_REQUIRE(row != nullptr, "the relation holds facts about faults");
  const auto text = [&](std::size_t column) { return program.symbols.text(tuple[column]); };
  const std::size_t arity = program.relation(relation).arity();
  const auto node = fspec.find(text(0));
  if (!node) return std::nullopt;
  FaultFact out{row->fact, *node, at};
  std::size_t column = 1;
  if (row->receiver) {
    const auto to = fspec.find(text(column++));
    if (!to) return std::nullopt;
    out.to = *to;
  }
  if (row->relation && column + (row->ticks ? 1 : 0) < arity) {
    out.relation = fspec.find_named(text(column++)).value_or(no_relation);
  }
  if (row->ticks) out.ticks = static_cast<std::int32_t>(tuple[column]);
  return out;
}

}  // namespace ldfi::dedalus
