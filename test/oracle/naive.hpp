// A deliberately simple evaluator. It has sets of tuples, nested loops over whole tables, its own
// stratification and its own arithmetic, and applies every rule until nothing changes. It shares
// only the class Program with common/dedalus/eval. So a mistake stays hidden only if it is made
// twice.
#pragma once

#include <set>
#include <stdexcept>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::test {

using NaiveTable = std::set<std::vector<dedalus::Value>>;
/// The tables by tick and then by relation. Index 0 of the ticks is unused.
using NaiveModel = std::vector<std::vector<NaiveTable>>;

/// Thrown for an overflow or a division by zero at a tick.
class NaiveArithmeticError : public std::runtime_error {
 public:
  explicit NaiveArithmeticError(int at) : std::runtime_error("arithmetic"), tick(at) {}
  int tick;
};

NaiveModel naive_run(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults);

/// Returns true if a message overtakes an earlier message from the same sender to the same
/// receiver. Requires an Fspec under which messages may be late.
bool naive_overtakes(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults);

/// Returns the number of rule firings from which all tuples of the execution can be derived. A rule
/// fires once for each binding of its variables. A rule with aggregates fires once for each group.
/// Does not count firings whose head is a given fact.
std::size_t naive_firings(const dedalus::Program& program, const Fspec& fspec,
                          const FaultSet& faults);

}  // namespace ldfi::test
