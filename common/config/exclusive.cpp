#include "common/config/exclusive.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 8> pairs{{{"quiet", "verbose"},
                                                                    {"max-faults", "max-failures"},
                                                                    {"check", "replay"},
                                                                    {"resume", "check"},
                                                                    {"results-only", "check"},
                                                                    {"resume", "replay"},
                                                                    {"results-only", "replay"},
                                                                    {"resume", "results-only"}}};
constexpr std::array<std::string_view, 6> with_traces{"solver",       "seed",  "time-limit",
                                                      "memory-limit", "quiet", "verbose"};

}  // namespace

std::vector<std::string> exclusive_options(const IsGiven& given) {
  std::vector<std::string> out;
  for (const auto& [one, other] : pairs) {
    if (given(one) && given(other)) {
      out.push_back(fmt::format("--{} and --{} exclude each other", one, other));
    }
  }
  for (const OptionRow& row : option_table()) {
    if (!given(row.name) || row.name == "traces") continue;
    const bool of_traces = row.group == Group::systems;
    if (of_traces && !given("traces")) out.push_back(fmt::format("--{} is for --traces", row.name));
    if (of_traces || !given("traces") || std::ranges::count(with_traces, row.name) > 0) continue;
    out.push_back(row.name == "program"
                      ? "--traces is in place of a program: name no file besides its folder"
                      : fmt::format("--traces and --{} exclude each other", row.name));
  }
  return out;
}

}  // namespace ldfi::config
