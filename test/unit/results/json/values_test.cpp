#include "results/json/values.hpp"

#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

const Fspec& fspec() {
  static const Fspec f({4, 2, 1, {"a", "two words"}, EffMode::exclusive, CrashModel::halt});
  return f;
}

TEST(JsonValues, HaveTheNamesOfTheSchema) {
  EXPECT_EQ(dump(fspec_json(fspec().parameters())),
            "{\"eot\":4,\"eff\":2,\"crashes\":1,\"nodes\":[\"a\",\"two words\"],"
            "\"eff_mode\":\"exclusive\",\"crash_model\":\"halt\"}");
  const FaultSet faults({Omission{NodeId(0), NodeId(1), Time(1)}});
  EXPECT_EQ(dump(falsifier_json({faults, true, {"log(a)"}}, fspec())),
            "{\"faults\":\"O(a,\\\"two words\\\",1)\",\"size\":1,\"minimal\":true,"
            "\"violated\":[\"log(a)\"]}");
}

TEST(JsonValues, TellWhatASpecificationSaysAndWhatViolatesIt) {
  const FaultSet faults({Omission{NodeId(0), NodeId(1), Time(1)}});
  SearchResult found;
  found.falsifiers = {{faults, true, {"lost(f)@7", "pre(x)"}}};
  Specification lost{"lost", Specification::Severity::minor, 0, 0, "a \"file\" is lost"};
  found.specifications = {{{"invariant", {}, {}, {}, ""}, Verdict::counterexample, {0}},
                          {lost, Verdict::counterexample, {0}}};
  found.specifications[0].says.severity = Specification::Severity::critical;
  EXPECT_EQ(dump(specifications_json(found, fspec())),
            "[{\"name\":\"invariant\",\"severity\":\"critical\",\"when\":\"finally\","
            "\"explains\":null,\"text\":\"\",\"verdict\":\"counterexample\",\"counterexamples\":"
            "[{\"faults\":\"O(a,\\\"two words\\\",1)\",\"size\":1,\"minimal\":true,"
            "\"violated\":[\"pre(x)\"]}]},"
            "{\"name\":\"lost\",\"severity\":\"minor\",\"when\":\"always\","
            "\"explains\":\"invariant\",\"text\":\"a \\\"file\\\" is lost\","
            "\"verdict\":\"counterexample\",\"counterexamples\":"
            "[{\"faults\":\"O(a,\\\"two words\\\",1)\",\"size\":1,\"minimal\":true,"
            "\"violated\":[\"lost(f)@7\"]}]}]");
  EXPECT_EQ(dump(specifications_json({}, fspec())), "[]");
}

TEST(JsonValues, TellCrashesAndMessagesOfEachTick) {
  Trace trace;
  trace.fspec = fspec().parameters();
  const Message message{NodeId(0), NodeId(1), "log(b)", 0, "log"};
  trace.ticks = {{1, {}, {message}, {}}, {2, {NodeId(1)}, {}, {}}};
  EXPECT_EQ(dump(ticks_json(trace)),
            "[{\"tick\":1,\"crashes\":[],\"lost\":[],"
            "\"arrived\":[{\"from\":\"a\",\"to\":\"two words\",\"tuple\":\"log(b)\"}]},"
            "{\"tick\":2,\"crashes\":[\"two words\"],\"lost\":[],\"arrived\":[]}]");
}

TEST(JsonValues, TellRestartsOnlyWhereNodesMayRestart) {
  FspecParameters f{6, 4, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 2, {"b"}};
  EXPECT_EQ(dump(fspec_json(f)),
            "{\"eot\":6,\"eff\":4,\"crashes\":1,\"nodes\":[\"a\",\"b\"],\"eff_mode\":\"inclusive\","
            "\"crash_model\":\"stop\",\"restarts\":2,\"crashable\":[\"b\"]}");
  Trace trace;
  trace.fspec = f;
  trace.ticks = {{1, {NodeId(1)}, {}, {}}, {2, {}, {}, {}, {NodeId(1), NodeId(0)}}};
  EXPECT_EQ(dump(ticks_json(trace)),
            "[{\"tick\":1,\"crashes\":[\"b\"],\"lost\":[],\"arrived\":[],\"restarts\":[]},"
            "{\"tick\":2,\"crashes\":[],\"lost\":[],\"arrived\":[],\"restarts\":[\"b\",\"a\"]}]");
}

TEST(JsonValues, AreAsciiWhateverTheTextsAre) {
  EXPECT_EQ(dump(Json::array({"n\xc3\xb6", "\xff", "</script>"})),
            "[\"n\\u00f6\",\"\\ufffd\",\"</script>\"]");
  EXPECT_EQ(dump(Json{{"a", 1}}, 1), "{\n \"a\": 1\n}");
}

}  // namespace
}  // namespace ldfi::results
