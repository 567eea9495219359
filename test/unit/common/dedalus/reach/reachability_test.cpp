#include "common/dedalus/reach/reachability.hpp"

#include <gtest/gtest.h>

#include <set>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"
#include "test/unit/common/dedalus/reach/support.hpp"

namespace ldfi::reach {
namespace {

using ground::FactKind;
using ground::Universe;
using test::fspec;

// The message reaches b or c, but never both. A grounder that looks at each fact alone considers
// both possible.
constexpr const char* fork =
    "m(\"a\", \"b\")@1; at(X)@async :- m(A, X); lost(A)@next :- m(A, X), notin got(X);"
    "got(X) :- at(X); here(\"a\") @next :- m(_, _);"
    "left(A)@next :- here(A), notin at(\"b\"); right(A)@next :- here(A), at(\"b\");"
    "both(A) :- left(A), right(A); deep(A)@next :- both(A);"
    "deep(A)@next :- deep(A);"
    "pre(X) :- here(X); post(X) :- here(X), notin deep(X);";

TEST(Reachability, DropsWhatExcludesEachOther) {
  const auto f = fspec(5, 3, 0, {"a", "b"});
  const auto program = test::check({fork, f});
  const Fspec spec(f);
  const auto with = ground_program(program, spec, {}, Pruning::never);
  const auto without = ground_program(program, spec, {}, Pruning::always);
  const std::vector<bool> all(with.fact_count(), true);
  EXPECT_TRUE(user_facts(with, all).contains("both(a)@3"));
  EXPECT_TRUE(user_facts(with, all).contains("deep(a)@4"));
  EXPECT_FALSE(user_facts(without, all).contains("both(a)@3"));
  EXPECT_FALSE(user_facts(without, all).contains("deep(a)@4"));
  EXPECT_TRUE(user_facts(without, all).contains("left(a)@3"));
  EXPECT_LT(without.fact_count(), with.fact_count());
}

/// A solver that answers `unknown` to every question.
class UndecidedSolver final : public sat::Solver {
 public:
  sat::Literal new_variable() override { return ++variables_; }
  using Solver::add;
  void add(std::span<const sat::Literal>) override {}
  sat::Answer solve(std::span<const sat::Literal>) override { return sat::Answer::unknown; }
  [[nodiscard]] bool value(sat::Literal) const override { return false; }
  [[nodiscard]] bool failed(sat::Literal) const override { return false; }
  void set_check(BudgetCheck) override {}
  void set_conflict_limit(std::uint64_t) override {}
  [[nodiscard]] std::size_t variables() const override {
    return static_cast<std::size_t>(variables_);
  }
  [[nodiscard]] std::size_t clauses() const override { return 0; }

