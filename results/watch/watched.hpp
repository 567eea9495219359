// Reads from a journal how far its run is, repeatedly while the run continues. Takes no lock and
// writes nothing. Its memory does not grow with the journal. It does not trust the journal, and
// reports damage with its place.
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

/// The best counterexample so far: the first in order among those with the fewest faults.
struct BestSoFar {
  std::size_t size = 0;
  std::string faults;  ///< written form, printable on a terminal
  std::string cell;    ///< cell of a sweep
};

struct CellSoFar {
  std::string name;
  std::string verdict;
  std::string executed;
};

struct Seen {
  journal::Header header;
  std::uint64_t answers = 0;
  BigInt executed = 0;  ///< forward executions
  BigInt tried = 0;     ///< fault sets; some were executed more than once
  BigInt violating = 0;
  std::uint64_t not_read = 0;  ///< answers that are too large to be read
  std::optional<BestSoFar> best;
  std::uint64_t cells = 0;                        ///< number of searched cells
  std::map<std::string, std::uint64_t> verdicts;  ///< number of searched cells by verdict
  std::deque<CellSoFar> last_cells;               ///< at most kept_cells
  std::optional<journal::Standing> standing;
  std::optional<double> per_s;  ///< recent executions per second
  /// Set once the results are written and nothing more will come.
  std::optional<std::string> verdict;
  std::optional<journal::Damage> end;  ///< where reading stopped before the end of the file
  std::uint64_t bytes = 0;
  double written_s_ago = 0;
  std::uint64_t replaced = 0;  ///< how often another run's journal replaced the file

  static constexpr std::size_t kept_cells = 8;
};

class Watched {
 public:
  /// Throws EnvironmentError, or InputError if the file is not a journal of this format.
  explicit Watched(std::string path);
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  /// Reads what was added. Starts again if another file has the name now, or if the file has become
  /// shorter. Throws what the constructor throws, or InputError for an invalid record.
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
  /// Seconds, and the number of executions until then.
  std::deque<std::pair<double, BigInt>> lately_;
};

}  // namespace ldfi::results
