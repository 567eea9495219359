// What a program does under every fault set of a claim, as a circuit over the faults: ticks 1 to EOT,
// by docs/explanation/semantics.md.
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
  int restarts = 0;   ///< of these outages, at most, end in a restart
  int last_restart =
      0;  ///< it begins up to then, and the node is back at the next tick at the latest
  int least_down = 1;  ///< ticks for which it is down then
  std::optional<int> most_down;
  std::set<std::string> stayers;       ///< who never restarts
  int pauses = 0;                      ///< at most so many
  int last_pause = 0;                  ///< the last tick of one
  std::set<std::string> steady;        ///< who is never paused
  int failed_writes = 0;               ///< at most so many
  int last_write = 0;                  ///< the last tick at which one fails
  int dead_disks = 0;                  ///< at most so many
  int corruptions = 0;                 ///< at most so many
  int last_corruption = 0;             ///< the last tick of one
  std::map<std::string, int> data;     ///< of what may be damaged: its data column, from 1 on, or 0
                                       ///< where damage is detected
  int write_backs = 0;                 ///< at most so many
  int last_write_back = 0;             ///< the last tick of one
  std::set<std::string> written_back;  ///< what the system may write back
  bool silent_disks = false;           ///< no `ioerror` tells of them
  std::set<std::pair<std::string, std::string>>
      disks;                      ///< of a node and a relation: those that may fail
  int partitions = 0;             ///< at most so many
  int last_partition = 0;         ///< the last tick of one
  std::vector<std::string> cuts;  ///< who may be cut off from all others: names in their order,
                                  ///< with blanks; or `a>b c`; each once
  std::set<std::pair<std::string, std::string>> reliable;  ///< between whom no message is lost
  std::set<std::string> survivors;                         ///< who never crashes
  std::optional<int> losses;  ///< at most so many, of messages that one sends another at one tick
  std::optional<int> faults;  ///< at most so many of all kinds
  int late = 0;               ///< by how many ticks a message may be late
  int last_late = 0;          ///< the last tick whose messages may be late, or come twice
  std::optional<int> late_count, late_budget;  ///< how many are, and by how many ticks together
  int twice = 0;                               ///< how many come a second time, at most
  int twice_within = 1;                        ///< by how many ticks later
  std::set<std::pair<std::string, std::string>>
      punctual;            ///< between whom nothing is late or twice
  bool late_self = false;  ///< what a node sends itself may be late, or come twice, too
  std::set<std::string> late_relations;  ///< each of these by itself; empty: all messages together
  bool fifo = false;  ///< what one node sends another overtakes nothing that it sent it before
  std::string pre = "pre";
  std::string post = "post";

  /// Whether the node may crash for good, go down and restart, be paused.
  [[nodiscard]] bool may_die(const std::string& node) const {
    return crashes > 0 && !survivors.contains(node);
  }
  [[nodiscard]] bool may_restart(const std::string& node) const {
    return restarts > 0 && !stayers.contains(node);
  }
  [[nodiscard]] bool may_pause(const std::string& node) const {
    return pauses > 0 && !steady.contains(node);
  }
  /// The same without faults.
  [[nodiscard]] Limits without_faults() const {
    Limits out = *this;
    out.last_loss = out.crashes = out.restarts = out.partitions = out.late = out.twice = 0;
    out.failed_writes = out.dead_disks = out.corruptions = out.write_backs = out.pauses = 0;
    return out;
  }
  /// By how many ticks a message comes again at most; 0: none does.
  [[nodiscard]] int again_within() const { return twice == 0 ? 0 : twice_within; }
  /// By how many ticks anything arrives later than in time, at most.
  [[nodiscard]] int latest() const { return late < again_within() ? again_within() : late; }
};

/// The invariant of pre and post, or a specification with a name.
struct Judged {
  std::string name;
  std::string when;  ///< `critical always`; of the invariant nothing
  int violated = Circuit::no;
  bool promises = false;  ///< if nothing fails, something is promised, or judged at some tick
};

struct Unrolled {
  Circuit circuit;
  std::vector<Judged> judged;   ///< the invariant first, if there is one
  int error = Circuit::no;      ///< an arithmetic error: then nothing is violated
  int escape = Circuit::no;     ///< something holds that the claimed universe leaves out
  int overtakes = Circuit::no;  ///< what is sent later arrives sooner, where channels are fifo
  std::vector<Clause> axioms;   ///< what every admissible fault set fulfils
  std::vector<int> faults;      ///< one for each fault that may happen, true if it does
  bool has_pre = false;         ///< else what the failure-free run has in post is promised
};

/// `check` is called now and then, and may throw. Throws Rejected for a program that is no Dedalus.
Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check = {});

/// The name of an input of the circuit, which says something of one tick.
inline std::string at_tick(const std::string& input, int t) {
  return input + "@" + std::to_string(t);
}

}  // namespace ldfi::certificate
