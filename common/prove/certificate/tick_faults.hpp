// The faults of one tick as literals, and how they follow from the faults of the previous tick
// (docs/explanation/semantics.md). A claim about one EOT (last tick) has this circuit for each
// tick. A claim about every EOT has one circuit, which stands for any tick.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/cut.hpp"
#include "common/prove/certificate/program.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

/// Returns the name of the circuit's input that is true if the fault set has this fault at the
/// tick. `letter` is the letter of the fault's written form, or one of the two letters below. For a
/// late or second message, `relation` and `by` say which message and by how many ticks.
std::string fault_input(char letter, const std::string& of, const std::string& to = "",
                        const std::string& relation = "", int by = 0);
/// Letter of an outage with a restart, at each tick of the outage: C(a,4,6) has it at ticks 4 and
/// 5, and C(a,4+,6) at tick 5. A crash for good has the letter C at the tick of the crash and all
/// later ticks.
inline constexpr char outage_letter = 'R';
/// Letter of a tick at which a node runs but sends nothing: C(a,4+) and C(a,4+,6) have it at tick
/// 4.
inline constexpr char mute_letter = 'M';

/// Connects the circuit of a tick with the circuit of the previous tick.
class Wires {
 public:
  Wires() = default;
  virtual ~Wires() = default;
  Wires(const Wires&) = delete;
  Wires& operator=(const Wires&) = delete;

  /// Returns the circuit's input with this name, which a fault set chooses for this tick.
  virtual int choose(const std::string& name) = 0;
  /// Returns the literal that the previous tick passed to after() with this name. Returns false at
  /// tick 1.
  virtual int before(const std::string& name) = 0;
  virtual void after(const std::string& name, int literal) = 0;
  /// Adds the condition that at most `most` of the `events` of all ticks happen; `what` names the
  /// kind of events. Adds nothing if `most` is nullopt.
  virtual void limit(const std::string& what, std::optional<int> most,
                     const std::vector<int>& events) = 0;

  /// Returns true if the tick is not after `last`, or if the circuit stands for any tick.
  [[nodiscard]] bool is_up_to(int last) const { return tick == 0 || tick <= last; }
  /// Adds the condition that at least one of the literals in `together` is false.
  void exclude(const Clause& together);
  /// Adds the condition that at most `most` of the literals are true.
  void at_most(const std::vector<int>& literals, std::size_t most);

  Circuit circuit;
  std::vector<Clause> axioms;  ///< clauses that are true for every fault set that the limits allow
  int tick = 0;                ///< number of the tick; 0 if the circuit stands for any tick
};

struct NodeFaults {
  int crashed = Circuit::no;  ///< true if the node has crashed for good, at this tick or before
  /// True if the node is down now: in an outage, or because it has crashed for good.
  int down = Circuit::no;
  int paused = Circuit::no;  ///< true if the node is paused now
  /// True if the node was down at the previous tick and is not down now.
  int restarts = Circuit::no;
  int silent = Circuit::no;  ///< true if the node sends nothing now
};

/// Literals about the disk of a relation at a node.
struct DiskFaults {
  int dead = Circuit::no;   ///< true if the disk has died at this tick or before
  int fails = Circuit::no;  ///< true if writes fail now
  /// True if writes failed at the previous tick, or if the disk was dead then.
  int failed = Circuit::no;
  int damaged = Circuit::no;         ///< true if the content is damaged now
  int damaged_before = Circuit::no;  ///< true if the content was damaged at the previous tick
  int written_back = Circuit::no;    ///< true if the system writes the relation back now
};

/// Literals about messages from one node to another that were sent at one tick and are delayed
/// together.
struct Channel {
  std::vector<int> late;  ///< literal k-1 is true if the messages are late by at least k ticks
  /// Literal k-1 is true if the messages arrive a second time, k ticks after they were due.
  std::vector<int> twice;
  /// Literals of which at least one is true if a message is sent. Empty unless channels are fifo,
  /// because only the order of messages needs them.
  Clause sent;

  /// Returns the literal at index k-1 of `by`, or false if `by` has no such literal.
  static int at(const std::vector<int>& by, int k);
  /// Returns the literal which says that a message arrives `ticks` ticks after it is due.
  int arrives(Circuit& circuit, int ticks) const;
};

/// Literals about all messages from one node to another that were sent at the tick.
struct Link {
  int lost = Circuit::no;  ///< true if an omission loses the messages
  int gone = Circuit::no;  ///< true if the messages are lost, cut off, or not sent
  /// Messages by the name of their relation. The empty name stands for all messages together.
  std::map<std::string, Channel> channels;
};

class TickFaults {
 public:
  /// Adds the faults of nodes, disks and the network. All arguments must outlive this object.
  TickFaults(Wires& wires, const Limits& limits, const Program& program);

  [[nodiscard]] NodeFaults node(Value node) const;
  [[nodiscard]] DiskFaults disk(Value node, const std::string& relation) const;
  /// Returns the literals about messages from one node to another. The first call for a pair of
  /// nodes adds the omission of these messages.
  Link& link(Value from, Value to);
  /// Returns the literals about messages of a relation between two nodes. The first call for them
  /// adds their delays.
  Channel& channel(Value from, Value to, const std::string& relation);
  [[nodiscard]] const std::map<std::pair<Value, Value>, Link>& links() const { return links_; }
  /// Limits the number of faults. Must be called after link() and channel() were called for all
  /// messages of the tick, because these calls add faults.
  void count();

  /// Returns the literals of faults that last beyond this tick but not for good.
  [[nodiscard]] const Clause& passing() const { return passing_; }
  int calm = Circuit::no;  ///< literal which says that no message is lost at this tick

 private:
  void add_node(const std::string& name);
  void add_disk(const std::string& node, const std::string& relation);
  void add_cuts();
  int state(bool may, const std::string& name) { return may ? wires_.before(name) : Circuit::no; }
  int input(bool may, const std::string& name) { return may ? wires_.choose(name) : Circuit::no; }
  int counted(int now, int before);
  void limit(const std::string& what, std::optional<int> most, std::vector<int> events,
             bool is_fault = true);

  Wires& wires_;
  Circuit& circuit_;
  const Limits& limits_;
  const Program& program_;
  std::map<Value, NodeFaults> nodes_;
  std::map<std::pair<Value, std::string>, DiskFaults> disks_;
  std::vector<std::pair<Cut, int>> cuts_;
  std::map<std::pair<Value, Value>, Link> links_;
  Clause passing_;
  // Literals of the faults that begin at this tick.
  std::vector<int> crashes_, restarts_, pauses_, partitions_, writes_, dead_, damages_, backs_;
  std::vector<int> all_;
};

}  // namespace ldfi::certificate
