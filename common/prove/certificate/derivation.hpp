// Joins rules over tables of tuples. A literal says when each tuple holds. Derived classes define
// ticks, tables, and the faults that stop a head.
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

using Heads = std::map<Tuple, Clause>;  ///< for each tuple, a literal for each way to derive it

class Derivation {
 public:
  /// Calls `check` regularly, which may throw.
  Derivation(const Program& program, std::function<void()> check);
  virtual ~Derivation() = default;
  Derivation(const Derivation&) = delete;
  Derivation& operator=(const Derivation&) = delete;

 protected:
  virtual Circuit& circuit() = 0;
  [[nodiscard]] virtual const Table& table(const Literal& of) const = 0;
  virtual void keep(int relation, Table table) = 0;
  /// Returns the literal that the tick of a literal with `@T` has come.
  virtual int has_come(std::int64_t tick) = 0;
  /// Returns the literal that the head of a rule arrives: no fault prevents it.
  virtual int arrives(const Rule& rule, Value from, const Tuple& head) = 0;
  /// Called if the rule derives the head whenever `body` holds.
  virtual void derives(const Rule&, Value /*from*/, const Tuple& /*head*/, const Clause& /*body*/) {
  }
  /// Returns the literal that a tuple is damaged when the rule passes it on.
  virtual int damaged(const Rule&, Value /*from*/) { return Circuit::no; }
  /// Changes the tuple to its damaged form. Returns false if the damaged tuple is dropped.
  [[nodiscard]] virtual bool damage(const Rule&, Tuple&) const { return false; }
  /// Adds a head that the rule derives and that arrives if the literal holds.
  virtual void comes(const Rule&, Value /*from*/, const Tuple& head, int literal, Heads& heads) {
    heads[head].push_back(literal);
  }
  /// Called if arithmetic fails under the literal, on the way between two nodes.
  virtual void fails(const Rule& rule, Value from, Value to, int literal) = 0;
  /// Removes tuples that the claim's universe does not have.
  virtual void leave_out(int, Heads&) {}
  /// Replaces numbers that mean the same by one number.
  virtual void saturate(int, Tuple&) const {}

  /// Derives what holds now in these relations, in addition to `given`.
  void derive(const Component& component, const std::vector<Heads>& given);
  /// Adds what the rule derives now. For a rule with aggregates, adds the results of the groups.
  void apply(const Rule& rule, Heads& heads);
  /// Calls the check of the caller, if there is one.
  void ask() const {
    if (check_) check_();
  }
  /// Throws Rejected if there are too many rows.
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
  /// Returns the head, with an empty value for each column whose arithmetic fails.
  [[nodiscard]] Tuple as_far_as_known(const Bindings& b) const;
  void put(Value from, const Tuple& head, Clause body, int when, Heads& heads);
  void aggregate(const Rule& rule, const Heads& plain, Heads& heads);

  std::function<void()> check_;
  std::map<int, std::vector<const Rule*>> now_;  ///< for each relation, its rules of the same tick
  std::uint64_t steps_ = 0;
  std::size_t rows_ = 0;
  const Rule* rule_ = nullptr;
};

}  // namespace ldfi::certificate
