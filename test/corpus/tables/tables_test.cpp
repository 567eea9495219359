// Programs and everything that holds in some of their executions. NAME.expected names an Fspec and
// fault sets; below each fault set stand all tables, and the judgement. To write them anew after a
// change of the questions: LDFI_UPDATE_GOLDENS=1 corpus_tables; then read what changed.
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/base/errors.hpp"
#include "test/support/execution.hpp"

namespace ldfi::test {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// `fspec: eot 3, eff 1, crashes 1, nodes a b [, halt] [, exclusive]`.
FspecParameters parse_fspec(const std::string& line) {
  FspecParameters out;
  std::istringstream words(line);
  std::string word;
  words >> word;
  while (words >> word) {
    if (word == "eot")
      words >> out.eot;
    else if (word == "eff")
      words >> out.eff;
    else if (word == "crashes")
      words >> out.crashes;
    else if (word == "halt")
      out.crash_model = CrashModel::halt;
    else if (word == "exclusive")
      out.eff_mode = EffMode::exclusive;
    else if (word != "," && word != "nodes")
      out.nodes.push_back(word);
    if (words.peek() == ',') words.get();
  }
  for (std::string& node : out.nodes) {
    if (node.back() == ',') node.pop_back();
  }
  return out;
}

std::string tables(const Execution& e) {
  std::string out;
  for (const dedalus::Relation& relation : e.program->relations) {
    for (int t = 1; t <= e.fspec->eot(); ++t) {
      const std::string row = e.at(relation.name, t);
      if (!row.empty()) out += fmt::format("  {}: {}\n", t, row);
    }
  }
  const eval::Judgement judgement = e.judgement();
  out += fmt::format("  pre {}, post {}, {}\n", judgement.pre, judgement.post,
                     judgement.holds()
                         ? "holds"
                         : fmt::format("violated: {}", fmt::join(judgement.violated, " ")));
  return out;
}

std::string outcome(const std::string& program, const FspecParameters& fspec,
                    const std::string& faults) {
  try {
    return tables(execute(program, fspec, faults));
  } catch (const InputError& error) {
    std::string out;
    for (const Diagnostic& d : error.diagnostics()) {
      out += fmt::format("  {} at {}:{}: {} ({})\n", d.code, d.where.line, d.where.column,
                         d.message, fmt::join(d.hints, "; "));
    }
    return out;
  }
}

/// The expected file with every answer as it is now; questions and comments are kept.
std::string answered(const std::string& program, const std::string& expected) {
  std::istringstream lines(expected);
  std::string out;
  FspecParameters fspec;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  ", 0) == 0) continue;
    out += line + "\n";
    if (line.rfind("fspec: ", 0) == 0) fspec = parse_fspec(line);
    if (line.rfind("faults: ", 0) == 0) out += outcome(program, fspec, line.substr(8));
  }
  return out;
}

TEST(Tables, AreAsExpected) {
  const fs::path folder = fs::path(LDFI_SOURCE_DIR) / "test/corpus/tables";
  std::size_t programs = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".ded") continue;
    ++programs;
    SCOPED_TRACE(entry.path().filename().string());
    fs::path golden = entry.path();
    golden.replace_extension(".expected");
    const std::string expected = read(golden);
    const std::string actual = answered(read(entry.path()), expected);
    if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr)
      std::ofstream(golden, std::ios::binary) << actual;
    EXPECT_NE(expected.find("faults: "), std::string::npos) << "a program without a question";
    EXPECT_EQ(actual, expected);
  }
  EXPECT_GE(programs, 12U);
}

}  // namespace
}  // namespace ldfi::test
