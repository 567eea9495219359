// The part of an Fspec about faults of disks. Each kind of fault has its own file: failed_write,
// dead_disk, corruption, write_back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace ldfi {

class FaultReader;

/// The disks that may have faults, and the largest number of faults of each kind.
struct DiskFaults {
  int write = 0;  ///< largest number of failed writes in a fault set
  /// Relations that nodes store on disks (stable or buffered) and whose disks may have faults, in
  /// any order.
  std::vector<std::string> relations{};
  /// Nodes whose disks may have faults, in any order; empty if all nodes may have them.
  std::vector<std::string> nodes{};
  bool silent = false;                  ///< true if the relation `ioerror` does not report failed
                                        ///< writes and dead disks to the program
  int dead = 0;                         ///< largest number of dead disks in a fault set
  int writeback = 0;                    ///< largest number of write-backs in a fault set
  std::vector<std::string> buffered{};  ///< the relations among `relations` that disks buffer
                                        ///< before writing, in any order
  int corrupt = 0;                      ///< largest number of corruptions in a fault set
  std::vector<std::string> damaged{};   ///< those relations among `relations` whose data may be
                                        ///< damaged, sorted
  /// For each relation in `damaged`, the column that damage replaces, counted from 1. Empty if
  /// nodes detect damage.
  std::vector<std::uint32_t> columns{};
  /// True if nodes detect damage: they drop damaged data, and the relation `corrupt` reports the
  /// damage.
  bool detected = false;
  bool operator==(const DiskFaults&) const = default;
  /// Returns true if no disk may have faults.
  [[nodiscard]] bool none() const {
    return write == 0 && dead == 0 && writeback == 0 && corrupt == 0;
  }
};

/// Returns a text such as ", 2 failed writes, 1 dead disk of log vote, 1 corruption of log:3, only
/// at a, silent". The text names the relations of each kind of fault, and the data columns that may
/// be damaged. Empty if disks have no faults.
[[nodiscard]] std::string in_words(const DiskFaults& disk);

/// The arguments of a fault of a disk that could be read from its text.
struct ReadDisk {
  std::optional<NodeId> node;
  std::optional<NamedId> relation;
  std::optional<Time> at;
  std::optional<Time> until;  ///< last tick; equals `at` if the text names only one tick
  std::string name;           ///< name of the node for error messages, in quotes if necessary
  [[nodiscard]] bool whole() const { return node && relation && at && until; }
};
/// Reads the arguments of a fault of a disk, up to and including the closing parenthesis. Reports
/// every problem. `end` is the last tick that the fault may have; error messages give `bound` as
/// the reason. With `span`, the text may name a last tick after the first one. Private to
/// common/faults.
[[nodiscard]] ReadDisk read_disk(FaultReader& reader, int end, const std::string& bound, bool span,
                                 const char* what);

}  // namespace ldfi
