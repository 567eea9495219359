// What an Fspec says of the faults of disks. Each kind has a file of its own: failed_write,
// dead_disk, corruption, write_back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"

namespace ldfi {

class FaultReader;

/// Which disks may fail, and how.
struct DiskFaults {
  int write = 0;                         ///< how many FailedWrite a fault set has at most
  std::vector<std::string> relations{};  ///< stable or buffered ones, in any order
  std::vector<std::string> nodes{};      ///< where, in any order; empty: at every node
  bool silent = false;                   ///< no `ioerror` tells of them
  int dead = 0;                          ///< how many DeadDisk a fault set has at most
  int writeback = 0;                     ///< how many WriteBack a fault set has at most
  std::vector<std::string> buffered{};   ///< those of `relations` that are, in any order
  int corrupt = 0;                       ///< how many Corruption a fault set has at most
  std::vector<std::string> damaged{};    ///< those of `relations` that may be, sorted
  /// Of each of these: its data column, from 1 on. Empty where damage is detected.
  std::vector<std::uint32_t> columns{};
  bool detected = false;  ///< what is damaged is dropped, and `corrupt` says so
  bool operator==(const DiskFaults&) const = default;
  /// True if nothing happens to disks.
  [[nodiscard]] bool none() const {
    return write == 0 && dead == 0 && writeback == 0 && corrupt == 0;
  }
};

/// ", 2 failed writes, 1 dead disk of log vote, 1 corruption of log:3, only at a, silent": of each
/// kind the relations, and their data columns. Empty if nothing happens to disks.
[[nodiscard]] std::string in_words(const DiskFaults& disk);

/// The node, the relation and the first tick of a fault of a disk, as they are read.
struct ReadDisk {
  std::optional<NodeId> node;
  std::optional<NamedId> relation;
  std::optional<Time> at;
  std::optional<Time> until;  ///< if a last tick was read, that one, else `at`
  std::string name;           ///< of the node, in quotes if need be
  [[nodiscard]] bool whole() const { return node && relation && at && until; }
};
/// Reads them from behind the opening parenthesis up to the closing one; reports what is wrong.
/// `end` is the last tick that may stand there, and `bound` says why. With `span`, a last tick may
/// follow. Private to common/faults.
[[nodiscard]] ReadDisk read_disk(FaultReader& reader, int end, const std::string& bound, bool span,
                                 const char* what);

}  // namespace ldfi
