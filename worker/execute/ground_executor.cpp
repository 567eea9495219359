#include "worker/execute/ground_executor.hpp"

#include <algorithm>
#include <chrono>

#include "common/core/contract.hpp"
#include "common/core/enumeration.hpp"
#include "common/ground/lineage.hpp"

namespace ldfi::execute {
namespace {

using ground::Universe;

class GroundExecutor final : public Executor {
 public:
  explicit GroundExecutor(const Universe& universe)
      : u_(universe), run_(universe, ground::Executor::Scope::cone) {}

  wire::Report execute(const wire::Job& job) override {
    const auto start = std::chrono::steady_clock::now();
    wire::Report report;
    report.job = job.id;
    report.fingerprint = u_.fingerprint();
    if (const auto* one = std::get_if<wire::ExecuteJob>(&job.work)) {
      report.result = run_one(*one);
    } else {
      report.result = run_range(std::get<wire::EnumerateJob>(job.work));
    }
    report.execute_ns =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                       std::chrono::steady_clock::now() - start)
                                       .count());
    return report;
  }

 private:
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
    } else {
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
    run_.execute(std::span<const FaultSet>(batch));
    report.executed += batch.size();
    const auto used =
        batch.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << batch.size()) - 1;
    const auto violating = run_.violating() & used;
    const auto errors = run_.errors() & used;
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

  const Universe& u_;
  ground::Executor run_;
};

/// Owns the program and universe that its executor reads.
class StandaloneExecutor final : public Executor {
 public:
  explicit StandaloneExecutor(const wire::Setup& setup)
      : program_(dedalus::check_program(
            setup.sources, {setup.fspec.nodes, setup.fspec.eot, setup.pre, setup.post})),
        universe_(ground::ground_program(program_, Fspec(setup.fspec), limits(setup))),
        executor_(universe_) {}

  wire::Report execute(const wire::Job& job) override { return executor_.execute(job); }

 private:
  static ground::GroundLimits limits(const wire::Setup& setup) {
    ground::GroundLimits out;
    if (setup.max_facts > 0) out.max_facts = setup.max_facts;
    return out;
  }

  dedalus::Program program_;
  Universe universe_;
  GroundExecutor executor_;
};

}  // namespace

std::unique_ptr<Executor> make_ground_executor(const Universe& universe) {
  return std::make_unique<GroundExecutor>(universe);
}

std::unique_ptr<Executor> make_ground_executor(const wire::Setup& setup) {
  return std::make_unique<StandaloneExecutor>(setup);
}

}  // namespace ldfi::execute
