// The command `groups`: shows groups of counterexamples that violate the same promises because of
// the same rules.
#include "results/views/groups/groups.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "results/app/commands.hpp"
#include "results/app/line.hpp"
#include "results/export/files.hpp"
#include "results/json/values.hpp"
#include "results/views/groups/repair.hpp"

namespace ldfi::results {
namespace {

using Members = std::vector<std::uint32_t>;

/// The groups of one cell's counterexamples.
struct Grouped {
  std::size_t index = 0;  ///< index of the cell in the run
  const RunRecord* run = nullptr;
  const Cell* cell = nullptr;
  Groups found;
  /// For each counterexample, true if the repaired program no longer has it. Empty if the user gave
  /// no repaired program.
  std::vector<bool> dead;
  bool promises = true;  ///< false if the repaired program promises nothing even without faults
};

std::string name(std::uint32_t falsifier) {
  return fmt::format("f{}", falsifier + 1);
}

/// Returns the names of counterexamples, such as `f3 f7…f9`.
std::string names(const Members& members) {
  std::string out;
  for (std::size_t i = 0; i < members.size();) {
    std::size_t end = i + 1;
    while (end < members.size() && members[end] == members[end - 1] + 1) ++end;
    out += (i == 0 ? "" : " ") + name(members[i]);
    if (end - i > 1) out += (end - i > 2 ? "…" : " ") + name(members[end - 1]);
    i = end;
  }
  return out;
}

std::string violated(const Signature& signature) {
  if (signature.violated.empty()) return "nothing";
  std::vector<std::string> shown;
  for (const std::string& one : signature.violated) shown.push_back(printable(one));
  return fmt::format("{}", fmt::join(shown, ", "));
}

Members dying(const Grouped& all, const Group& group) {
  Members out;
  std::ranges::copy_if(group.members, std::back_inserter(out),
                       [&](std::uint32_t f) { return all.dead[f]; });
  return out;
}

/// Returns a text that says how many of the group's counterexamples the repaired program still has.
/// Empty if there is no repaired program.
std::string fate(const Grouped& all, const Group& group) {
  if (all.dead.empty()) return "";
  const std::size_t die = dying(all, group).size();
  if (die == 0) return "stays";
  return die == group.members.size()
             ? "dies"
             : fmt::format("splits: {} of {} no longer violate", die, group.members.size());
}

std::string place(const NamedRule& rule) {
  return printable(rule.where.substr(rule.where.find_last_of('/') + 1));
}

using GroupRow = std::array<std::string, 8>;

GroupRow row_of(const Grouped& all, std::size_t index) {
  const Group& group = all.found.groups[index];
  std::string faults = group.families.front().text;
  if (group.families.size() > 1) {
    const std::size_t more = group.families.size() - 1;
    faults += fmt::format(" and {} more {}", more, more == 1 ? "family" : "families");
  }
  const auto own = own_rules(all.found, index);
  std::string rules = own.empty() ? "" : place(own.front());
  if (own.size() > 1) rules += fmt::format(" and {} more", own.size() - 1);
  return {fmt::format("g{}", index + 1),
          std::to_string(group.members.size()),
          name(group.members.front()),
          violated(group.signature),
          fmt::format("+{} -{}", group.signature.started.size(), group.signature.stopped.size()),
          std::move(rules),
          fate(all, group),
          std::move(faults)};
}

/// Returns the rows in columns, without columns that are empty in all rows. The last column may be wide.
std::string table(const std::vector<GroupRow>& rows) {
  std::array<std::size_t, 8> width{};
  std::array<bool, 8> filled{};
  for (const GroupRow& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
    for (std::size_t c = 0; &row != rows.data() && c < width.size(); ++c) {
      filled[c] = filled[c] || !row[c].empty();
    }
  }
  std::string out;
  for (const GroupRow& row : rows) {
    std::string text;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (!filled[c]) continue;
      text += c == 1               ? fmt::format("  {:>{}}", row[c], width[c])
              : c + 1 < row.size() ? fmt::format("  {:<{}}", row[c], width[c])
                                   : "  " + row[c];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

template <class Rules>
std::string rules_text(const std::string& label, const Rules& rules) {
  std::string out;
  for (const NamedRule& rule : rules) {
    out += line(out.empty() ? label : "",
                fmt::format("{}  ({})", printable(rule.text), printable(rule.where)));
  }
  return out;
}

std::string in_full(const Grouped& all, std::size_t index) {
  const Group& group = all.found.groups[index];
  const Signature& signature = group.signature;
  std::string out = line(fmt::format("  g{}", index + 1),
                         fmt::format("{}, violates {}", counted(group.members.size(), "falsifier"),
                                     violated(signature)));
  out += rules_text("  started", signature.started) + rules_text("  stopped", signature.stopped);
  out += rules_text("  only here", own_rules(all.found, index));
  for (const std::string& cut : signature.cut) {
    out += line(&cut == &*signature.cut.begin() ? "  cut" : "", printable(cut));
  }
  for (const Family& family : group.families) {
    out += line(&family == group.families.data() ? "  members" : "",
                fmt::format("{}  {}", names(family.members), family.text));
  }
  if (all.dead.empty()) return out + "\n";
  out += line("  repaired", fate(all, group));
  const Members die = dying(all, group);
  if (!die.empty() && die.size() < group.members.size()) out += line("  die", names(die));
  return out + "\n";
}

/// Returns the index of the group that a text such as `g2` names. Throws UsageError if there is no such
/// group.
std::size_t chosen(const Grouped& all, const std::string& text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] =
      std::from_chars(text.data() + std::min<std::size_t>(1, text.size()), end, number);
  if (!text.starts_with('g') || error != std::errc() || stop != end || number < 1 ||
      number > all.found.groups.size()) {
    throw UsageError(fmt::format("there is no group {}: the cell has {}", shown_line(text),
                                 counted(all.found.groups.size(), "group")));
  }
  return number - 1;
}

std::string head(const Grouped& all) {
  const Groups& found = all.found;
  std::size_t grouped = 0;
  for (const Group& group : found.groups) grouped += group.members.size();
  std::string out =
      line("", fmt::format("{} of {}, the rarest first; a group may have more than one bug",
                           counted(found.groups.size(), "group"), counted(grouped, "falsifier")));
  if (!found.left.empty()) {
    out += line("", fmt::format("not grouped: {} (a limit ran out; --time-limit allows more)",
                                names(found.left)));
  }
  if (!all.promises) {
    out += line("",
                "the repaired program promises nothing (pre is empty), so it says nothing about "
                "the groups");
  }
  if (all.dead.empty()) return out;
  const auto die = static_cast<std::size_t>(std::ranges::count(all.dead, true));
  return out + line("", fmt::format("repaired: {} of {} no longer violate", die,
                                    counted(all.dead.size(), "falsifier")));
}

std::string cell_text(const Grouped& all, const CommandLine& asked) {
  std::string out = line(fmt::format("cell {}", all.index), printable(fspec_text(*all.cell)));
  if (all.cell->falsifiers.empty()) {
    return out + line("  none", verdict_text(*all.run, *all.cell));
  }
  if (!asked.runs.empty()) return out + in_full(all, chosen(all, asked.runs.front()));
  out += head(all);
  if (asked.all) {
    out += "\n";
    for (std::size_t g = 0; g < all.found.groups.size(); ++g) out += in_full(all, g);
    return out;
  }
  std::vector<GroupRow> rows{
      {"group", "members", "first", "violates", "rules", "only here", "repaired", "faults"}};
  for (std::size_t g = 0; g < all.found.groups.size(); ++g) rows.push_back(row_of(all, g));
  return out + table(rows);
}

Json rules_json(const std::set<NamedRule>& rules) {
  Json out = Json::array();
  for (const NamedRule& rule : rules) out.push_back({{"rule", rule.text}, {"where", rule.where}});
  return out;
}

Json names_json(const Members& members) {
  Json out = Json::array();
  for (const std::uint32_t f : members) out.push_back(name(f));
  return out;
}

Json cell_json(const Grouped& all, const CommandLine& asked) {
  Json groups = Json::array();
  for (std::size_t g = 0; g < all.found.groups.size(); ++g) {
    const Group& group = all.found.groups[g];
    Json one = {{"group", fmt::format("g{}", g + 1)},
                {"violates", group.signature.violated},
                {"started", rules_json(group.signature.started)},
                {"stopped", rules_json(group.signature.stopped)},
                {"why", rules_json(group.signature.why)}};
    if (asked.cut) one["cut"] = group.signature.cut;
    one["families"] = Json::array();
    for (const Family& family : group.families) one["families"].push_back(family.text);
    one["falsifiers"] = names_json(group.members);
    if (!all.dead.empty()) one["die"] = names_json(dying(all, group));
    groups.push_back(std::move(one));
  }
  return {{"cell", all.index},
          {"fspec", fspec_json(all.cell->fspec)},
          {"falsifiers", all.cell->falsifiers.size()},
          {"not_grouped", names_json(all.found.left)},
          {"groups", groups}};
}

std::string csv(const std::vector<Grouped>& cells) {
  std::vector<std::string> heads{"cell", "falsifier", "faults", "group", "violates"};
  const bool repaired =
      std::ranges::any_of(cells, [](const Grouped& c) { return !c.dead.empty(); });
  if (repaired) heads.emplace_back("dies");
  std::string out = csv_row(heads);
  for (const Grouped& all : cells) {
    std::vector<std::pair<std::string, std::string>> of(all.cell->falsifiers.size());
    for (std::size_t g = 0; g < all.found.groups.size(); ++g) {
      const auto& [signature, members, families] = all.found.groups[g];
      const std::string broken = fmt::format("{}", fmt::join(signature.violated, " "));
      for (const std::uint32_t f : members) of[f] = {fmt::format("g{}", g + 1), broken};
    }
    for (std::uint32_t f = 0; f < of.size(); ++f) {
      std::vector<std::string> fields{std::to_string(all.index), name(f),
                                      to_text(all.cell->falsifiers[f].faults, all.cell->fspec),
                                      of[f].first, of[f].second};
      if (repaired) fields.emplace_back(all.dead[f] ? "true" : "false");
      out += csv_row(fields);
    }
  }
  return out;
}

}  // namespace

std::string groups_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& asked) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::optional<RunRecord> repair;
  if (!asked.repair.empty()) repair = repaired(run, asked.repair, asked.include);
  if (!asked.runs.empty() && cells.size() > 1) {
    throw UsageError("the file has several cells: choose one with --cell");
  }
  GroupOptions options;
  options.cut = asked.cut;
  options.enough = [&] {  // when the time is up, the results so far are shown
    const std::chrono::duration<double> passed = Clock::now() - begin;
    return asked.time_limit_s > 0 && passed.count() > 0.6 * asked.time_limit_s;
  };
  std::vector<Grouped> all;
  for (const std::size_t i : cells) {
    Grouped& one = all.emplace_back(Grouped{i, &run, &run.cells[i], {}, {}, true});
    if (one.cell->falsifiers.empty()) continue;
    const Subject subject(run, *one.cell);
    one.found = group(subject, *one.cell, options);
    if (!repair) continue;
    const Subject other(*repair, *one.cell);
    one.dead = dead(other, *one.cell);
    one.promises =
        other.failure_free().judgement.pre > 0 || subject.failure_free().judgement.pre == 0;
  }
  if (asked.csv) return csv(all);
  Json list = Json::array();
  std::string text;
  for (const Grouped& one : all) {
    if (asked.json)
      list.push_back(cell_json(one, asked));
    else
      text += (text.empty() ? "" : "\n") + cell_text(one, asked);
  }
  return asked.json ? dump(list, 2) + "\n" : text;
}

}  // namespace ldfi::results
