#include "common/search/molly.hpp"

#include <fmt/core.h>

#include <set>

#include "common/base/contract.hpp"
#include "common/search/minimal_models.hpp"
#include "common/search/run_list.hpp"

namespace ldfi::search {
namespace {

class Molly final : public Strategy {
 public:
  Molly(const ground::Universe& universe, MollyOptions options)
      : options_(std::move(options)),
        u_(universe),
        again_(universe, ground::Executor::Scope::cone),
        dependencies_(universe.program()),
        runs_(options_.all) {
    queue(FaultSet{}, std::nullopt);
  }

  std::optional<Job> next_job() override {
    if (finished() || runs_.stops()) return std::nullopt;
    if (runs_.all_handed_out()) grow();
    if (runs_.all_handed_out()) {
      settle();
      return std::nullopt;
    }
    return runs_.hand_out(false);
  }

  void accept(const Report& report) override {
    runs_.accept(report, finished());
    if (!finished()) settle();
  }

  [[nodiscard]] bool finished() const override { return done_ || !gave_up_.empty(); }

  void give_up(const std::string& reason) override {
    if (!finished()) gave_up_ = reason;
  }

  [[nodiscard]] SearchProgress standing() const override {
    return {runs_.left(), std::nullopt, solve_ns()};
  }

  [[nodiscard]] SearchResult result() const override {
    const bool complete = options_.all && done_ && options_.negation == Negation::exact;
    SearchResult out = runs_.result(gave_up_, complete);
    out.solve_s = seconds(solve_ns());
    if (!found_something(out)) end_without(out);
    return out;
  }

 private:
  void queue(const FaultSet& faults, std::optional<std::uint64_t> parent) {
    if (known_.insert(faults).second) runs_.add(faults, parent);
  }

  /// Adds the runs that follow from the next run in the list. The outcome of that run must be
  /// known.
  void grow() {
    const std::size_t before = runs_.size();
    while (runs_.size() == before && parent_ < runs_.size() && runs_[parent_].done) {
      const RunList::Run& run = runs_[parent_];
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

  /// Notes whether the search has ended.
  void settle() {
    if (finished()) return;
    if (runs_.stops()) {
      done_ = runs_.stopped();
      return;
    }
    if (runs_.left() > 0) return;
    grow();
    if (!finished()) done_ = runs_.all_handed_out();
  }

  [[nodiscard]] std::uint64_t solve_ns() const {
    return solve_ns_ + (models_ ? models_->solve_ns() : 0);
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
  /// Executes a finished run again, because its formula needs the execution.
  ground::Executor again_;
  Dependencies dependencies_;
  RunList runs_;
  std::set<FaultSet> known_;  ///< fault sets of the runs in runs_
  std::size_t parent_ = 0;    ///< index of the run whose models become runs next
  std::unique_ptr<MinimalModels> models_;
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
