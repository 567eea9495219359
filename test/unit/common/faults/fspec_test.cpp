#include "common/faults/fspec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/faults.hpp"

namespace ldfi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FspecParameters valid() {
  return {6, 4, 1, {"c", "a", "b"}, EffMode::inclusive, CrashModel::silent};
}

std::vector<std::string> codes_of(const FspecParameters& p) {
  std::vector<std::string> codes;
  try {
    Fspec fspec(p);
  } catch (const InputError& e) {
    for (const auto& d : e.diagnostics()) codes.push_back(d.code);
  }
  return codes;
}

TEST(Fspec, SortsItsNodesByName) {
  const Fspec fspec(valid());
  EXPECT_THAT(fspec.nodes(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(fspec.find("b"), NodeId(1));
  EXPECT_EQ(fspec.name(NodeId(2)), "c");
  EXPECT_EQ(fspec.find("d"), std::nullopt);
  EXPECT_EQ(fspec.find(""), std::nullopt);
}

TEST(Fspec, RefusesWhatIsOutOfRange) {
  FspecParameters p = valid();
  EXPECT_THAT(codes_of(p), IsEmpty());
  p.eot = 0;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-eot", "fspec-eff"));
  p.eot = Fspec::max_eot + 1;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-eot"));
  p = valid();
  p.eff = 6;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-eff"));
  p.eff = -1;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-eff"));
  p = valid();
  p.crashes = 4;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-crashes"));
  p.crashes = -1;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-crashes"));
}

TEST(Fspec, RefusesWhatCannotBeCounted) {
  FspecParameters p = valid();
  p.eot = Fspec::max_eot;
  p.nodes = {"a", "b", "c", "d"};
  p.eff = static_cast<int>(Fspec::max_omissions / 12);
  EXPECT_THAT(codes_of(p), IsEmpty());
  ++p.eff;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-size"));
  p.eff = 0;
  EXPECT_THAT(codes_of(p), IsEmpty());
}

TEST(Fspec, RefusesBadNodes) {
  FspecParameters p = valid();
  p.nodes = {};
  p.crashes = 0;
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-nodes"));
  p.nodes = {"a", "", "a"};
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-nodes", "fspec-nodes"));
  p.nodes.clear();
  for (int i = 0; i <= Fspec::max_nodes; ++i) p.nodes.push_back(std::to_string(i));
  EXPECT_THAT(codes_of(p), ElementsAre("fspec-nodes"));
}

TEST(Fspec, AcceptsTheExtremes) {
  FspecParameters p = valid();
  p.eff = 0;
  p.eot = 1;
  p.crashes = 3;
  EXPECT_THAT(codes_of(p), IsEmpty());
  p.nodes = {"a", "b"};
  p.crashes = 2;
  p.eot = Fspec::max_eot;
  p.eff = Fspec::max_eot - 1;
  EXPECT_THAT(codes_of(p), IsEmpty());
}

TEST(Fspec, KnowsTheLastOmissionOfEachMode) {
  FspecParameters p = valid();
  EXPECT_EQ(Fspec(p).last_omission(), 4);
  p.eff_mode = EffMode::exclusive;
  EXPECT_EQ(Fspec(p).last_omission(), 3);
  p.eff = 0;
  EXPECT_EQ(Fspec(p).last_omission(), 0);
}

TEST(Fspec, AdmitsExactlyWhatItsBoundsAllow) {
  const Fspec fspec(valid());
  const NodeId a(0);
  const NodeId b(1);
  EXPECT_TRUE(fspec.admits(FaultSet()));
  EXPECT_TRUE(fspec.admits(test::fault_set({{a, b, Time(4)}}, {{b, Time(6)}})));
  EXPECT_FALSE(fspec.admits(test::fault_set({{a, b, Time(5)}}, {})));
  EXPECT_FALSE(fspec.admits(test::fault_set({{a, b, Time(0)}}, {})));
  EXPECT_FALSE(fspec.admits(test::fault_set({{a, a, Time(1)}}, {})));
  EXPECT_FALSE(fspec.admits(test::fault_set({{a, NodeId(3), Time(1)}}, {})));
  EXPECT_FALSE(fspec.admits(test::fault_set({}, {{a, Time(7)}})));
  EXPECT_FALSE(fspec.admits(test::fault_set({}, {{a, Time(0)}})));
  EXPECT_FALSE(fspec.admits(test::fault_set({}, {{a, Time(1)}, {b, Time(1)}})));
}

}  // namespace
}  // namespace ldfi
