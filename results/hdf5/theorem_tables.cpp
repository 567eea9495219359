#include "results/hdf5/theorem_tables.hpp"

#include <fmt/core.h>

#include <limits>

#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

constexpr auto claims = "/theorems/claims";
constexpr std::int64_t never = -1;  ///< value of the column `calm` for a claim that holds without
                                    ///< ticks at which no message is lost

int small(Reader& reader, std::int64_t value, const char* column, std::int64_t least) {
  if (value >= least && value <= std::numeric_limits<int>::max()) return static_cast<int>(value);
  reader.damaged(fmt::format("{}.{}", claims, column), fmt::format("{} is out of range", value));
}

/// Reads rows that have a text and the index of a theorem. Adds each text to the list that `each`
/// returns for the theorem.
template <class Give>
void give(Reader& reader, std::vector<Theorem>& to, const std::string& table, const char* column,
          const Give& each) {
  const auto rows = reader.counts(table, "theorem");
  const auto texts = reader.texts(table, column);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    each(to[checked_row(reader, table + ".theorem", rows[i], to.size())]).push_back(texts[i]);
  }
}

}  // namespace

void write_theorems(hid_t file, const std::vector<Theorem>& theorems) {
  const Handle group = create_group(file, "theorems");
  Table table({{"claim", Column::text},
               {"calm", Column::i64},
               {"from", Column::i64},
               {"crashes", Column::i64},
               {"facts", Column::u64},
               {"latches", Column::u64},
               {"gates", Column::u64},
               {"cells", Column::u64}});
  Table params({{"theorem", Column::u32}, {"value", Column::text}});
  Table invariant({{"theorem", Column::u32}, {"clause", Column::text}});
  for (std::size_t i = 0; i < theorems.size(); ++i) {
    const Theorem& one = theorems[i];
    const auto number = static_cast<std::uint32_t>(i);
    table.text(one.claim).i64(one.calm ? *one.calm : never).i64(one.from).i64(one.crashes);
    table.u64(one.facts).u64(one.latches).u64(one.gates).u64(one.cells);
    for (const std::string& value : one.params) params.u32(number).text(value);
    for (const std::string& clause : one.invariant) invariant.u32(number).text(clause);
  }
  table.write(group.get(), "claims");
  params.write(group.get(), "params");
  invariant.write(group.get(), "invariant");
}

std::vector<Theorem> read_theorems(Reader& reader) {
  const auto texts = reader.texts(claims, "claim");
  const auto calm = reader.integers(claims, "calm");
  const auto from = reader.integers(claims, "from");
  const auto crashes = reader.integers(claims, "crashes");
  const auto facts = reader.counts(claims, "facts");
  const auto latches = reader.counts(claims, "latches");
  const auto gates = reader.counts(claims, "gates");
  const auto cells = reader.counts(claims, "cells");
  std::vector<Theorem> out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Theorem one{.claim = texts[i],
                .from = small(reader, from[i], "from", 1),
                .crashes = small(reader, crashes[i], "crashes", 0),
                .facts = facts[i],
                .latches = latches[i],
                .gates = gates[i],
                .cells = cells[i]};
    if (calm[i] != never) one.calm = small(reader, calm[i], "calm", 1);
    out.push_back(std::move(one));
  }
  give(
      reader, out, "/theorems/params", "value", [](Theorem & t) -> auto& { return t.params; });
  give(
      reader, out, "/theorems/invariant", "clause",
      [](Theorem & t) -> auto& { return t.invariant; });
  return out;
}

}  // namespace ldfi::results
