#include "worker/dedalus/ground_executor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/dedalus/eval/check_options.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/lineage.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/minimise/smaller_world.hpp"
#include "worker/dedalus/cell_search.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/plain_executor.hpp"
#include "worker/machine/set_executor.hpp"

namespace ldfi::execute {
namespace {

using ground::Universe;

/// Returns the lanes for this number of fault sets. A lane is one bit of a word, and executes one
/// fault set.
ground::Executor::Lanes used_lanes(std::size_t sets) {
  return sets == ground::Executor::lane_count ? ~ground::Executor::Lanes{0}
                                              : (ground::Executor::Lanes{1} << sets) - 1;
}

class GroundExecutor final : public SetExecutor {
 public:
  GroundExecutor(const Universe& universe, BudgetCheck check)
      : SetExecutor(universe.fspec(), universe.fingerprint(), ground::Executor::lane_count,
                    std::move(check)),
        u_(universe),
        run_(universe, ground::Executor::Scope::cone) {}

 private:
  ExecuteReport run_one(const FaultSet& faults) override {
    run_.execute(faults);
    ExecuteReport report;
    if ((run_.errors() & 1U) != 0) {
      report.outcome = Outcome::error;
      report.error = error_text(faults);
    } else if ((run_.violating() & 1U) != 0) {
      report.outcome = Outcome::violates;
      judge(report);
    }
    // A violating execution also needs a lineage (the causes of its tuples) if errors are possible,
    // or if it does not violate all specifications.
    if (report.outcome == Outcome::holds || !u_.errors().empty() ||
        !u_.program().specifications.empty()) {
      report.lineage = ground::explain(u_, run_);
    }
    return report;
  }

  Outcomes run(std::span<const FaultSet> sets) override {
    run_.execute(sets);
    const auto used = used_lanes(sets.size());
    return {run_.violating() & used, run_.errors() & used};
  }

  [[nodiscard]] std::string tuple_text(FactId f) const {
    return u_.program().tuple_text(RelationId(u_.info(f).space), u_.tuple(f).data());
  }

  [[nodiscard]] bool violates(const ground::Goal& g) const {
    return (!g.pre || run_.holds(*g.pre)) && !(g.post && run_.holds(*g.post));
  }

  /// Adds to the report which tuples violate which specification. If a tuple does so at several
  /// ticks, reports the first tick.
  void judge(ExecuteReport& report) const {
    const auto& all = u_.program().specifications;
    std::map<std::string, int> first;
    std::set<std::uint32_t> specifications;
    for (const ground::Goal& g : u_.goals()) {
      if (!violates(g)) continue;
      const FactId f = g.pre ? *g.pre : *g.post;
      if (!all.empty()) specifications.insert(g.specification);
      const bool timed = !all.empty() && all[g.specification].says.after;
      const int at = timed ? u_.info(f).at.tick() : 0;
      const auto [known, is_new] = first.emplace(tuple_text(f), at);
      if (!is_new) known->second = std::min(known->second, at);
    }
    for (const auto& [text, at] : first) {
      report.violated.push_back(at == 0 ? text : fmt::format("{}@{}", text, at));
    }
    std::sort(report.violated.begin(), report.violated.end());
    report.specifications.assign(specifications.begin(), specifications.end());
  }

  [[nodiscard]] std::string error_text(const FaultSet& faults) const {
    std::string out;
    for (std::size_t i = 0; i < u_.errors().size(); ++i) {
      if (!run_.holds(u_.errors()[i])) continue;
      const auto& fault = u_.error_fault(i);
      out += render(Diagnostic{Severity::error,
                               "arithmetic",
                               fault.where,
                               fault.what,
                               {"it happens under the fault set " + to_text(faults, u_.fspec())}},
                    u_.program().sources);
    }
    return out;
  }

