#include "common/record/run.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ldfi {
namespace {

constexpr std::string_view between = "; ";

/// Returns true if `holds` returns true for one of the items of an option's value such as `a,b`.
template <class Holds>
bool any_text(std::string_view all, Holds holds) {
  while (!all.empty()) {
    const std::size_t end = all.find(between);
    if (holds(all.substr(0, end))) return true;
    if (end == std::string_view::npos) return false;
    all.remove_prefix(end + between.size());
  }
  return false;
}

}  // namespace

std::string option_of(const RunRecord& run, std::string_view name) {
  for (const auto& [option, value] : run.options) {
    if (option == name) return value;
  }
  return "";
}

bool is_exhaustive(const RunRecord& run) {
  if (run.strategy == "molly") return option_of(run, "negation") == "exact";
  return run.strategy == "lineage" || run.strategy == "exhaustive";
}

std::string known_to(const RunRecord& run) {
  return option_of(run, "known");
}

bool is_known(const RunRecord& run, std::string_view specification) {
  return any_text(known_to(run), [&](std::string_view text) { return text == specification; });
}

bool is_stored(std::string_view known) {
  return known.ends_with(".h5") || known.ends_with(".json");
}

bool leaves_out(const RunRecord& run) {
  return std::ranges::any_of(run.known, &KnownCase::left_out) ||
         any_text(known_to(run), [](std::string_view text) { return !is_stored(text); });
}

std::vector<std::string> known_lines(const RunRecord& run, std::size_t most) {
  const std::string all = known_to(run);
  if (all.empty()) return {};
  std::vector<std::string> out{all};
  if (run.known.empty() && !any_text(all, is_stored)) return out;
  out.push_back(counts_of(run.known));
  std::vector<KnownCase> cases = run.known;
  std::ranges::stable_partition(cases, [](const KnownCase& one) { return !one.left_out; });
  for (std::size_t i = 0; i < std::min(most, cases.size()); ++i) out.push_back(text_of(cases[i]));
  if (cases.size() > most) out.push_back(fmt::format("and {} more", cases.size() - most));
  return out;
}

std::string meaning_of(const RunRecord& run, const Cell& cell) {
  const std::string meaning = meaning_of(cell);
  return leaves_out(run) ? fmt::format("{}, apart from known", meaning) : meaning;
}

}  // namespace ldfi
