#include "master/task/task.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/eval/check_options.hpp"
#include "common/dedalus/language/events.hpp"
#include "common/dedalus/language/storage.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/record/run.hpp"
#include "master/life/failure.hpp"
#include "master/sweep/point.hpp"
#include "master/task/externals.hpp"
#include "master/task/known_falsifiers.hpp"
#include "master/task/stored_falsifiers.hpp"
#include "master/task/strategy.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

/// Returns the Fspec of the run. For a sweep, returns an Fspec with which the sweep may start.
FspecParameters base_of(const config::Options& o) {
  if (o.sweep && o.grid()) {
    return {o.sweep_eot.back(), o.sweep_eff.front(), o.sweep_crashes.front(), {}};
  }
  if (o.sweep) return {o.sweep_max_eot.value_or(1), 0, o.most.of<Crash>(), {}};
  if (o.forever) return {1, 0, o.most.of<Crash>(), {}};
  LDFI_REQUIRE(o.eot && o.eff, "the command line has made sure that EOT and EFF are given");
  return {*o.eot, *o.eff, o.most.of<Crash>(), {}};
}

/// Returns the largest EOT of the run, or nullopt if it is not known. Warnings about ticks after
/// EOT need this number.
std::optional<int> last_tick(const config::Options& o) {
  if (o.forever) return std::nullopt;
  if (!o.sweep) return o.eot;
  return o.grid() ? std::optional(o.sweep_eot.back()) : o.sweep_max_eot;
}

/// Returns the sets of names without their first elements, which name the sets.
std::vector<FaultLimits::Names> sets_of(std::vector<FaultLimits::Names> sets) {
  for (FaultLimits::Names& set : sets) set.erase(set.begin());
  return sets;
}

/// Returns only the sets with a nonempty first element, which is the name of the set.
std::vector<FaultLimits::Names> named_of(std::vector<FaultLimits::Names> sets) {
  std::erase_if(sets, [](const FaultLimits::Names& set) { return set.front().empty(); });
  return sets;
}

FaultLimits limits_of(const config::Options& o) {
  return {.omissions_from = o.omissions_from,
          .omissions_to = o.omissions_to,
          .reliable = o.reliable,
          .partition_sets = sets_of(o.partition_sets),
          .named_sets = named_of(o.partition_sets),
          .one_way = o.one_way,
          .pausable = o.pausable,
          .restartable = o.restartable,
          .least_down = o.restart_down.empty() ? 1 : o.restart_down.front(),
          .most_down = o.restart_down.empty() ? std::nullopt : std::optional(o.restart_down.back()),
          .faults = o.max_faults};
}

/// Returns the relations whose disks may have faults. Throws InputError for a relation that is not stable.
std::vector<std::string> disk_relations(const config::Options& o, const dedalus::Program& program,
                                        SourceRange where) {
  const std::vector<std::string> stable = dedalus::stored_relations(program);
  if (o.disk_relations.empty()) return stable;
  std::string all;
  for (const std::string& name : stable) all += (all.empty() ? "" : ", ") + word_or_quoted(name);
  std::vector<Diagnostic> problems;
  for (const std::string& name : o.disk_relations) {
    if (std::binary_search(stable.begin(), stable.end(), name)) continue;
    problems.push_back(
        {Severity::error,
         "fspec-disk",
         where,
         fmt::format("{} is not stored: it is neither stable nor buffered", shown(name)),
         {all.empty() ? "no relation of this program is stable or buffered"
                      : "those that are: " + all}});
  }
  if (!problems.empty()) throw InputError(std::move(problems));
  return o.disk_relations;
}

/// Parses a column such as `p=3`. The number is 0 if the text does not have a valid number.
dedalus::Corruptions::Column column_of(const std::string& text) {
  const std::size_t mark = text.rfind('=');
  const std::string_view digits = std::string_view(text).substr(mark + 1);
  std::uint32_t column = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), column);
  return {text.substr(0, mark), error == std::errc() && end == digits.end() ? column : 0};
}

dedalus::Corruptions corruptions_of(const config::Options& o) {
  dedalus::Corruptions out{.detected = o.disk_detected, .relations = o.disk_relations};
  for (const std::string& text : o.disk_columns) out.columns.push_back(column_of(text));
  return out;
}

