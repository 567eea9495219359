// The course of a sweep: which Fspec is searched next, given what the others came to. A pure step
// machine that knows neither farm nor program; grid_course.hpp and paper_course.hpp are the two.
//
// What a course finally says depends on the reports that it needed, never on their order nor on
// guesses: a report of a guess waits until the course needs it, if ever.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/farm/wire/messages.hpp"
#include "master/sweep/carry_over.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// A search of a point, or only a look at its failure-free run.
struct Query {
  Point point;
  bool probe = false;
  auto operator<=>(const Query&) const = default;
};

struct Settled {
  Cell report;
  std::optional<Point> from;  ///< the cell that it follows from; none: it was searched itself
};

class Course {
 public:
  explicit Course(Rules rules) : rules_(rules) {}
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  /// At most `most` queries without an answer yet: first what the course needs now, then likely
  /// next ones. Not empty unless finished().
  [[nodiscard]] virtual std::vector<Query> wanted(std::size_t most) const = 0;
  /// The answer to a query, in any order; each once.
  void answer(const Query& query, Cell report);
  /// No more answers: what is open is `inconclusive` for this reason.
  void stop(const std::string& reason);
  [[nodiscard]] bool finished() const { return finished_; }

  /// The cells that count, once finished; by EOT, EFF and crashes.
  [[nodiscard]] const std::map<Point, Settled>& cells() const { return cells_; }
  /// The cell that the sweep as a whole ends with; none: the worst of all.
  [[nodiscard]] virtual std::optional<Point> decisive() const { return std::nullopt; }
  /// One sentence; empty if the cells say everything.
  [[nodiscard]] virtual std::string conclusion() const { return ""; }
  /// Diagnostics of a cell that shows the program to be wrong; it ends the sweep.
  [[nodiscard]] const std::string& error() const { return error_; }

 protected:
  /// Goes as far as the answers allow; calls finish() at the end of the course.
  virtual void advance() = 0;
  /// The course was stopped; advance() was called before.
  virtual void abandon(const std::string& reason) = 0;

  void finish() { finished_ = true; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Cell* answer_of(const Query& query) const;
  [[nodiscard]] const Settled* settled(const Point& point) const;
  /// A search's report becomes the cell of its point; a report with an error ends the course.
  void settle(const Point& point, Cell report, std::optional<Point> from = {});

 private:
  Rules rules_;
  std::map<Query, Cell> answers_;
  std::map<Point, Settled> cells_;
  std::string error_;
  bool finished_ = false;
};

/// A cell that nobody came to.
Cell unfinished(const std::string& reason);

}  // namespace ldfi::sweep
