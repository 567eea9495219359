#include "master/app/count.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/decimal.hpp"
#include "common/base/phase.hpp"
#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/count/count.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/app/dropped.hpp"
#include "master/life/limits.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

/// part / whole; 0 if it is too small for a double.
double ratio(const BigInt& part, const BigInt& whole) {
  if (part == 0) return 0;
  const auto split = [](const BigInt& number) {
    const auto digits = static_cast<int>(msb(number)) + 1;
    const int dropped = std::max(0, digits - 64);
    const BigInt top = number >> static_cast<unsigned>(dropped);
    return std::pair(static_cast<double>(static_cast<std::uint64_t>(top)), dropped);
  };
  const auto [a, a_dropped] = split(part);
  const auto [b, b_dropped] = split(whole);
  return std::ldexp(a / b, a_dropped - b_dropped);
}

struct CountAnswer {
  Verdict verdict = Verdict::inconclusive;
  std::string reason;
  std::optional<count::Counts> counts;
  /// That a random fault set violates; none if a budget ended before it was known.
  std::optional<double> chance;
  double wall_s = 0;

  /// Executions of a random search, the failure-free one included; none if that is unknown, or
  /// infinite.
  [[nodiscard]] std::optional<double> expected_runs() const {
    if (verdict == Verdict::broken) return 1;
    if (!chance || *chance == 0) return std::nullopt;
    return 1 + 1 / *chance;
  }
};

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

  CountAnswer run() {
    refuse();
    CountAnswer out;
    try {
      const eval::Judgement failure_free = judge();
      const ground::Universe universe = ground();
      out.counts = pass(universe);
      conclude(*out.counts, failure_free, out);
      out.chance = chance(universe, *out.counts);
    } catch (const BudgetExceeded& e) {
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
      throw UsageError(fmt::format("--count knows omissions and crashes, and not {}", what));
    }
    if (!task_.program.specifications.empty()) {
      throw UsageError("--count knows pre and post, and no specifications with names");
    }
    if (!task_.options.known.empty()) {
      throw UsageError("--count counts all fault sets, and a config's `known` excludes some");
    }
  }

  /// Throws InputError if its arithmetic fails.
  eval::Judgement judge() const {
    const Phase phase("executing");
    DroppedMessages dropped(task_, log_);
    const auto limits = dropped.watch(execute::eval_limits(task_.budget(), check_));
    return with_sources(task_.program.sources, [&] {
      const auto model = eval::run(task_.program, task_.fspec, {}, limits);
      return eval::judge(task_.program, task_.fspec, *model, *model);
    });
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
    LDFI_ENSURE(counts.distinct() == task_.fspec.distinct_fault_sets(check_),
                "every fault set is counted once");
    return counts;
  }

  /// The counts stand, whatever ends this.
  std::optional<double> chance(const ground::Universe& universe,
                               const count::Counts& counts) const {
    if (counts.violating == 0) return 0;
    const Phase phase("weighting");
    try {
      return count::chance_of_violation(universe, {task_.options.max_states, check_});
    } catch (const BudgetExceeded& e) {
      log_.detail(fmt::format("what a random search needs is not known: out of {}", e.budget()));
      return std::nullopt;
    }
  }

  static void conclude(const count::Counts& counts, const eval::Judgement& failure_free,
                       CountAnswer& out) {
    LDFI_ENSURE(failure_free.holds() || counts.violating > 0, "the failure-free run is counted");
    if (counts.violating > 0) {
      out.verdict = failure_free.holds() ? Verdict::counterexample : Verdict::broken;
    } else if (counts.failing > 0) {
      out.reason = "the arithmetic fails under some fault sets";
    } else {
      out.verdict = failure_free.pre == 0 ? Verdict::vacuous : Verdict::certified;
    }
  }

  const Task& task_;
  const Log& log_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  const BudgetCheck budget_;
  const BudgetCheck check_;
};

std::string percent(const BigInt& part, const BigInt& whole) {
  if (part == 0) return "";
  const double share = ratio(part, whole) * 100;
  return share == 0 ? " (less than 1e-300 %)" : fmt::format(" ({:.4g} %)", share);
}

std::string random_text(const CountAnswer& answer) {
  if (answer.counts->violating == 0) return "finds nothing";
  const auto runs = answer.expected_runs();
  if (!runs) return "finds one with a probability of less than 1e-300 a run";
  return fmt::format("finds one with probability {:.4g} a run, after {:.4g} runs on average",
                     *answer.chance, *runs);
}

std::string as_text(const Task& task, const CountAnswer& answer) {
  const Fspec& f = task.fspec;
  std::string out;
  const auto line = [&out](const char* label, const std::string& text) {
    out += fmt::format("{:<14}{}\n", label, text);
  };
  const std::string& verdict = name_of(answer.verdict);
  line("verdict", answer.reason.empty() ? verdict : fmt::format("{}: {}", verdict, answer.reason));
  line("program", printable(fmt::format("{}", fmt::join(task.file_names(), " "))));
  line("Fspec", fmt::format("EOT {}, EFF {} ({}), crashes {}{} ({})", f.eot(), f.eff(),
                            name_of(f.eff_mode()), f.crashes(), limits_in_words(f.parameters()),
                            name_of(f.crash_model())));
  if (answer.counts) {
    const count::Counts& c = *answer.counts;
    const BigInt all = c.distinct();
    const auto row = [&](const char* label, const BigInt& part) {
      line(label, decimal(part) + percent(part, all));
    };
    line("fault sets", decimal(all) + " distinct");
    row("  violating", c.violating);
    row("  vacuous", c.vacuous);
    row("  passing", c.passing);
    if (c.failing > 0) row("  failing", c.failing);
    if (answer.chance) line("random search", random_text(answer));
    line("states", fmt::format("at most {} at one tick", c.states));
  }
  line("time", fmt::format("{:.3f} s", answer.wall_s));
  return out;
}

results::Json random_json(const CountAnswer& answer) {
  if (!answer.chance) return nullptr;
  const auto runs = answer.expected_runs();
  return {{"p", *answer.chance}, {"expected_runs", runs ? results::Json(*runs) : nullptr}};
}

std::string as_json(const Task& task, const CountAnswer& answer) {
  results::Json out{{"verdict", name_of(answer.verdict)},
                    {"reason", answer.reason},
                    {"program", task.file_names()},
                    {"params", task.params},
                    {"fspec", results::fspec_json(task.fspec.parameters())},
                    {"counts", nullptr},
                    {"share", nullptr},
                    {"states", nullptr},
                    {"wall_s", answer.wall_s},
                    {"version", config::version()}};
  if (answer.counts) {
    const count::Counts& c = *answer.counts;
    out["counts"] = {{"distinct", decimal(c.distinct())},
                     {"violating", decimal(c.violating)},
                     {"vacuous", decimal(c.vacuous)},
                     {"passing", decimal(c.passing)},
                     {"failing", decimal(c.failing)}};
    out["counts"]["random"] = random_json(answer);
    out["share"] = ratio(c.violating, c.distinct());
    out["states"] = c.states;
  }
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_count(const Task& task, const Log& log, Watch& watch) {
  const CountAnswer answer = Count(task, log, watch).run();
  print_result(task.options.summary == config::SummaryFormat::json ? as_json(task, answer)
                                                                   : as_text(task, answer));
  return exit_status(answer.verdict);
}

}  // namespace ldfi::app
