// Compares the size of the fault space with the numbers in papers and with an enumeration.
#include <gtest/gtest.h>

#include <set>

#include "common/faults/fspec.hpp"
#include "test/support/faults.hpp"

namespace ldfi {
namespace {

Fspec make(int nodes, int eot, int eff, int crashes, EffMode mode = EffMode::inclusive) {
  FspecParameters p{eot, eff, crashes, {}, mode, CrashModel::silent};
  for (int i = 0; i < nodes; ++i) p.nodes.push_back("n" + std::to_string(i));
  return Fspec(p);
}

/// Returns the number with three significant digits, as the papers print it.
std::string rounded(const BigInt& value) {
  BigInt scale = 1;
  int exponent = 0;
  while (value / scale >= 1000) {
    scale *= 10;
    ++exponent;
  }
  const BigInt digits = (value + scale / 2) / scale;
  const std::string text = digits.str();
  return text.substr(0, 1) + "." + text.substr(1, 2) + "e" +
         std::to_string(exponent + static_cast<int>(text.size()) - 1);
}

struct Figure {
  int nodes, eot, eff, crashes;
  const char* combinations;
};

class ExactFigure : public ::testing::TestWithParam<Figure> {};

TEST_P(ExactFigure, IsReproduced) {
  const Figure& f = GetParam();
  EXPECT_EQ(make(f.nodes, f.eot, f.eff, f.crashes).combinations().str(), f.combinations);
}

// Numbers from [LDFI15 Figures 12 and 13] and from the paper about TRACE.
INSTANTIATE_TEST_SUITE_P(Ldfi15, ExactFigure,
                         ::testing::Values(Figure{3, 4, 2, 0, "4096"}, Figure{3, 4, 2, 1, "40704"},
                                           Figure{3, 5, 3, 0, "262144"}, Figure{4, 5, 0, 1, "24"},
                                           Figure{4, 8, 0, 1, "36"}));
INSTANTIATE_TEST_SUITE_P(Trace, ExactFigure,
                         ::testing::Values(Figure{2, 3, 2, 2, "121"}, Figure{2, 3, 2, 1, "88"},
                                           Figure{3, 3, 2, 1, "28416"}, Figure{3, 5, 2, 1, "52992"},
                                           Figure{3, 5, 3, 1, "2617344"},
                                           Figure{4, 5, 3, 1, "863825297408"},
                                           Figure{4, 5, 3, 2, "4071957725184"}));

class RoundedFigure : public ::testing::TestWithParam<Figure> {};

TEST_P(RoundedFigure, IsReproduced) {
  const Figure& f = GetParam();
  EXPECT_EQ(rounded(make(f.nodes, f.eot, f.eff, f.crashes).combinations()), f.combinations);
}

INSTANTIATE_TEST_SUITE_P(
    Ldfi15, RoundedFigure,
    ::testing::Values(Figure{4, 9, 7, 1, "2.43e26"}, Figure{5, 6, 4, 1, "1.85e25"},
                      Figure{3, 11, 10, 1, "8.07e18"}, Figure{3, 8, 7, 1, "3.08e13"},
                      Figure{3, 7, 6, 1, "4.81e11"}, Figure{3, 10, 9, 1, "1.26e17"},
                      Figure{4, 22, 21, 1, "6.20e76"}));

TEST(Combinations, UseEffAsGivenWhateverTheMode) {
  EXPECT_EQ(make(3, 5, 3, 1, EffMode::exclusive).combinations(),
            make(3, 5, 3, 1, EffMode::inclusive).combinations());
}

TEST(Combinations, StayExactFarBeyondMachineIntegers) {
  // Without crashes, there are 2^(n(n-1)·EFF) fault sets.
  EXPECT_EQ(make(10, 100, 99, 0).combinations(), BigInt(1) << (10 * 9 * 99));
}

/// Calls `visit` for every way in which the nodes from `next` on can crash, with at most `left`
/// more crashes.
void for_each_crashes(const Fspec& fspec, int next, int left, std::vector<Crash>& crashes,
                      const std::function<void()>& visit) {
  if (next == static_cast<int>(fspec.node_count())) {
    visit();
    return;
  }
  for_each_crashes(fspec, next + 1, left, crashes, visit);
  for (int t = 1; left > 0 && t <= fspec.eot(); ++t) {
    crashes.push_back({NodeId(next), Time(t)});
    for_each_crashes(fspec, next + 1, left - 1, crashes, visit);
    crashes.pop_back();
  }
}

/// Returns all different fault sets, found by trying every subset of the possible single faults.
std::set<FaultSet> enumerate(const Fspec& fspec) {
  std::vector<Omission> variables;
  const int nodes = static_cast<int>(fspec.node_count());
  for (int from = 0; from < nodes; ++from) {
    for (int to = 0; to < nodes; ++to) {
      for (int t = 1; from != to && t <= fspec.last_omission(); ++t) {
        variables.push_back({NodeId(from), NodeId(to), Time(t)});
      }
    }
  }
  std::set<FaultSet> sets;
  std::vector<Crash> crashes;
  for_each_crashes(fspec, 0, fspec.crashes(), crashes, [&] {
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << variables.size()); ++bits) {
      std::vector<Omission> omissions;
      for (std::size_t i = 0; i < variables.size(); ++i) {
        if ((bits >> i & 1U) != 0) omissions.push_back(variables[i]);
      }
      sets.insert(test::fault_set(omissions, crashes));
    }
  });
  return sets;
}

TEST(DistinctFaultSets, EqualEnumeration) {
  for (const EffMode mode : {EffMode::inclusive, EffMode::exclusive}) {
    for (const auto& [nodes, eot, eff] :
         {std::tuple{1, 3, 2}, {2, 1, 0}, {2, 3, 2}, {2, 4, 3}, {3, 2, 1}, {3, 3, 1}, {3, 3, 2}}) {
      for (int crashes = 0; crashes <= nodes; ++crashes) {
        // This combination takes long and tests nothing that the others do not test.
        if (nodes == 3 && eff == 2 && crashes > 1) continue;
        const Fspec fspec = make(nodes, eot, eff, crashes, mode);
        const std::set<FaultSet> sets = enumerate(fspec);
        EXPECT_EQ(fspec.distinct_fault_sets(), sets.size())
            << nodes << " nodes, EOT " << eot << ", EFF " << eff << ", crashes " << crashes;
        for (const FaultSet& set : sets) ASSERT_TRUE(fspec.admits(set));
      }
    }
  }
}

}  // namespace
}  // namespace ldfi
