#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/eval/check_options.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/faults/fault_sampler.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/faults.hpp"
#include "test/support/random.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {
namespace {

constexpr int never = std::numeric_limits<int>::max();

/// Adds to `out` every way in which at most `left` of the nodes from the number `node` on crash.
/// `at` has the crash times of the nodes before.
void choose_crashes(const Fspec& fspec, std::size_t node, int left, std::vector<int>& at,
                    std::vector<std::vector<int>>& out) {
  if (node == fspec.node_count()) {
    out.push_back(at);
    return;
  }
  at[node] = never;
  choose_crashes(fspec, node + 1, left, at, out);
  for (int t = 1; left > 0 && fspec.crashable(NodeId(node)) && t <= fspec.eot(); ++t) {
    at[node] = t;
    choose_crashes(fspec, node + 1, left - 1, at, out);
  }
  at[node] = never;
}

std::vector<Omission> possible_omissions(const Fspec& fspec, const std::vector<int>& crashed_at) {
  std::vector<Omission> out;
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      for (int t = 1; a != b && t <= fspec.last_omission() && t < crashed_at[a]; ++t) {
        out.push_back({NodeId(a), NodeId(b), Time(t)});
      }
    }
  }
  return out;
}

std::vector<Crash> crashes_of(const std::vector<int>& crashed_at) {
  std::vector<Crash> out;
  for (std::size_t a = 0; a < crashed_at.size(); ++a) {
    if (crashed_at[a] != never) out.push_back({NodeId(a), Time(crashed_at[a])});
  }
  return out;
}

}  // namespace

std::vector<FaultSet> all_fault_sets(const Fspec& fspec) {
  LDFI_REQUIRE(fspec.distinct_fault_sets() <= max_fault_sets, "too many fault sets to enumerate");
  if (!has_combinations(fspec.parameters())) {
    // An oracle in Python and the formula that counts fault sets check that this list is complete.
    std::vector<FaultSet> out = enumerated(fspec);
    std::sort(out.begin(), out.end());
    return out;
  }
  std::vector<std::vector<int>> choices;
  std::vector<int> at(fspec.node_count(), never);
  choose_crashes(fspec, 0, fspec.crashes(), at, choices);
  std::vector<FaultSet> out;
  for (const std::vector<int>& crashed_at : choices) {
    const std::vector<Omission> possible = possible_omissions(fspec, crashed_at);
    for (std::uint64_t bits = 0; bits < (1ULL << possible.size()); ++bits) {
      std::vector<Omission> chosen;
      for (std::size_t i = 0; i < possible.size(); ++i) {
        if ((bits >> i & 1U) != 0) chosen.push_back(possible[i]);
      }
      out.push_back(test::fault_set(chosen, crashes_of(crashed_at)));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

FaultSet random_fault_set(const Fspec& fspec, std::uint64_t seed) {
  if (!has_combinations(fspec.parameters())) return FaultSampler(fspec, seed).draw(1);
  Random random(seed);
  std::vector<int> crashed_at(fspec.node_count(), never);
  for (int i = random.between(0, fspec.crashes()); i > 0; --i) {
    const std::size_t node = random.below(fspec.node_count());
    const int at = random.between(1, fspec.eot());
    if (fspec.crashable(NodeId(node))) crashed_at[node] = at;
  }
  std::vector<Omission> chosen;
  const int percent = random.between(0, 60);
  for (const Omission& omission : possible_omissions(fspec, crashed_at)) {
    if (random.chance(percent)) chosen.push_back(omission);
  }
  return test::fault_set(chosen, crashes_of(crashed_at));
}

dedalus::Program check(const RandomProgram& program) {
  const dedalus::Sources sources{{"random.ded"}, {{"random.ded", program.text}}};
  dedalus::CheckOptions options;
  options.nodes = program.fspec.nodes;
  options.eot = program.fspec.eot;
  eval::set_faults(options, program.fspec);
  return dedalus::check_program(sources, options);
}

std::optional<dedalus::Program> checked(const RandomProgram& program) {
  try {
    return check(program);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace ldfi::test
