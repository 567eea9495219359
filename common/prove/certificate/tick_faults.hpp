// The faults of one tick as literals, and how they follow from those of the previous tick
// (docs/explanation/semantics.md). A claim about one EOT has this circuit once for each of its
// ticks. A claim about every EOT has it once, for any tick.
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

/// Returns the name of an input that a fault set chooses at each tick. The letter is that of the
/// fault's written form, or one of the two below. For a late or second message, `relation` and `by`
/// say which and how late.
std::string fault_input(char letter, const std::string& of, const std::string& to = "",
                        const std::string& relation = "", int by = 0);
/// C(a,4,6) has this letter at ticks 4 and 5, and C(a,4+,6) has it at tick 5. A crash for good has
/// C from its tick on.
inline constexpr char outage_letter = 'R';
/// C(a,4+) and C(a,4+,6) have this letter at tick 4: the node runs, but sends nothing.
inline constexpr char mute_letter = 'M';

/// Connects the current tick with the previous one.
class Wires {
 public:
  Wires() = default;
  virtual ~Wires() = default;
  Wires(const Wires&) = delete;
  Wires& operator=(const Wires&) = delete;

  /// Returns an input of this tick.
  virtual int choose(const std::string& name) = 0;
  /// Returns the literal that the previous tick passed to after() for this name; false at tick 1.
  virtual int before(const std::string& name) = 0;
  virtual void after(const std::string& name, int literal) = 0;
  /// Admits at most so many of the events of all ticks. No limit if `most` is empty.
  virtual void limit(const std::string& what, std::optional<int> most,
                     const std::vector<int>& events) = 0;

  /// Returns true if the tick is at most `last`, or if the circuit is that of any tick.
  [[nodiscard]] bool is_up_to(int last) const { return tick == 0 || tick <= last; }
  /// Admits no fault set with which all of these literals hold.
  void exclude(const Clause& together);
  /// Admits at most so many of these literals.
  void at_most(const std::vector<int>& literals, std::size_t most);

  Circuit circuit;
  std::vector<Clause> axioms;  ///< clauses that every admissible fault set fulfils
  int tick = 0;                ///< 0: any tick
};

struct NodeFaults {
  int crashed = Circuit::no;   ///< crashed for good, at this tick or before
  int down = Circuit::no;      ///< down now; crashed, if crashes are not outages
  int paused = Circuit::no;    ///< paused now
  int restarts = Circuit::no;  ///< was down at the previous tick, and is not down now
  int silent = Circuit::no;    ///< sends nothing now
};

/// The disk of a relation at a node.
struct DiskFaults {
  int dead = Circuit::no;            ///< dead since this tick or before
  int fails = Circuit::no;           ///< writes fail now
  int failed = Circuit::no;          ///< writes failed at the previous tick, or the disk was dead
  int damaged = Circuit::no;         ///< the content is damaged now
  int damaged_before = Circuit::no;  ///< the content was damaged at the previous tick
  int written_back = Circuit::no;    ///< the system writes the relation back now
};

/// Messages of one tick that are late together.
struct Channel {
  std::vector<int> late;   ///< literal k-1: late by at least k ticks
  std::vector<int> twice;  ///< literal k-1: a second arrival k ticks after the message was due
  Clause sent;             ///< literals that a message is sent; only filled for fifo channels

  /// Returns the literal of `k` ticks, or false if `by` has no such literal.
  static int at(const std::vector<int>& by, int k);
  /// Returns the literal that a message arrives so many ticks after it is due.
  int arrives(Circuit& circuit, int ticks) const;
};

/// All messages from one node to another at the tick.
struct Link {
  int lost = Circuit::no;  ///< lost by an omission
  int gone = Circuit::no;  ///< lost, cut off, or not sent
  /// By relation; the empty name is for all messages together.
  std::map<std::string, Channel> channels;
};

class TickFaults {
 public:
  /// Adds the faults of nodes, disks and the network. All arguments must outlive this.
  TickFaults(Wires& wires, const Limits& limits, const Program& program);

  [[nodiscard]] NodeFaults node(Value node) const;
  [[nodiscard]] DiskFaults disk(Value node, const std::string& relation) const;
  /// Adds the omission of messages if it is not there yet.
  Link& link(Value from, Value to);
  /// Adds the delays of these messages if they are not there yet.
  Channel& channel(Value from, Value to, const std::string& relation);
  [[nodiscard]] const std::map<std::pair<Value, Value>, Link>& links() const { return links_; }
  /// Limits the number of faults. Call it after link() and channel() for all messages of the tick.
  void count();

  /// Literals of faults that last now and end later.
  [[nodiscard]] const Clause& passing() const { return passing_; }
  int calm = Circuit::no;  ///< literal: no message is lost at this tick

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
  // Faults that begin now.
  std::vector<int> crashes_, restarts_, pauses_, partitions_, writes_, dead_, damages_, backs_;
  std::vector<int> all_;
};

}  // namespace ldfi::certificate
