// Tests the limits of an Fspec other than EOT, EFF, crashes and outages.
#include "common/faults/fault_limits.hpp"

#include <gmock/gmock.h>

#include <set>

#include "common/faults/count_fault_sets.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random.hpp"
#include "test/support/reread.hpp"
#include "test/support/rounds.hpp"

namespace ldfi::fault_limits_test {
namespace {

using test::reread;
using ::testing::HasSubstr;

Fspec fspec(FaultLimits limits) {
  FspecParameters p{6, 3, 1, {"a", "b", "c"}};
  p.limits = std::move(limits);
  return Fspec(p);
}

std::string problem(FaultLimits limits) {
  try {
    const Fspec f = fspec(std::move(limits));
    return "";
  } catch (const InputError& e) {
    return e.diagnostics().front().code + ": " + e.diagnostics().front().message;
  }
}

TEST(FaultLimits, AreToldInWords) {
  EXPECT_EQ(in_words(FaultLimits{}), "");
  EXPECT_EQ(in_words(FaultLimits{.omissions = 0}), ", no omissions");
  EXPECT_EQ(in_words(FaultLimits{.omissions = 1, .omissions_from = {"a", "b c"}}),
            ", at most 1 omission from a \"b c\"");
  EXPECT_EQ(in_words(FaultLimits{.omissions_to = {"a"}}), ", omissions only to a");
  EXPECT_EQ(in_words(FaultLimits{.reliable = {{"a", "b"}, {"b", "a"}},
                                 .partitions = 2,
                                 .partition_sets = {{"a", "c"}, {"b"}},
                                 .pausable = {"a", "b c"},
                                 .faults = 3,
                                 .most = KindNumbers::only<Pause>(2)}),
            ", reliable a b; b a, 2 partitions of a c; b, 2 pauses of a \"b c\", at most 3 faults "
            "in all");
  EXPECT_EQ(in_words(FaultLimits{.most = KindNumbers::only<DeadDisk>(1)}), ", 1 dead disk");
}

TEST(FaultLimits, SayWhatMayBeOmitted) {
  const Fspec f = fspec({.omissions_from = {"a", "b"}, .reliable = {{"a", "c"}}});
  const NodeId a(0U);
  const NodeId b(1U);
  const NodeId c(2U);
  EXPECT_TRUE(f.omissible(a, b));
  EXPECT_FALSE(f.omissible(a, a));
  EXPECT_FALSE(f.omissible(a, c));
  EXPECT_FALSE(f.omissible(c, a));
  EXPECT_EQ(f.omissible_pairs(), 3U);
  EXPECT_THAT(reread("O(a,c,1)", f), HasSubstr("no omissions of messages from a to c"));
  EXPECT_FALSE(fspec({.omissions = 0}).omissible(a, b));
  EXPECT_EQ(fspec({}).omissible_pairs(), 6U);
}

TEST(FaultLimits, CountWhatIsNotRedundant) {
  const Fspec f = fspec({.omissions = 1, .partitions = 1, .faults = 2});
  EXPECT_EQ(reread("O(a,b,1) O(a,b,3) C(a,2)", f), "O(a,b,1) C(a,2)");
  EXPECT_EQ(reread("O(a,b,1) O(a,c,1) P(b,1,1)", f), "O(a,c,1) P(b,1,1)");
  EXPECT_THAT(reread("O(a,b,1) O(a,c,1)", f), HasSubstr("fault-omissions: 2 omissions, but"));
  EXPECT_THAT(reread("O(a,b,1) C(c,1) P(b,2,2)", f), HasSubstr("fault-faults: 3 faults in all"));
}

TEST(FaultLimits, AreRefusedIfNoNodeOrNoPartitionIsMeant) {
  EXPECT_EQ(problem({}), "");
  EXPECT_THAT(problem({.omissions = -1}), HasSubstr("fspec-omissions: -1 omissions"));
  EXPECT_THAT(problem({.omissions_from = {"x"}}), HasSubstr("fspec-omissions: x may lose"));
  EXPECT_THAT(problem({.omissions_to = {"x"}}), HasSubstr("fspec-omissions: x may lose"));
  EXPECT_THAT(problem({.reliable = {{"a"}}}), HasSubstr("fspec-reliable: a reliable channel has"));
  EXPECT_THAT(problem({.reliable = {{"a", "a"}}}), HasSubstr("fspec-reliable"));
  EXPECT_THAT(problem({.reliable = {{"a", "x"}}}), HasSubstr("x has a reliable channel, but"));
  EXPECT_THAT(problem({.partitions = 1, .partition_sets = {{"a", "b", "c"}}}),
              HasSubstr("at least one node, and not all nodes"));
  EXPECT_THAT(problem({.partition_sets = {{"a"}}}), HasSubstr("but no partitions"));
  EXPECT_THAT(problem({.faults = -2}), HasSubstr("fspec-faults"));
}

TEST(FaultLimits, RefusePartitionsOfTooManyNodes) {
  FspecParameters p{40, 39, 0, {}};
  for (int i = 0; i < 20; ++i) p.nodes.push_back("n" + std::to_string(i));
  p.limits.partitions = 1;
  EXPECT_THROW(Fspec{p}, InputError);
  p.limits.partition_sets = {{"n1", "n2"}};
  EXPECT_EQ(Fspec(p).cuts().size(), 1U);
  for (int i = 20; i < 65; ++i) p.nodes.push_back("n" + std::to_string(i));
  EXPECT_THROW(Fspec{p}, InputError);
  p.nodes.pop_back();
  EXPECT_EQ(Fspec(p).cuts().size(), 1U);
}

TEST(FaultLimits, CountingEndsWithoutANumberWhereItTakesTooLong) {
  FspecParameters p{60, 40, 2, {"a", "b", "c", "d", "e", "f", "g", "h"}};
  p.crash_model = CrashModel::stop;
  p.restarts = 4;
  p.limits.partitions = 3;
  EXPECT_THROW((void)count_fault_sets(Fspec(p), {}, 10'000), BudgetExceeded);
}

template <class Action>
void for_each_partition(const Fspec& f, Action action) {
  for (std::uint64_t side = 1; side < std::uint64_t{1} << f.node_count(); ++side) {
    for (int from = 1; from <= f.eot(); ++from) {
      for (int until = from; until <= f.eot(); ++until) {
        for (const Way way : {Way::both, Way::out, Way::in}) {
          action(Partition{Cut({side}, way), Time(from), Time(until)});
        }
      }
    }
  }
}

/// Returns all fault sets that the Fspec admits. Tries every subset of the single faults that the
/// Fspec admits. Nullopt if there are too many subsets.
std::optional<std::set<FaultSet>> tried(const Fspec& f) {
  constexpr std::size_t most = 13;
  std::vector<Fault> faults;
  const auto add = [&](const Fault& fault) {
    if (admits(f, fault)) faults.push_back(fault);
  };
  for (std::uint32_t n = 0; n < f.node_count(); ++n) {
    for (int t = 1; t <= f.eot(); ++t) {
      add(Crash{NodeId(n), Time(t)});
      for (std::uint32_t to = 0; to < f.node_count(); ++to) {
        if (n != to) add(Omission{NodeId(n), NodeId(to), Time(t)});
      }
      for (int down = t; down <= t + 1; ++down) {
        if (f.crashes() > 0) add(Outage{NodeId(n), Time(t), Time(down)});
        for (int back = down + 1; f.restarts() > 0 && back <= f.eot(); ++back) {
          add(Outage{NodeId(n), Time(t), Time(down), Time(back)});
        }
      }
    }
  }
  for_each_partition(f, add);
  for (std::uint32_t n = 0; n < f.node_count(); ++n) {
    for (int from = 1; from <= f.eot(); ++from) {
      for (int back = from + 1; back <= f.eot(); ++back) {
        add(Pause{NodeId(n), Time(from), Time(back)});
      }
    }
  }
  for (std::uint32_t n = 0; n < f.node_count(); ++n) {
    for (std::uint32_t r = 0; r < f.stored().size(); ++r) {
      for (int t = 1; t <= f.eot(); ++t) {
        add(Corruption{NodeId(n), NamedId(r), Time(t)});
        add(DeadDisk{NodeId(n), NamedId(r), Time(t)});
        add(WriteBack{NodeId(n), NamedId(r), Time(t)});
        for (int u = t; u <= f.eot(); ++u) {
          add(FailedWrite{NodeId(n), NamedId(r), Time(t), Time(u)});
        }
      }
    }
  }
  if (faults.size() > most) return std::nullopt;
  std::sort(faults.begin(), faults.end());
  std::set<FaultSet> out;
  for (std::uint32_t chosen = 0; chosen < 1U << faults.size(); ++chosen) {
    std::vector<Fault> some;
    for (std::size_t i = 0; i < faults.size(); ++i) {
      if ((chosen >> i & 1U) != 0) some.push_back(faults[i]);
    }
    if (contradiction(some) != nullptr) continue;
    const FaultSet set(some);
    if (set.size() == some.size() && f.admits(set)) out.insert(set);
  }
  return out;
}

// The count comes from a dynamic program, and the enumeration lists all fault sets. If there are
// few single faults, all their subsets are tried, too.
TEST(FaultLimits, CountEqualsEnumerationAndTrying) {
  int tries = 0;
  int counted = 0;
  test::Random random(5);
  for (int seed = 1; seed <= test::rounds(400); ++seed) {
    FspecParameters p{random.between(2, 4), 1, random.between(0, 1), {"a", "b"}};
    p.eff = random.between(1, p.eot - 1);
    if (random.chance(40)) p.nodes.emplace_back("c");
    if (random.chance(10)) p.nodes.emplace_back("d");
    p.crash_model = static_cast<CrashModel>(random.between(0, 2));
    if (p.crash_model == CrashModel::stop) p.restarts = random.between(0, 2);
    if (random.chance(30)) p.crashable = {"b"};
    if (p.crash_model == CrashModel::stop && random.chance(60)) {
      p.limits.most.of<Pause>() = random.between(1, 2);
      if (random.chance(40)) p.limits.pausable = {p.nodes.back()};
    }
    if (p.crash_model == CrashModel::stop && random.chance(50)) {
      p.disk = {random.between(0, 1), {"buf"}, {}, false, random.between(0, 1), 0, {"buf"}};
      p.disk.writeback = random.between(p.disk.none() ? 1 : 0, 2);
      if (seed % 3 == 0) p.disk.corrupt = 1, p.disk.damaged = {"buf"}, p.disk.columns = {2};
      if (random.chance(40)) p.disk.relations.emplace_back("log");
      if (p.nodes.size() > 2 || random.chance(60)) p.disk.nodes = {p.nodes.back()};
    }
    test::choose_limits(p, static_cast<std::uint64_t>(seed));
    if (p.eff < 0) continue;
    const Fspec f(p);
    if (f.distinct_fault_sets() > 4000) continue;
    const std::vector<FaultSet> all = test::enumerated(f);
    const std::set<FaultSet> distinct(all.begin(), all.end());
    ASSERT_EQ(f.distinct_fault_sets(), all.size()) << seed << limits_in_words(p);
    ASSERT_EQ(distinct.size(), all.size()) << seed;
    for (const FaultSet& faults : all) ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
    ++counted;
    const auto sets = tried(f);
    if (!sets) continue;
    ASSERT_EQ(*sets, distinct) << seed << limits_in_words(p);
    ++tries;
  }
  EXPECT_GT(counted, test::rounds(250));
  EXPECT_GT(tries, test::rounds(60));
}

}  // namespace
}  // namespace ldfi::fault_limits_test
