// A deliberately naive evaluator. It has sets of tuples, nested loops over whole tables, its own
// stratification and its own arithmetic, and applies every rule until nothing changes. It shares only the
// Program with common/dedalus/eval, so that a mistake must be made twice to stay hidden.
#pragma once

#include <set>
#include <stdexcept>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::test {

using NaiveTable = std::set<std::vector<dedalus::Value>>;
/// The tables by tick, where 0 is unused, then by relation.
using NaiveModel = std::vector<std::vector<NaiveTable>>;

/// Thrown for an overflow or a division by zero at a tick.
class NaiveArithmeticError : public std::runtime_error {
 public:
  explicit NaiveArithmeticError(int at) : std::runtime_error("arithmetic"), tick(at) {}
  int tick;
};

NaiveModel naive_run(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults);

/// Returns true if a message overtakes an earlier message of the same channel in the execution. Requires an
/// Fspec under which messages may be late.
bool naive_overtakes(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults);

/// Returns the number of firings in a derivation graph of all tuples. A rule fires once for each binding,
/// or once for each group if it aggregates. Firings whose head is a given fact do not count.
std::size_t naive_firings(const dedalus::Program& program, const Fspec& fspec,
                          const FaultSet& faults);

}  // namespace ldfi::test
