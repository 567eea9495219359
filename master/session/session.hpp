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

/// Returns the seconds since the run began, by a monotonic clock.
using Clock = std::function<double()>;
[[nodiscard]] Clock clock_from_now();

/// The functions with which a run reports its progress while a farm works.
struct Reporting {
  std::function<void(const schedule::Progress&)> show;  ///< prints the progress; not empty
  /// Returns a text about what rank 0 is doing, which the other ranks show if it falls silent; not empty.
  std::function<std::string(const schedule::Progress&)> doing;
  std::function<std::string()> cell;  ///< returns the name of the cell that is searched; not empty
  /// Completes the journal's record of progress with data that only the run has; may be empty.
  std::function<void(journal::Standing&, const schedule::Progress&)> complete{};
};

/// Keeps the answers of a farm in the journal. If the journal cannot be written, the search ends as if a
/// budget ran out, so that the verdict about what was searched so far is reported.
class JournalMemory final : public schedule::Memory {
 public:
  /// Uses this journal from now on. Before the first call, nothing is kept.
  void use(std::unique_ptr<journal::Journal> journal) { journal_ = std::move(journal); }
  [[nodiscard]] journal::Journal* journal() const { return journal_.get(); }
  /// Returns the reason why the journal cannot be written, or nullopt.
  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }
  /// Calls `add`, which writes to the journal. If `add` throws EnvironmentError, keeps the reason for
  /// failure(), and returns false. After a failure, returns false without a call.
  bool add(const std::function<void(journal::Journal&)>& add);

  void begin(const wire::Setup& setup) override { journal_->begin(setup); }
  std::optional<Report> recall(const Job& job) override { return journal_->recall(job); }
  /// Writes the answer to the journal. Throws BudgetExceeded if that fails.
  void keep(const Job& job, const wire::Bytes& report) override;

 private:
  std::unique_ptr<journal::Journal> journal_;
  std::optional<std::string> failure_;
};

class Session {
 public:
  /// All references must outlive the session.
  Session(const config::Options& options, Ranks& ranks, const Log& log,
          Clock clock = clock_from_now())
      : options_(options), ranks_(ranks), log_(log), clock_(std::move(clock)) {}

  /// Opens the journal beside the output, or begins one. From now on, the other ranks and `watch` can report
  /// how to resume the run after an error. Throws what journal::open_journal() throws.
  void open_journal(const journal::Header& header, const std::vector<std::string>& arguments,
                    Watch& watch);
  /// Opens the existing journal for reading only. Throws what journal::read_journal() throws.
  void read_journal(const journal::Header& header);
  /// Keeps answers in this open journal.
  void use_journal(std::unique_ptr<journal::Journal> journal) { answers_.use(std::move(journal)); }
  /// Returns the journal, or null if the run has none, such as a replay.
  [[nodiscard]] journal::Journal* journal() const { return answers_.journal(); }
  /// Returns the reason why the journal could not be written during the run, or nullopt.
  [[nodiscard]] const std::optional<std::string>& journal_failure() const {
    return answers_.failure();
  }
  /// Adds the result of a search to the journal, unless the journal cannot be written.
  void keep_cell(const wire::Setup& setup, const Cell& cell) const;

  [[nodiscard]] const config::Options& options() const { return options_; }
  [[nodiscard]] Ranks& ranks() const { return ranks_; }
  [[nodiscard]] const Log& log() const { return log_; }
  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] double seconds() const { return clock_(); }
  /// Returns the seconds until the time limit, at least 0, or nullopt if there is no limit.
  [[nodiscard]] std::optional<double> time_left() const;
  [[nodiscard]] BudgetCheck check(Stage stage = Stage::searching) const {
    return budget_check(options_, clock_, stage);
  }
  /// Lowers the time limit of a job to the time that the run has left.
  void limit_time(wire::Budget& budget) const;

  /// Returns the options of a farm, with the journal, the limits and the reports of this session. The limits
  /// apply to the whole run, not to each search. The session must outlive the farm.
  [[nodiscard]] schedule::MasterOptions master_options(Reporting reporting) const;
  /// Adds the progress to the journal, if the run writes one: at once if `news` is true, otherwise at most
  /// once a second.
  void stand(const Reporting& reporting, const schedule::Progress& progress,
             bool news = false) const;

 protected:
  [[nodiscard]] JournalMemory& answers() const { return answers_; }

 private:
  const config::Options& options_;
  Ranks& ranks_;
  const Log& log_;
  Clock clock_;
  mutable JournalMemory answers_;
};

}  // namespace ldfi::app
