#include "common/search/exhaustive.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/decimal.hpp"
#include "common/base/errors.hpp"
#include "common/faults/enumeration.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::search {
namespace {

/// Returns the number of fault sets, or nullopt if there are too many to count.
std::optional<BigInt> counted(const Fspec& fspec) {
  try {
    return fspec.distinct_fault_sets();
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

class Exhaustive final : public Strategy {
 public:
  Exhaustive(const Fspec& fspec, std::optional<BigInt> sets, ExhaustiveOptions options,
             const BudgetCheck& check)
      : fspec_(fspec),
        sets_(std::move(sets)),
        options_(options),
        check_(check),
        largest_(std::min(options.largest.value_or(fspec.max_faults()), fspec.max_faults())),
        known_(options_.known) {
    auto given = few_given_faults(fspec, largest_, options.most_given, Meter(check));
    if (!given && !options.largest) refuse();
    if (!given) largest_ = 0;
    given_ = given ? *std::move(given) : std::vector<FaultSet>(1);
  }

  // Jobs come by increasing size. The next size waits until all sets of the current size are
  // judged, because supersets of their falsifiers are not reported.
  std::optional<Job> next_job() override {
    while (!done_) {
      if (choice_ == given_.size()) {
        if (!running_.empty()) return std::nullopt;
        next_size();
        continue;
      }
      if (check_) check_();
      const FaultSet& given = given_[choice_];
      const std::uint64_t total = sets_in(given);
      if (first_ >= total) {
        first_ = 0;
        ++choice_;
        continue;
      }
      EnumerateJob work{given, static_cast<std::uint32_t>(size_ - given.size()), first_,
                        std::min(options_.chunk, total - first_), known_};
      first_ += work.count;
      running_.insert(next_id_);
      return Job{next_id_++, std::move(work)};
    }
    return std::nullopt;
  }

  void accept(const Report& report) override {
    LDFI_REQUIRE(running_.erase(report.job) == 1, "the report is about a job that was handed out");
    const auto* result = &result_of<EnumerateReport>(report);
    if (done_) return;
    executed_ += result->executed;
    violating_ += result->violating;
    execute_ns_ += report.execute_ns;
    unended_.add(result->unended);
    found_.insert(result->falsifiers.begin(), result->falsifiers.end());
    for (const FaultSet& f : result->errors) {
      if ((!error_ || f < *error_) && !contains_one(f, options_.known)) error_ = f;
    }
    while (next_job_would_wait()) next_size();
  }

  [[nodiscard]] bool finished() const override { return done_; }

  void give_up(const std::string& reason) override {
    if (done_) return;
    done_ = true;
    reason_ = reason;
  }

  [[nodiscard]] SearchProgress standing() const override {
    if (options_.largest) return {};
    const BigInt left = *sets_ - executed_;
    // Fits, because the limit is a 64-bit number.
    return {static_cast<std::uint64_t>(left), std::nullopt, 0};
  }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out;
    for (const FaultSet& f : minimal_sets(found_)) {
      const bool smaller_known = unended_.empty() || unended_.least().size() >= f.size();
      out.falsifiers.push_back({f, reason_.empty() && smaller_known, {}});
    }
    if (error_) out.error = error_under(*error_, fspec_);
    if (!options_.all && out.falsifiers.size() > 1) out.falsifiers.resize(1);
    out.reason = reason_;
    const bool bad = !out.falsifiers.empty() || error_;
    if (!bad || options_.all) add_what_is_open(out.reason);
    out.verdict = bad                  ? Verdict::counterexample
                  : out.reason.empty() ? Verdict::certified
                                       : Verdict::inconclusive;
    if (found_.contains(FaultSet{})) out.verdict = Verdict::broken;
    out.executed = executed_;
    out.execute_s = seconds(execute_ns_);
    if (reason_.empty() && executed_ == sets_) out.violating = violating_;
    return out;
  }

 private:
  [[noreturn]] void refuse() const {
    throw UsageError(fmt::format(
        "exhaustive search would have to run {} fault sets and keep more than {} of them in "
        "memory: use --strategy lineage, or allow fewer faults other than omissions",
        decimal(*sets_), options_.most_given));
  }

  [[nodiscard]] std::uint64_t sets_in(const FaultSet& given) const {
    if (given.size() > size_) return 0;
    return Enumeration(fspec_, given, static_cast<std::uint32_t>(size_ - given.size())).total();
  }

  /// Appends to `reason` everything else that makes the search incomplete.
  void add_what_is_open(std::string& reason) const {
    const auto add = [&reason](const std::string& text) {
      reason += (reason.empty() ? "" : "; ") + text;
    };
    if (reason.empty() && largest_ < fspec_.max_faults()) {
      add(fmt::format(
          "all fault sets of at most {} fault{} were executed; there are too many larger ones",
          largest_, largest_ == 1 ? "" : "s"));
    }
    if (!unended_.empty()) add(unended_.text(fspec_));
  }

  [[nodiscard]] bool next_job_would_wait() {
    while (!done_ && choice_ < given_.size() && first_ >= sets_in(given_[choice_])) {
      if (check_) check_();
      first_ = 0;
      ++choice_;
    }
    return !done_ && choice_ == given_.size() && running_.empty();
  }

  void next_size() {
    const bool found_first = !options_.all && !found_.empty();
    const bool broken = found_.contains(FaultSet{}) || (error_ && error_->empty());
    ++size_;
    choice_ = 0;
    done_ = done_ || found_first || broken || size_ > largest_;
    known_ = minimal_sets(found_);
    known_.insert(known_.end(), options_.known.begin(), options_.known.end());
  }

  Fspec fspec_;
  /// Number of fault sets; nullopt if only sets up to some size are executed.
  std::optional<BigInt> sets_;
  ExhaustiveOptions options_;
  BudgetCheck check_;
  std::size_t largest_;          ///< size of the largest fault sets that are executed
  std::vector<FaultSet> given_;  ///< fault sets without omissions, see Enumeration
  std::size_t size_ = 0;         ///< size of the fault sets whose jobs are handed out now
  std::size_t choice_ = 0;       ///< index into given_
  std::uint64_t first_ = 0;      ///< rank of the next fault set in the current enumeration
  std::uint64_t next_id_ = 1;
  std::set<std::uint64_t> running_;
  std::set<FaultSet> found_;
  std::optional<FaultSet> error_;  ///< the least known fault set that ends in an arithmetic error
  UnendedRuns unended_;
  std::vector<FaultSet> known_;
  BigInt executed_ = 0;
  BigInt violating_ = 0;
  std::uint64_t execute_ns_ = 0;
  bool done_ = false;
  std::string reason_;
};

}  // namespace

std::unique_ptr<Strategy> make_exhaustive(const Fspec& fspec, ExhaustiveOptions options,
                                          const BudgetCheck& check) {
  std::optional<BigInt> sets = counted(fspec);
  if (!options.largest && !sets) {
    throw UsageError(
        "exhaustive search would have to run more fault sets than can be counted: use --strategy "
        "lineage");
  }
  if (!options.largest && *sets > options.limit) {
    const std::string digits = decimal(*sets);
    throw UsageError(
        fmt::format("exhaustive search would have to run {} fault sets, but its limit is {}: raise "
                    "the limit with --exhaustive-limit, or use --strategy lineage",
                    digits.size() <= 30 ? digits : fmt::format("about 10^{}", digits.size() - 1),
                    options.limit));
  }
  return std::make_unique<Exhaustive>(fspec, std::move(sets), options, check);
}

}  // namespace ldfi::search
