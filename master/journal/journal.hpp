// The journal, a file beside the output that a run writes while it runs. It contains every worker's answer
// (written before the search uses it), every finished search, and at the end a mark that the results are
// written. An answer in the journal is acknowledged: it survives the end of the process. A loss of power may
// cost the answers of the last seconds (see sync_interval_s). `--resume` reads the journal.
//
//   auto [journal, notes] = open_journal("flux.journal", header, resume);
//   MasterOptions options;  options.memory = journal.get();   // recalls, and keeps
//   journal->keep_cell(setup, cell);  …write the results…  journal->finish("certified");
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/farm/wire/messages.hpp"
#include "common/journal/header.hpp"
#include "common/journal/reader.hpp"
#include "common/journal/standing.hpp"
#include "master/schedule/memory.hpp"
#include "results/sink.hpp"

namespace ldfi::journal {

/// Returns the name of the journal for a results file: `a/x.journal` for `a/x.h5`. Appends `.journal` to a
/// name that does not end with `.h5`.
std::string journal_name(const std::string& output);

class Journal final : public schedule::Memory {
 public:
  /// An addition to the journal is forced to the disk only if this time has passed since the last
  /// sync, or since the start. A shorter run waits for the disk only when it writes its results.
  static constexpr double sync_interval_s = 5;

  /// Seconds between two records of progress. A run that is shorter has no such record.
  static constexpr double standing_interval_s = 1;

  /// Returns the seconds of a monotonic clock. The default is the steady clock.
  using Clock = std::function<double()>;

  /// Begins a new journal in `fresh`, and locks the file. The caller later calls take_name() or replace().
  Journal(File fresh, const Header& header);
  /// Continues the journal in `file`. A caller that adds records must have locked the file. The first record
  /// that is added removes damage at the end of the file. Throws NotAJournal and wire::DecodeError.
  explicit Journal(File file);

  /// Gives a new journal its name. Returns false if another file has it.
  [[nodiscard]] bool take_name(const std::string& path) { return file_.take_name(path); }
  /// Gives a new journal its name, and replaces the file that has the name. Only the holder of the replaced
  /// file's lock may call this.
  void replace(const std::string& path) { file_.replace(path); }

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  /// Returns the header of the journal that was opened or begun.
  [[nodiscard]] const Header& header() const { return header_; }
  /// Returns the damage at which reading of the file stopped, or nullopt if the file was read to
  /// its end.
  [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
  /// Takes the time from `clock`. Sets the time of the last sync to now.
  void set_clock(Clock clock);
  /// Returns the number of answers in this journal.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }
  /// Returns the verdict that finish() wrote. Nullopt if finish() was not called, or if something
  /// was added after the verdict.
  [[nodiscard]] const std::optional<std::string>& done() const { return done_; }

  void begin(const wire::Setup& setup) override;
  std::optional<Report> recall(const Job& job) override;
  void keep(const Job& job, const wire::Bytes& report) override;

  using Take = std::function<void(const Job&, const Report&)>;
  /// Calls `take` for each answer that earlier sessions wrote for this search and that recall() has
  /// not returned, in the order of writing. Earlier sessions executed these jobs early, and the
  /// search did not need their answers. Lets exceptions of `take` pass.
  void each_not_recalled(const wire::Setup& setup, const Take& take) const;

  /// Returns the result of this search, or nullopt if no earlier session finished the search.
  [[nodiscard]] std::optional<Cell> finished_cell(const wire::Setup& setup) const;
  /// Adds the result of a finished search.
  void keep_cell(const wire::Setup& setup, const Cell& cell);
  /// Adds the progress of the run if `news` is true or the last record of progress is older than
  /// standing_interval_s.
  void stand(const Standing& standing, bool news = false);
  /// Adds the verdict, as the mark that the results are written.
  void finish(const std::string& verdict);

 private:
  struct Known {
    Key cell;
    Key work;
    Record record;
    bool recalled = false;
  };
  void index(const Reader& reader, const Record& record);
  void load(Reader& reader);
  [[nodiscard]] std::pair<Job, Report> answer(const Known& known) const;
  void append(RecordType type, const wire::Bytes& payload);
  void sync_if_due();
  static double steady_seconds();

  File file_;
  Header header_;
  std::optional<Damage> damage_;
  std::vector<Known> known_;  ///< answers of earlier sessions, sorted by keys
  /// Results of searches that earlier sessions finished.
  std::vector<std::pair<Key, Record>> cells_;
  std::optional<std::string> done_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t size_ = 0;
  bool named_ = false;  ///< the directory entry of the file is safe on the disk
  Key cell_{};          ///< key of the current search; records of answers belong to it
  Clock clock_ = steady_seconds;
  double synced_at_ = steady_seconds();  ///< time of the last sync, or of the start
  double progress_added_at_ =
      steady_seconds();  ///< time of the last record of stand(), or of the start
};

struct Opened {
  std::unique_ptr<Journal> journal;
  std::vector<std::string> notes;  ///< messages for the user about what was opened
};

/// Opens the journal at `path`, or begins one. With `resume`, the run continues with the journal.
/// It begins a new journal if there is no file, or if the file is blank, as a loss of power may
/// leave it. Without `resume`, an unfinished journal with answers is kept under another name. The
/// lock is held until the journal is destroyed; if another run holds it, this waits for up to 10 s.
/// Throws UsageError, which names the differences, if the journal belongs to another run. Throws
/// EnvironmentError if the file is not a journal, is in use, or cannot be read or written.
Opened open_journal(const std::string& path, const Header& header, bool resume);

/// Opens the journal of the run with this header for reading only, even while another process adds to the
/// journal. Throws what open_journal() throws, and UsageError if there is no journal.
Opened read_journal(const std::string& path, const Header& header);

}  // namespace ldfi::journal
