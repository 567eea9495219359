// A deliberately naive evaluator: sets of tuples, nested loops over whole tables, every rule again
// until nothing changes, its own stratification and its own arithmetic. It shares nothing with
// common/dedalus/eval but the Program, so that a mistake has to be made twice to stay hidden.
#pragma once

#include <set>
#include <stdexcept>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::test {

using NaiveTable = std::set<std::vector<dedalus::Value>>;
/// By tick (0 unused), then by relation.
using NaiveModel = std::vector<std::vector<NaiveTable>>;

/// Overflow or division by zero.
class NaiveArithmeticError : public std::runtime_error {
 public:
  explicit NaiveArithmeticError(int at) : std::runtime_error("arithmetic"), tick(at) {}
  int tick;
};

NaiveModel naive_run(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults);

/// True if in that run a message arrives after one that its sender sends its receiver later. Requires
/// an Fspec under which messages may be late.
bool naive_overtakes(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults);

/// How many firings a derivation graph of everything has: one for each binding of a rule (for each
/// group, if it aggregates) whose head is not a given fact.
std::size_t naive_firings(const dedalus::Program& program, const Fspec& fspec,
                          const FaultSet& faults);

}  // namespace ldfi::test
