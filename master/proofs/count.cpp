#include "master/proofs/count.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/decimal.hpp"
#include "common/base/phase.hpp"
#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/prove/count/count.hpp"
#include "common/record/overtaking.hpp"
#include "common/record/summary_text.hpp"
#include "master/life/limits.hpp"
#include "master/task/dropped_messages.hpp"
#include "master/task/record.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/reach_of_faults.hpp"

namespace ldfi::app {
namespace {

class Count {
 public:
  Count(const Task& task, const Log& log, Watch& watch)
      : task_(task),
        log_(log),
        budget_(budget_check(task.options, [this] { return wall_s(); })),
        check_([this, &watch] {
          if (const auto why = watch.stop_requested()) {
            throw wire::StopRequested("stopped on " + *why);
          }
          if (budget_) budget_();
        }) {}

  /// Counts the violating fault sets, and returns the cell with the counts. The counts are missing
  /// if a budget runs out.
  Cell run() {
    refuse();
    Cell out = empty_cell(task_.fspec);
    try {
      const auto failure_free = judge(out);
      const ground::Universe universe = ground();
      out.universe_facts = universe.fact_count();
      out.universe_instances = universe.instance_count();
      const count::Counts counts = pass(universe);
      out.distinct_fault_sets = decimal(counts.distinct(), check_);
      if (has_combinations(task_.fspec.parameters())) {
        out.combinations = decimal(task_.fspec.combinations(), check_);
      }
      out.violating = counts.violating;
      out.counts = {decimal(counts.vacuous, check_), decimal(counts.passing, check_),
                    decimal(counts.failing, check_), std::nullopt, counts.states};
      conclude(counts, out);
      if (out.verdict == Verdict::certified && is_out_of_reach_of_faults(*failure_free))
        mark_vacuous(out);
      out.counts->random_p = chance(universe, counts);
    } catch (const BudgetExceeded& e) {
      out.counts.reset();
      out.violating.reset();
      out.reason = fmt::format("not counted: {}",
                               e.too_large() ? e.what() : fmt::format("out of {}", e.budget()));
    }
    out.wall_s = wall_s();
    return out;
  }

 private:
  [[nodiscard]] double wall_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  void refuse() const {
    if (const char* what = count::not_countable(task_.fspec)) {
      throw UsageError(fmt::format(
          "--count supports omissions, crashes, restarts, delays and duplicates, but not {}",
          what));
    }
    if (!task_.program.specifications.empty()) {
      throw UsageError("--count supports pre and post, but no specifications");
    }
    if (!task_.options.known.empty()) {
      throw UsageError(
          "--count counts all fault sets, but `known` in the config excludes some: remove it");
    }
  }

  /// Executes the failure-free run. Throws InputError if its arithmetic fails.
  std::shared_ptr<const eval::Model> judge(Cell& out) const {
    const Phase phase("executing");
    DroppedMessages dropped(task_, log_);
    const auto limits = dropped.watch(execute::eval_limits(task_.budget(), check_));
    std::shared_ptr<const eval::Model> model;
    const auto judgement = with_sources(task_.program.sources, [&] {
      model = eval::run(task_.program, task_.fspec, {}, limits);
      return eval::judge(task_.program, task_.fspec, *model, *model);
    });
    out.executed = 1;
    out.failure_free_pre = judgement.pre;
    out.failure_free_post = judgement.post;
    const auto outcome = judgement.holds() ? Outcome::holds : Outcome::violates;
    out.executions.push_back(
        {0, std::nullopt, {}, outcome, static_cast<std::uint64_t>(wall_s() * 1e9)});
    return model;
  }

  bool is_out_of_reach_of_faults(const eval::Model& failure_free) const {
    return execute::is_out_of_reach_of_faults(task_.program, task_.fspec, failure_free,
                                              execute::eval_limits(task_.budget(), check_));
  }

  ground::Universe ground() const {
    const Phase phase("grounding");
    return task_.universe(check_);
  }

  count::Counts pass(const ground::Universe& universe) const {
    const Phase phase("counting");
    count::Counts counts = count::count_fault_sets(universe, {task_.options.max_states, check_});
    log_.detail(fmt::format("{:.3f} s: {} facts, {} in the cone; {} states", wall_s(),
                            universe.fact_count(), universe.cone(), counts.states));
    LDFI_ENSURE(adds_up(counts), "every fault set is counted once");
    return counts;
  }

  /// Returns true if the counts of fault sets add up to the size of the fault space, or if this
  /// size is unknown.
  bool adds_up(const count::Counts& counts) const {
    try {
      return counts.distinct() == task_.fspec.distinct_fault_sets(check_);
    } catch (const BudgetExceeded& e) {
      if (e.too_large()) return true;
      throw;
    }
  }

