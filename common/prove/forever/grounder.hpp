// Grounds a program without ticks. Private to common/prove/forever; other code calls
// ground_system().
//
// Rules are joined over the facts found so far until no rule derives a new fact. A negated premise
// counts as true unless a matching fact always holds. Then every rule is joined once more, which
// gives the instances.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/dedalus/ground/joining.hpp"
#include "common/dedalus/ground/plan.hpp"
#include "common/dedalus/ground/store.hpp"
#include "common/dedalus/ground/table.hpp"
#include "common/prove/forever/columns.hpp"
#include "common/prove/forever/ground_system.hpp"

namespace ldfi::forever {

class Grounder : private ground::Joining<Grounder> {
  friend ground::Joining<Grounder>;

 public:
  Grounder(const dedalus::Program& program, const Fspec& fspec, const SystemLimits& limits);
  System run();

 private:
  struct GroupDraft {
    /// For each aggregate of the head, the tuples that contribute to it.
    std::vector<std::vector<ground::Contributor>> contributors;
  };

  void refuse_unsupported() const;
  void refuse_rule(const dedalus::Rule& rule) const;
  [[nodiscard]] bool reads_crashes() const;
  void prepare_rule(RuleId id);
  void add_given();
  void add_faults();
  void add_late_messages();
  void add_failed_disks();
  void add_quiet(NodeId node);
  [[nodiscard]] bool keeps_for_ever(const dedalus::GivenFact& fact) const;
  bool round();

  void enumerate(RuleId rule);
  std::pair<ground::Table*, ground::Window> rows(const ground::Plan::Step& step,
                                                 const dedalus::Literal& literal);
  void step_crash(std::size_t depth, const dedalus::Literal& literal);

  void fire();
  bool add_absent();
  bool add_pattern(std::vector<FactId> facts, const std::optional<Time>& at);
  FactId past(FactId fact, Time at);
  FactId since(Time at);
  [[nodiscard]] std::vector<FactId> crashes(const dedalus::Literal& literal) const;
  [[nodiscard]] std::vector<FactId> matches(const dedalus::Literal& literal);
  /// Sets the link of the instance. Returns false if sender or receiver is not a node, so that
  /// nothing is sent.
  bool find_link();
  void fire_contributors(std::span<const Value> plain);
  void fire_head(std::vector<Value> tuple);
  bool beyond_cap(std::span<const Value> tuple);
  void finish_groups(RuleId rule);
  void emit_heads(RuleId rule, const std::vector<Value>& key, const GroupDraft& draft);

  FactId add(std::uint32_t space, std::span<const Value> tuple);
  [[nodiscard]] std::optional<NodeId> node_of(Value symbol) const;
  [[nodiscard]] std::optional<FactId> crash_fact(NodeId node) const;
  [[nodiscard]] bool constant(FactId fact) const {
    return fact.index() < constant_.size() && constant_[fact.index()];
  }
  System finish();

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const SystemLimits limits_;
  std::vector<bool> needed_;  ///< for each rule, true if the claim depends on it
  Columns columns_;
  Meter meter_;
  ground::Store store_;
  std::vector<ground::Plan> plans_;                    ///< indexed by rule
  std::vector<std::vector<std::uint32_t>> slot_uses_;  ///< indexed by rule
  std::vector<ground::Table> tables_;                  ///< indexed by relation
  std::vector<bool> constant_;                         ///< indexed by fact
  std::map<std::uint32_t, FactId> crash_by_node_;
  std::map<std::vector<FactId>, PatternId> pattern_ids_;
  std::map<std::pair<FactId, Time>, FactId> past_;
  std::map<Time, FactId> since_;
  std::map<std::vector<Value>, GroupDraft> drafts_;
  System out_;
  bool emitting_ = false;  ///< true in the last round, which makes the instances
  bool grew_ = false;

  Instance instance_;  ///< the instance that is being made
};

}  // namespace ldfi::forever
