// The course of a sweep: it decides which Fspec is searched next, given the results of the others. It is
// a pure state machine that depends neither on the farm nor on the program. Its subclasses are in
// grid_course.hpp, paper_course.hpp and beyond_course.hpp.
//
// The result of a course depends only on the reports that it needed, not on their order or on guesses.
// The report of a guess waits until the course needs it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/record/cell.hpp"
#include "master/sweep/carry_over.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// Requests a search of a point, or, as a probe, only its failure-free run.
struct Query {
  Point point;
  bool probe = false;
  auto operator<=>(const Query&) const = default;
};

struct Settled {
  Cell report;
  /// The cell from which the report follows; nullopt if the point was searched.
  std::optional<Point> from;
};

class Course {
 public:
  explicit Course(Rules rules) : rules_(rules) {}
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  /// Returns at most `most` queries without an answer: first those that the course needs now, then those
  /// that it will probably need next. Not empty unless finished().
  [[nodiscard]] virtual std::vector<Query> wanted(std::size_t most) const = 0;
  /// Takes the answer to a query. Answers may come in any order, one for each query.
  void answer(const Query& query, Cell report);
  /// Ends the course: open cells become `inconclusive` with this reason.
  void stop(const std::string& reason);
  [[nodiscard]] bool finished() const { return finished_; }

  /// Returns the cells of the sweep, once it is finished, sorted by EOT, EFF and crashes.
  [[nodiscard]] const std::map<Point, Settled>& cells() const { return cells_; }
  /// Returns the cell whose verdict is that of the sweep; nullopt for the worst of all.
  [[nodiscard]] virtual std::optional<Point> decisive() const { return std::nullopt; }
  /// Returns the result in one sentence; empty if the cells say everything.
  [[nodiscard]] virtual std::string conclusion() const { return ""; }
  /// Returns the diagnostics of the first cell that an arithmetic error ended, if every cell ended so:
  /// then the program is wrong. Otherwise such cells are `inconclusive`, and the text is empty.
  [[nodiscard]] std::string error() const { return sound_ ? "" : error_; }

 protected:
  /// Advances as far as the answers allow. Calls finish() at the end of the course.
  virtual void advance() = 0;
  /// Settles the open cells when the course is stopped. advance() was called before.
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
  bool sound_ = false;  ///< a cell ended without an arithmetic error
  bool finished_ = false;
};

/// The report of a cell that was not searched.
Cell unfinished(const std::string& reason);

}  // namespace ldfi::sweep
