// The record of a run while it goes, beside its output: every answer of a worker that the search
// has seen, every search that came to its end, and, last, that the results are in place. What the
// journal holds is acknowledged: no way of dying loses it (a machine that loses power may lose the
// last seconds, see sync_interval_s). `--resume` reads it back.
//
//   auto [journal, notes] = open_journal("flux.journal", header, resume);
//   MasterOptions options;  options.memory = journal.get();   // recalls, and keeps
//   journal->keep_cell(setup, cell);  …write the results…  journal->finish("certified");
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "master/journal/header.hpp"
#include "master/journal/reader.hpp"
#include "master/schedule/memory.hpp"
#include "results/sink.hpp"

namespace ldfi::journal {

/// `a/x.h5` → `a/x.journal`; any other name → the name with `.journal` after it.
std::string journal_name(const std::string& output);

class Journal final : public schedule::Memory {
 public:
  /// Written data is forced to the disk when something is added so long after the last time, or
  /// after the beginning: a shorter run waits for the disk only when it writes its results.
  static constexpr double sync_interval_s = 5;

  /// A new journal in `fresh`, which is locked, and gets its name when it is whole.
  Journal(File fresh, const Header& header);
  /// Goes on with the journal in `file`, which is locked; what follows damage is cut off.
  explicit Journal(File file);

  /// Gives a new journal its name; false if something has that name.
  [[nodiscard]] bool take_name(const std::string& path) { return file_.take_name(path); }
  /// The same, and what has that name loses it: to be called by who holds the lock of that file.
  void replace(const std::string& path) { file_.replace(path); }

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  /// Of the journal that was read.
  [[nodiscard]] const Header& header() const { return header_; }
  [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
  /// Answers that this journal holds.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }
  /// The verdict of finish(), if that was the last thing that happened.
  [[nodiscard]] const std::optional<std::string>& done() const { return done_; }

  void begin(const wire::Setup& setup) override;
  std::optional<wire::Report> recall(const wire::Job& job) override;
  void keep(const wire::Job& job, const wire::Bytes& report) override;

  using Take = std::function<void(const wire::Job&, const wire::Report&)>;
  /// Answers of an earlier sitting to this search that nobody has recalled, as they happened: what
  /// was executed ahead and then not needed. What `take` throws ends it.
  void each_not_recalled(const wire::Setup& setup, const Take& take) const;

  /// A search that came to its end in an earlier sitting.
  [[nodiscard]] std::optional<Cell> finished_cell(const wire::Setup& setup) const;
  void keep_cell(const wire::Setup& setup, const Cell& cell);
  /// The results are in place.
  void finish(const std::string& verdict);

 private:
  struct Known {
    Key cell;
    Key work;
    Record record;
    bool recalled = false;
  };
  void index(const Reader& reader, const Record& record);
  void take_back(Reader& reader);
  [[nodiscard]] std::pair<wire::Job, wire::Report> answer(const Known& known) const;
  void append(RecordType type, const wire::Bytes& payload);
  void sync_if_due();

  File file_;
  Header header_;
  std::optional<Damage> damage_;
  std::vector<Known> known_;                   ///< answers of earlier sittings, sorted by keys
  std::vector<std::pair<Key, Record>> cells_;  ///< of earlier sittings
  std::optional<std::string> done_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t size_ = 0;
  bool named_ = false;  ///< its name is on the disk
  Key cell_{};          ///< whose jobs are being handed out
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

struct Opened {
  std::unique_ptr<Journal> journal;
  std::vector<std::string> notes;  ///< what the user should know
};

/// The journal of a run that begins or, with `resume`, goes on (or begins, if there is none, or a
/// blank one: a machine that loses power within a run's first seconds may leave zeros, or nothing).
/// Its lock is this process's until it is destroyed; that of another run is waited for, 10 s.
/// Without `resume`, a journal that still holds what no result file does is kept under another
/// name. Throws UsageError naming the differences if the journal is another run's, and
/// EnvironmentError if the file is no journal, is in use, or cannot be read or written.
Opened open_journal(const std::string& path, const Header& header, bool resume);

/// The journal of that run, to read only, even while another process adds to it. Throws what
/// open_journal does, and UsageError if there is none.
Opened read_journal(const std::string& path, const Header& header);

}  // namespace ldfi::journal
