// The course of a sweep: which Fspec is searched next, given the results of the others. A pure step
// machine that knows neither farm nor program. grid_course.hpp and paper_course.hpp are the two
// courses.
//
// The result of a course depends on the reports that it needed, never on their order nor on
// guesses: the report of a guess waits until the course needs it, if ever.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/record/cell.hpp"
#include "master/sweep/carry_over.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// A search of a point or, as a probe, only its failure-free run.
struct Query {
  Point point;
  bool probe = false;
  auto operator<=>(const Query&) const = default;
};

struct Settled {
  Cell report;
  std::optional<Point> from;  ///< the cell that the report follows from; none: it was searched
};

class Course {
 public:
  explicit Course(Rules rules) : rules_(rules) {}
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  /// At most `most` queries that have no answer yet: first those that the course needs now, then
  /// those that it is likely to need next. Not empty unless finished().
  [[nodiscard]] virtual std::vector<Query> wanted(std::size_t most) const = 0;
  /// The answer to a query. Answers may come in any order, one for each query.
  void answer(const Query& query, Cell report);
  /// Ends the course: open cells become `inconclusive` with this reason.
  void stop(const std::string& reason);
  [[nodiscard]] bool finished() const { return finished_; }

  /// The cells of the sweep, once it is finished, by EOT, EFF and crashes.
  [[nodiscard]] const std::map<Point, Settled>& cells() const { return cells_; }
  /// The cell whose verdict is that of the sweep; none: the worst of all.
  [[nodiscard]] virtual std::optional<Point> decisive() const { return std::nullopt; }
  /// The result in one sentence; empty if the cells say everything.
  [[nodiscard]] virtual std::string conclusion() const { return ""; }
  /// The diagnostics of the first cell that an arithmetic error ends, if it ends all of them: then the
  /// program is wrong. Otherwise such cells are `inconclusive`.
  [[nodiscard]] std::string error() const { return sound_ ? "" : error_; }

 protected:
  /// Advances as far as the answers allow. Calls finish() at the end of the course.
  virtual void advance() = 0;
  /// Settles what is open when the course is stopped. advance() was called before.
  virtual void abandon(const std::string& reason) = 0;

  void finish() { finished_ = true; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Cell* answer_of(const Query& query) const;
  [[nodiscard]] const Settled* settled(const Point& point) const;
  /// Makes a report the cell of its point.
  void settle(const Point& point, Cell report, std::optional<Point> from = {});

 private:
  Rules rules_;
  std::map<Query, Cell> answers_;
  std::map<Point, Settled> cells_;
  std::string error_;
  bool sound_ = false;  ///< a cell has an answer
  bool finished_ = false;
};

/// The report of a cell that was not searched.
Cell unfinished(const std::string& reason);

}  // namespace ldfi::sweep
