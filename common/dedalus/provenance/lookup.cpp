#include "common/dedalus/provenance/lookup.hpp"

#include "common/dedalus/eval/table.hpp"

namespace ldfi::provenance {

std::size_t Lookup::TupleHash::operator()(const eval::Tuple& tuple) const noexcept {
  eval::Hash hash;
  for (const dedalus::Value v : tuple) hash.add(v);
  return hash.tag();
}

const std::vector<const eval::Tuple*>& Lookup::find(RelationId relation, Time at,
                                                    const Columns& columns,
                                                    const eval::Tuple& key) {
  static const std::vector<const eval::Tuple*> nothing;
  const auto [table, fetch] = tables_.try_emplace({relation, at});
  if (fetch) table->second.tuples = model_.tuples(relation, at);
  const auto [index, build] = table->second.indexes.try_emplace(columns);
  if (build) {
    for (const eval::Tuple& tuple : table->second.tuples) {
      step();
      eval::Tuple values;
      for (const std::uint32_t c : columns) values.push_back(tuple[c]);
      index->second[std::move(values)].push_back(&tuple);
    }
  }
  const auto found = index->second.find(key);
  return found == index->second.end() ? nothing : found->second;
}

}  // namespace ldfi::provenance
