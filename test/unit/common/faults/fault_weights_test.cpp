#include "common/faults/fault_weights.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "common/faults/fault_sampler.hpp"

namespace ldfi::fault_weights_test {
namespace {

constexpr std::uint64_t one = FaultWeights::one;

TEST(FaultWeights, AreReadAndWritten) {
  EXPECT_EQ(read_weight("0"), 0U);
  EXPECT_EQ(read_weight("0.2"), one / 5);
  EXPECT_EQ(read_weight("0.000001"), 1U);
  EXPECT_EQ(read_weight("4"), 4 * one);
  EXPECT_EQ(read_weight("1000000.0"), FaultWeights::most);
  for (const char* bad : {"", ".", ".5", "5.", "-1", "+1", "nan", "inf", "1e3", "0x1", "1,5", " 1",
                          "0.0000001", "1000000.1", "1000001", "99999999999999999999"}) {
    EXPECT_EQ(read_weight(bad), std::nullopt) << bad;
  }
  for (const char* text : {"0", "0.2", "0.000001", "1", "4", "12.34", "1000000"}) {
    EXPECT_EQ(show_weight(read_weight(text).value()), text);
  }
  EXPECT_EQ(to_text(FaultWeights()), "");
  FaultWeights some;
  some.of<WriteBack>() = 0;
  some.of<Crash>() = one / 4;
  EXPECT_EQ(to_text(some), "crashes=0.25,disk-writeback=0");
}

FspecParameters plain() {
  return {6, 4, 2, {"a", "b", "c"}};
}

FspecParameters stopping() {
  FspecParameters out = plain();
  out.crash_model = CrashModel::stop;
  return out;
}

FspecParameters with_disks() {
  FspecParameters out = stopping();
  out.disk.relations = {"l", "p"};
  out.disk.buffered = {"l"};
  out.disk.damaged = {"p"};
  out.disk.columns = {1};
  return out;
}

/// Returns the FNV-1a hash of the texts of 600 random fault sets.
std::uint64_t digest(const FspecParameters& parameters, const FaultWeights& weights) {
  const Fspec fspec(parameters);
  std::uint64_t out = 14695981039346656037ULL;
  for (const std::uint64_t seed : {1U, 7U}) {
    const FaultSampler sets(fspec, seed, weights);
    for (std::uint64_t i = 0; i < 300; ++i) {
      for (const char c : to_text(sets.draw(i), fspec) + "\n") {
        out = (out ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
      }
    }
  }
  return out;
}

// The hashes come from commit 2bbdc4cf, in which fault sets were drawn without weights. Weights of
// 1 must not change the fault sets.
TEST(FaultWeights, OfOneChangeNothing) {
  FspecParameters late = plain();
  late.delays.most = 3;
  late.delays.duplicates = 2;
  late.delays.within = 2;
  late.delays.budget = 5;
  late.delays.count = 3;
  FspecParameters stop = stopping();
  stop.restarts = 2;
  stop.limits.partitions = 2;
  stop.limits.most.of<Pause>() = 2;
  FspecParameters disk = with_disks();
  disk.disk.write = 2;
  disk.disk.dead = 1;
  disk.disk.writeback = 1;
  disk.disk.corrupt = 1;
  FspecParameters few = plain();
  few.limits.omissions = 3;
  few.limits.faults = 4;
  EXPECT_EQ(digest(plain(), {}), 0x19cf409623d6788bULL);
  EXPECT_EQ(digest(late, {}), 0xbae811a908a82939ULL);
  EXPECT_EQ(digest(stop, {}), 0x795d26f890c81067ULL);
  EXPECT_EQ(digest(disk, {}), 0x5626e770f54a4097ULL);
  EXPECT_EQ(digest(few, {}), 0xbc655c49c971c2cdULL);
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    FaultWeights other;
    other.kinds.values[kind] = 2 * one;
    const bool changes = digest(late, other) != 0xbae811a908a82939ULL ||
                         digest(stop, other) != 0x795d26f890c81067ULL ||
                         digest(disk, other) != 0x5626e770f54a4097ULL;
    EXPECT_TRUE(changes) << kind_names[kind];
  }
}

/// Returns C(m,n) · B(n+w, m−n+1) / B(w, 1), computed from logarithms of the gamma function. This
/// is the probability of n among m possible faults with weight w.
double probability(int n, int m, double w) {
  const double choices = std::lgamma(m + 1) - std::lgamma(n + 1) - std::lgamma(m - n + 1);
  const double beta = std::lgamma(n + w) + std::lgamma(m - n + 1) - std::lgamma(m + 1 + w);
  return std::exp(choices + beta) * w;
}

constexpr int draws = 4'000;

/// Expects that the number of faults in random fault sets has the documented distribution, within
/// five standard deviations. `kept` is the share of drawn fault sets that is admissible. If `kept`
/// is less than 1, `most` must be 1.
void expect_drawn(const FspecParameters& parameters, FaultWeights weights, std::size_t kind,
                  std::uint64_t weight, int most, const std::function<bool(const Fault&)>& counts,
                  std::uint64_t seed, double kept) {
  weights.kinds.values[kind] = weight;
  const Fspec fspec(parameters);
  const FaultSampler sets(fspec, seed, weights);
  std::map<int, int> seen;
  for (std::uint64_t i = 1; i <= draws; ++i) {
    const FaultSet set = sets.draw(i);
    ASSERT_TRUE(fspec.admits(set)) << to_text(set, fspec);
    int number = 0;
    for (const Fault& fault : set.faults()) {
      EXPECT_TRUE(counts(fault)) << "another kind, whose weight is 0: " << to_text(set, fspec);
      ++number;
    }
    ++seen[number];
  }
  const double w = static_cast<double>(weight) / static_cast<double>(one);
  for (int n = 0; n <= most; ++n) {
    double p = weight == 0 ? (n == 0 ? 1 : 0) : probability(n, most, w);
    if (kept < 1) p = n == 1 ? p * kept : 1 - probability(1, 1, w) * kept;
    EXPECT_NEAR(seen[n], draws * p, 1e-6 + 5 * std::sqrt(draws * p * (1 - p)))
        << n << " of " << most << ", weight " << w;
  }
}

FaultWeights nothing() {
  return {KindMap<std::uint64_t>::all(0)};
}

/// Expects the documented distribution for faults of the kind `Kind`. The weight of the kind
/// `Weighed` determines it.
template <class Kind, class Weighed = Kind>
void expect_drawn(const FspecParameters& fspec, int most, double kept = 1) {
  const auto counts = [](const Fault& fault) { return std::holds_alternative<Kind>(fault); };
  std::uint64_t seed = 3;
  for (const std::uint64_t weight : {std::uint64_t{0}, one / 10, one, 5 * one}) {
    expect_drawn(fspec, nothing(), index_of<Weighed>, weight, most, counts, ++seed, kept);
  }
}

// docs/explanation/strategies.md promises this distribution for each kind if all other weights are
// 0.
TEST(FaultWeights, SayHowOftenEachKindHappens) {
  FspecParameters two = plain();
  two.eff = 2;
  expect_drawn<Omission>(two, 12);
  two.limits.omissions = 3;
  expect_drawn<Omission>(two, 3);
  expect_drawn<Crash>(plain(), 2);
  FspecParameters late = plain();
  late.delays.most = 2;
  late.delays.duplicates = 2;
  late.delays.within = 2;
  expect_drawn<Delay>(late, 24);
  expect_drawn<Duplicate>(late, 2);
  FspecParameters stop = stopping();
  expect_drawn<Outage, Crash>(stop, 2);
  stop.restarts = 1;
  stop.limits.partitions = 1;
  stop.limits.most.of<Pause>() = 1;
  // A crash may be before or after the writes of one of four ticks. One of these eight moments
  // leaves no time for a restart, so such a draw is not admissible.
  expect_drawn<Outage>(stop, 1, 7.0 / 8);
  expect_drawn<Partition>(stop, 1);
  expect_drawn<Pause>(stop, 1);
  FspecParameters disk = with_disks();
  disk.disk.write = 1;
  disk.disk.dead = 1;
  expect_drawn<FailedWrite>(disk, 1);
  expect_drawn<DeadDisk>(disk, 1);
  disk.disk.relations = disk.disk.damaged = disk.disk.buffered = {"p"};
  disk.disk.corrupt = 1;
  disk.disk.writeback = 1;
  expect_drawn<Corruption>(disk, 1);
  expect_drawn<WriteBack>(disk, 1);
}

}  // namespace
}  // namespace ldfi::fault_weights_test
