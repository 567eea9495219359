// Facts about faults are converted into tuples, and back.
#include "common/dedalus/language/fault_facts.hpp"

#include <gtest/gtest.h>

#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

Program program_of(const std::string& text, const CheckOptions& options) {
  Sources sources;
  sources.files.push_back({"p.ded", text});
  return check_program(sources, options);
}

TEST(FaultFacts, TuplesSayWhatTheirFactsSay) {
  CheckOptions options;
  options.nodes = {"a", "b"};
  options.late = 3;
  options.generated = {FaultRelation::standing};
  const Program p = program_of(
      "m(X,Y)@async :- v(_,X,Y); v(\"a\",\"b\",\"x\")@1; stable v; v(N,X,Y)@next :- v(N,X,Y);"
      "seen(N) :- down(N), m(N,_); told(N) :- ioerror(N, \"v\"), m(N,_);",
      options);
  FspecParameters parameters{6, 4, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop};
  parameters.disk = {1, {"v"}};
  const Fspec disks(parameters);
  const auto symbol_of = [&](NodeId node) { return p.symbols.find(disks.name(node)); };
  const NodeId b(1U);
  for (const auto& [which, fact] :
       {std::pair(FaultRelation::down, FaultFact{FaultFact::Kind::down, b, Time(2)}),
        std::pair(FaultRelation::standing, FaultFact{FaultFact::Kind::paused, b, Time(2)}),
        std::pair(FaultRelation::ioerror,
                  FaultFact{FaultFact::Kind::ioerror, b, Time(2), NamedId(0U)}),
        std::pair(FaultRelation::late,
                  FaultFact{FaultFact::Kind::late, b, Time(2), no_relation, NodeId(0U), 2})}) {
    const auto relation = p.built_in(which);
    ASSERT_TRUE(relation.has_value()) << name_of(which);
    const auto tuple = tuple_of(p, disks, row_of(which), fact, symbol_of);
    ASSERT_TRUE(tuple.has_value()) << name_of(which);
    EXPECT_EQ(tuple->size, p.relation(*relation).arity()) << name_of(which);
    EXPECT_EQ(fault_fact(p, disks, *relation, tuple->values.data(), Time(2)), fact)
        << name_of(which);
  }
}

TEST(FaultFacts, NamesThatTheProgramLacksHaveNoTuple) {
  CheckOptions options;
  options.nodes = {"a"};
  const Program p = program_of("v(\"a\")@1; seen(N) :- down(N), v(N);", options);
  const Fspec fspec({6, 4, 1, {"a", "b"}});
  const auto symbol_of = [&](NodeId node) { return p.symbols.find(fspec.name(node)); };
  const FaultRelationRow& row = row_of(FaultRelation::down);
  EXPECT_TRUE(tuple_of(p, fspec, row, {FaultFact::Kind::down, NodeId(0U), Time(1)}, symbol_of));
  EXPECT_FALSE(tuple_of(p, fspec, row, {FaultFact::Kind::down, NodeId(1U), Time(1)}, symbol_of));
}

}  // namespace
}  // namespace ldfi::dedalus
