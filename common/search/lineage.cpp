#include "common/search/lineage.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/search/candidates.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::search {
namespace {

/// Above this number of instances, `automatic` learns from executions only: the formula of a
/// universe of this size takes a few GB.
constexpr std::size_t max_instances_at_once = 10'000'000;

class Lineage final : public Strategy {
 public:
  Lineage(const ground::Universe& universe, std::unique_ptr<sat::Solver> solver,
          LineageOptions options)
      : options_(options), solver_(std::move(solver)), candidates_(universe, *solver_) {
    look_ahead_ =
        options_.expand == Expansion::all || (options_.expand == Expansion::automatic &&
                                              universe.instance_count() <= max_instances_at_once);
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
    const auto* result = &wire::result_of<wire::ExecuteReport>(report);
    if (finished()) return;
    candidates_.stop(faults);
    ran_.insert(faults);
    executions_.push_back({report.job, parent, faults, result->outcome, report.execute_ns});
    execute_ns_ += report.execute_ns;
    const bool holds = result->outcome == Outcome::holds;
    if (holds && faults != least_ && candidates_.proved(faults)) ++wasted_;
    if (holds && look_ahead_) {
      candidates_.learn_everything();
      if (options_.scout != nullptr) candidates_.send(*options_.scout, options_.check);
    }
    look_ahead_ = look_ahead_ && !holds;
    candidates_.learn({result->lineage.fired, result->lineage.refuted, result->lineage.unfounded});
    if (!holds) take_bad(faults, *result);
    last_learned_ = report.job;
    least_.reset();
    find_least();
  }

  [[nodiscard]] bool finished() const override { return done_; }

  void give_up(const std::string& reason) override {
    if (done_) return;
    done_ = true;
    const bool answered = naming_errors_ && !bad_.empty();
    if (!answered) reason_ = reason;
  }

  [[nodiscard]] Standing standing() const override {
    return {jobs_.size(), solver_->clauses(), candidates_.solve_ns(), blocked_only_};
  }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out;
    std::set<FaultSet> found;
    for (const auto& [faults, report] : bad_) found.insert(faults);
    for (const FaultSet& faults : minimal_sets(found)) {
      // If the search gave up, the smaller sets have no verdict, so nobody knows whether this one
      // is minimal.
      out.falsifiers.push_back({faults, reason_.empty(), bad_.at(faults).violated});
      if (!options_.all) break;
    }
    if (!errors_.empty()) out.error = errors_.begin()->second;
    out.reason = reason_;
    out.verdict = !bad_.empty() || !errors_.empty() ? Verdict::counterexample
                  : reason_.empty()                 ? Verdict::certified
                                                    : Verdict::inconclusive;
    if (bad_.contains(FaultSet{})) out.verdict = Verdict::broken;
    out.executed = executions_.size();
    out.executions = executions_;
    out.wasted = wasted_ + jobs_.size();
    out.solve_s = seconds(candidates_.solve_ns());
    out.execute_s = seconds(execute_ns_);
    return out;
  }

 private:
  void take_bad(const FaultSet& faults, const wire::ExecuteReport& report) {
    if (report.outcome == Outcome::error) {
      errors_.emplace(faults, report.error);
    } else {
      bad_.emplace(faults, report);
      if (options_.all && !faults.empty()) candidates_.exclude_supersets(faults);
    }
    if (faults.empty()) done_ = true;  // the program fails without faults, so faults prove nothing
  }

  /// Finds the set that the search waits for: the least one that is not proved harmless, or one of
  /// the smallest if all falsifiers are wanted.
  void find_least() {
    while (!done_ && !least_) {
      // If all falsifiers of a size are wanted, their order does not matter.
      least_ = options_.all && !naming_errors_ ? candidates_.smallest() : candidates_.least();
      const bool found = least_ && (naming_errors_ ? errors_.contains(*least_)
                                                   : !options_.all && bad_.contains(*least_));
      if (found || !least_) {
        end_question();
      } else if (ran_.contains(*least_)) {
        LDFI_ENSURE(!candidates_.overtaken(),
                    "exploring states finds a falsifier that the ground executor does not confirm");
        ++blocked_only_;  // it is harmless, but its proof was too weak to exclude it
        candidates_.exclude(*least_);
        least_.reset();
      }
    }
  }

  // Falsifiers come first: an error under some fault set says nothing about other sets. Then the
  // search names the least set that ends in an error, if there is one.
  void end_question() {
    done_ = naming_errors_ || !candidates_.ask_for_errors();
    naming_errors_ = !done_;
    if (naming_errors_) least_.reset();
  }

  std::optional<FaultSet> pending_first() {
    if (!least_) return std::nullopt;
    const bool running = std::any_of(jobs_.begin(), jobs_.end(),
                                     [&](const auto& j) { return j.second.faults == *least_; });
    return running ? std::nullopt : least_;
  }

  wire::Job hand_out(const FaultSet& faults) {
    jobs_.emplace(next_id_, Running{faults, last_learned_});
    if (!candidates_.overtaken()) candidates_.start(faults);
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
  std::map<FaultSet, wire::ExecuteReport> bad_;  ///< the executed sets that violate
  std::map<FaultSet, std::string> errors_;  ///< the executed sets that end in an arithmetic error
  bool naming_errors_ = false;  ///< the falsifiers are known, and the question is about errors
  std::vector<Execution> executions_;
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
