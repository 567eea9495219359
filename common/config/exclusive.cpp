#include "common/config/exclusive.hpp"

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 18> pairs{
    {{"minimise", "check"},
     {"replay-schedule", "replay"},
     {"replay-schedule", "check"},
     {"replay-schedule", "resume"},
     {"replay-schedule", "results-only"},
     {"replay-schedule", "certificate"},
     {"minimise", "replay"},
     {"minimise", "results-only"},
     {"quiet", "verbose"},
     {"max-faults", "max-failures"},
     {"check", "replay"},
     {"resume", "check"},
     {"results-only", "check"},
     {"resume", "replay"},
     {"results-only", "replay"},
     {"resume", "results-only"},
     {"certificate", "check"},
     {"certificate", "replay"}}};

void exclude_of_traces(const IsGiven& given, std::vector<std::string>& out) {
  for (const OptionRow& row : option_table()) {
    if (!given(row.name) || row.uses.traces) continue;
    out.push_back(
        row.name == "program"
            ? "--traces reads a folder of recordings: name no other file"
            : fmt::format("--{} does not work with traces (--traces): leave it out", row.name));
  }
}

/// Adds the options that have no meaning in a proof for every EOT.
void exclude_of_forever(const IsGiven& given, std::vector<std::string>& out) {
  for (const OptionRow& row : option_table()) {
    const bool about_it = (row.group == Group::input || row.group == Group::fspec) &&
                          row.name != "eot" && row.name != "eff";
    if (!given(row.name) || about_it || row.uses.forever || row.name == "count") continue;
    out.push_back(fmt::format(
        "--{} does not work with a proof for every EOT (prove, --forever): leave it out",
        row.name));
  }
}

/// Adds the options that have no meaning in a count.
void exclude_of_count(const IsGiven& given, std::vector<std::string>& out) {
  for (const OptionRow& row : option_table()) {
    const bool about_it =
        (row.group == Group::input || row.group == Group::fspec) && row.name != "spec";
    if (!given(row.name) || about_it || row.uses.count || row.name == "forever") continue;
    out.push_back(fmt::format(
        "--{} does not work with a count of fault sets (count, --count): leave it out", row.name));
  }
}

void exclude_of_processes(const IsGiven& given, std::vector<std::string>& out) {
  for (const OptionRow& row : option_table()) {
    if (!given(row.name) || row.applies_to != AppliesTo::program) continue;
    out.push_back(fmt::format("--{} is only for programs, but this config has `system`", row.name));
  }
}

void exclude_of_programs(const IsGiven& given, std::vector<std::string>& out) {
  for (const char* name : {"next", "level"}) {
    if (given(name)) out.push_back(fmt::format("--{} needs --traces", name));
  }
  const auto refuse = [&](std::string_view name) {
    if (given(name)) out.push_back(fmt::format("--{} is only for configs with `system`", name));
  };
  // In the table, --deliveries is next to --replay. Messages list it before --sandbox.
  constexpr std::string_view deliveries = "deliveries";
  for (const OptionRow& row : option_table()) {
    if (row.applies_to != AppliesTo::system || row.name == deliveries) continue;
    if (row.name == "sandbox") refuse(deliveries);
    refuse(row.name);
  }
}

}  // namespace

std::vector<std::string> exclusive_options(const IsGiven& given, bool processes) {
  std::vector<std::string> out;
  for (const auto& [one, other] : pairs) {
    if (given(one) && given(other)) {
      out.push_back(fmt::format("--{} and --{} exclude each other", one, other));
    }
  }
  if (given("deliveries") && !given("replay")) out.emplace_back("--deliveries needs --replay");
  if (given("diagnostics") && !given("check")) out.emplace_back("--diagnostics needs --check");
  for (const char* name : {"calm", "from", "cap", "aiger"}) {
    const bool of_sweep = std::string_view(name) == "cap" && given("sweep-forever");
    if (given(name) && !given("forever") && !of_sweep) {
      out.push_back(fmt::format("--{} needs --forever", name));
    }
  }
  if (given("forever") && !given("traces") && !processes) exclude_of_forever(given, out);
  if (given("max-states") && !given("count")) {
    out.emplace_back("--max-states needs --count");
  }
  if (given("count") && !given("traces") && !processes) exclude_of_count(given, out);
  if (given("count") && given("forever") && !given("traces") && !processes) {
    out.emplace_back(
        "a proof for every EOT (prove, --forever) and a count of fault sets (count, --count) "
        "exclude each other: choose one of them");
  }
  if (given("traces")) {
    exclude_of_traces(given, out);
  } else if (processes) {
    exclude_of_processes(given, out);
  } else {
    exclude_of_programs(given, out);
  }
  return out;
}

}  // namespace ldfi::config
