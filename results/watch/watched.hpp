// What a journal says of its run so far, read again and again while the run goes on. It takes no lock and
// writes nothing; memory does not grow with the journal. It trusts nothing: what is damaged is told with its
// place.
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

/// The best counterexample so far: the one with the fewest faults, the first of them in their order.
struct BestSoFar {
  std::size_t size = 0;
  std::string faults;  ///< in written form, for a terminal
  std::string cell;    ///< of a sweep
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
  BigInt tried = 0;     ///< fault sets: some were executed more than once
  BigInt violating = 0;
  std::uint64_t not_read = 0;  ///< answers that are too large to be looked into
  std::optional<BestSoFar> best;
  std::uint64_t cells = 0;                        ///< that were searched
  std::map<std::string, std::uint64_t> verdicts;  ///< of these
  std::deque<CellSoFar> last_cells;               ///< at most kept_cells
  std::optional<journal::Standing> standing;
  std::optional<double> per_s;         ///< executions, of late
  std::optional<std::string> verdict;  ///< the results are in place: nothing comes any more
  std::optional<journal::Damage> end;  ///< where reading stopped before the file's end
  std::uint64_t bytes = 0;
  double written_s_ago = 0;
  std::uint64_t replaced = 0;  ///< how often the journal gave way to another run's

  static constexpr std::size_t kept_cells = 8;
};

class Watched {
 public:
  /// Throws EnvironmentError, and InputError if the file is no journal of this format.
  explicit Watched(std::string path);
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  /// Reads what was added. Begins anew if another file has the name now, or the file has become shorter.
  /// Throws what the constructor throws, and InputError for a record that makes no sense.
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
  std::deque<std::pair<double, BigInt>> lately_;  ///< seconds, and what was executed until then
};

}  // namespace ldfi::results