  /// Returns the probability that a random fault set violates the invariant, or nullopt if it is
  /// unknown. Does not throw if a budget ends, because the counts are valid without the
  /// probability.
  std::optional<double> chance(const ground::Universe& universe,
                               const count::Counts& counts) const {
    if (!count::has_chance(task_.fspec)) return std::nullopt;
    if (counts.violating == 0) return 0;
    // If the counts come from decision diagrams, computing the probability visits many states and
    // may take hours. So it is computed only if there is a time limit.
    if (counts.states == 0 && !task_.options.time_limit_s) return std::nullopt;
    const Phase phase("weighting");
    try {
      return count::chance_of_violation(universe, {task_.options.max_states, check_});
    } catch (const BudgetExceeded& e) {
      log_.detail(
          fmt::format("how many runs a random search needs is not known: the budget of {} ran out",
                      e.budget()));
      return std::nullopt;
    }
  }

  static void conclude(const count::Counts& counts, Cell& out) {
    const bool holds = out.executions.front().outcome == Outcome::holds;
    LDFI_ENSURE(holds || counts.violating > 0, "the failure-free run is counted");
    if (counts.violating > 0) {
      out.verdict = holds ? Verdict::counterexample : Verdict::broken;
    } else if (counts.failing > 0) {
      out.reason = "the arithmetic fails under some fault sets";
    } else {
      out.verdict = out.failure_free_pre == 0 ? Verdict::vacuous : Verdict::certified;
    }
  }

  const Task& task_;
  const Log& log_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  const BudgetCheck budget_;
  const BudgetCheck check_;
};

std::string random_text(const Task& task, const Cell& cell) {
  if (!count::has_chance(task.fspec)) {
    return "not known with late messages, crash_model stop, or limits of losses or of all faults";
  }
  if (!cell.counts->random_p && cell.counts->states == 0 && !task.options.time_limit_s)
    return "not known: there are too many states to compute it quickly; with a --time-limit "
           "ldfi-farm tries it";
  if (!cell.counts->random_p) return "not known: a budget ended before";
  if (*cell.violating == 0) return "finds nothing";
  const auto runs = expected_random_runs(cell);
  if (!runs) return "finds one with a probability of less than 1e-300 a run";
  return fmt::format("finds one with probability {:.4g} a run, after {:.4g} runs on average",
                     *cell.counts->random_p, *runs);
}

std::string as_text(const Task& task, const Cell& cell) {
  const Fspec& f = task.fspec;
  std::string out;
  const auto line = [&out](const char* label, const std::string& text) {
    out += labelled(label, text);
  };
  const std::string& verdict = name_of(cell.verdict);
  line("verdict", cell.reason.empty() ? verdict : fmt::format("{}: {}", verdict, cell.reason));
  line("program", printable(fmt::format("{}", fmt::join(task.file_names(), " "))));
  line("Fspec", fmt::format("EOT {}, EFF {} ({}), crashes {}{} ({})", f.eot(), f.eff(),
                            name_of(f.eff_mode()), f.crashes(), limits_in_words(f.parameters()),
                            name_of(f.crash_model())));
  if (cell.counts) {
    const auto row = [&](const char* label, const std::string& part) {
      const auto share = ratio_of(part, cell.distinct_fault_sets);
      line(label, part == "0" || !share ? part : fmt::format("{} ({})", part, percent(*share)));
    };
    line("fault sets", cell.distinct_fault_sets + " distinct");
    row("  violating", decimal(*cell.violating));
    row("  vacuous", cell.counts->vacuous);
    row("  passing", cell.counts->passing);
    if (cell.counts->failing != "0") row("  failing", cell.counts->failing);
    if (const auto overtaking = overtaking_sets(cell)) row("  overtaking", *overtaking);
    line("random search", random_text(task, cell));
    line("states", cell.counts->states > 0
                       ? fmt::format("at most {} at one tick", cell.counts->states)
                       : std::string("too many, so they were counted by decision diagrams"));
  }
  line("time", fmt::format("{:.3f} s", cell.wall_s));
  return out;
}

std::string as_json(const Task& task, const Cell& cell, const std::string& output) {
  results::Json out{{"verdict", name_of(cell.verdict)},
                    {"reason", cell.reason},
                    {"program", task.file_names()},
                    {"params", task.params},
                    {"fspec", results::fspec_json(task.fspec.parameters())},
                    {"counts", nullptr},
                    {"share", nullptr},
                    {"states", nullptr},
                    {"wall_s", cell.wall_s},
                    {"output", output},
                    {"version", config::version()}};
  if (cell.counts) {
    out["counts"] = results::counts_json(cell);
    out["share"] = violating_share(cell).value();
    out["states"] = cell.counts->states;
  }
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_count(const Task& task, const Log& log, Watch& watch) {
  StoredAnswer stored(task);
  RunRecord record = make_record(task, 1);
  record.strategy = "count";
  record.cells.push_back(Count(task, log, watch).run());
  stored.store([&record] { return record; });
  const Cell& cell = record.cells.front();
  print_result(task.options.summary == config::SummaryFormat::json
                   ? as_json(task, cell, stored.place())
                   : as_text(task, cell));
  stored.complain();
  return exit_status(cell.verdict);
}

}  // namespace ldfi::app
