#include "common/record/run.hpp"

#include <fmt/core.h>

namespace ldfi {
namespace {

constexpr std::string_view between = "; ";

}  // namespace

std::string option_of(const RunRecord& run, std::string_view name) {
  for (const auto& [option, value] : run.options) {
    if (option == name) return value;
  }
  return "";
}

bool looks_everywhere(const RunRecord& run) {
  if (run.strategy == "molly") return option_of(run, "negation") == "exact";
  return run.strategy == "lineage" || run.strategy == "exhaustive";
}

std::string known_to(const RunRecord& run) {
  return option_of(run, "known");
}

bool is_known(const RunRecord& run, std::string_view specification) {
  const std::string all = known_to(run);
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = rest.find(between);
    if (rest.substr(0, end) == specification) return true;
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end + between.size());
  }
  return false;
}

std::string meaning_of(const RunRecord& run, const Cell& cell) {
  const std::string known = known_to(run);
  const std::string meaning = meaning_of(cell);
  return known.empty() ? meaning : fmt::format("{}, apart from known", meaning);
}

}  // namespace ldfi
