#include "common/dedalus/ground/relevance.hpp"

#include <gtest/gtest.h>

#include <set>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/language/load.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::ground {
namespace {

constexpr int eot = 5;

FspecParameters fspec() {
  FspecParameters p;
  p.eot = eot;
  p.eff = 3;
  p.nodes = {"a", "b"};
  return p;
}

/// Returns the ticks at which facts of the relation can decide whether tuples of post hold.
std::set<int> ticks(const Program& program, const std::string& relation) {
  const Relevance relevance(program, Fspec(fspec()), {{*program.post, Time(eot)}});
  std::set<int> out;
  for (int t = 1; t <= eot; ++t) {
    if (relevance.matters(*program.find(relation), Time(t))) out.insert(t);
  }
  return out;
}

std::set<int> ticks(const std::string& text, const std::string& relation) {
  return ticks(test::check({text, fspec()}), relation);
}

TEST(Relevance, LooksBackFromTheGoalsTickByTick) {
  const std::string text =
      "m(\"a\", \"b\")@1; m(A, B)@next :- m(A, B); at(B)@async :- m(A, B);"
      "twice(B)@next :- at(B); idle(A) :- m(A, A); post(X) :- twice(X); pre(X) :- twice(X);";
  EXPECT_EQ(ticks(text, "post"), (std::set{5}));
  EXPECT_EQ(ticks(text, "twice"), (std::set{5}));
  EXPECT_EQ(ticks(text, "at"), (std::set{4}));
  EXPECT_EQ(ticks(text, "m"), (std::set{1, 2, 3}));
  EXPECT_EQ(ticks(text, "idle"), (std::set<int>{}));
}

TEST(Relevance, GoalsCountFromTheTickAtWhichTheyAreJudged) {
  dedalus::Sources sources{{"p.ded"}, {}};
  sources.files = {{"p.ded",
                    "m(\"a\", \"b\")@1; m(A, B)@next :- m(A, B); at(B)@async :- m(A, B);"
                    "pre(B) :- at(B); post(B) :- at(B);"},
                   {"s.spec",
                    "spec s major always; spec t minor after 3; spec u info finally;"
                    "s(A) :- m(A, _); t(A) :- m(A, _); u(A) :- h(A); h(A)@next :- m(A, _);"
                    "spec f major after 9;f(A) :- m(A, _);"}};
  const Program program = dedalus::check_program(sources, {.nodes = {"a", "b"}});
  std::string goals;
  for (const GoalRelation& goal : goal_relations(program, eot)) {
    goals += program.relation(goal.relation).name + "@" + std::to_string(goal.from.tick()) + " ";
  }
  EXPECT_EQ(goals, "pre@5 post@5 s@1 t@4 u@5 f@10 ");
  const Relevance relevance(program, Fspec(fspec()), goal_relations(program, eot));
  const auto matters = [&](const char* relation, int tick) {
    return relevance.matters(*program.find(relation), Time(tick));
  };
  EXPECT_TRUE(matters("s", 1));
  EXPECT_FALSE(matters("t", 3));
  EXPECT_TRUE(matters("t", 4));
  EXPECT_FALSE(matters("u", 4));
  EXPECT_FALSE(matters("h", 4));
  EXPECT_TRUE(matters("h", 5));
  EXPECT_FALSE(matters("f", 5)) << "never judged";
}

TEST(Relevance, AbsenceMattersLikePresence) {
  EXPECT_EQ(ticks("m(\"a\", \"b\")@1; at(B)@async :- m(A, B); here(\"a\")@1; here(X)@next :- "
                  "here(X), notin at(_); post(X) :- here(X); pre(X) :- here(X);",
                  "at"),
            (std::set{1, 2, 3, 4}));
}

TEST(Relevance, APinnedPremiseMattersAtItsTick) {
  EXPECT_EQ(ticks("m(\"a\", \"b\")@1; at(B)@async :- m(A, B); here(\"a\")@1; here(X)@next :- "
                  "here(X); post(X) :- here(X), notin at(X)@2; pre(X) :- here(X);",
                  "at"),
            (std::set{2}));
}

TEST(Relevance, ArithmeticThatMayFailMattersAlways) {
  const std::string more =
      "post(X) :- here(X); pre(X) :- here(X); here(\"a\")@1; here(X)@next :- here(X);"
      "n(\"a\", 1)@1; n(X, N)@next :- n(X, N);";
  EXPECT_EQ(ticks(more + "m(X, N + 1) :- n(X, N);", "n"), (std::set<int>{}));
  EXPECT_EQ(ticks(more + "m(X, N * 2) :- n(X, N);", "n"), (std::set{1, 2, 3, 4, 5}));
  EXPECT_EQ(ticks(more + "m(X, N) :- n(X, N), 7 / N > 1;", "n"), (std::set{1, 2, 3, 4, 5}));
}

bool safe(const std::string& text, int ticks = eot) {
  return arithmetic_is_safe(test::check({"n(\"a\", 1)@1; " + text, fspec()}), ticks);
}

TEST(Relevance, ArithmeticIsSafeWhereItOnlyAddsConstants) {
  EXPECT_TRUE(safe("n(X, N + 1)@next :- n(X, N), N - 3 < 7;"));
  EXPECT_TRUE(safe("m(X, count<N>) :- n(X, N);"));
  EXPECT_FALSE(safe("m(X, N + M) :- n(X, N), n(X, M);"));
  EXPECT_FALSE(safe("m(X, N * 2) :- n(X, N);"));
  EXPECT_FALSE(safe("m(X, 7 / N) :- n(X, N);"));
  EXPECT_FALSE(safe("m(X, sum<N>) :- n(X, N);"));
  EXPECT_FALSE(safe("k(X, N) :- n(X, N); k(X, N + 1) :- k(X, N), N < 9;"));
}

TEST(Relevance, ArithmeticIsSafeWhileValuesStaySmall) {
  EXPECT_FALSE(safe("n(\"b\", 9223372036854775807)@1; n(X, N + 1)@next :- n(X, N);"));
  EXPECT_FALSE(safe("n(X, N + 4000000000000000000)@next :- n(X, N);"));
  EXPECT_TRUE(safe("n(X, N + 1000000)@next :- n(X, N);", 1'000));
  EXPECT_FALSE(safe("n(X, N + 1000000000)@next :- n(X, N);", 1'000'000'000));
}

/// Returns each fact on which the goals depend, with the ground rules that derive it, as text.
std::multiset<std::string> cone(const Universe& u) {
  std::multiset<std::string> out;
  for (std::uint32_t f = 0; f < u.cone(); ++f) {
    const std::string head = u.text(FactId(f)) + (u.certain(FactId(f)) ? "!" : "");
    out.insert(head);
    for (InstanceId i : u.instances_of(FactId(f))) {
      std::multiset<std::string> body;
      for (const Premise p : u.premises(i)) {
        body.insert((p.negated() ? "not " : "") + u.text(p.fact()));
      }
      std::string text = head + " :-";
      for (const auto& b : body) text += " " + b;
      out.insert(text);
    }
  }
  return out;
}

TEST(Relevance, LeavesTheConeAsItIs) {
  int compared = 0;
  int smaller = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    const Universe whole = ground_program(*program, f, {}, nullptr, Extent::everything);
    const Universe needed = ground_program(*program, f);
    EXPECT_EQ(cone(whole), cone(needed)) << "seed " << seed;
    ++compared;
    smaller += needed.fact_count() < whole.fact_count() ? 1 : 0;
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(smaller, 50);
}

}  // namespace
}  // namespace ldfi::ground
