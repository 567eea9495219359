// Unrolls a program tick by tick; whoever judges it reads its tables then. Private to unroll.cpp.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/certificate/channels.hpp"
#include "common/certificate/derivation.hpp"
#include "common/certificate/disks.hpp"
#include "common/certificate/outages.hpp"
#include "common/certificate/partitions.hpp"
#include "common/certificate/pauses.hpp"
#include "common/certificate/unroll.hpp"

namespace ldfi::certificate {

class Unroller : public Derivation {
 public:
  /// The limits must outlive it.
  Unroller(Program& program, const Limits& limits, const std::function<void()>& check);

  Unrolled run();

  [[nodiscard]] const Table& at(int t, int relation) const {
    return tables_[index(t)][index(relation)];
  }
  [[nodiscard]] const Table& last(int relation) const { return at(limits_.eot, relation); }
  int pre_ = 0, post_ = 0;

 private:
  Circuit& circuit() override { return out_.circuit; }
  const Table& table(const Literal& l) const override;
  void keep(int relation, Table table) override {
    tables_[index(t_)][index(relation)] = std::move(table);
  }
  int has_come(std::int64_t tick) override { return tick <= t_ ? Circuit::yes : Circuit::no; }
  void fails(const Rule&, Value, Value, int literal) override {
    out_.error = circuit().any({out_.error, literal});
  }
  void leave_out(int relation, Heads& heads) override;
  int arrives(const Rule& rule, Value from, const Tuple& head) override;
  void derives(const Rule& rule, Value from, const Tuple& head, const Clause& body) override;
  int damaged(const Rule& rule, Value from) override;
  [[nodiscard]] bool damage(const Rule& rule, Tuple& tuple) const override;

  [[nodiscard]] bool is_node(Value v) const;
  const std::string& name(Value v) const {
    return program_.strings[static_cast<std::size_t>(v.number)];
  }
  [[nodiscard]] Messages sent(Value from, Value to, int relation) const;
  int crashed(Value node, int t);
  void faults();
  void limit();
  void built_in();
  void built_in_of_outages();
  void built_in_of_disks();
  void built_in_of_events();

  // Of what stays from tick to tick (unroller_storage.cpp).
  void require_disks();
  void require_sent() const;
  std::set<int> lasting() const;
  void load(std::vector<Heads>& now);
  void stand(std::vector<Heads>& then);
  void keep_disks(std::vector<Heads>& then);
  void hand_on(int relation, const Row& row, const Clause& body, int damaged, Heads& to);
  bool damage(int relation, Tuple& tuple) const;
  int survives(const Rule& rule, Value from, Value to);
  int synced(Value node, int relation);

  const Limits& limits_;
  Unrolled out_;
  Outages outages_{out_, limits_};
  Partitions partitions_{out_, limits_};
  Pauses pauses_{out_, limits_, outages_};
  Disks disks_{out_, limits_, outages_, pauses_};
  Channels channels_{out_, limits_};
  std::vector<Value> nodes_;
  std::size_t count_ = 0;
  std::vector<Value> names_;       ///< of relations
  std::vector<Tuple> disk_names_;  ///< of those that may fail: node and relation
  int crash_ = 0, down_ = 0, restart_ = 0, ioerror_ = 0, corrupt_ = 0, paused_ = 0, sync_ = 0;
  Value mark_;                   ///< what is read of damaged data
  std::set<int> stable_;         ///< relations, where crashes are outages
  std::set<int> lasting_;        ///< of which tuples stand still while a node does
  std::map<int, int> disk_of_;   ///< of a buffered relation
  std::map<int, int> buffered_;  ///< of a disk, whose it is
  std::vector<Component> components_;
  /// By relation and tick; where there is none, nothing is left out.
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<Tuple>> universe_;
  std::vector<std::vector<Table>> tables_;  ///< by tick and relation
  Table crashes_;
  int t_ = 1;
  bool sent_ = false;  ///< somebody sends something that may be late now
  int late_ = 0;       ///< how many ticks later what a rule derives comes to hold
};

}  // namespace ldfi::certificate