/// Throws InputError if a data column of the options does not exist.
void check_columns(const config::Options& o, const dedalus::Program& program, SourceRange where) {
  const std::vector<std::string> stored = disk_relations(o, program, where);
  std::vector<Diagnostic> problems;
  for (const auto& [name, column] : corruptions_of(o).columns) {
    const auto id = program.find(name);
    const std::string named = shown(name);
    const auto report = [&](std::string text, std::string hint) {
      problems.push_back(
          {Severity::error, "fspec-disk", where, std::move(text), {std::move(hint)}});
    };
    if (!id || std::find(stored.begin(), stored.end(), name) == stored.end()) {
      report(
          fmt::format("{} has a data column, but is not among the relations whose disks may have "
                      "faults",
                      named),
          stored.empty() ? "there are none" : fmt::format("those are {}", fmt::join(stored, ", ")));
    } else if (!dedalus::has_data(program.relation(*id), column)) {
      report(
          fmt::format("the data column of {} is not one of its columns of strings behind the first",
                      named),
          fmt::format("columns are numbered from 1, and its last one is {}; columns with numbers "
                      "cannot be damaged",
                      program.relation(*id).columns.size()));
    }
  }
  if (!problems.empty()) throw InputError(std::move(problems));
}

/// Completes the faults of disks in `out`, which already has their numbers.
void complete_disk(const config::Options& o, const dedalus::Program& program, SourceRange where,
                   DiskFaults& out) {
  out.nodes = o.disk_nodes;
  out.silent = o.disk_silent;
  if (out.none()) return;
  out.relations = disk_relations(o, program, where);
  for (const std::string& name : dedalus::buffered_relations(program)) {
    const auto& named = out.relations;
    if (std::find(named.begin(), named.end(), name) != named.end()) out.buffered.push_back(name);
  }
  if (out.corrupt == 0) return;
  check_columns(o, program, where);
  out.detected = o.disk_detected;
  for (const auto& [name, column] : program.damaged) {
    out.damaged.push_back(name);
    if (!out.detected) out.columns.push_back(column);
  }
}

bool late_by_relation(const config::Options& o) {
  return o.delay_unit == config::DelayUnit::relation;
}

Delays delays_of(const config::Options& o, const dedalus::Program& program) {
  return {.most = o.delay_max,
          .until = o.delay_until,
          .budget = o.delay_budget,
          .count = o.most.of<Delay>(),
          .duplicates = o.most.of<Duplicate>(),
          .within = o.duplicates_within.value_or(std::max(o.delay_max, 1)),
          .self = o.delay_self,
          .fifo = o.order == config::MessageOrder::fifo,
          .by_relation = late_by_relation(o),
          .relations = late_by_relation(o) ? dedalus::sent_relations(program, o.delay_self)
                                           : std::vector<std::string>()};
}

Fspec make_fspec(const config::Options& o, const dedalus::Program& program,
                 const config::CommandLine& line) {
  FspecParameters p = base_of(o);
  p.nodes = program.nodes;
  p.eff_mode = o.eff_mode;
  p.crash_model = o.crash_model;
  p.crashable = o.crashable;
  p.limits = limits_of(o);
  p.delays = delays_of(o, program);
  // In a grid, the number of crashes is always an axis and has been set. This sets the largest
  // values of the other axes.
  each_axis([&]<class Kind>(Kind*) { Kind::most(p) = o.most.of<Kind>(); });
  return with_sources(line.sources, [&] {
    complete_disk(o, program, line.fspec_place, p.disk);
    return Fspec(std::move(p), line.fspec_place);
  });
}

std::optional<FaultSet> read_replay(const config::CommandLine& line, const Fspec& fspec) {
  if (!line.options.replay) return std::nullopt;
  LDFI_REQUIRE(line.replay_file.has_value(), "--replay has a text to point into");
  if (line.options.replay->starts_with('@')) {
    throw UsageError(
        "--replay @FILE is for cases of real systems, but this run is about a program\n  hint: "
        "write the fault set itself, such as --replay 'O(a,b,1)'");
  }
  return with_sources(line.sources, [&] {
    return parse_fault_set(*line.options.replay, fspec, *line.replay_file);
  });
}

std::string in_words(const std::vector<std::string>& constants) {
  return printable(fmt::format("{}", fmt::join(constants, " ")));
}

/// Calls `action`. If it throws, adds the constants of the cell to the error as a hint.
template <class Action>
auto with_hint(const std::vector<std::string>& constants, Action action) {
  try {
    return action();
  } catch (const SourcedError& e) {
    if (constants.empty()) throw;
    std::vector<Diagnostic> all = e.diagnostics();
    for (Diagnostic& one : all) one.hints.push_back("with " + in_words(constants));
    throw SourcedError(std::move(all), e.sources());
  }
}

