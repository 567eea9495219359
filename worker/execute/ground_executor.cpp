#include "worker/execute/ground_executor.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <optional>

#include "common/core/contract.hpp"
#include "common/core/enumeration.hpp"
#include "common/core/fault_sampler.hpp"
#include "common/core/memory.hpp"
#include "common/core/phase.hpp"
#include "common/ground/lineage.hpp"
#include "common/ground/pruner.hpp"
#include "common/reach/reachability.hpp"
#include "common/wire/codec.hpp"
#include "worker/execute/cell_search.hpp"

namespace ldfi::execute {
namespace {

using ground::Universe;

/// The lanes that a batch of that many fault sets fills.
ground::Executor::Lanes used_lanes(std::size_t sets) {
  return sets == ground::Executor::lane_count ? ~ground::Executor::Lanes{0}
                                              : (ground::Executor::Lanes{1} << sets) - 1;
}

class GroundExecutor final : public Executor {
 public:
  GroundExecutor(const Universe& universe, BudgetCheck check)
      : u_(universe), check_(std::move(check)), run_(universe, ground::Executor::Scope::cone) {}

  wire::Report execute(const wire::Job& job) override {
    const Phase phase("executing");
    const auto start = std::chrono::steady_clock::now();
    wire::Report report;
    report.job = job.id;
    report.fingerprint = u_.fingerprint();
    if (const auto* one = std::get_if<wire::ExecuteJob>(&job.work)) {
      report.result = run_one(*one);
    } else if (const auto* range = std::get_if<wire::EnumerateJob>(&job.work)) {
      report.result = run_range(*range);
    } else {
      const auto* sample = std::get_if<wire::SampleJob>(&job.work);
      LDFI_REQUIRE(sample != nullptr, "a job for one universe");
      report.result = run_sample(*sample);
    }
    report.execute_ns =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                       std::chrono::steady_clock::now() - start)
                                       .count());
    return report;
  }

 private:
  /// Between executions of one job.
  void pause() const {
    say_alive();
    if (check_) check_();
  }

  wire::ExecuteReport run_one(const wire::ExecuteJob& job) {
    LDFI_REQUIRE(u_.fspec().admits(job.faults), "a fault set outside the Fspec");
    run_.execute(job.faults);
    wire::ExecuteReport report;
    if ((run_.errors() & 1U) != 0) {
      report.outcome = wire::Outcome::error;
      report.error = error_text(job.faults);
    } else if ((run_.violating() & 1U) != 0) {
      report.outcome = wire::Outcome::violates;
      report.violated = violated();
    }
    // Of an outcome that is no good it says whether errors happen, which ends where none can.
    if (report.outcome == wire::Outcome::holds || !u_.errors().empty()) {
      ground::Lineage lineage = ground::explain(u_, run_);
      report.lineage = {std::move(lineage.fired), std::move(lineage.refuted),
                        std::move(lineage.unfounded)};
    }
    return report;
  }

  [[nodiscard]] std::string tuple_text(FactId f) const {
    return u_.program().tuple_text(RelationId(u_.info(f).space), u_.tuple(f).data());
  }

