#include "common/config/yaml_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/config/fixture.hpp"

namespace ldfi::config {
namespace {

using ::testing::HasSubstr;

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

// A hostile config must not overflow the stack, take long, or cause endless messages.
TEST_F(CommandLineTest, SurvivesHostileConfigs) {
  for (const auto& [unit, count] :
       std::vector<std::pair<std::string, std::size_t>>{{"[", 200'000},
                                                        {"{a: ", 40'000},
                                                        {"- ", 100'000},
                                                        {"? ", 100'000},
                                                        {"\"", 200'000},
                                                        {"'", 200'001},
                                                        {"a: ", 60'000},
                                                        {"&a ", 60'000},
                                                        {"!a ", 60'000},
                                                        {"*a ", 60'000},
                                                        {"-\n", 100'000},
                                                        {"#\n", 100'000},
                                                        {"%a b\n", 40'000},
                                                        {"---\n", 50'000},
                                                        {"a:\n", 60'000},
                                                        {"|\n", 100'000},
                                                        {"[a, ", 50'000},
                                                        {"}", 200'000}}) {
    const std::string report = error_text(write("hostile.yaml", repeated(unit, count)));
    EXPECT_THAT(report, HasSubstr("error")) << unit;
    EXPECT_LT(report.size(), 40'000U) << unit;
  }
}

TEST_F(CommandLineTest, SurvivesMutatedConfigs) {
  std::string text = std::string(valid) +
                     "nodes: [a, b]\nsearch: {stop: all, seed: 1}\n"
                     "limits: {time: 2m, memory: 4G}\n";
  std::uint32_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % below;
  };
  const std::string alphabet(
      "{}[]:,-?&*!|>'\"%@`#\n\t \0\xff\xc3\xb6"
      "a0",
      29);
  for (int round = 0; round < 500; ++round) {
    std::string mutated = text;
    for (std::size_t i = 1 + random(4); i > 0; --i) {
      mutated[random(mutated.size())] = alphabet[random(alphabet.size())];
    }
    const std::string config = write("mutated.yaml", mutated);
    EXPECT_NO_THROW({
      try {
        parse_command_line({config});
      } catch (const SourcedError& e) {
        render(e.diagnostics(), e.sources());
      }
    }) << mutated;
  }
}

}  // namespace
}  // namespace ldfi::config