/// Returns the checked program with these constants in addition to those in the sources.
dedalus::Program checked(const config::Options& o, const dedalus::Sources& sources,
                         const std::vector<std::string>& constants) {
  return with_hint(constants, [&] {
    return dedalus::check_program(
        dedalus::with_settings(sources, constants),
        {.nodes = o.nodes,
         .eot = last_tick(o),
         .pre = o.pre,
         .post = o.post,
         .data_names = o.data_names,
         .thorough = o.check,
         .fail_on = o.fail_on,
         .generated = generated_relations([&]<class Kind>(Kind*) { return o.most.of<Kind>(); }),
         .writebacks = o.most.of<WriteBack>() > 0,
         .corruptions = corruptions_of(o),
         .late = eval::late_ticks(delays_of(o, {})),
         .late_by_relation = late_by_relation(o),
         .late_self = o.delay_self,
         .fifo = o.order == config::MessageOrder::fifo});
  });
}

/// Checks the program with the constants of another Fspec of the sweep. Its nodes and disk faults
/// must be the same as in the first program. Adds its new warnings to those of the first program.
void add_variant(const config::CommandLine& line, const dedalus::Sources& sources,
                 const std::vector<std::string>& constants, const Fspec& fspec,
                 dedalus::Program& first) {
  dedalus::Program program = checked(line.options, sources, constants);
  const Fspec other = make_fspec(line.options, program, line);
  const auto fail = [&](const std::string& text, const std::string& hint) {
    throw SourcedError({{Severity::error,
                         "config-sweep",
                         line.fspec_place,
                         fmt::format("with {}, {}", in_words(constants), text),
                         {hint}}},
                       line.sources);
  };
  if (other.nodes() != fspec.nodes()) {
    fail(fmt::format("the nodes are {}", fmt::join(other.nodes(), ", ")),
         fmt::format("in the first cell they are {}; list them with nodes: (--nodes)",
                     fmt::join(fspec.nodes(), ", ")));
  }
  if (other.parameters() != fspec.parameters()) {
    fail("other faults of disks are possible", "the cells of a sweep have one Fspec");
  }
  for (Diagnostic& warning : program.warnings) {
    const auto same = [&warning](const Diagnostic& old) {
      return old.code == warning.code && old.where == warning.where;
    };
    if (std::ranges::any_of(first.warnings, same)) continue;
    warning.hints.push_back("with " + in_words(constants));
    first.warnings.push_back(std::move(warning));
  }
}

}  // namespace

wire::Setup Task::setup() const {
  wire::Setup out;
  out.sources = sources;
  out.fspec = fspec.parameters();
  out.invariant = {options.pre, options.post, options.fail_on};
  out.budget = budget();
  out.grounding.pruning = options.prune;
  out.grounding.solver = options.solver;
  return out;
}

ground::Universe Task::universe(BudgetCheck check) const {
  return reach::ground_program(
      program, fspec, execute::ground_limits(budget(), std::move(check)), options.prune,
      options.solver,
      needs_universe(options) ? reach::Counting::bounded : reach::Counting::refused);
}

std::vector<std::string> Task::file_names() const {
  std::vector<std::string> out = sources.programs;
  out.insert(out.end(), options.specifications.begin(), options.specifications.end());
  return out;
}

wire::Budget Task::budget() const {
  return {options.max_facts, options.memory_limit_bytes.value_or(0), 0};
}

dedalus::Program Task::variant(const std::vector<std::string>& constants) const {
  return checked(options, sources, constants);
}

Task load_task(std::vector<std::string> arguments, const config::CommandLine& line) {
  const config::Options& o = line.options;
  // The settings of constants become a source of their own, so that the results show what was executed. The
  // user's programs stay last.
  const dedalus::Sources sources = dedalus::with_settings(
      dedalus::read_sources(o.programs, o.include, {}, o.specifications), o.params);
  const auto variants = sweep::variants(o.sweep_params);
  dedalus::Program program = checked(o, sources, variants.front());
  Fspec fspec = make_fspec(o, program, line);
  for (const auto& constants : variants) {
    if (constants != variants.front()) add_variant(line, sources, constants, fspec, program);
  }
  check_externals(line, program);
  auto replay = read_replay(line, fspec);
  auto known = read_known(line, fspec, program);
  std::vector<std::string> files;
  std::ranges::copy_if(o.known, std::back_inserter(files), is_stored);
  std::vector<std::string> params = o.params;
  params.insert(params.end(), variants.front().begin(), variants.front().end());
  return {std::move(arguments), o,      sources,          std::move(program),
          std::move(fspec),     replay, std::move(known), read_stored(files),
          std::move(params)};
}

}  // namespace ldfi::app
