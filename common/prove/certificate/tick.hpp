// One tick of one execution as a circuit: the facts that hold, the facts that nodes keep in memory
// and on disks, and the messages that arrive (docs/explanation/semantics.md). A claim about one EOT
// (last tick) has such a circuit for each tick. A claim about every EOT has one circuit, which
// stands for any tick.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/prove/certificate/derivation.hpp"
#include "common/prove/certificate/tick_faults.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

class Tick : public Derivation {
 public:
  /// Adds the built-in relations to the program. All arguments must outlive this object.
  Tick(Program& program, const Limits& limits, const std::function<void()>& check);

  [[nodiscard]] const Table& now(int relation) const { return tables_[index(relation)]; }

 protected:
  /// Adds the rows of the built-in relation `crash`, in which rules read which nodes crash.
  virtual void crashes(Table& to) = 0;
  /// Called for a tuple that its node keeps until the next tick. The node keeps the tuple if
  /// `literal` is true.
  virtual void stays(int relation, const Tuple& tuple, int literal) = 0;

  /// Begins the tick with the facts in `now`, which are given or arrive. Adds the contents of disks
  /// that nodes read.
  void begin(std::vector<Heads>& now);
  /// Keeps the tuples that need no rule to last: tuples on a disk while its node is down or writes
  /// fail, and tuples of a paused node.
  void keep_lasting();
  /// Keeps tuples on the disks of buffered relations if nothing is written to the disk. A buffered
  /// relation reaches its disk only by a sync.
  void keep_disks();

  [[nodiscard]] bool is_node(Value v) const;
  [[nodiscard]] const std::string& name(Value v) const {
    return program_.strings[static_cast<std::size_t>(v.number)];
  }
  [[nodiscard]] const std::string& relation_name(int relation) const {
    return name(names_[index(relation)]);
  }
  /// Returns the literal which says that the node derives nothing for the next tick, because it is
  /// down or paused. A node that is only silent still derives facts.
  int stops(Value node);
  /// Returns the name of the rule's relation if the claim delays messages of each relation
  /// separately. Returns an empty text otherwise.
  [[nodiscard]] std::string is_delayed_as_unit(const Rule& rule) const {
    return limits_.late_relations.empty() ? "" : relation_name(observed_relation(rule));
  }
  [[nodiscard]] NodeFaults faults(Value node) const {
    return faults_ == nullptr ? NodeFaults{} : faults_->node(node);
  }
  /// Returns the relation of the protocol rule from which `rule` was copied for an event. Returns
  /// the relation of `rule` if it is not a copy.
  static int observed_relation(const Rule& rule) {
    return rule.copy_of_rule_for.value_or(rule.relation);
  }
  /// Returns the receiver of a message. In a copy of a rule for an event, the receiver is the
  /// second column, after the sender.
  static Value receiver(const Rule& rule, const Tuple& head) {
    return head[rule.copy_of_rule_for && rule.when == When::async ? 1 : 0];
  }

  void keep(int relation, Table table) override { tables_[index(relation)] = std::move(table); }
  int arrives(const Rule& rule, Value from, const Tuple& head) override;
  int damaged(const Rule& rule, Value from) override;
  [[nodiscard]] bool damage(const Rule& rule, Tuple& tuple) const override {
    return damage(rule.relation, tuple);
  }

  const Limits& limits_;
  TickFaults* faults_ = nullptr;  ///< faults of this tick; null in an execution without faults
  /// Faults of the next tick, if the next tick has a circuit of its own; otherwise null.
  const TickFaults* next_ = nullptr;
  std::vector<Value> nodes_;    ///< the nodes, sorted
  std::vector<Tuple> disks_;    ///< disks that may fail, each with a node and a relation
  std::map<int, int> disk_of_;  ///< for each buffered relation, the relation of its disk
  std::set<int> stable_;        ///< relations that a node still has after an outage
  std::set<int> lasting_;       ///< relations whose tuples a node keeps while it is down or paused
  std::vector<Component> components_;
  std::vector<Table> tables_;  ///< for each relation, the tuples that hold now
  Table crashes_;
  int crash_ = 0, pre_ = 0, post_ = 0;
  Value mark_;    ///< the value that a node reads in place of damaged data
  int late_ = 0;  ///< number of ticks by which the messages that rules send now are late

 private:
  void find_lasting();
  void load(std::vector<Heads>& now);
  void built_in();
  void quiet_nodes();
  void failed_disks();
  void give(int relation, const Tuple& tuple, int literal);
  void pass_on(int relation, const Row& row, const Clause& body, int damaged);
  bool damage(int relation, Tuple& tuple) const;
  int synced(Value node, int relation);
  int message(const Rule& rule, Value from, Value to);
  int forgets(Value node) const;
  int writes(Value node, const std::string& relation);
  [[nodiscard]] DiskFaults disk(Value node, const std::string& relation) const {
    return faults_ == nullptr ? DiskFaults{} : faults_->disk(node, relation);
  }

  std::vector<Value> names_;     ///< names of the relations
  std::map<int, int> buffered_;  ///< for each relation of a disk, its buffered relation
  int down_ = 0, restart_ = 0, paused_ = 0, ioerror_ = 0, corrupt_ = 0, sync_ = 0;
  std::set<int> built_in_;  ///< the built-in relations that no rule or fact derives
};

/// Returns the literal which says that a tuple is promised and not kept.
int broken(Circuit& circuit, const Table& promised, const Table& kept);

}  // namespace ldfi::certificate
