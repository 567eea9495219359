#include "results/app/derived.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <chrono>

#include "results/views/coverage/cover.hpp"
#include "results/views/groups/groups.hpp"

namespace ldfi::results {
namespace {

const Field of_texts = std::string();
const Field of_numbers = std::uint64_t{0};
const Field of_integers = std::int64_t{0};
const Field of_truths = false;

template <class... Fields>
void add_row(PlainTable& table, Fields&&... fields) {
  std::vector<Field>& row = table.rows.emplace_back();
  row.reserve(sizeof...(fields));
  (row.emplace_back(std::forward<Fields>(fields)), ...);
}

class Derived {
 public:
  void add(std::size_t index, const Cell& cell, const Groups& found);
  void add(std::size_t index, const CoveredCell& found, const std::optional<Excluded>& excluded);
  [[nodiscard]] std::vector<PlainTable> tables() const {
    return {groups_, members_, rules_, cells_, ids_, coverage_};
  }

 private:
  PlainTable groups_{"groups",
                     {{"cell", of_numbers},
                      {"group", of_texts},
                      {"falsifiers", of_numbers},
                      {"violates", of_texts},
                      {"started", of_numbers},
                      {"stopped", of_numbers}},
                     {}};
  PlainTable members_{
      "group_members", {{"cell", of_numbers}, {"falsifier", of_texts}, {"group", of_texts}}, {}};
  PlainTable rules_{"group_rules",
                    {{"cell", of_numbers},
                     {"group", of_texts},
                     {"list", of_texts},
                     {"rule", of_texts},
                     {"where", of_texts}},
                    {}};
  PlainTable cells_{"covered_cells",
                    {{"cell", of_numbers},
                     {"executions", of_numbers},
                     {"left", of_numbers},
                     {"faults", of_numbers},
                     {"idle", of_numbers},
                     {"ids", of_numbers},
                     {"pairs", of_numbers},
                     {"pairs_exercised", of_numbers},
                     {"pairs_offered", of_numbers},
                     {"pairs_never_met", of_numbers},
                     {"ids_by_proof", of_integers},
                     {"pairs_by_proof", of_integers}},
                    {}};
  PlainTable ids_{"failure_ids",
                  {{"cell", of_numbers},
                   {"id", of_texts},
                   {"hash", of_numbers},
                   {"kind", of_texts},
                   {"after", of_truths},
                   {"site", of_texts},
                   {"roles", of_texts},
                   {"occurrence", of_numbers},
                   {"context", of_texts},
                   {"exercised", of_numbers},
                   {"offered", of_numbers},
                   {"place", of_numbers},
                   {"first", of_texts}},
                  {}};
  PlainTable coverage_{"coverage",
                       {{"cell", of_numbers},
                        {"run", of_texts},
                        {"id", of_texts},
                        {"exercised", of_truths},
                        {"place", of_numbers}},
                       {}};
};

std::string falsifier(std::uint32_t index) {
  return fmt::format("f{}", index + 1);
}

void Derived::add(std::size_t index, const Cell& cell, const Groups& found) {
  const std::uint64_t row = index;
  std::vector<std::string> of(cell.falsifiers.size());
  for (std::size_t g = 0; g < found.groups.size(); ++g) {
    const auto& [signature, members, families] = found.groups[g];
    const std::string name = fmt::format("g{}", g + 1);
    add_row(groups_, row, name, std::uint64_t{members.size()},
            fmt::format("{}", fmt::join(signature.violated, " ")),
            std::uint64_t{signature.started.size()}, std::uint64_t{signature.stopped.size()});
    const auto list = [&](const char* what, const std::set<NamedRule>& rules) {
      for (const NamedRule& rule : rules) {
        add_row(rules_, row, name, std::string(what), rule.text, rule.where);
      }
    };
    list("why", signature.why);
    list("started", signature.started);
    list("stopped", signature.stopped);
    for (const std::uint32_t member : members) of[member] = name;
  }
  for (std::uint32_t f = 0; f < of.size(); ++f) {
    add_row(members_, row, falsifier(f), of[f]);
  }
}

void Derived::add(std::size_t index, const CoveredCell& found,
                  const std::optional<Excluded>& excluded) {
  const std::uint64_t row = index;
  const failures::Coverage& coverage = found.coverage;
  const auto ids = coverage.ids();
  const failures::Pairs pairs = coverage.pairs();
  const auto proved = [&](std::uint64_t Excluded::*of) {
    return excluded ? static_cast<std::int64_t>((*excluded).*of) : std::int64_t{-1};
  };
  add_row(cells_, row, std::uint64_t{found.names.size()}, std::uint64_t{found.left.size()},
          coverage.faults(), coverage.idle(), std::uint64_t{ids.size()}, pairs.all, pairs.exercised,
          pairs.offered, pairs.never_met, proved(&Excluded::ids), proved(&Excluded::pairs));
  for (const failures::CoveredId& one : ids) {
    const std::string id = to_text(one.id);
    add_row(ids_, row, id, failures::hash_of(id), std::string(name_of(one.id.kind)), one.id.after,
            one.id.site, fmt::format("{}", fmt::join(one.id.roles, " ")),
            std::uint64_t{one.id.occurrence}, one.id.context, one.exercised, one.offered,
            std::uint64_t{one.place}, found.names[one.witness]);
  }
  for (const failures::CoveredRun& run : coverage.runs()) {
    const auto list = [&](const std::vector<failures::Met>& all, bool exercised) {
      for (const failures::Met& met : all) {
        add_row(coverage_, row, found.names[run.execution], to_text(met.id), exercised,
                std::uint64_t{met.place});
      }
    };
    list(run.exercised, true);
    list(run.offered, false);
  }
}

}  // namespace

DerivedTables derived_tables(const RunRecord& run, const std::vector<std::size_t>& cells,
                             double time_limit_s) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto until = [&](double share) {
    return [time_limit_s, begin, share] {
      const std::chrono::duration<double> passed = Clock::now() - begin;
      return time_limit_s > 0 && passed.count() > share * time_limit_s;
    };
  };
  Derived all;
  std::size_t left = 0;
  for (const std::size_t i : cells) {
    const Cell& cell = run.cells[i];
    const Subject subject(run, cell);
    GroupOptions options;
    options.enough = until(0.3);
    const Groups groups = group(subject, cell, options);
    all.add(i, cell, groups);
    const CoveredCell covered = cover(subject, cell, until(0.6));
    all.add(i, covered, excluded_by_proof(run, cell, covered));
    left += groups.left.size() + covered.left.size();
  }
  return {all.tables(), left};
}

std::string derived_hdf5(const RunRecord& run, const std::vector<std::size_t>& cells,
                         const CommandLine& line) {
  const DerivedTables found = derived_tables(run, cells, line.time_limit_s);
  return tables_file("ldfi-farm derived",
                     {{"version", LDFI_VERSION},
                      {"of", line.file.substr(line.file.find_last_of('/') + 1)},
                      {"left", std::to_string(found.left)}},
                     found.tables);
}

}  // namespace ldfi::results
