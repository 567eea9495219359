// A strategy that executes jobs in a given order, up to the first job whose report fulfils a
// condition. Several jobs run at once on all workers. A report counts only if all reports before it
// have arrived. So the result and the number of jobs that count are the same for any number of
// workers.
//
//   InOrder sizes([&] { return next_work(); }, [](const Report& r) { return violates(r); }, most);
//   run(sizes);  // on a farm
//   if (sizes.found()) …
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "common/search/strategy.hpp"

namespace ldfi::search {

class InOrder final : public Strategy {
 public:
  using Work = decltype(Job::work);
  /// Returns the work of the next job, or nullopt after the last one.
  using Next = std::function<std::optional<Work>()>;
  /// Returns true if this report ends the search.
  using Ends = std::function<bool(const Report&)>;

  /// The search ends after `most` jobs at the latest.
  InOrder(Next next, Ends ends, std::uint64_t most);

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || counted_ == end_; }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// Returns the verdict and the numbers of executions.
  [[nodiscard]] SearchResult result() const override;

  /// Returns why the search ended before all jobs were executed, although no report ended it.
  /// Otherwise empty.
  [[nodiscard]] std::string reason() const;
  /// Returns the report that ended the search, or nullopt if none did.
  [[nodiscard]] std::optional<Report> found() const;
  /// Returns the number of jobs that the result uses. It is the same for any number of workers.
  [[nodiscard]] std::uint64_t counted() const { return counted_; }

 private:
  const Next next_;
  const Ends ends_;
  const std::uint64_t most_;
  std::uint64_t handed_out_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t answered_ = 0;
  /// Number of jobs up to the one that ends the search, as far as it is known.
  std::uint64_t end_ = std::numeric_limits<std::uint64_t>::max();
  /// Ids of jobs whose reports have arrived although the report of an earlier job is missing.
  std::set<std::uint64_t> ahead_;
  std::optional<Report> found_;  ///< report of the job with the number `end_`
  bool cut_short_ = false;
  std::string reason_;
};

}  // namespace ldfi::search
