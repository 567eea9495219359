// Decides which Fspec a sweep searches next, from the results of the searches so far. A course is a
// pure state machine that does not depend on the farm or the program. The subclasses are in
// grid_course.hpp, paper_course.hpp and beyond_course.hpp.
//
// The result of a course depends only on the reports that it needs, not on their order. A course may request
// a search before it knows whether it needs the result. Such a report waits until the course needs it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/record/cell.hpp"
#include "master/sweep/carry_over.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// A request to search a point, which is one Fspec of the sweep. A probe only executes the
/// failure-free run.
struct Query {
  Point point;
  bool probe = false;
  auto operator<=>(const Query&) const = default;
};

struct Settled {
  Cell report;
  /// The point from whose search the result follows, or nullopt if the point itself was searched.
  std::optional<Point> from;
};

class Course {
 public:
  explicit Course(Rules rules) : rules_(rules) {}
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  /// Returns at most `most` unanswered queries. First come the queries that the course needs now,
  /// then those that it will probably need next. Not empty unless finished().
  [[nodiscard]] virtual std::vector<Query> wanted(std::size_t most) const = 0;
  /// Takes the answer to a query. Each query has one answer, and answers may come in any order.
  void answer(const Query& query, Cell report);
  /// Ends the sweep. Fspecs without a result become `inconclusive` with this reason.
  void stop(const std::string& reason);
  [[nodiscard]] bool finished() const { return finished_; }

  /// Returns the cells of the sweep, sorted by EOT, EFF and crashes. Requires that the course is finished.
  [[nodiscard]] const std::map<Point, Settled>& cells() const { return cells_; }
  /// Returns the cell whose verdict is the verdict of the sweep. Nullopt means that the sweep has
  /// the worst verdict of all cells.
  [[nodiscard]] virtual std::optional<Point> decisive() const { return std::nullopt; }
  /// Returns the result in one sentence. Empty if the cells show it.
  [[nodiscard]] virtual std::string conclusion() const { return ""; }
  /// Returns diagnostics if every cell ended with an arithmetic error, because then the program is
  /// wrong: the diagnostics of the first cell with such an error. Otherwise returns an empty text,
  /// and the cells with such errors are `inconclusive`.
  [[nodiscard]] std::string error() const { return sound_ ? "" : error_; }

 protected:
  /// Continues the sweep as far as the answers allow. Calls finish() at the end of the sweep.
  virtual void advance() = 0;
  /// Gives results to the cells that still have no result when stop() is called. Called after
  /// advance().
  virtual void abandon(const std::string& reason) = 0;

  void finish() { finished_ = true; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Cell* answer_of(const Query& query) const;
  [[nodiscard]] const Settled* settled(const Point& point) const;
  /// Sets the result for this point, which is one Fspec of the sweep. `from` is the point from
  /// whose search the result follows.
  void settle(const Point& point, Cell report, std::optional<Point> from = {});

 private:
  Rules rules_;
  std::map<Query, Cell> answers_;
  std::map<Point, Settled> cells_;
  std::string error_;
  bool sound_ = false;  ///< at least one cell ended without an arithmetic error
  bool finished_ = false;
};

/// Returns the result of an Fspec that was not searched.
Cell unfinished(const std::string& reason);

}  // namespace ldfi::sweep
