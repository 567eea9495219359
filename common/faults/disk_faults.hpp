// The part of an Fspec about faults of disks. Each kind has a file of its own: failed_write,
// dead_disk, corruption, write_back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace ldfi {

class FaultReader;

/// The disks that may have faults, and the number of faults of each kind.
struct DiskFaults {
  int write = 0;                         ///< largest number of failed writes in a fault set
  std::vector<std::string> relations{};  ///< stable or buffered relations with faults, in any order
  std::vector<std::string> nodes{};  ///< nodes with faults of disks, in any order; empty: all nodes
  bool silent = false;               ///< true if no `ioerror` reports the faults
  int dead = 0;                      ///< largest number of dead disks in a fault set
  int writeback = 0;                 ///< largest number of write-backs in a fault set
  std::vector<std::string> buffered{};  ///< buffered ones among `relations`, in any order
  int corrupt = 0;                      ///< largest number of corruptions in a fault set
  std::vector<std::string> damaged{};   ///< relations among `relations` that may be damaged, sorted
  /// The data column of each relation in `damaged`, counted from 1. Empty if damage is detected.
  std::vector<std::uint32_t> columns{};
  bool detected = false;  ///< true if damaged data is dropped and reported by `corrupt`
  bool operator==(const DiskFaults&) const = default;
  /// True if disks have no faults.
  [[nodiscard]] bool none() const {
    return write == 0 && dead == 0 && writeback == 0 && corrupt == 0;
  }
};

/// Returns a text such as ", 2 failed writes, 1 dead disk of log vote, 1 corruption of log:3,
/// only at a, silent". The text gives the relations of each kind and their data columns. Empty if
/// disks have no faults.
[[nodiscard]] std::string in_words(const DiskFaults& disk);

/// The arguments of a fault of a disk, as far as they could be read.
struct ReadDisk {
  std::optional<NodeId> node;
  std::optional<NamedId> relation;
  std::optional<Time> at;
  std::optional<Time> until;  ///< last tick if there is one in the text, else `at`
  std::string name;           ///< name of the node, in quotes if necessary
  [[nodiscard]] bool whole() const { return node && relation && at && until; }
};
/// Reads the arguments of a fault whose opening parenthesis was read before, up to the closing
/// one. Reports every problem. `end` is the last tick that the text may name; messages explain
/// `end` by `bound`. With `span`, a last tick may follow. Private to common/faults.
[[nodiscard]] ReadDisk read_disk(FaultReader& reader, int end, const std::string& bound, bool span,
                                 const char* what);

}  // namespace ldfi