  [[nodiscard]] std::vector<std::string> violated() const {
    std::vector<std::string> out;
    for (const ground::Goal& g : u_.goals()) {
      const bool promised = !g.pre || run_.holds(*g.pre);
      const bool kept = g.post && run_.holds(*g.post);
      if (promised && !kept) out.push_back(tuple_text(g.pre ? *g.pre : *g.post));
    }
    std::sort(out.begin(), out.end());
    return out;
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

  wire::EnumerateReport run_range(const wire::EnumerateJob& job) {
    wire::EnumerateReport report;
    Enumeration sets(u_.fspec(), job.crashes, job.omissions);
    if (job.count == 0) return report;
    sets.seek(job.first);
    std::vector<FaultSet> batch;
    for (std::uint64_t i = 0; i < job.count; ++i) {
      batch.push_back(sets.faults());
      const bool more = sets.next();
      if (batch.size() == ground::Executor::lane_count || i + 1 == job.count || !more)
        run_batch(batch, job.known, report);
      if (!more) break;
    }
    return report;
  }

  void run_batch(std::vector<FaultSet>& batch, const std::vector<FaultSet>& known,
                 wire::EnumerateReport& report) {
    pause();
    run_.execute(std::span<const FaultSet>(batch));
    report.executed += batch.size();
    const auto violating = run_.violating() & used_lanes(batch.size());
    const auto errors = run_.errors() & used_lanes(batch.size());
    report.violating += static_cast<std::uint64_t>(__builtin_popcountll(violating));
    for (std::size_t lane = 0; lane < batch.size(); ++lane) {
      if ((errors >> lane & 1U) != 0) report.errors.push_back(batch[lane]);
      if ((violating >> lane & 1U) == 0) continue;
      const bool is_news = std::none_of(
          known.begin(), known.end(), [&](const FaultSet& k) { return k.subset_of(batch[lane]); });
      if (is_news) report.falsifiers.push_back(batch[lane]);
    }
    batch.clear();
  }

  wire::SampleReport run_sample(const wire::SampleJob& job) {
    wire::SampleReport report;
    const FaultSampler sets(u_.fspec(), job.seed);
    std::vector<FaultSet> batch;
    while (report.executed < job.count && report.outcome == wire::Outcome::holds) {
      batch.clear();
      while (batch.size() < ground::Executor::lane_count &&
             report.executed + batch.size() < job.count) {
        pause();  // a set may have a million faults
        batch.push_back(sets.draw(job.first + report.executed + batch.size()));
      }
      run_.execute(std::span<const FaultSet>(batch));
      const auto errors = run_.errors() & used_lanes(batch.size());
      const auto bad = run_.violating() & used_lanes(batch.size());
      report.harmless = report.executed + batch.size();
      if (bad != 0) {
        report.harmless = report.executed + static_cast<std::uint64_t>(std::countr_zero(bad));
        report.outcome = wire::Outcome::violates;
      }
      if (report.sound == report.executed) {
        const auto lane = static_cast<std::uint64_t>(std::countr_zero(errors));
        report.sound = std::min(report.harmless, report.executed + lane);
      }
      report.executed += batch.size();
    }
    return report;
  }

  const Universe& u_;
  BudgetCheck check_;
  ground::Executor run_;
};

/// Owns the program, and the universe that its executor reads: grounded when a job first asks for
/// it, since the cells of a sweep ground for themselves.
class StandaloneExecutor final : public Executor {
 public:
  explicit StandaloneExecutor(const wire::Setup& setup)
      : setup_(setup),
        program_(dedalus::check_program(
            setup.sources, {setup.fspec.nodes, setup.fspec.eot, setup.pre, setup.post, {}, true})),
        around_{seconds, resident_bytes, [this] { say_alive(); },
                [this](bool absent) { say_absent(absent); }},
        deadline_(setup.time_left_ms == 0
                      ? std::numeric_limits<double>::infinity()
                      : around_.clock() + static_cast<double>(setup.time_left_ms) / 1000) {}

  wire::Report execute(const wire::Job& job) override {
    if (const auto* cell = std::get_if<wire::SearchJob>(&job.work)) return search(job.id, *cell);
    if (!universe_) {
      const Absence absence(around_.absent);
      const Phase phase("grounding");
      ground::GroundLimits limits = limits_of(setup_);
      limits.check = [this] {
        say_alive();
        check();
      };
      universe_.emplace(ground_program(limits));
      executor_.emplace(*universe_, [this] { check(); });
      executor_->set_alive([this] { say_alive(); });
    }
    return executor_->execute(job);
  }

 private:
  void check() const {
    if (around_.clock() >= deadline_) throw BudgetExceeded("time", "time");
    if (setup_.memory_limit_bytes > 0 && around_.memory() > setup_.memory_limit_bytes) {
      throw BudgetExceeded("memory", "memory");
    }
  }

  [[nodiscard]] Universe ground_program(const ground::GroundLimits& limits) const {
    const Fspec fspec(setup_.fspec);
    if (!setup_.pruning_done) {
      return reach::ground_program(program_, fspec, limits, setup_.pruning,
                                   static_cast<sat::Kind>(setup_.solver));
    }
    ground::KnownImpossible known(setup_.pruned);
    return ground::ground_program(program_, fspec, limits, &known);
  }

  static double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  wire::Report search(std::uint64_t id, const wire::SearchJob& cell) {
    auto result = search_cell(program_, setup_, cell, around_, deadline_);
    std::uint64_t execute_ns = 0;
    for (const auto& run : result.runs) execute_ns += run.execute_ns;
    return {id, wire::fingerprint(setup_), execute_ns, std::move(result)};
  }

  wire::Setup setup_;
  dedalus::Program program_;
  Surroundings around_;
  double deadline_;
  std::optional<Universe> universe_;
  std::optional<GroundExecutor> executor_;
};

}  // namespace

std::unique_ptr<Executor> make_ground_executor(const Universe& universe, BudgetCheck check) {
  return std::make_unique<GroundExecutor>(universe, std::move(check));
}

std::unique_ptr<Executor> make_ground_executor(const wire::Setup& setup) {
  return std::make_unique<StandaloneExecutor>(setup);
}

}  // namespace ldfi::execute
