// Makes a search strategy of a course, which decides what a sweep searches next. The queries of the
// course become jobs, so that the farm searches cells in the same way as it executes fault sets.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>

#include "common/search/strategy.hpp"
#include "master/sweep/course.hpp"

namespace ldfi::sweep {

class SweepStrategy final : public search::Strategy {
 public:
  /// `course` must outlive the strategy, and its rules must fit the settings. If `proved` returns true for a
  /// point, only the failure-free run of the point is requested, which shows whether anything is promised.
  SweepStrategy(Course& course, SearchSettings settings,
                std::function<bool(const Point&)> proved = {});

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return course_.finished(); }
  void give_up(const std::string& reason) override { course_.stop(reason); }
  /// Returns the sums of executions and times of all searches, and the error. The verdicts are in
  /// the course.
  [[nodiscard]] SearchResult result() const override;

 private:
  Course& course_;
  SearchSettings settings_;
  const std::function<bool(const Point&)> proved_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, Query> jobs_;
  std::set<Query> running_;
};

}  // namespace ldfi::sweep
