// The execution of a program under every fault set of a claim, as a circuit over the faults, from
// tick 1 to EOT (docs/explanation/semantics.md).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

struct Limits {
  std::vector<std::string> nodes;
  int eot = 1;
  int last_loss = 0;  ///< the last tick at which a message may be lost
  int crashes = 0;
  bool halt = false;
  /// True if a crash is an outage: memory is lost, and stable relations are on a disk.
  bool stop = false;
  int restarts = 0;  ///< largest number of outages that end with a restart
  /// Last tick at which an outage with a restart may begin; its node is up one tick later at the
  /// latest.
  int last_restart = 0;
  int least_down = 1;  ///< smallest number of ticks of an outage with a restart
  std::optional<int> most_down;
  std::set<std::string> stayers;  ///< nodes that never restart
  int pauses = 0;                 ///< largest number of pauses
  int last_pause = 0;             ///< last tick of any pause
  std::set<std::string> steady;   ///< nodes that are never paused
  int failed_writes = 0;          ///< largest number of failed writes
  int last_write = 0;             ///< last tick of any failed write
  int dead_disks = 0;             ///< largest number of dead disks
  int corruptions = 0;            ///< largest number of corruptions
  int last_corruption = 0;        ///< last tick of any corruption
  /// For each relation that may be damaged, its data column, from 1; 0 if nodes detect damage.
  std::map<std::string, int> data;
  int write_backs = 0;                 ///< largest number of write-backs
  int last_write_back = 0;             ///< last tick of any write-back
  std::set<std::string> written_back;  ///< relations that the system may write back by itself
  bool silent_disks = false;           ///< true if `ioerror` does not report failures of disks
  std::set<std::pair<std::string, std::string>>
      disks;               ///< disks that may fail, each with a node and a relation
  int partitions = 0;      ///< largest number of partitions
  int last_partition = 0;  ///< last tick of any partition
  /// The cuts that partitions may make, each once: the nodes that are cut off from all others,
  /// separated by blanks; or `a>b c` for one direction.
  std::vector<std::string> cuts;
  /// Pairs of nodes between which no message is lost.
  std::set<std::pair<std::string, std::string>> reliable;
  std::set<std::string> survivors;  ///< nodes that never crash
  /// Largest number of losses; nullopt if there is no limit. All messages from one node to another
  /// at one tick are one loss.
  std::optional<int> losses;
  /// Largest number of faults of all kinds together; nullopt if there is no limit.
  std::optional<int> faults;
  int late = 0;       ///< largest number of ticks by which a message may be late
  int last_late = 0;  ///< last tick whose messages may be late or arrive twice
  /// Largest number of late messages, and largest number of ticks of all delays together.
  std::optional<int> late_count, late_budget;
  int twice = 0;  ///< largest number of messages that arrive twice
  /// Largest number of ticks between the tick at which a message is due and its second arrival.
  int twice_within = 1;
  std::set<std::pair<std::string, std::string>>
      punctual;  ///< pairs of nodes between which messages are neither late nor arrive twice
  bool late_self = false;  ///< true if messages of a node to itself may be late or arrive twice
  /// Relations whose messages are delayed separately; empty if all messages are delayed together.
  std::set<std::string> late_relations;
  /// True if channels are fifo: no message overtakes an earlier one with the same sender and
  /// receiver.
  bool fifo = false;
  std::string pre = "pre";
  std::string post = "post";

  /// Returns true if the node may crash for good. The next two functions: may go down and restart,
  /// may be paused.
  [[nodiscard]] bool may_die(const std::string& node) const {
    return crashes > 0 && !survivors.contains(node);
  }
  [[nodiscard]] bool may_restart(const std::string& node) const {
    return restarts > 0 && !stayers.contains(node);
  }
  [[nodiscard]] bool may_pause(const std::string& node) const {
    return pauses > 0 && !steady.contains(node);
  }
  /// Returns the same limits, but without any faults.
  [[nodiscard]] Limits without_faults() const {
    Limits out = *this;
    out.last_loss = out.crashes = out.restarts = out.partitions = out.late = out.twice = 0;
    out.failed_writes = out.dead_disks = out.corruptions = out.write_backs = out.pauses = 0;
    return out;
  }
  /// Returns the largest number of ticks after which a message may arrive a second time. Returns 0
  /// if no message may.
  [[nodiscard]] int again_within() const { return twice == 0 ? 0 : twice_within; }
  /// Returns the largest number of ticks by which any message may arrive late.
  [[nodiscard]] int latest() const { return late < again_within() ? again_within() : late; }
};

/// The invariant of pre and post, or a specification with a name, in the circuit of all ticks.
struct Judged {
  std::string name;
  std::string when;  ///< severity and ticks, such as `critical always`; empty for the invariant
  int violated = Circuit::no;
  /// True if something is promised in the failure-free run, or judged at some tick.
  bool promises = false;
};

struct Unrolled {
  Circuit circuit;
  std::vector<Judged> judged;  ///< begins with the invariant, if there is one
  /// Literal which says that an arithmetic error occurs. Then nothing counts as violated.
  int error = Circuit::no;
  /// Literal which says that a fact holds that is not in the claimed universe.
  int escape = Circuit::no;
  /// Literal which says that a message overtakes an earlier one on a fifo channel.
  int overtakes = Circuit::no;
  std::vector<Clause> axioms;  ///< clauses that are true for every admissible fault set
  std::vector<int> faults;     ///< a literal for each possible fault
  bool has_pre = false;        ///< false if `post` must keep what it has in the failure-free run
};

/// Returns the circuit of the program. Calls `check` regularly, which may throw. Throws Rejected
/// for an invalid program.
Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check = {});

/// Returns the name of an input in the circuit of the tick t.
inline std::string at_tick(const std::string& input, int t) {
  return input + "@" + std::to_string(t);
}

}  // namespace ldfi::certificate
