#include "master/face/diagnostics_out.hpp"

#include <gtest/gtest.h>

#include "results/json/values.hpp"

namespace ldfi::app {
namespace {

using config::DiagnosticsFormat;
using results::Json;

/// The file name, the line and the diagnostics that all tests print. "ü" has two bytes and is one
/// character.
struct Sample {
  SourceSet sources;
  std::vector<Diagnostic> found;

  Sample() {
    const FileId program = sources.add("a b/ü.ded", "p(\"ü\") :- q;\n");
    const FileId option = sources.add("--replay", "O(a,b");
    found = {{Severity::warning, "unread", {program, 1, 11, 1}, "nobody reads q", {}},
             {Severity::error, "syntax", {program, 1, 3, 4}, "bad\x1b", {"do this", "or that"}},
             {Severity::error, "file", {program, 0, 0, 1}, "as a whole", {}},
             {Severity::error, "fault", {option, 1, 6, 1}, "ends here", {}},
             {Severity::error, "syntax", {FileId(~0U), 0, 0, 1}, "nowhere", {}}};
  }
  [[nodiscard]] Json in(DiagnosticsFormat form) const {
    return Json::parse(diagnostics_for_tools(found, sources, form));
  }
};

TEST(DiagnosticsForTools, JsonHasThePlacesInCharacters) {
  const Json all = Sample().in(DiagnosticsFormat::json).at("diagnostics");
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0], Json({{"file", "a b/ü.ded"},
                          {"severity", "error"},
                          {"code", "file"},
                          {"message", "as a whole"},
                          {"hints", Json::array()}}));
  EXPECT_EQ(all[1], Json({{"file", "a b/ü.ded"},
                          {"line", 1},
                          {"column", 3},
                          {"end_column", 6},  // "ü" in quotes: four bytes, three characters
                          {"severity", "error"},
                          {"code", "syntax"},
                          {"message", "bad\\x1b"},
                          {"hints", {"do this", "or that"}}}));
  EXPECT_EQ(all[2].at("column"), 10);  // byte 11
  EXPECT_EQ(all[3].at("column"), 6);   // behind the end of the line of text
  EXPECT_EQ(all[3].at("end_column"), 7);
  EXPECT_FALSE(all[4].contains("file"));
}

TEST(DiagnosticsForTools, SarifNamesRulesAndEscapesUris) {
  const Json log = Sample().in(DiagnosticsFormat::sarif);
  EXPECT_EQ(log.at("version"), "2.1.0");
  const Json run = log.at("runs").at(0);
  const Json rules = run.at("tool").at("driver").at("rules");
  const Json found = run.at("results");
  ASSERT_EQ(found.size(), 5U);
  for (const Json& one : found)
    EXPECT_EQ(rules.at(one.at("ruleIndex").get<std::size_t>()).at("id"), one.at("ruleId"));
  EXPECT_EQ(rules.size(), 4U);  // each rule is listed once
  const Json place = found[1].at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("artifactLocation").at("uri"), "a%20b/%C3%BC.ded");
  EXPECT_EQ(place.at("region"), Json({{"startLine", 1}, {"startColumn", 3}, {"endColumn", 6}}));
  EXPECT_EQ(found[1].at("message").at("text"), "bad\\x1b\nhint: do this\nhint: or that");
  EXPECT_FALSE(found[0].at("locations").at(0).at("physicalLocation").contains("region"));
  EXPECT_FALSE(found[3].contains("locations"));  // an option is not in a file
  EXPECT_EQ(found[2].at("level"), "warning");
}

TEST(DiagnosticsForTools, AbsolutePathsAreUrisOfFiles) {
  Sample sample;
  const FileId file = sample.sources.add("/x/100%.ded", "p\n");
  sample.found = {{Severity::error, "syntax", {file, 1, 1, 1}, "no", {}}};
  const Json found = sample.in(DiagnosticsFormat::sarif).at("runs").at(0).at("results").at(0);
  EXPECT_EQ(found.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri"),
            "file:///x/100%25.ded");
}

TEST(DiagnosticsForTools, NothingIsAnEmptyList) {
  EXPECT_EQ(Json::parse(diagnostics_for_tools({}, {}, DiagnosticsFormat::json)).at("diagnostics"),
            Json::array());
}

}  // namespace
}  // namespace ldfi::app
