#include "results/hdf5/known_table.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {

void write_known(hid_t file, const std::vector<KnownCase>& cases) {
  const Handle group = create_group(file, "known");
  Table table({{"case", Column::text},
               {"faults", Column::text},
               {"outcome", Column::text},
               {"why", Column::text},
               {"left_out", Column::boolean}});
  Table violated({{"case", Column::u32}, {"tuple", Column::text}});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const KnownCase& one = cases[i];
    table.text(one.name).text(one.faults).text(name_of(one.outcome)).text(one.why);
    table.boolean(one.left_out);
    for (const std::string& tuple : one.violated) {
      violated.u32(static_cast<std::uint32_t>(i)).text(tuple);
    }
  }
  table.write(group.get(), "cases");
  violated.write(group.get(), "violated");
}

std::vector<KnownCase> read_known(Reader& reader) {
  const std::string table = "/known/cases";
  const auto names = reader.texts(table, "case");
  const auto faults = reader.texts(table, "faults");
  const auto outcomes = reader.texts(table, "outcome");
  const auto whys = reader.texts(table, "why");
  const auto left_out = reader.counts(table, "left_out");
  std::vector<KnownCase> out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto outcome = known_outcome_named(outcomes[i]);
    if (!outcome) {
      reader.damaged(table + ".outcome",
                     fmt::format("`{}` is not an outcome", shown_line(outcomes[i])));
    }
    out.push_back({names[i], faults[i], *outcome, whys[i], {}, left_out[i] != 0});
  }
  const std::string tuples = "/known/violated";
  const auto rows = reader.counts(tuples, "case");
  const auto texts = reader.texts(tuples, "tuple");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= out.size()) {
      reader.damaged(tuples + ".case", fmt::format("{} of {} cases", rows[i], out.size()));
    }
    out[rows[i]].violated.push_back(texts[i]);
  }
  return out;
}

}  // namespace ldfi::results
