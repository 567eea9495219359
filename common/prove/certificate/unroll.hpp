// Unrolls a program: builds a circuit of its execution from tick 1 to EOT (the last tick). The
// inputs of the circuit are the faults that a certificate's claim allows
// (docs/explanation/semantics.md).
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
  /// True if a crashed node is down and loses its memory, but keeps stable relations, which are on
  /// a disk.
  bool stop = false;
  int restarts = 0;  ///< largest number of outages that end with a restart
  /// Last tick at which an outage with a restart may begin. The node must restart by the tick after
  /// `last_restart`.
  int last_restart = 0;
  int least_down = 1;  ///< smallest number of ticks of an outage with a restart
  std::optional<int> most_down;
  std::set<std::string> stayers;  ///< nodes that never restart after a crash
  int pauses = 0;                 ///< largest number of pauses
  int last_pause = 0;             ///< last tick at which a node may be paused
  std::set<std::string> steady;   ///< nodes that are never paused
  int failed_writes = 0;          ///< largest number of failed writes
  int last_write = 0;             ///< last tick at which a write may fail
  int dead_disks = 0;             ///< largest number of dead disks
  int corruptions = 0;            ///< largest number of corruptions
  int last_corruption = 0;        ///< last tick at which data may be corrupted
  /// For each relation that may be damaged, the number of its data column, from 1. The number is 0
  /// if nodes detect damage.
  std::map<std::string, int> data;
  int write_backs = 0;      ///< largest number of write-backs
  int last_write_back = 0;  ///< last tick at which a write-back may happen
  /// Relations that the operating system may write to disk without a sync.
  std::set<std::string> written_back;
  bool silent_disks = false;  ///< true if the relation `ioerror` does not report failures of disks
  std::set<std::pair<std::string, std::string>>
      disks;               ///< disks that may fail, each with a node and a relation
  int partitions = 0;      ///< largest number of partitions
  int last_partition = 0;  ///< last tick at which a partition may be active
  /// The cuts that partitions may make. The text of a cut has the nodes that are cut off from all
  /// others, separated by blanks; or `a>b c` if only messages from a to b and c are lost.
  std::vector<std::string> cuts;
  /// Pairs of nodes between which no message is lost.
  std::set<std::pair<std::string, std::string>> reliable;
  std::set<std::string> survivors;  ///< nodes that never crash
  /// Largest number of lost messages; nullopt if there is no limit. All messages from one node to
  /// another at one tick count as one lost message.
  std::optional<int> losses;
  /// Largest number of faults of all kinds together; nullopt if there is no limit.
  std::optional<int> faults;
  int late = 0;       ///< largest number of ticks by which a message may be late
  int last_late = 0;  ///< last tick at which a message that is late or arrives twice may be sent
  /// `late_count` limits the number of late messages, and `late_budget` the sum of the ticks of all
  /// delays. Nullopt if there is no limit.
  std::optional<int> late_count, late_budget;
  int twice = 0;  ///< largest number of messages that arrive twice
  /// Largest number of ticks between the tick at which a message is due and the tick of its second
  /// arrival.
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

  /// Returns true if the node may crash for good.
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
  /// Returns the largest number of ticks by which a second arrival may be late. Returns 0 if no
  /// message may arrive twice.
  [[nodiscard]] int most_second_delay() const { return twice == 0 ? 0 : twice_within; }
  /// Returns the largest number of ticks by which a message, or its second arrival, may be late.
  [[nodiscard]] int latest() const {
    return late < most_second_delay() ? most_second_delay() : late;
  }
};

/// A promise that can be violated: the invariant of pre and post, or a specification with a name.
struct Judged {
  std::string name;
  std::string when;  ///< severity and ticks, such as `critical always`; empty for the invariant
  int violated = Circuit::no;
  /// True if the promise is not empty: the failure-free run promises something, or the
  /// specification is judged at some tick.
  bool promises = false;
};

struct Unrolled {
  Circuit circuit;
  std::vector<Judged> judged;  ///< begins with the invariant, if there is one
  /// Literal which says that an arithmetic error occurs. After an error, no promise counts as
  /// violated.
  int error = Circuit::no;
  /// Literal which says that some fact holds that is missing in the certificate's list of possible
  /// facts.
  int escape = Circuit::no;
  /// Literal which says that a message overtakes an earlier one on a fifo channel.
  int overtakes = Circuit::no;
  std::vector<Clause> axioms;  ///< clauses that are true for every fault set that the limits allow
  std::vector<int> faults;     ///< a literal for each possible fault
  /// True if the program has a relation `pre`; otherwise `post` must keep the tuples that `post`
  /// has in the failure-free run.
  bool has_pre = false;
};

/// Returns the circuit of the program. Calls `check` regularly, which may throw to stop the work.
/// Throws Rejected if the program is invalid.
Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check = {});

/// Returns the name of an input for the tick t, in a circuit that has all ticks.
inline std::string at_tick(const std::string& input, int t) {
  return input + "@" + std::to_string(t);
}

}  // namespace ldfi::certificate
