// One tick of one execution as gates: what holds, what a node keeps until the next tick, in its memory and on its
// disks, and what arrives from other nodes (docs/SEMANTICS.md, sections 2 and 3). A claim about one EOT unrolls the
// tick (unroll.cpp). A claim about every EOT has one tick, which stands for each (execution.hpp). A derived class gives
// the faults of the tick, each as a literal.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/prove/certificate/derivation.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

class Tick : public Derivation {
 public:
  /// Adds the built-in relations to the program. All arguments must outlive the tick.
  Tick(Program& program, const Limits& limits, const std::function<void()>& check);

  [[nodiscard]] const Table& now(int relation) const { return tables_[index(relation)]; }

 protected:
  /// The node is down; where a crash is not an outage, it has crashed.
  virtual int down(Value node) = 0;
  virtual int paused(Value node) = 0;
  /// The node was down at the tick before, and is not down now.
  virtual int restarts(Value node) = 0;
  /// The node sends nothing.
  virtual int silent(Value node) = 0;
  /// The node is down at the next tick, which clears its memory. The default is for a class whose next tick clears it.
  virtual int forgets(Value /*node*/) { return Circuit::no; }
  /// Adds the rows of `crash`.
  virtual void crashes(Table& to) = 0;
  /// A message of the rule arrives `late_` ticks after it is due. Sender and receiver may be the same node.
  virtual int message(const Rule& rule, Value from, Value to) = 0;
  /// The disk of the relation at the node is dead.
  virtual int dead(Value node, const std::string& relation) = 0;
  /// Writes to a disk that is not dead fail.
  virtual int writes_fail(Value node, const std::string& relation) = 0;
  /// A write gets to the disk.
  virtual int writes(Value node, const std::string& relation) = 0;
  /// The content of the disk is damaged.
  virtual int damages(Value, const std::string&) { return Circuit::no; }
  /// The system writes the relation back to its disk.
  virtual int writes_back(Value, const std::string&) { return Circuit::no; }
  /// `ioerror` and `corrupt` report a fault of the tick before.
  virtual int failed(Value node, const std::string& relation) = 0;
  virtual int damaged_before(Value, const std::string&) { return Circuit::no; }
  /// The tuple is at its node at the next tick, too, if the literal holds.
  virtual void stays(int relation, const Tuple& tuple, int literal) = 0;

  /// Begins the tick with the facts that are given or have arrived, and adds the contents of disks that are read.
  void begin(std::vector<Heads>& now);
  /// Keeps tuples without a rule: on a disk while its node is down or writes fail, and at a paused node.
  void keep_lasting();
  /// Keeps the disks of buffered relations to which nothing is written.
  void keep_disks();

  [[nodiscard]] bool is_node(Value v) const;
  [[nodiscard]] const std::string& name(Value v) const {
    return program_.strings[static_cast<std::size_t>(v.number)];
  }
  [[nodiscard]] const std::string& relation_name(int relation) const {
    return name(names_[index(relation)]);
  }
  /// Returns the literal that the node derives nothing for the next tick. A silent node still derives facts.
  int stops(Value node);
  /// Returns the relation of the protocol that the rule observes, or its own relation.
  static int told_of(const Rule& rule) { return rule.tells_of.value_or(rule.relation); }
  /// Returns the receiver of a message. In a relation about sent messages it is the column after the sender.
  static Value receiver(const Rule& rule, const Tuple& head) {
    return head[rule.tells_of && rule.when == When::async ? 1 : 0];
  }

  void keep(int relation, Table table) override { tables_[index(relation)] = std::move(table); }
  int arrives(const Rule& rule, Value from, const Tuple& head) override;
  int damaged(const Rule& rule, Value from) override;
  [[nodiscard]] bool damage(const Rule& rule, Tuple& tuple) const override {
    return damage(rule.relation, tuple);
  }

  const Limits& limits_;
  std::vector<Value> nodes_;    ///< in order
  std::vector<Tuple> disks_;    ///< those that may fail: node and relation
  std::map<int, int> disk_of_;  ///< of a buffered relation
  std::set<int> stable_;        ///< relations, where crashes are outages
  std::set<int> lasting_;       ///< relations whose tuples a node keeps while it is down or paused
  std::vector<Component> components_;
  std::vector<Table> tables_;  ///< by relation: what holds now
  Table crashes_;
  int crash_ = 0, pre_ = 0, post_ = 0;
  Value mark_;    ///< what is read of damaged data
  int late_ = 0;  ///< ticks by which the messages that rules send now are late

 private:
  void find_lasting();
  void load(std::vector<Heads>& now);
  void built_in();
  void quiet_nodes();
  void failed_disks();
  void give(int relation, const Tuple& tuple, int literal);
  void hand_on(int relation, const Row& row, const Clause& body, int damaged);
  bool damage(int relation, Tuple& tuple) const;
  int synced(Value node, int relation);

  std::vector<Value> names_;     ///< of relations
  std::map<int, int> buffered_;  ///< of a disk, whose it is
  int down_ = 0, restart_ = 0, paused_ = 0, ioerror_ = 0, corrupt_ = 0, sync_ = 0;
  std::set<int> built_in_;  ///< of these relations, those that no rule and no fact gives
};

/// Something is promised that is not kept.
int broken(Circuit& circuit, const Table& promised, const Table& kept);

}  // namespace ldfi::certificate
