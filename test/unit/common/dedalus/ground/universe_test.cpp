#include <gtest/gtest.h>

#include "common/dedalus/ground/ground_program.hpp"
#include "test/support/fspec.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "test/unit/common/dedalus/ground/support.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;
using test::Search;

using Texts = std::vector<std::string>;

TEST(Universe, SeparatesCertainFromPossibleFacts) {
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); got(B)@next :- got(B); kept(\"a\")@1; "
      "kept(X)@next :- kept(X);"
      "none(\"a\")@3; missing(X) :- none(X), notin got(_);",
      fspec(3, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "kept", 3), (Texts{"kept(a)@3!"}));
  EXPECT_EQ(facts(s.universe(), "got", 2), (Texts{"got(b)@2"}));
  EXPECT_EQ(facts(s.universe(), "missing", 3), (Texts{"missing(a)@3"}));
}

TEST(Universe, AMessageThatCannotBeLostIsCertain) {
  Search s(
      "m(\"a\", \"b\")@2; got(B)@async :- m(A, B); self(\"a\", \"a\")@1; own(B)@async :- self(A, "
      "B);",
      fspec(3, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "got", 3), (Texts{"got(b)@3!"}));
  EXPECT_EQ(facts(s.universe(), "own", 2), (Texts{"own(a)@2!"}));
}

TEST(Universe, HaltedNodesLoseTheirStateAndSilentOnesKeepIt) {
  for (const CrashModel model : {CrashModel::silent, CrashModel::halt}) {
    auto p = fspec(2, 0, 1, {"a"});
    p.crash_model = model;
    Search s("kept(\"a\")@1; kept(X)@next :- kept(X);", p);
    EXPECT_EQ(facts(s.universe(), "kept", 2),
              (Texts{model == CrashModel::silent ? "kept(a)@2!" : "kept(a)@2"}));
  }
}

// The receiver comes from a data column, so the checker of programs cannot notice that it is not a
// node.
TEST(Universe, MessagesToStrangersAreDropped) {
  Search s(
      "m(\"a\")@1; raw(\"a\", \"b\")@1; raw(\"a\", \"stranger\")@1; name(N, X) :- raw(N, X);"
      "got(X)@async :- m(A), name(A, X);",
      fspec(2, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "got", 2), (Texts{"got(b)@2"}));
}

TEST(Universe, IsTheSameEveryTime) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    EXPECT_EQ(ground_program(*program, f).fingerprint(), ground_program(*program, f).fingerprint());
  }
}

// If the Fspec does not admit a kind of fault, its settings change nothing, not even the numbers of
// facts.
TEST(Universe, OfNoCrashesIsThatOfEveryCrashModel) {
  int programs = 0;
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    auto random = test::recovery_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    ++programs;
    const auto with = [&](CrashModel model, Extent extent, std::vector<std::string> who = {}) {
      FspecParameters p = random.fspec;
      p.crash_model = model;
      p.crashes = p.restarts = 0;
      p.crashable = std::move(who);
      return ground_program(*program, Fspec(p), {}, nullptr, extent).fingerprint();
    };
    for (const Extent extent : {Extent::goals, Extent::everything}) {
      const std::uint64_t silent = with(CrashModel::silent, extent);
      EXPECT_EQ(with(CrashModel::stop, extent), silent) << random.text;
      EXPECT_EQ(with(CrashModel::stop, extent, {random.fspec.nodes[0]}), silent) << random.text;
    }
    const auto admitted = ground_program(*program, Fspec(random.fspec)).fingerprint();
    changed += admitted != with(CrashModel::silent, Extent::goals) ? 1 : 0;
  }
  EXPECT_GT(programs, 150);
  EXPECT_GT(changed, programs / 2) << "restarts that are admitted are seen";
}

// If the Fspec admits no failed writes, its other settings about disks change nothing.
TEST(Universe, OfNoFailedWritesIsThatOfNoDisk) {
  int changed = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    auto random = test::failed_write_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const std::uint64_t with = ground_program(*program, Fspec(random.fspec)).fingerprint();
    random.fspec.disk.write = 0;
    const std::uint64_t none = ground_program(*program, Fspec(random.fspec)).fingerprint();
    random.fspec.disk = {};
    EXPECT_EQ(ground_program(*program, Fspec(random.fspec)).fingerprint(), none) << random.text;
    changed += with != none ? 1 : 0;
  }
  EXPECT_GT(changed, 50);
}

}  // namespace
}  // namespace ldfi::ground
