#include "common/search/molly.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/contract.hpp"
#include "common/search/minimal_models.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::search {
namespace {

class Molly final : public Strategy {
 public:
  Molly(const ground::Universe& universe, MollyOptions options)
      : options_(std::move(options)),
        u_(universe),
        again_(universe, ground::Executor::Scope::cone),
        dependencies_(universe.program()) {
    queue(FaultSet{}, std::nullopt);
  }

  std::optional<wire::Job> next_job() override {
    if (finished() || stops_at_) return std::nullopt;
    if (next_ == runs_.size()) grow();
    if (next_ == runs_.size()) {
      settle();
      return std::nullopt;
    }
    ++running_;
    ++next_;
    return wire::Job{next_, wire::ExecuteJob{runs_[next_ - 1].faults}};
  }

  void accept(const wire::Report& report) override {
    LDFI_REQUIRE(report.job >= 1 && report.job <= next_ && !runs_[report.job - 1].done,
                 "a report of a job that was not handed out");
    const auto* result = &wire::result_of<wire::ExecuteReport>(report);
    --running_;
    Run& run = runs_[report.job - 1];
    run.done = true;
    if (finished()) return;
    run.outcome = result->outcome;
    run.execute_ns = report.execute_ns;
    run.violated = result->violated;
    run.error = result->error;
    const bool stops = run.outcome == Outcome::violates && !options_.all;
    if (stops || (run.outcome != Outcome::holds && run.faults.empty())) {
      const std::size_t index = report.job - 1;
      stops_at_ = std::min(stops_at_.value_or(index), index);
    }
    settle();
  }

  [[nodiscard]] bool finished() const override { return done_ || !gave_up_.empty(); }

  void give_up(const std::string& reason) override {
    if (!finished()) gave_up_ = reason;
  }

  [[nodiscard]] Standing standing() const override {
    return {runs_.size() - next_ + running_, std::nullopt,
            solve_ns_ + (models_ ? models_->solve_ns() : 0)};
  }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out;
    std::vector<const Run*> bad;
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < next_; ++i) {
      const Run& run = runs_[i];
      if (!run.done) continue;
      ++done;
      out.executions.push_back({i + 1, run.parent, run.faults, run.outcome, run.execute_ns});
      out.execute_s += seconds(run.execute_ns);
      const bool counts = options_.all || !stops_at_ || i <= *stops_at_;
      if (run.outcome != Outcome::holds && counts) bad.push_back(&run);
    }
    out.executed = stops_at_ ? std::min<std::uint64_t>(*stops_at_ + 1, done) : done;
    out.wasted = done - static_cast<std::uint64_t>(out.executed) + running_;
    out.solve_s = seconds(solve_ns_ + (models_ ? models_->solve_ns() : 0));
    report(bad, out);
    if (bad.empty()) end_without(out);
    return out;
  }

 private:
  struct Run {
    FaultSet faults;
    std::optional<std::uint64_t> parent;
    bool done = false;
    Outcome outcome = Outcome::holds;
    std::uint64_t execute_ns = 0;
    std::vector<std::string> violated;
    std::string error;
  };

  void queue(const FaultSet& faults, std::optional<std::uint64_t> parent) {
    if (known_.insert(faults).second) runs_.push_back({faults, parent, false, {}, 0, {}, {}});
  }

  /// Adds the runs that follow from the next run in line, whose outcome must be known.
  void grow() {
    const std::size_t before = runs_.size();
    while (runs_.size() == before && parent_ < runs_.size() && runs_[parent_].done) {
      const Run& run = runs_[parent_];
      if (!models_ && run.outcome != Outcome::violates) {
        again_.execute(run.faults);
        models_ = std::make_unique<MinimalModels>(u_, again_, run.faults, dependencies_,
                                                  options_.negation, options_.make_solver());
      }
      const auto more = models_ ? models_->next() : std::nullopt;
      if (more) {
        for (const FaultSet& faults : *more) queue(faults, parent_ + 1);
      } else {
        if (models_) solve_ns_ += models_->solve_ns();
        models_.reset();
        ++parent_;
      }
    }
  }

  /// Finds out whether the search has ended.
  void settle() {
    if (finished()) return;
    if (stops_at_) {
      done_ = std::all_of(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(*stops_at_),
                          [](const Run& r) { return r.done; });
      return;
    }
    if (running_ > 0 || next_ < runs_.size()) return;
    grow();
    if (!finished()) done_ = next_ == runs_.size();
  }

  void report(const std::vector<const Run*>& bad, SearchResult& out) const {
    std::set<FaultSet> found;
    for (const Run* run : bad) {
      if (run->outcome == Outcome::violates) found.insert(run->faults);
    }
    const auto minimal = minimal_sets(found);
    for (const Run* run : bad) {
      if (run->outcome == Outcome::error) {
        if (out.error.empty()) out.error = run->error;
        continue;
      }
      if (!std::binary_search(minimal.begin(), minimal.end(), run->faults)) continue;
      const bool all_known = options_.all && done_ && options_.negation == Negation::exact;
      out.falsifiers.push_back({run->faults, all_known || run->faults.size() <= 1, run->violated});
    }
    std::sort(out.falsifiers.begin(), out.falsifiers.end(),
              [](const auto& a, const auto& b) { return a.faults < b.faults; });
    if (bad.empty()) return;
    out.reason = gave_up_;
    const bool broken = bad.front()->faults.empty() && out.error.empty();
    out.verdict = broken ? Verdict::broken : Verdict::counterexample;
  }

  void end_without(SearchResult& out) const {
    if (options_.negation != Negation::exact) {
      out.reason = nothing_found(gave_up_);
    } else if (gave_up_.empty()) {
      out.verdict = Verdict::certified;
    } else {
      out.reason = gave_up_;
    }
  }

  MollyOptions options_;
  const ground::Universe& u_;
  ground::Executor again_;  ///< executes a run again, to build its formula
  Dependencies dependencies_;
  std::vector<Run> runs_;     ///< in the order of the search
  std::set<FaultSet> known_;  ///< those in runs_
  std::size_t next_ = 0;      ///< the next to hand out; the job's id is one more
  std::size_t parent_ = 0;    ///< the run whose models come next
  std::unique_ptr<MinimalModels> models_;
  std::uint64_t running_ = 0;
  std::optional<std::size_t> stops_at_;  ///< the first run so far that does not hold
  bool done_ = false;
  std::string gave_up_;
  std::uint64_t solve_ns_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_molly(const ground::Universe& universe, MollyOptions options) {
  LDFI_REQUIRE(options.make_solver != nullptr, "a formula needs a solver");
  return std::make_unique<Molly>(universe, std::move(options));
}

}  // namespace ldfi::search
