// Reads the progress of a run from its journal, again and again while the run continues. Takes no
// lock, writes nothing, and needs a constant amount of memory. Does not trust the journal, and
// reports where it is damaged.
//
//   Watched run("flux.journal");   // throws
//   while (run.read(); !run.seen().verdict) …
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "common/base/big_int.hpp"
#include "common/faults/fault_set.hpp"
#include "common/journal/answer.hpp"
#include "common/journal/header.hpp"
#include "common/journal/reader.hpp"
#include "common/journal/standing.hpp"

namespace ldfi::results {

/// The best counterexample so far: the first one with the fewest faults.
struct BestSoFar {
  std::size_t size = 0;
  std::string faults;  ///< written form of the fault set, printable
  std::string cell;    ///< name of the cell in which it was found; empty without a sweep
};

struct CellSoFar {
  std::string name;
  std::string verdict;
  std::string executed;
};

struct Seen {
  journal::Header header;
  std::uint64_t answers = 0;
  BigInt executed = 0;  ///< number of executions so far
  BigInt tried = 0;     ///< number of fault sets so far; smaller than `executed` if some were
                        ///< executed more than once
  BigInt violating = 0;
  std::uint64_t not_read = 0;  ///< number of answers of workers that were too large to be decoded
  std::optional<BestSoFar> best;
  std::uint64_t cells = 0;                        ///< number of searched cells
  std::map<std::string, std::uint64_t> verdicts;  ///< number of searched cells by verdict
  std::deque<CellSoFar> last_cells;  ///< the last cells that were searched, at most kept_cells
  std::optional<journal::Standing> standing;
  std::optional<double> per_s;  ///< executions per second in the last seconds; nullopt if unknown
  /// The verdict. Nullopt until the run has written its results. After that, the journal does not
  /// change.
  std::optional<std::string> verdict;
  std::optional<journal::Damage> end;  ///< damaged or incomplete record at which reading stopped;
                                       ///< nullopt if there is none
  std::uint64_t bytes = 0;
  double written_s_ago = 0;
  std::uint64_t replaced = 0;  ///< number of times that the journal of another run has replaced the
                               ///< file

  static constexpr std::size_t kept_cells = 8;
};

class Watched {
 public:
  /// Opens the journal. Throws EnvironmentError. Throws InputError if the file is not a journal of
  /// the current format.
  explicit Watched(std::string path);
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  /// Reads the new part of the journal. Reads from the beginning if the name now belongs to another
  /// file, or if the file has become shorter. Throws the exceptions of the constructor, and
  /// InputError if a record is invalid.
  void read();
  [[nodiscard]] const Seen& seen() const { return seen_; }

 private:
  void open();
  void take(const journal::Record& record);
  void take(const journal::Answer& answer);
  void take(const journal::Standing& standing);
  void take(const SearchJob& work, const Cell& cell);
  void take(const DriveJob& work, const DriveReport& report);
  void found(const FaultSet& faults, const std::string& cell);
  [[nodiscard]] std::string written(const FaultSet& faults) const;
  void look_at_file();

  std::string path_;
  std::unique_ptr<journal::File> file_;
  std::unique_ptr<journal::Reader> reader_;
  Seen seen_;
  FaultSet least_;
  /// Times in seconds, each with the number of executions up to this time.
  std::deque<std::pair<double, BigInt>> lately_;
};

}  // namespace ldfi::results
