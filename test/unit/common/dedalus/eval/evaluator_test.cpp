#include "common/dedalus/eval/evaluator.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/execution.hpp"
#include "test/support/faults.hpp"
#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Arithmetic, OverflowIsLocatedAndNamesFaultsAndTick) {
  const auto d = failure(
      "p(\"a\", 9223372036854775806)@1;\n"
      "p(X, V + 1)@next :- p(X, V);\n",
      "O(a,b,1) C(b,2)");
  EXPECT_EQ(d.code, "arithmetic");
  EXPECT_EQ(d.message, "integer overflow");
  EXPECT_EQ(d.where.line, 2);
  EXPECT_EQ(d.where.column, 8);
  ASSERT_EQ(d.hints.size(), 1U);
  EXPECT_EQ(d.hints[0], "under the fault set O(a,b,1) C(b,2), at tick 2");
}

TEST(Arithmetic, NothingIsComputedForTicksAfterEot) {
  const auto e = execute(R"(p("a", 9223372036854775807)@1; p(X, V + 1)@next :- p(X, V);)",
                         fspec_of(1, {"a", "b"}));
  EXPECT_EQ(e.at("p", 1), "p(a,9223372036854775807)");
}

TEST(Evaluator, ForgetsOneRunBeforeTheNext) {
  const auto e = broadcast_under("O(a,b,1)");
  eval::Evaluator evaluator(*e.program, *e.fspec);
  const FaultSet lost = test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {});
  const auto first = evaluator.run(FaultSet());
  const auto second = evaluator.run(lost);
  const auto third = evaluator.run(FaultSet());
  const RelationId log = e.relation("log");
  EXPECT_EQ(first->tuples(log, Time(2)), third->tuples(log, Time(2)));
  EXPECT_EQ(second->tuples(log, Time(2)), e.model->tuples(log, Time(2)));
  EXPECT_EQ(first->size(), third->size());
}

TEST(Evaluator, WhatIsBufferedIsReadWhereNodesForget) {
  const std::string text = R"(
      buffered log; log("a", 1)@1; log(N, X)@next :- log(N, X), notin drop(N);
      sync("a", "log")@1; drop("a")@2;)";
  const std::string late = R"(
      buffered log; log("a", 1)@1; log(N, X)@next :- log(N, X); sync("a", "log")@3;)";
  EXPECT_EQ(execute(late, fspec_of(5, {"a"}, CrashModel::stop), "C(a,3)").at("log", 5), "");
  EXPECT_EQ(execute(late, fspec_of(5, {"a"}, CrashModel::stop), "C(a,3+)").at("log", 5),
            "log(a,1)");
  const auto at_5 = [&](CrashModel model, const std::string& faults) {
    return execute(text, fspec_of(5, {"a"}, model), faults).at("log", 5);
  };
  EXPECT_EQ(at_5(CrashModel::stop, "C(a,3)"), "log(a,1)") << "its disk, which lags behind";
  EXPECT_EQ(at_5(CrashModel::stop, "C(a,1)"), "");
  EXPECT_EQ(at_5(CrashModel::silent, "C(a,3)"), "") << "nothing is forgotten, so nothing is read";
  EXPECT_EQ(at_5(CrashModel::halt, "C(a,3)"), "");
}

TEST(Evaluator, CanBeUsedAfterAnError) {
  const std::string text = R"(
      p("a", 0)@1; q("b", 1)@1;
      q(Y, V)@async :- p(X, V), node(X, Y); node("a", "b")@1;
      r(X) :- q(X, V), 1 / V == 1;)";
  const auto e = execute(text, fspec_of(2, {"a", "b"}), "O(a,b,1)");
  eval::Evaluator evaluator(*e.program, *e.fspec);
  EXPECT_THROW(evaluator.run(FaultSet()), InputError);
  EXPECT_EQ(evaluator.run(e.faults)->size(), e.model->size());
}

}  // namespace
}  // namespace ldfi::test
