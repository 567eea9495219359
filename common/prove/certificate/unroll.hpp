// What a program does under every fault set of a claim, as a circuit over the faults, from tick 1
// to EOT (docs/explanation/semantics.md).
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
  bool stop = false;  ///< a crash is an outage: memory is lost, and stable relations are on a disk
  int restarts = 0;   ///< most outages that end in a restart
  int last_restart =
      0;  ///< last tick at which such an outage begins; the node is up one tick later at the latest
  int least_down = 1;  ///< least number of ticks of such an outage
  std::optional<int> most_down;
  std::set<std::string> stayers;  ///< nodes that never restart
  int pauses = 0;                 ///< most pauses
  int last_pause = 0;             ///< last tick of a pause
  std::set<std::string> steady;   ///< nodes that are never paused
  int failed_writes = 0;          ///< most failed writes
  int last_write = 0;             ///< last tick of a failed write
  int dead_disks = 0;             ///< most dead disks
  int corruptions = 0;            ///< most corruptions
  int last_corruption = 0;        ///< last tick of a corruption
  /// Data column of each relation that may be damaged, from 1 on; 0 if damage is detected.
  std::map<std::string, int> data;
  int write_backs = 0;                 ///< most write-backs
  int last_write_back = 0;             ///< last tick of a write-back
  std::set<std::string> written_back;  ///< relations that the system may write back
  bool silent_disks = false;           ///< true if no `ioerror` reports failures of disks
  std::set<std::pair<std::string, std::string>>
      disks;               ///< disks that may fail, each a node and a relation
  int partitions = 0;      ///< most partitions
  int last_partition = 0;  ///< last tick of a partition
  /// Possible cuts, each once: the nodes that may be cut off from all others, in their order, with
  /// blanks between them; or `a>b c`.
  std::vector<std::string> cuts;
  /// Pairs of nodes between which no message is lost.
  std::set<std::pair<std::string, std::string>> reliable;
  std::set<std::string> survivors;  ///< nodes that never crash
  /// Most losses; all messages from one node to another at one tick are one loss.
  std::optional<int> losses;
  std::optional<int> faults;  ///< most faults of all kinds together
  int late = 0;               ///< most ticks that a message is late
  int last_late = 0;          ///< last tick whose messages may be late or arrive twice
  /// Most late messages, and most ticks of delay of all of them together.
  std::optional<int> late_count, late_budget;
  int twice = 0;  ///< most messages that arrive twice
  /// Most ticks that the second arrival is after the due tick.
  int twice_within = 1;
  std::set<std::pair<std::string, std::string>>
      punctual;            ///< pairs of nodes between which no message is late or arrives twice
  bool late_self = false;  ///< true if a message of a node to itself may be late or arrive twice
  /// Relations whose messages are late by themselves; empty if all messages are late together.
  std::set<std::string> late_relations;
  /// True if no message overtakes an earlier one from the same sender to the same receiver.
  bool fifo = false;
  std::string pre = "pre";
  std::string post = "post";

  /// Returns whether the node may crash for good. The next two: may go down and restart, may be
  /// paused.
  [[nodiscard]] bool may_die(const std::string& node) const {
    return crashes > 0 && !survivors.contains(node);
  }
  [[nodiscard]] bool may_restart(const std::string& node) const {
    return restarts > 0 && !stayers.contains(node);
  }
  [[nodiscard]] bool may_pause(const std::string& node) const {
    return pauses > 0 && !steady.contains(node);
  }
  /// Returns these limits without faults.
  [[nodiscard]] Limits without_faults() const {
    Limits out = *this;
    out.last_loss = out.crashes = out.restarts = out.partitions = out.late = out.twice = 0;
    out.failed_writes = out.dead_disks = out.corruptions = out.write_backs = out.pauses = 0;
    return out;
  }
  /// Returns the most ticks after which a message arrives a second time, or 0 if none does.
  [[nodiscard]] int again_within() const { return twice == 0 ? 0 : twice_within; }
  /// Returns the most ticks by which anything arrives late.
  [[nodiscard]] int latest() const { return late < again_within() ? again_within() : late; }
};

/// The invariant of pre and post, or a specification with a name.
struct Judged {
  std::string name;
  std::string when;  ///< for example `critical always`; empty for the invariant
  int violated = Circuit::no;
  bool promises = false;  ///< true if something is promised without faults, or judged at some tick
};

struct Unrolled {
  Circuit circuit;
  std::vector<Judged> judged;  ///< begins with the invariant, if there is one
  /// Literal: an arithmetic error occurs; then nothing counts as violated.
  int error = Circuit::no;
  int escape = Circuit::no;     ///< literal: something holds that the claimed universe leaves out
  int overtakes = Circuit::no;  ///< literal: a message overtakes an earlier one on a fifo channel
  std::vector<Clause> axioms;   ///< clauses that every admissible fault set fulfils
  std::vector<int> faults;      ///< one literal for each fault that may happen
  bool has_pre = false;         ///< false if the promise is what the failure-free run has in `post`
};

/// Returns the circuit of the program. Calls `check` regularly, which may throw. Throws Rejected
/// for an invalid program.
Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check = {});

/// Returns the name of the circuit's input for one tick.
inline std::string at_tick(const std::string& input, int t) {
  return input + "@" + std::to_string(t);
}

}  // namespace ldfi::certificate
