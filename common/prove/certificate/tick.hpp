// One tick of one execution as gates: what holds, what a node keeps in memory and on disks, and
// what arrives from other nodes (docs/explanation/semantics.md). A claim about one EOT has such
// gates for each of its ticks. A claim about every EOT has them once, for any tick.
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
  /// Adds the built-in relations to the program. All arguments must outlive the tick.
  Tick(Program& program, const Limits& limits, const std::function<void()>& check);

  [[nodiscard]] const Table& now(int relation) const { return tables_[index(relation)]; }

 protected:
  /// Adds the rows of `crash`.
  virtual void crashes(Table& to) = 0;
  /// Called for a tuple that its node keeps until the next tick if the literal holds.
  virtual void stays(int relation, const Tuple& tuple, int literal) = 0;

  /// Begins the tick with the given facts and those that arrive. Adds the contents of disks that
  /// are read.
  void begin(std::vector<Heads>& now);
  /// Keeps tuples that need no rule: on a disk while its node is down or writes fail, and at a
  /// paused node.
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
  /// Returns the literal that the node derives nothing for the next tick. A silent node still
  /// derives facts.
  int stops(Value node);
  /// Returns the relation if its messages are late by themselves, or an empty name.
  [[nodiscard]] std::string late_together(const Rule& rule) const {
    return limits_.late_relations.empty() ? "" : relation_name(told_of(rule));
  }
  [[nodiscard]] NodeFaults faults(Value node) const {
    return faults_ == nullptr ? NodeFaults{} : faults_->node(node);
  }
  /// Returns the relation of the protocol that the rule observes, or its own relation.
  static int told_of(const Rule& rule) { return rule.tells_of.value_or(rule.relation); }
  /// Returns the receiver of a message. In a relation about sent messages, it is the column after
  /// the sender.
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
  TickFaults* faults_ = nullptr;      ///< faults of this tick; null in an execution without faults
  const TickFaults* next_ = nullptr;  ///< faults of the next tick, if its circuit is another one
  std::vector<Value> nodes_;          ///< sorted
  std::vector<Tuple> disks_;          ///< disks that may fail, each a node and a relation
  std::map<int, int> disk_of_;        ///< disk of each buffered relation
  std::set<int> stable_;              ///< relations that survive an outage
  std::set<int> lasting_;  ///< relations whose tuples a node keeps while it is down or paused
  std::vector<Component> components_;
  std::vector<Table> tables_;  ///< for each relation, what holds now
  Table crashes_;
  int crash_ = 0, pre_ = 0, post_ = 0;
  Value mark_;    ///< the value that a read of damaged data returns
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
  int message(const Rule& rule, Value from, Value to);
  int forgets(Value node) const;
  int writes(Value node, const std::string& relation);
  [[nodiscard]] DiskFaults disk(Value node, const std::string& relation) const {
    return faults_ == nullptr ? DiskFaults{} : faults_->disk(node, relation);
  }

  std::vector<Value> names_;     ///< names of the relations
  std::map<int, int> buffered_;  ///< for each disk, its buffered relation
  int down_ = 0, restart_ = 0, paused_ = 0, ioerror_ = 0, corrupt_ = 0, sync_ = 0;
  std::set<int> built_in_;  ///< those of these relations that no rule or fact derives
};

/// Returns the literal that something is promised and not kept.
int broken(Circuit& circuit, const Table& promised, const Table& kept);

}  // namespace ldfi::certificate
