// Faults of disks, under the crash model `stop`: writes that fail for some ticks, and disks that die
// (docs/SEMANTICS.md, section 3).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/certificate/outages.hpp"
#include "common/certificate/pauses.hpp"
#include "common/certificate/unroll.hpp"

namespace ldfi::certificate {

/// The input that says so: of a relation at a node, writes fail from one tick to another; its disk dies.
std::string failed_write(const std::string& a, const std::string& relation, int from, int until);
std::string dead_disk(const std::string& a, const std::string& relation, int at);

class Disks {
 public:
  /// Adds an input for each that the limits admit, and which of them exclude each other. All must outlive it.
  Disks(Unrolled& out, const Limits& limits, Outages& outages, Pauses& pauses);

  /// Writes of the relation fail at the node and tick.
  int fails(const std::string& node, const std::string& relation, int t);
  /// Its disk is dead.
  int dead(const std::string& node, const std::string& relation, int t);

 private:
  struct One {
    int literal = Circuit::no;
    int from = 0, until = 0;
  };
  using Place = std::pair<std::string, std::string>;

  void add_writes(const Place& place, Outages& outages, Pauses& pauses);
  int any(const std::map<Place, std::vector<One>>& of, const Place& place, int t);

  Unrolled& out_;
  const Limits& limits_;
  std::map<Place, std::vector<One>> writes_, deaths_;
};

}  // namespace ldfi::certificate
