// Rules joined over tables of tuples, of which each has a literal that says when it holds. What a tick is,
// which tables there are and which faults stop a head is for those that derive from this.
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

using Heads = std::map<Tuple, Clause>;  ///< a tuple, and each way to derive it

class Derivation {
 public:
  /// `check` is called now and then, and may throw.
  Derivation(const Program& program, std::function<void()> check);
  virtual ~Derivation() = default;
  Derivation(const Derivation&) = delete;
  Derivation& operator=(const Derivation&) = delete;

 protected:
  virtual Circuit& circuit() = 0;
  [[nodiscard]] virtual const Table& table(const Literal& of) const = 0;
  virtual void keep(int relation, Table table) = 0;
  /// Whether the tick of a literal with `@T` has come.
  virtual int has_come(std::int64_t tick) = 0;
  /// Whether what a rule derives comes to hold.
  virtual int arrives(const Rule& rule, Value from, const Tuple& head) = 0;
  /// It derives that if `body` holds.
  virtual void derives(const Rule&, Value /*from*/, const Tuple& /*head*/, const Clause& /*body*/) {
  }
  /// Whether a tuple that the rule hands on is damaged on its way.
  virtual int damaged(const Rule&, Value /*from*/) { return Circuit::no; }
  /// What becomes of it then; false: nothing.
  [[nodiscard]] virtual bool damage(const Rule&, Tuple&) const { return false; }
  /// What a rule derives, and gets through if the literal holds.
  virtual void comes(const Rule&, Value /*from*/, const Tuple& head, int literal, Heads& heads) {
    heads[head].push_back(literal);
  }
  /// Arithmetic fails if the literal holds, on the way from one to the other.
  virtual void fails(const Rule& rule, Value from, Value to, int literal) = 0;
  /// What is not followed, of what may hold.
  virtual void leave_out(int, Heads&) {}
  /// Numbers that mean the same become one.
  virtual void saturate(int, Tuple&) const {}

  /// What holds now of these relations, beside what is given.
  void derive(const Component& component, const std::vector<Heads>& given);
  /// Adds what the rule derives now. With aggregates: of the distinct heads' groups.
  void apply(const Rule& rule, Heads& heads);
  /// Asks the clock, if there is one.
  void ask() const {
    if (check_) check_();
  }
  /// Throws Rejected if there are too many.
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
  /// The head; nothing stands where its arithmetic fails.
  [[nodiscard]] Tuple as_far_as_known(const Bindings& b) const;
  void put(Value from, const Tuple& head, Clause body, int when, Heads& heads);
  void aggregate(const Rule& rule, const Heads& plain, Heads& heads);

  std::function<void()> check_;
  std::map<int, std::vector<const Rule*>> now_;  ///< by relation: rules of the same tick
  std::uint64_t steps_ = 0;
  std::size_t rows_ = 0;
  const Rule* rule_ = nullptr;
};

}  // namespace ldfi::certificate
