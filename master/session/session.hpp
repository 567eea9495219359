// The ranks, the clock, the limits and the journal of one run, from its beginning to its end. Runs
// about programs and about real systems have the same session.
//
//   Session session(options, ranks, log);
//   session.open_journal(header, arguments, watch);
//   auto farm = ranks.make_farm(session.master_options(), …);
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/farm/wire/messages.hpp"
#include "master/face/log.hpp"
#include "master/journal/journal.hpp"
#include "master/life/limits.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::app {

/// Returns the seconds since the run began; monotonic.
using Clock = std::function<double()>;
[[nodiscard]] Clock clock_from_now();

/// How a run reports its progress while a farm works.
struct Reporting {
  std::function<void(const schedule::Progress&)> show;  ///< prints it; not empty
  /// Returns what rank 0 is doing, for the other ranks; not empty.
  std::function<std::string(const schedule::Progress&)> doing;
  std::function<std::string()> cell;  ///< returns the name of the cell that is searched; not empty
  /// Adds the data that only the run has to the journal's record of progress; may be empty.
  std::function<void(journal::Standing&, const schedule::Progress&)> complete{};
};

/// The journal as the memory of a farm. If it cannot be written, the search ends as with a budget that ran
/// out, so the verdict about what was searched so far is reported.
class KeptAnswers final : public schedule::Memory {
 public:
  /// Null until there is a journal.
  void use(std::unique_ptr<journal::Journal> journal) { journal_ = std::move(journal); }
  [[nodiscard]] journal::Journal* journal() const { return journal_.get(); }
  /// Returns the reason why the journal cannot be written, or nullopt.
  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }
  /// Calls `add`, which adds to the journal. Returns false, and notes why, if that throws EnvironmentError.
  /// Nothing is added after a failure.
  bool add(const std::function<void(journal::Journal&)>& add);

  void begin(const wire::Setup& setup) override { journal_->begin(setup); }
  std::optional<Report> recall(const Job& job) override { return journal_->recall(job); }
  /// Throws BudgetExceeded if the journal cannot be written.
  void keep(const Job& job, const wire::Bytes& report) override;

 private:
  std::unique_ptr<journal::Journal> journal_;
  std::optional<std::string> failure_;
};

class Session {
 public:
  /// All arguments must outlive the object.
  Session(const config::Options& options, Ranks& ranks, const Log& log,
          Clock clock = clock_from_now())
      : options_(options), ranks_(ranks), log_(log), clock_(std::move(clock)) {}

  /// Opens the journal beside the output, or begins one. From now on the other ranks and `watch` can report
  /// how to resume the run, even after an error. Throws what journal::open_journal() throws.
  void open_journal(const journal::Header& header, const std::vector<std::string>& arguments,
                    Watch& watch);
  /// Reads the existing journal. Throws what journal::read_journal() throws.
  void read_journal(const journal::Header& header);
  /// Keeps answers in this journal, which is open.
  void use_journal(std::unique_ptr<journal::Journal> journal) { answers_.use(std::move(journal)); }
  /// Returns the journal, or null if the run has none, such as a replay.
  [[nodiscard]] journal::Journal* journal() const { return answers_.journal(); }
  /// Returns the reason why the journal could not be written during the run, or nullopt.
  [[nodiscard]] const std::optional<std::string>& journal_failure() const {
    return answers_.failure();
  }
  /// Adds a finished search to the journal, unless the journal cannot be written.
  void keep_cell(const wire::Setup& setup, const Cell& cell) const;

  [[nodiscard]] const config::Options& options() const { return options_; }
  [[nodiscard]] Ranks& ranks() const { return ranks_; }
  [[nodiscard]] const Log& log() const { return log_; }
  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] double seconds() const { return clock_(); }
  /// Returns the seconds until the time limit, 0 or more, or nullopt without a limit.
  [[nodiscard]] std::optional<double> time_left() const;
  [[nodiscard]] BudgetCheck check(Stage stage = Stage::searching) const {
    return budget_check(options_, clock_, stage);
  }
  /// Gives jobs no more time than the run has left.
  void limit_time(wire::Budget& budget) const;

  /// Returns the journal, the limits and the reports of a farm. The limits hold for the whole run, not for
  /// each search. The session must outlive the farm.
  [[nodiscard]] schedule::MasterOptions master_options(Reporting reporting) const;
  /// Adds the progress to the journal, if the run writes one. If `news`, adds the progress at once.
  void stand(const Reporting& reporting, const schedule::Progress& progress,
             bool news = false) const;

 protected:
  [[nodiscard]] KeptAnswers& answers() const { return answers_; }

 private:
  const config::Options& options_;
  Ranks& ranks_;
  const Log& log_;
  Clock clock_;
  mutable KeptAnswers answers_;
};

}  // namespace ldfi::app
