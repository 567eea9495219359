// The record of a run during the run, beside its output. It contains every worker's answer (before the
// search uses it), every finished search, and finally that the results are written. An answer in the
// journal is acknowledged: it survives the end of the process. A loss of power may cost the last seconds
// (see sync_interval_s). `--resume` reads the journal.
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

/// Returns `a/x.journal` for `a/x.h5`, and any other name followed by `.journal`.
std::string journal_name(const std::string& output);

class Journal final : public schedule::Memory {
 public:
  /// Data is forced to the disk when something is added and this time has passed since the last
  /// sync, or since the start. A shorter run waits for the disk only when it writes its results.
  static constexpr double sync_interval_s = 5;

  /// Seconds between two records of progress. A shorter run has none.
  static constexpr double standing_interval_s = 1;

  /// Seconds, monotonic. The default is the steady clock.
  using Clock = std::function<double()>;

  /// Begins a new journal in `fresh`, and locks it. The caller gives it its name later.
  Journal(File fresh, const Header& header);
  /// Continues the journal in `file`, which the caller has locked unless it only reads. Adding a
  /// record cuts off damage. Throws NotAJournal and wire::DecodeError.
  explicit Journal(File file);

  /// Gives a new journal its name. Returns false if another file has it.
  [[nodiscard]] bool take_name(const std::string& path) { return file_.take_name(path); }
  /// Gives a new journal its name, and replaces the file that has it. Only the holder of that
  /// file's lock may call this.
  void replace(const std::string& path) { file_.replace(path); }

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  /// The header of the journal that was read, or of the new one.
  [[nodiscard]] const Header& header() const { return header_; }
  /// Returns where reading stopped, if that was not at the end of the file.
  [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
  /// Takes the time from `clock`. The last sync counts as now.
  void set_clock(Clock clock);
  /// Returns the number of answers in this journal.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }
  /// Returns the verdict that finish() wrote, or nullopt if it wrote none or something was added after
  /// it.
  [[nodiscard]] const std::optional<std::string>& done() const { return done_; }

  void begin(const wire::Setup& setup) override;
  std::optional<Report> recall(const Job& job) override;
  void keep(const Job& job, const wire::Bytes& report) override;

  using Take = std::function<void(const Job&, const Report&)>;
  /// Calls `take` for this search's answers of earlier sessions that nobody has recalled, in the
  /// order of writing: they were executed ahead and then not needed. An exception from `take`
  /// passes through.
  void each_not_recalled(const wire::Setup& setup, const Take& take) const;

  /// Returns the cell of this search, or nullopt if no earlier session finished it.
  [[nodiscard]] std::optional<Cell> finished_cell(const wire::Setup& setup) const;
  /// Adds a finished search.
  void keep_cell(const wire::Setup& setup, const Cell& cell);
  /// Adds the progress of the run, unless it is not `news` and the last record is younger than
  /// standing_interval_s.
  void stand(const Standing& standing, bool news = false);
  /// Adds that the results are written.
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
  std::vector<Known> known_;                   ///< answers of earlier sessions, sorted by keys
  std::vector<std::pair<Key, Record>> cells_;  ///< cells of earlier sessions
  std::optional<std::string> done_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t size_ = 0;
  bool named_ = false;  ///< the file's name is safe on the disk
  Key cell_{};          ///< the search whose jobs are handed out
  Clock clock_ = steady_seconds;
  double synced_ = steady_seconds();  ///< time of the last sync, or of the start
  double stood_ = steady_seconds();   ///< time of the last record of stand(), or of the start
};

struct Opened {
  std::unique_ptr<Journal> journal;
  std::vector<std::string> notes;  ///< for the user
};

/// Opens the journal at `path`, or begins one. With `resume`, the run continues with the journal. It
/// begins anew if there is no journal, or a blank one, as a loss of power in the first seconds of a run
/// may leave. Without `resume`, an unfinished journal with answers is kept under another name. The lock
/// is held until the journal is destroyed; if another run holds it, this waits for up to 10 s. Throws
/// UsageError, which names the differences, if the journal belongs to another run. Throws
/// EnvironmentError if the file is not a journal, is in use, or cannot be read or written.
Opened open_journal(const std::string& path, const Header& header, bool resume);

/// Opens the journal of that run for reading, even while another process adds to it. Throws what
/// open_journal() throws, and UsageError if there is no journal.
Opened read_journal(const std::string& path, const Header& header);

}  // namespace ldfi::journal