  const Universe& u_;
  ground::Executor run_;
};

dedalus::CheckOptions options_of(const wire::Setup& setup) {
  dedalus::CheckOptions out{.nodes = setup.fspec.nodes,
                            .eot = setup.fspec.eot,
                            .pre = setup.invariant.pre,
                            .post = setup.invariant.post,
                            .names_known = true,
                            .fail_on = setup.invariant.fail_on};
  eval::set_faults(out, setup.fspec);
  return out;
}

/// An executor that owns its program and its universe. It makes the universe when a job first needs
/// it, because jobs for other cells of a sweep need other universes.
class StandaloneExecutor final : public campaign::Executor {
 public:
  explicit StandaloneExecutor(const wire::Setup& setup)
      : setup_(setup),
        program_(dedalus::check_program(setup.sources, options_of(setup))),
        host_{seconds, resident_bytes, [this] { say_alive(); },
              [this](bool suspended) { say_suspended(suspended); }},
        deadline_(setup.budget.time_left_ms == 0
                      ? std::numeric_limits<double>::infinity()
                      : host_.clock() + static_cast<double>(setup.budget.time_left_ms) / 1000) {}

  Report execute(const Job& job) override {
    if (std::holds_alternative<SearchJob>(job.work)) {
      return search(job.id, std::get<SearchJob>(job.work));
    }
    if (!executor_) {
      executor_ = make_executor();
      executor_->set_alive([this] { say_alive(); });
    }
    return executor_->execute(job);
  }

 private:
  std::unique_ptr<campaign::Executor> make_executor() {
    fspec_.emplace(setup_.fspec);
    const BudgetCheck alive_and_within_limits = [this] {
      say_alive();
      check();
    };
    if (setup_.grounding.plain) {
      return make_plain_executor(program_, *fspec_,
                                 eval_limits(setup_.budget, alive_and_within_limits),
                                 wire::fingerprint(setup_));
    }
    const campaign::HeartbeatSuspension suspension(host_.suspend);
    const Phase phase("grounding");
    universe_.emplace(ground_program(ground_limits(setup_.budget, alive_and_within_limits)));
    return make_ground_executor(*universe_, [this] { check(); });
  }

  void check() const {
    if (host_.clock() >= deadline_) throw BudgetExceeded("time", "time");
    if (setup_.budget.memory_limit_bytes > 0 && host_.memory() > setup_.budget.memory_limit_bytes) {
      throw BudgetExceeded("memory", "memory");
    }
  }

  [[nodiscard]] Universe ground_program(const ground::GroundLimits& limits) const {
    if (!setup_.grounding.pruning_done) {
      return reach::ground_program(program_, *fspec_, limits, setup_.grounding.pruning,
                                   setup_.grounding.solver);
    }
    ground::KnownImpossible known(setup_.grounding.pruned, setup_.grounding.bounded);
    return ground::ground_program(program_, *fspec_, limits, &known);
  }

  static double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  Report search(std::uint64_t id, const SearchJob& cell) {
    Cell result = search_cell(program_of(cell), setup_, cell, host_, deadline_);
    const auto execute_ns = static_cast<std::uint64_t>(result.execute_s * 1e9);
    return {id, wire::fingerprint(setup_), execute_ns, std::move(result)};
  }

  /// Returns the program with the constants and facts of the cell. Keeps the last program that it
  /// returned, because the next cell probably needs the same program.
  const dedalus::Program& program_of(const SearchJob& cell) {
    if (cell.params.empty() && cell.without.empty()) return program_;
    if (!variant_ || variant_params_ != cell.params || variant_without_ != cell.without) {
      variant_.reset();
      variant_params_ = cell.params;
      variant_without_ = cell.without;
      dedalus::Program whole =
          cell.params.empty()
              ? program_
              : dedalus::check_program(dedalus::with_settings(setup_.sources, cell.params),
                                       options_of(setup_));
      variant_.emplace(minimise::without_facts(std::move(whole), cell.without));
    }
    return *variant_;
  }

  wire::Setup setup_;
  dedalus::Program program_;
  std::vector<std::string> variant_params_;
  std::vector<std::uint32_t> variant_without_;
  std::optional<dedalus::Program> variant_;
  campaign::Host host_;
  double deadline_;
  std::optional<Fspec> fspec_;
  std::optional<Universe> universe_;
  std::unique_ptr<campaign::Executor> executor_;
};

}  // namespace

std::unique_ptr<campaign::Executor> make_ground_executor(const Universe& universe,
                                                         BudgetCheck check) {
  return std::make_unique<GroundExecutor>(universe, std::move(check));
}

std::unique_ptr<campaign::Executor> make_ground_executor(const wire::Setup& setup) {
  return std::make_unique<StandaloneExecutor>(setup);
}

}  // namespace ldfi::execute
