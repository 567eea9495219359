#include "common/record/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const NodeId a(0);
const NodeId b(1);

Trace sample() {
  Trace t;
  t.fspec = {2, 1, 1, {"a", "b"}};
  const Message m{a, b, "m(b)", 0, "m"};
  t.ticks = {{1, {}, {m}, {}}, {2, {b}, {}, {}}};
  t.matter = {{Time(1), m}};
  t.held = {{{b, "y", 2, 2}, {std::nullopt, "all", 1, 2}, {b, "x", 1, 1}, {a, "z", 1, 2}}};
  return t;
}

TEST(Trace, SortsWhatHoldsByNodeThenText) {
  Trace t = sample();
  t.sort_held();
  std::vector<std::string> texts;
  for (const Held& h : *t.held) texts.push_back(h.text);
  EXPECT_THAT(texts, ElementsAre("z", "x", "y", "all"));
  std::vector<std::string> at_two;
  for (const Held* h : t.held_at(2)) at_two.push_back(h->text);
  EXPECT_THAT(at_two, ElementsAre("z", "y", "all"));
  t.held.reset();
  EXPECT_TRUE(t.held_at(2).empty());
}

TEST(Trace, AMessageInWords) {
  const Fspec fspec(FspecParameters{2, 1, 1, {"a", "two words"}});
  EXPECT_EQ(message_in_words({a, b, "m(b)", 0, "m"}, fspec), "a -> \"two words\"  m(b)");
  EXPECT_EQ(message_in_words({b, a, "m(a)", 0, "m", 2}, fspec),
            "\"two words\" -> a  m(a), 2 ticks late");
}

// Views use nodes and ticks as indices, so a trace from a file or message is checked.
TEST(Trace, SaysWhatIsMalformed) {
  EXPECT_EQ(malformed(sample()), nullptr);
  const auto problem = [](auto change) {
    Trace t = sample();
    change(t);
    const char* found = malformed(t);
    return std::string(found == nullptr ? "" : found);
  };
  const NodeId nobody(2);
  EXPECT_THAT(problem([](Trace& t) { t.ticks.pop_back(); }), HasSubstr("ticks"));
  EXPECT_THAT(problem([](Trace& t) { t.ticks[1].tick = 1; }), HasSubstr("ticks"));
  EXPECT_THAT(problem([&](Trace& t) { t.ticks[1].crashes = {nobody}; }), HasSubstr("node"));
  EXPECT_THAT(problem([&](Trace& t) { t.ticks[0].arrived[0].to = nobody; }), HasSubstr("node"));
  EXPECT_THAT(problem([&](Trace& t) {
                t.ticks[1].lost = {{nobody, a, "m", 0, "m"}};
              }),
              HasSubstr("node"));
  EXPECT_THAT(problem([&](Trace& t) { t.held->front().node = nobody; }), HasSubstr("node"));
  EXPECT_THAT(problem([&](Trace& t) {
                t.matter = {{Time(1), {a, nobody, "m", 0, "m"}}};
              }),
              HasSubstr("node"));
  EXPECT_THAT(problem([](Trace& t) { t.held->front().last = 3; }), HasSubstr("no tick"));
  EXPECT_THAT(problem([](Trace& t) { t.held->front().first = 0; }), HasSubstr("no tick"));
}

TEST(Trace, NamesTheNodesAndRelationsOfItsFspecOnly) {
  Trace t = sample();
  t.fspec.disk.relations = {"log", "two words"};
  EXPECT_EQ(t.name(b), "b");
  EXPECT_THROW(static_cast<void>(t.name(NodeId(2))), InternalError);
  EXPECT_EQ(t.stored(NamedId(1)), "\"two words\"");
  EXPECT_THROW(static_cast<void>(t.stored(NamedId(2))), InternalError);
}

}  // namespace
}  // namespace ldfi
