// Derives the tuples of a Dedalus program by joining rules with tables. Each tuple has a literal
// that is true if the tuple holds. Derived classes define ticks, tables, and the faults that stop a
// message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/expression.hpp"
#include "common/prove/certificate/index.hpp"
#include "common/prove/certificate/program.hpp"
#include "common/prove/certificate/strata.hpp"
#include "common/prove/certificate/table.hpp"

namespace ldfi::certificate {

using Heads = std::map<Tuple, Clause>;  ///< for each derived tuple, one literal for each derivation

class Derivation {
 public:
  /// `check` is called regularly, and may throw to stop the work.
  Derivation(const Program& program, std::function<void()> check);
  virtual ~Derivation() = default;
  Derivation(const Derivation&) = delete;
  Derivation& operator=(const Derivation&) = delete;

 protected:
  virtual Circuit& circuit() = 0;
  [[nodiscard]] virtual const Table& table(const Literal& of) const = 0;
  virtual void keep(int relation, Table table) = 0;
  /// Returns the literal that is true if the execution has reached `tick`. Rules need this literal
  /// for body literals with `@T`, which name a tick.
  virtual int has_come(std::int64_t tick) = 0;
  /// Returns the literal that is true if no fault stops the tuple `head` on its way from the node
  /// `from`.
  virtual int arrives(const Rule& rule, Value from, const Tuple& head) = 0;
  /// Called for each head that the rule derives. The rule derives the head if all literals of
  /// `body` are true.
  virtual void derives(const Rule&, Value /*from*/, const Tuple& /*head*/, const Clause& /*body*/) {
  }
  /// Returns the literal that is true if a fault damages the tuple which the rule keeps for the
  /// next tick.
  virtual int damaged(const Rule&, Value /*from*/) { return Circuit::no; }
  /// Changes the tuple to its damaged form. Returns false if the node detects and drops the damaged
  /// tuple.
  [[nodiscard]] virtual bool damage(const Rule&, Tuple&) const { return false; }
  /// Adds a head that the rule derives and that arrives if the literal holds.
  virtual void comes(const Rule&, Value /*from*/, const Tuple& head, int literal, Heads& heads) {
    heads[head].push_back(literal);
  }
  /// Called if arithmetic of the rule fails when the literal is true. `from` is the node whose
  /// facts the rule reads, and `to` is the node of the head.
  virtual void fails(const Rule& rule, Value from, Value to, int literal) = 0;
  /// Removes tuples that are not in the list of possible facts that the certificate contains.
  virtual void leave_out(int, Heads&) {}
  /// Replaces numbers of the tuple that have the same effect by a single number.
  virtual void saturate(int, Tuple&) const {}

  /// Derives all tuples of the component's relations that hold at this tick, starting from the
  /// tuples in `given`.
  void derive(const Component& component, const std::vector<Heads>& given);
  /// Adds the heads that the rule derives at this tick to `heads`. If the rule has aggregates, its
  /// heads are the results of the aggregates.
  void apply(const Rule& rule, Heads& heads);
  /// Calls the check that the constructor received, if there is one.
  void ask() const {
    if (check_) check_();
  }
  /// Adds a row to a table. Throws Rejected if there are too many rows.
  void add_row(Table& to, const Tuple& tuple, int literal);

  const Program& program_;

 private:
  struct Bindings {
    Bound of;
    Clause body;
    Value location;
  };
  void count_step();
  void join(Bindings& b, std::vector<bool> done, Heads& heads);
  const std::vector<int>* candidates(const Bindings& b, const Literal& l) const;
  int absent(const Bindings& b, const Literal& l);
  void finish(Bindings& b, Heads& heads);
  /// Returns the head of the rule, with an empty value in each column whose arithmetic fails.
  [[nodiscard]] Tuple head_with_gaps(const Bindings& b) const;
  void put(Value from, const Tuple& head, Clause body, int when, Heads& heads);
  void aggregate(const Rule& rule, const Heads& plain, Heads& heads);

  std::function<void()> check_;
  /// For each relation, the deductive rules that derive it. A deductive rule has a head that holds
  /// at the same tick as its body.
  std::map<int, std::vector<const Rule*>> now_;
  std::uint64_t steps_ = 0;
  std::size_t rows_ = 0;
  const Rule* rule_ = nullptr;
};

}  // namespace ldfi::certificate
