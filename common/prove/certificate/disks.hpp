// Faults of disks, under the crash model `stop`: writes that fail for some ticks, disks that die, what is
// read back damaged, and what the system writes back by itself (docs/SEMANTICS.md, section 3).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/outages.hpp"
#include "common/prove/certificate/pauses.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

/// What writes of a relation at a node do.
std::string write_spell(const std::string& node, const std::string& relation);
/// The input that says so: of a relation at a node, its disk dies.
std::string dead_disk(const std::string& a, const std::string& relation, int at);
/// What it holds is damaged at a tick; it is written back then.
std::string damage(const std::string& a, const std::string& relation, int at);
std::string write_back(const std::string& a, const std::string& relation, int at);

class Disks {
 public:
  /// Adds inputs for those that the limits admit, and what excludes what. All must outlive it.
  Disks(Unrolled& out, const Limits& limits, Outages& outages, Pauses& pauses);

  /// Writes of the relation fail at the node and tick.
  int fails(const std::string& node, const std::string& relation, int t) const;
  /// Its disk is dead.
  int dead(const std::string& node, const std::string& relation, int t);
  /// What is written there gets there: the node runs, and nothing is wrong with the disk.
  int writes(const std::string& node, const std::string& relation, int t);
  /// What it holds, and nobody writes anew, is damaged.
  int damages(const std::string& node, const std::string& relation, int t);
  /// The system writes it back, if it can be written.
  int writes_back(const std::string& node, const std::string& relation, int t);

 private:
  struct One {
    int literal = Circuit::no;
    int from = 0, until = 0;
  };
  using Place = std::pair<std::string, std::string>;

  void add_writes(const Place& place);
  /// Faults of a tick, up to the last one of which so many may be.
  void add_ticks(const Place& place, int last,
                 std::string (*name)(const std::string&, const std::string&, int),
                 std::map<Place, std::vector<One>>& to, std::vector<int>& all);
  int any(const std::map<Place, std::vector<One>>& of, const Place& place, int t);

  Unrolled& out_;
  const Limits& limits_;
  Outages& outages_;
  Pauses& pauses_;
  std::map<Place, Spell> writes_;
  std::map<Place, std::vector<One>> deaths_, damages_, backs_;
};

}  // namespace ldfi::certificate
