#include "master/face/vacuous_text.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "common/base/shell_words.hpp"

namespace ldfi::app {
namespace {

bool is_never_judged(const Specification& specification, int eot) {
  return specification.first(eot) > Time(eot);
}

}  // namespace

std::vector<std::string> vacuous_lines(const Cell& cell, const std::string& output) {
  std::vector<std::string> out;
  if (cell.verdict != Verdict::vacuous) return out;
  const int eot = cell.fspec.eot;
  for (const SpecificationResult& one : cell.specifications) {
    if (one.verdict != Verdict::vacuous || !is_never_judged(one.says, eot)) continue;
    out.push_back(fmt::format("{} is judged `{}`, and EOT is {}: no tick is judged. Raise --eot.",
                              printable(one.says.name), one.says.when(), eot));
  }
  if (!has_invariant(cell) || cell.failure_free_pre > 0) return out;
  out.push_back(fmt::format(
      "Without faults, `pre` has no tuple at tick {} (or `post`, in a program without `pre`).",
      eot));
  out.emplace_back(
      "So `post` has nothing to keep, whatever fails. Raise --eot, or correct the rules.");
  if (!output.empty()) {
    const std::string file = shell_quoted(output);
    out.push_back(fmt::format("Why `pre` is empty: ldfi-results lineage {} none pre", file));
    out.push_back(fmt::format("The run without faults: ldfi-results show {} none", file));
  }
  return out;
}

}  // namespace ldfi::app
