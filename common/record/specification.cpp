#include "common/record/specification.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace ldfi {
namespace {

const std::array<std::string, 4> severities{"info", "minor", "major", "critical"};

}  // namespace

const std::string& name_of(FailOn severity) {
  return severities.at(static_cast<std::size_t>(severity) + 1);
}

std::optional<FailOn> fail_on_named(std::string_view name) {
  const auto severity = severity_named(name);
  if (!severity || *severity == Specification::Severity::info) return std::nullopt;
  return static_cast<FailOn>(static_cast<int>(*severity) - 1);
}

const std::string& name_of(Specification::Severity severity) {
  return severities.at(static_cast<std::size_t>(severity));
}

std::optional<Specification::Severity> severity_named(std::string_view name) {
  const auto* const found = std::find(severities.begin(), severities.end(), name);
  if (found == severities.end()) return std::nullopt;
  return static_cast<Specification::Severity>(found - severities.begin());
}

bool Specification::counts() const {
  return !known && static_cast<int>(severity) > static_cast<int>(fail_on);
}

std::string Specification::when() const {
  if (!after) return "finally";
  return *after == 0 ? "always" : fmt::format("after {}", *after);
}

Verdict worst(const std::vector<SpecificationResult>& results) {
  Verdict out = Verdict::certified;
  for (const SpecificationResult& one : results) {
    if (one.says.counts() && worse(one.verdict, out)) out = one.verdict;
  }
  return out;
}

bool is_of(std::string_view violated, const Specification& specification) {
  const std::string& name = specification.name;
  return violated.size() > name.size() && violated.starts_with(name) &&
         violated[name.size()] == '(';
}

}  // namespace ldfi
