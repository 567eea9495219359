#include "common/record/overtaking.hpp"

#include "common/base/decimal.hpp"

namespace ldfi {

// Files do not store this number, because it is the total number of fault sets minus all other
// counts.
std::optional<std::string> overtaking_sets(const Cell& cell) {
  if (!cell.counts || !cell.violating || !cell.fspec.delays.fifo) return std::nullopt;
  const auto is_number = [](const std::string& digits) {
    return !digits.empty() && (digits == "0" || digits.front() != '0') &&
           digits.find_first_not_of("0123456789") == std::string::npos;
  };
  const FaultSetCounts& counts = *cell.counts;
  if (!is_number(cell.distinct_fault_sets)) return std::nullopt;
  BigInt out = BigInt(cell.distinct_fault_sets) - *cell.violating;
  for (const std::string& other : {counts.vacuous, counts.passing, counts.failing}) {
    if (!is_number(other)) return std::nullopt;
    out -= BigInt(other);
  }
  return out < 0 ? std::nullopt : std::optional(decimal(out));
}

}  // namespace ldfi