 private:
  sat::Literal variables_ = 0;
};

TEST(Reachability, DropsNothingThatIsTooHardToSay) {
  const auto f = fspec(5, 3, 0, {"a", "b"});
  const auto program = test::check({fork, f});
  const Fspec spec(f);
  const auto pruner =
      make_reachability(program, spec, std::make_unique<UndecidedSolver>(), Pruning::always, {});
  const auto kept = ground::ground_program(program, spec, {}, pruner.get());
  EXPECT_TRUE(kept.pruned().empty());
  EXPECT_EQ(kept.fact_count(), ground_program(program, spec, {}, Pruning::never).fact_count());
}

/// Returns the facts without those of the last tick. No other fact depends on facts of the last
/// tick, so the pruner keeps all of them.
std::set<std::string> before_the_end(const Universe& u, const std::vector<bool>& which) {
  std::set<std::string> out;
  for (std::uint32_t f = 0; f < u.fact_count(); ++f) {
    const auto& info = u.info(FactId(f));
    if (info.kind != FactKind::user || !which[f] || info.at.tick() == u.fspec().eot()) continue;
    out.insert(u.text(FactId(f)));
  }
  return out;
}

// A fact that holds under some fault set is never dropped. A fact that is kept holds under some
// fault set. Recursive strata are an exception, because facts may be derived only from each other
// there.
TEST(Reachability, KeepsExactlyWhatHappens) {
  int dropped = 0;
  int compared = 0;
  int exact = 0;
  for_random_programs([&](std::uint64_t seed, const auto& program, const Fspec& f) {
    const auto with = ground_program(program, f, {}, Pruning::never);
    const auto without = ground_program(program, f, {}, Pruning::always);
    const auto happening = happens(with);
    EXPECT_EQ(user_facts(without, happens(without)), user_facts(with, happening))
        << "seed " << seed;
    ++compared;
    dropped += with.fact_count() > without.fact_count() ? 1 : 0;
    if (recursive(program)) return;
    ++exact;
    EXPECT_EQ(before_the_end(without, std::vector<bool>(without.fact_count(), true)),
              before_the_end(with, happening))
        << "seed " << seed;
  });
  EXPECT_GT(compared, test::rounds(50));
  EXPECT_GT(dropped, 0);
  EXPECT_GT(exact, test::rounds(20));
}

// The fact "b crashes at some time" needs one ground rule for each tick. All of them are found at
// the first tick, so the number of facts does not grow faster later.
TEST(Reachability, LeavesAWorldAloneThatGrowsEvenly) {
  const auto f = fspec(2000, 0, 1, {"a", "b"});
  const char* crashes =
      "p(\"a\")@1; p(X)@next :- p(X); pre(X) :- p(X), notin crash(_, X, _); post(X) :- pre(X);";
  const auto asks = test::check({crashes, f});
  const Fspec spec(f);
  class Counting final : public sat::Solver {
   public:
    explicit Counting(int& made) : made_(made) {}
    sat::Literal new_variable() override { return ++made_; }
    void add(std::span<const sat::Literal>) override {}
    sat::Answer solve(std::span<const sat::Literal>) override { return sat::Answer::unknown; }
    [[nodiscard]] bool value(sat::Literal) const override { return false; }
    [[nodiscard]] bool failed(sat::Literal) const override { return false; }
    void set_check(BudgetCheck) override {}
    void set_conflict_limit(std::uint64_t) override {}
    [[nodiscard]] std::size_t variables() const override { return static_cast<std::size_t>(made_); }
    [[nodiscard]] std::size_t clauses() const override { return 0; }

   private:
    int& made_;
  };
  int made = 0;
  const auto pruner =
      make_reachability(asks, spec, std::make_unique<Counting>(made), Pruning::automatic);
  const auto u = ground::ground_program(asks, spec, {}, pruner.get());
  EXPECT_GT(u.instance_count(), 2000U);
  EXPECT_EQ(made, 0);
}

/// A pruner that begins to drop facts only at a later tick.
class Late final : public ground::Pruner {
 public:
  explicit Late(std::unique_ptr<ground::Pruner> inner) : inner_(std::move(inner)) {}
  std::vector<FactId> impossible(const ground::Store& store) override {
    const auto found = inner_->impossible(store);
    found_.insert(found_.end(), found.begin(), found.end());
    return ++tick_ < 4 ? std::vector<FactId>{} : std::exchange(found_, {});
  }

 private:
  std::unique_ptr<ground::Pruner> inner_;
  std::vector<FactId> found_;
  int tick_ = 0;
};

// A worker grounds the same universe as the master, from the list of facts that the master's pruner
// dropped.
TEST(Reachability, IsGroundedAgainFromWhatWasFound) {
  const auto f = fspec(5, 3, 1, {"a", "b"});
  const auto program = test::check({fork, f});
  const Fspec spec(f);
  Late late(make_reachability(program, spec, sat::make_cryptominisat(1), Pruning::always));
  for (const auto& found : {ground_program(program, spec, {}, Pruning::always),
                            ground::ground_program(program, spec, {}, &late)}) {
    ASSERT_FALSE(found.pruned().empty());
    ground::KnownImpossible known(found.pruned());
    const auto again = ground::ground_program(program, spec, {}, &known);
    EXPECT_EQ(again.fingerprint(), found.fingerprint());
    EXPECT_EQ(again.pruned(), found.pruned());
    EXPECT_NE(ground::ground_program(program, spec).fingerprint(), found.fingerprint());
  }
}

TEST(Reachability, IsTheSameEveryTime) {
  const auto f = fspec(5, 3, 1, {"a", "b"});
  const auto program = test::check({fork, f});
  const Fspec spec(f);
  EXPECT_EQ(ground_program(program, spec, {}, Pruning::always).fingerprint(),
            ground_program(program, spec, {}, Pruning::always).fingerprint());
}

}  // namespace
}  // namespace ldfi::reach
