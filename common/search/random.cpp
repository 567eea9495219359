// Jobs are ranges of the sequence of fault sets, in order. They grow with the number of sets drawn.
// So few sets are executed needlessly if an early one violates, and few messages are sent if the
// search takes millions of sets. The lowest violating number is known once all ranges before it
// have been reported.
#include "common/search/random.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "common/base/contract.hpp"
#include "common/faults/fault_sampler.hpp"

namespace ldfi::search {
namespace {

class RandomSearch final : public Strategy {
 public:
  RandomSearch(const Fspec& fspec, RandomOptions options)
      : fspec_(fspec), options_(options), sets_(fspec, options.seed, options.weights) {
    LDFI_REQUIRE(options.max_runs >= 1, "the limit of executions is 1 or more");
  }

  std::optional<Job> next_job() override {
    if (finished() || bad_ || next_ == options_.max_runs) return std::nullopt;
    constexpr std::uint64_t least = 64;  // the ground executor runs so many sets at once
    const std::uint64_t wanted =
        std::min(std::max(next_ / 8 / least * least, least), options_.max_per_job);
    const SampleJob work{options_.seed, next_, std::min(wanted, options_.max_runs - next_),
                         options_.known, options_.weights};
    next_ += work.count;
    running_.emplace(next_id_, work);
    return Job{next_id_++, work};
  }

  void accept(const Report& report) override {
    const auto it = running_.find(report.job);
    LDFI_REQUIRE(it != running_.end(), "the report is about a job that was handed out");
    const auto* result = &result_of<SampleReport>(report);
    LDFI_ENSURE(result->sound <= result->harmless && result->harmless <= it->second.count,
                "the report counts at most the fault sets of its job");
    const std::uint64_t index = it->second.first + result->harmless;
    const std::uint64_t error = it->second.first + result->sound;
    running_.erase(it);
    if (finished()) return;
    ran_ += result->executed;
    execute_ns_ += report.execute_ns;
    unended_.add(result->unended);
    if (result->outcome == Outcome::violates && (!bad_ || index < *bad_)) bad_ = index;
    if (error < index) error_ = std::min(error_.value_or(error), error);
    done_ = bad_ ? lowest_is_known() : next_ == options_.max_runs && running_.empty();
  }

  [[nodiscard]] bool finished() const override { return done_ || !gave_up_.empty(); }

  void give_up(const std::string& reason) override {
    if (!finished()) gave_up_ = reason;
  }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out;
    out.execute_s = seconds(execute_ns_);
    const std::uint64_t needed = bad_ ? std::min(ran_, *bad_ + 1) : ran_;
    out.executed = needed;
    out.wasted = ran_ - needed;
    for (const auto& [id, work] : running_) out.wasted += work.count;
    out.reason = bad_ ? gave_up_ : nothing_found(gave_up_.empty() ? "runs" : gave_up_);
    if (!bad_ && !unended_.empty()) out.reason += "; " + unended_.text(fspec_);
    // Reports an error only if its fault set comes before the counterexample, because it depends on
    // the workers whether later sets were executed.
    if (error_ && error_ < bad_.value_or(options_.max_runs)) {
      out.error = error_under(sets_.draw(*error_), fspec_);
      out.verdict = Verdict::counterexample;
    }
    if (!bad_) return out;
    const FaultSet faults = sets_.draw(*bad_);
    out.verdict = faults.empty() ? Verdict::broken : Verdict::counterexample;
    const auto delays = faults.all<Delay>();
    const bool shorter = std::ranges::any_of(delays, [](const Delay& d) { return d.late > 1; });
    out.falsifiers.push_back({faults, faults.size() <= 1 && !shorter, {}});
    return out;
  }

 private:
  [[nodiscard]] bool lowest_is_known() const {
    return std::none_of(running_.begin(), running_.end(),
                        [this](const auto& r) { return r.second.first < *bad_; });
  }

  Fspec fspec_;
  RandomOptions options_;
  FaultSampler sets_;
  std::uint64_t next_ = 0;  ///< number of the next fault set to hand out
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, SampleJob> running_;
  std::optional<std::uint64_t> bad_;  ///< lowest known number of a fault set that violates
  /// Lowest known number of a fault set that ends in an arithmetic error.
  std::optional<std::uint64_t> error_;
  UnendedRuns unended_;
  std::uint64_t ran_ = 0;
  std::uint64_t execute_ns_ = 0;
  bool done_ = false;
  std::string gave_up_;
};

}  // namespace

std::unique_ptr<Strategy> make_random(const Fspec& fspec, RandomOptions options) {
  return std::make_unique<RandomSearch>(fspec, options);
}

}  // namespace ldfi::search
