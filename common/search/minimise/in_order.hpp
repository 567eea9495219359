// Jobs in an order, up to the first whose report ends it. They are executed on all workers, several at once, and a
// report counts only when all before it have arrived: so the result and the number of jobs that count are the same
// for any number of workers.
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
  /// Returns whether a report ends it.
  using Ends = std::function<bool(const Report&)>;

  /// `most`: maximum of jobs that count.
  InOrder(Next next, Ends ends, std::uint64_t most);

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || counted_ == end_; }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// Returns the numbers of executions.
  [[nodiscard]] SearchResult result() const override;

  /// Returns why not all jobs were executed although none ended it, or an empty text.
  [[nodiscard]] std::string reason() const;
  /// Returns the report that ended it, or nullopt if none did.
  [[nodiscard]] std::optional<Report> found() const;
  /// Returns the number of jobs that count: the same on any number of workers.
  [[nodiscard]] std::uint64_t counted() const { return counted_; }

 private:
  const Next next_;
  const Ends ends_;
  const std::uint64_t most_;
  std::uint64_t handed_out_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t answered_ = 0;
  /// Number of jobs after which it ends, as far as that is known.
  std::uint64_t end_ = std::numeric_limits<std::uint64_t>::max();
  std::set<std::uint64_t> ahead_;  ///< ids of reports that do not count yet
  std::optional<Report> found_;    ///< of the job `end_`
  bool cut_short_ = false;
  std::string reason_;
};

}  // namespace ldfi::search
