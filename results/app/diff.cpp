// The command `diff`: compares an execution with one that passes.
#include <fmt/core.h>

#include "common/base/text.hpp"
#include "results/app/choose.hpp"
#include "results/app/commands.hpp"
#include "results/views/compare/compare.hpp"
#include "results/views/lineage/dot.hpp"

namespace ldfi::results {
namespace {

std::string list(const std::string& sign, const std::vector<std::string>& items) {
  constexpr std::size_t most = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, items.size()); ++i) {
    out += fmt::format("  {} {}\n", sign, items[i]);
  }
  if (items.size() > most) out += fmt::format("  {} and {} more\n", sign, items.size() - most);
  return out;
}

std::string rules(const dedalus::Program& program, const std::string& sign,
                  const std::vector<RuleChange>& changes) {
  if (changes.empty()) return "  none\n";
  std::string out;
  for (const RuleChange& change : changes) {
    const dedalus::Rule& rule = program.rule(change.rule);
    out += fmt::format("  {}\n    {}:{}; {} {} tuple{}:", printable(rule.text),
                       printable(program.sources.name(rule.where.file)), rule.where.line, sign,
                       change.heads.size(), change.heads.size() == 1 ? "" : "s");
    constexpr std::size_t most = 4;
    for (std::size_t i = 0; i < std::min(most, change.heads.size()); ++i) {
      out += " " + change.heads[i];
    }
    out += change.heads.size() > most ? " …\n" : "\n";
  }
  return out;
}

}  // namespace

std::string diff_text(const RunRecord& run, std::size_t cell, const std::string& first,
                      const std::string& second) {
  const Cell& c = run.cells[cell];
  const Subject subject(run, c);
  const ChosenRun choice = choose_run(c, first);
  ChosenRun other{{}, "the failure-free run"};
  if (second == "nearest") {
    other = {nearest_good(c, choice.faults), "the nearest passing run"};
  } else if (!second.empty()) {
    other = choose_run(c, second);
  }
  const Rerun here = subject.execute(choice.faults);
  const Rerun good = subject.execute(other.faults);
  const Comparison found = compare(subject, here, good);
  const auto side = [&](const char* label, const ChosenRun& chosen, const Rerun& e) {
    return fmt::format("{:<10}{}: {} ({})\n", label, chosen.name,
                       to_text(chosen.faults, subject.fspec()),
                       e.judgement.holds() ? "holds" : "violates");
  };
  std::string out = side("run", choice, here) + side("against", other, good);
  out += "\n" + story_text(found.story);
  if (!found.divergence) {
    out += "\nBoth runs have the same tuples at every tick.\n";
    if (here.judgement.holds()) return out;
    return out + "`ldfi-results lineage` explains why the run violates.\n";
  }
  out += fmt::format("\nThe runs diverge at tick {}:\n", found.divergence->tick);
  out += list("-", found.divergence->missing) + list("+", found.divergence->added);
  out += "\nRules that stopped firing:\n" + rules(subject.program(), "lost", found.stopped);
  out += "\nRules that newly fired:\n" + rules(subject.program(), "gained", found.started);
  return out + "\nThe support that was cut:\n" + to_tree(found.why);
}

}  // namespace ldfi::results
