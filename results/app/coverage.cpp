// The command `coverage`: shows what the executions in a file cover, counted in failure ids.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>

#include "common/base/diagnostic.hpp"
#include "results/app/commands.hpp"
#include "results/app/line.hpp"
#include "results/json/values.hpp"
#include "results/views/coverage/cover.hpp"
#include "results/views/coverage/touched.hpp"

namespace ldfi::results {
namespace {

using failures::CoveredId;
using failures::Pairs;

/// The coverage of one cell's executions.
struct Covered {
  std::size_t index = 0;
  const Cell* cell = nullptr;
  CoveredCell found;
  std::vector<CoveredId> ids;
  Pairs pairs;
  std::optional<Excluded> excluded;
  Untouched untouched;
  const Subject* subject = nullptr;
};

struct Count {
  std::uint64_t ids = 0;
  std::uint64_t exercised = 0;
  /// Number of failure ids (faults without their time), by the lowest place of the failure in an
  /// execution. The place is 1, plus one for each fault that takes effect before the failure.
  std::map<std::uint32_t, std::uint64_t> places{};

  void add(const CoveredId& one) {
    ++ids;
    if (one.exercised > 0) ++exercised;
    ++places[one.place];
  }
};

using Site = std::pair<failures::FailureKind, std::string>;

std::map<Site, Count> by_site(const Covered& all) {
  std::map<Site, Count> out;
  for (const CoveredId& one : all.ids) out[{one.id.kind, one.id.site}].add(one);
  return out;
}

Count in_all(const Covered& all) {
  Count out;
  for (const CoveredId& one : all.ids) out.add(one);
  return out;
}

std::string ordinal(std::uint32_t number) {
  const std::uint32_t teens = number % 100;
  const bool plain = teens >= 11 && teens <= 13;
  const std::array<const char*, 4> endings{"th", "st", "nd", "rd"};
  return fmt::format("{}{}", number, plain || number % 10 > 3 ? "th" : endings[number % 10]);
}

/// Returns the number of executions that the file counts without listing their fault sets.
BigInt only_counted(const Covered& all) {
  const BigInt known = all.found.names.size() + all.found.left.size();
  return all.cell->executed > known ? BigInt(all.cell->executed - known) : BigInt(0);
}

std::string where_of(const dedalus::Program& program, RuleId id) {
  const SourceRange& where = program.rule(id).where;
  return fmt::format("{}:{}", program.sources.name(where.file), where.line);
}

/// Returns the relations that no fault affects, and the number of rules that only use these relations.
std::string untouched_text(const Untouched& found, const dedalus::Program& program) {
  if (found.faulty == 0) return "";
  std::string out =
      line("  untouched",
           fmt::format("{} of {} relations and {} of {} rules, by {} executions with faults{}",
                       found.relations.size(), found.of_relations, found.rules.size(),
                       found.of_rules, found.faulty,
                       found.whole ? "" : " (the other executions could not be repeated)"));
  std::string names;
  for (const RelationId id : found.relations) names += " " + program.relation(id).name;
  if (!names.empty()) out += line("", printable(names.substr(1)));
  return out;
}

Json untouched_json(const Untouched& found, const dedalus::Program& program) {
  Json relations = Json::array();
  for (const RelationId id : found.relations) relations.push_back(program.relation(id).name);
  Json rules = Json::array();
  for (const RuleId id : found.rules) {
    rules.push_back({{"rule", program.rule(id).text}, {"where", where_of(program, id)}});
  }
  return {
      {"executions", found.faulty}, {"whole", found.whole},   {"of_relations", found.of_relations},
      {"of_rules", found.of_rules}, {"relations", relations}, {"rules", rules}};
}

std::string head(const Covered& all) {
  const auto& [index, cell, found, ids, pairs, excluded, untouched, subject] = all;
  const Count count = in_all(all);
  std::string out = line(fmt::format("cell {}", index), printable(fspec_text(*cell)));
  out += line("  executions",
              fmt::format("{} executed again; {} of their {} faults hit nothing",
                          found.names.size(), found.coverage.idle(), found.coverage.faults()));
  if (!found.left.empty()) {
    out += line("", fmt::format("not covered: {} (a limit ran out, or they end in an error)",
                                fmt::join(found.left, " ")));
  }
  if (const BigInt more = only_counted(all); more > 0) {
    out += line("", fmt::format("not covered: {} that the file counts, without their fault sets",
                                more.str()));
  }
  out += line("  failure ids", fmt::format("{}: {} exercised, {} only offered", count.ids,
                                           count.exercised, count.ids - count.exercised));
  for (const auto& [place, number] : count.places) {
    out += line(place == count.places.begin()->first ? "  first met" : "",
                fmt::format("{} as the {} failure of an execution", number, ordinal(place)));
  }
  out += line("  pairs", fmt::format("{}: {} exercised, {} only offered, {} never in one execution",
                                     pairs.all, pairs.exercised, pairs.offered, pairs.never_met));
  if (excluded) {
    out += line("  by proof",
                fmt::format("{} of {} ids and {} of {} pairs are in no minimal counterexample",
                            excluded->ids, ids.size(), excluded->pairs, pairs.all));
  }
  return out + untouched_text(untouched, subject->program());
}

using Fields = std::vector<std::string>;

/// Returns the rows in columns. The first `left` columns are texts, the others are numbers.
std::string table(const std::vector<Fields>& rows, std::size_t left) {
  std::vector<std::size_t> width(rows.front().size());
  for (const Fields& fields : rows) {
    for (std::size_t c = 0; c < fields.size(); ++c) width[c] = std::max(width[c], fields[c].size());
  }
  std::string out;
  for (const Fields& fields : rows) {
    out += " ";
    for (std::size_t c = 0; c < fields.size(); ++c) {
      out += c < left ? fmt::format(" {:<{}}", fields[c], width[c])
                      : fmt::format("  {:>{}}", fields[c], width[c]);
    }
    out += "\n";
  }
  return out;
}

std::string sites_text(const Covered& all) {
  const Count whole = in_all(all);
  std::vector<Fields> rows{{"kind", "site", "ids", "exercised"}};
  for (const auto& [place, number] : whole.places) rows.front().push_back(ordinal(place));
  for (const auto& [site, count] : by_site(all)) {
    Fields fields{std::string(name_of(site.first)), printable(site.second),
                  std::to_string(count.ids), std::to_string(count.exercised)};
    for (const auto& [place, number] : whole.places) {
      const auto here = count.places.find(place);
      fields.push_back(std::to_string(here == count.places.end() ? 0 : here->second));
    }
    rows.push_back(std::move(fields));
  }
  return table(rows, 2);
}

std::string hash_text(const CoveredId& one) {
  return fmt::format("{:016x}", failures::hash_of(to_text(one.id)));
}

std::string ids_text(const Covered& all) {
  std::vector<Fields> rows{{"id", "hash", "exercised", "offered", "place", "run"}};
  for (const CoveredId& one : all.ids) {
    rows.push_back({printable(to_text(one.id)), hash_text(one), std::to_string(one.exercised),
                    std::to_string(one.offered), std::to_string(one.place),
                    all.found.names[one.witness]});
  }
  return table(rows, 2);
}

std::string cell_text(const Covered& all, bool each) {
  std::string out = head(all);
  if (all.ids.empty()) return out;
  return out + "\n" + (each ? ids_text(all) : sites_text(all));
}

Json places_json(const Count& count) {
  Json out = Json::object();
  for (const auto& [place, number] : count.places) out[std::to_string(place)] = number;
  return out;
}

Json id_json(const Covered& all, const CoveredId& one) {
  Json out = {{"id", to_text(one.id)},
              {"hash", hash_text(one)},
              {"kind", std::string(name_of(one.id.kind))},
              {"after", one.id.after},
              {"site", one.id.site},
              {"roles", one.id.roles},
              {"occurrence", one.id.occurrence},
              {"context", one.id.context},
              {"exercised", one.exercised},
              {"offered", one.offered},
              {"place", one.place},
              {"run", all.found.names[one.witness]}};
  return out;
}

Json cell_json(const Covered& all) {
  const Count count = in_all(all);
  Json sites = Json::array();
  for (const auto& [site, here] : by_site(all)) {
    sites.push_back({{"kind", std::string(name_of(site.first))},
                     {"site", site.second},
                     {"ids", here.ids},
                     {"exercised", here.exercised},
                     {"first_met", places_json(here)}});
  }
  Json ids = Json::array();
  for (const CoveredId& one : all.ids) ids.push_back(id_json(all, one));
  return {
      {"cell", all.index},
      {"fspec", fspec_json(all.cell->fspec)},
      {"executions", all.found.names.size()},
      {"not_covered", all.found.left},
      {"only_counted", only_counted(all).str()},
      {"faults", all.found.coverage.faults()},
      {"idle", all.found.coverage.idle()},
      {"exercised", count.exercised},
      {"first_met", places_json(count)},
      {"pairs",
       {{"all", all.pairs.all},
        {"exercised", all.pairs.exercised},
        {"offered", all.pairs.offered},
        {"never_met", all.pairs.never_met}}},
      {"by_proof",
       all.excluded ? Json{{"ids", all.excluded->ids}, {"pairs", all.excluded->pairs}} : Json()},
      {"untouched", untouched_json(all.untouched, all.subject->program())},
      {"sites", sites},
      {"ids", ids}};
}

}  // namespace

std::string coverage_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                          const CommandLine& asked) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto enough = [&] {  // when the time is up, the results so far are shown
    const std::chrono::duration<double> passed = Clock::now() - begin;
    return asked.time_limit_s > 0 && passed.count() > 0.6 * asked.time_limit_s;
  };
  Json list = Json::array();
  std::string text;
  for (const std::size_t i : cells) {
    const Cell& cell = run.cells[i];
    const Subject subject(run, cell);
    Covered all{i, &cell, cover(subject, cell, enough), {}, {}, {}, {}, &subject};
    all.ids = all.found.coverage.ids();
    all.pairs = all.found.coverage.pairs();
    all.excluded = excluded_by_proof(run, cell, all.found);
    all.untouched = untouched(subject, cell, enough);
    if (asked.json)
      list.push_back(cell_json(all));
    else
      text += (text.empty() ? "" : "\n") + cell_text(all, asked.all);
  }
  return asked.json ? dump(list, 2) + "\n" : text;
}

}  // namespace ldfi::results
