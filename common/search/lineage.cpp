#include "common/search/lineage.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/core/contract.hpp"
#include "common/search/candidates.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::search {
namespace {

/// Above it, `automatic` learns from executions only: a formula of this size takes a few GB.
constexpr std::size_t most_instances_at_once = 10'000'000;

class Lineage final : public Strategy {
 public:
  Lineage(const ground::Universe& universe, std::unique_ptr<sat::Solver> solver,
          LineageOptions options)
      : options_(options), solver_(std::move(solver)), candidates_(universe, *solver_) {
    look_ahead_ =
        options_.expand == Expand::all || (options_.expand == Expand::automatic &&
                                           universe.instance_count() <= most_instances_at_once);
  }

  std::optional<wire::Job> next_job() override {
    if (finished()) return std::nullopt;
    if (!started_) {
      started_ = true;
      return hand_out(FaultSet{});
    }
    if (const auto first = pending_first()) return hand_out(*first);
    if (finished()) return std::nullopt;
    auto other = candidates_.another();
    if (!other || ran_.contains(*other)) return std::nullopt;
    return hand_out(*other);
  }

  void accept(const wire::Report& report) override {
    const auto it = jobs_.find(report.job);
    LDFI_REQUIRE(it != jobs_.end(), "a report of a job that was not handed out");
    const auto [faults, parent] = it->second;
    jobs_.erase(it);
    const auto* result = std::get_if<wire::ExecuteReport>(&report.result);
    LDFI_REQUIRE(result != nullptr, "a report of another kind of job");
    if (finished()) return;
    candidates_.stop(faults);
    ran_.insert(faults);
    executions_.push_back({report.job, parent, faults, result->outcome, report.execute_ns});
    execute_ns_ += report.execute_ns;
    if (result->outcome == wire::Outcome::holds) {
      if (faults != least_ && candidates_.proved(faults)) ++wasted_;
      if (look_ahead_) candidates_.learn_everything();
      look_ahead_ = false;
      candidates_.learn(
          {result->lineage.fired, result->lineage.refuted, result->lineage.unfounded});
    } else {
      bad_.emplace(faults, *result);
      if (options_.all && !faults.empty()) candidates_.exclude_supersets(faults);
      if (faults.empty())
        done_ = true;  // nothing can be said about faults: the program itself is broken
    }
    last_learned_ = report.job;
    least_.reset();
    find_least();
  }

  [[nodiscard]] bool finished() const override { return done_; }

  void give_up(const std::string& reason) override {
    if (done_) return;
    done_ = true;
    reason_ = reason;
  }

  [[nodiscard]] Standing standing() const override {
    return {jobs_.size(), solver_->clauses(), candidates_.solve_ns()};
  }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out;
    std::set<FaultSet> found;
    for (const auto& [faults, report] : bad_) found.insert(faults);
    for (const FaultSet& faults : minimal_sets(found)) {
      const wire::ExecuteReport& report = bad_.at(faults);
      if (report.outcome == wire::Outcome::error) {
        if (out.error.empty()) out.error = report.error;
      } else {
        // Without a verdict on the smaller sets, minimality is not known.
        out.counterexamples.push_back({faults, reason_.empty(), report.violated});
      }
      if (!options_.all) break;
    }
    out.reason = reason_;
    out.verdict = !bad_.empty()     ? Verdict::counterexample
                  : reason_.empty() ? Verdict::certified
                                    : Verdict::inconclusive;
    const auto failure_free = bad_.find(FaultSet{});
    if (failure_free != bad_.end() && failure_free->second.outcome == wire::Outcome::violates) {
      out.verdict = Verdict::broken;
    }
    out.executed = executions_.size();
    out.executions = executions_;
    out.wasted = wasted_ + jobs_.size();
    out.solve_ns = candidates_.solve_ns();
    out.execute_ns = execute_ns_;
    out.blocked_only = blocked_only_;
    return out;
  }

 private:
  /// The least set that is not proved harmless (of all falsifiers: one of the smallest), once
  /// known: what the search is waiting for.
  void find_least() {
    while (!done_ && !least_) {
      // Whoever wants all falsifiers of a size does not mind which comes first.
      least_ = options_.all ? candidates_.smallest() : candidates_.least();
      if (!least_ || (!options_.all && bad_.contains(*least_))) {
        done_ = true;
      } else if (ran_.contains(*least_)) {
        ++blocked_only_;  // harmless, but its proof was too weak to say so
        candidates_.exclude(*least_);
        least_.reset();
      }
    }
  }

  std::optional<FaultSet> pending_first() {
    if (!least_) return std::nullopt;
    const bool running = std::any_of(jobs_.begin(), jobs_.end(),
                                     [&](const auto& j) { return j.second.faults == *least_; });
    return running ? std::nullopt : least_;
  }

  wire::Job hand_out(const FaultSet& faults) {
    jobs_.emplace(next_id_, Running{faults, last_learned_});
    candidates_.start(faults);
    return {next_id_++, wire::ExecuteJob{faults}};
  }

  struct Running {
    FaultSet faults;
    std::optional<std::uint64_t> parent;
  };

  LineageOptions options_;
  std::unique_ptr<sat::Solver> solver_;
  Candidates candidates_;
  bool look_ahead_ = false;  ///< learn everything as soon as the failure-free run is good
  bool started_ = false;
  bool done_ = false;
  std::string reason_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, Running> jobs_;
  std::optional<std::uint64_t> last_learned_;
  std::optional<FaultSet> least_;
  std::set<FaultSet> ran_;
  std::map<FaultSet, wire::ExecuteReport> bad_;
  std::vector<ExecutionRecord> executions_;
  std::uint64_t execute_ns_ = 0;
  std::uint64_t wasted_ = 0;
  std::uint64_t blocked_only_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_lineage(const ground::Universe& universe,
                                       std::unique_ptr<sat::Solver> solver,
                                       LineageOptions options) {
  return std::make_unique<Lineage>(universe, std::move(solver), options);
}

}  // namespace ldfi::search
