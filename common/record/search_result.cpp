#include "common/record/search_result.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "common/base/contract.hpp"

namespace ldfi {

void gather(SearchResult& result, const std::vector<std::vector<Falsifier>>& of_each) {
  std::map<FaultSet, Falsifier> all;
  for (const auto& list : of_each) {
    for (const Falsifier& one : list) {
      const auto [known, is_new] = all.emplace(one.faults, one);
      if (!is_new) known->second.minimal = known->second.minimal && one.minimal;
    }
  }
  result.falsifiers.clear();
  std::map<FaultSet, std::uint32_t> index;
  for (auto& [faults, one] : all) {
    index.emplace(faults, static_cast<std::uint32_t>(index.size()));
    result.falsifiers.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < result.specifications.size(); ++i) {
    auto& falsifiers = result.specifications[i].falsifiers;
    falsifiers.clear();
    for (const Falsifier& one : of_each.at(i)) falsifiers.push_back(index.at(one.faults));
    std::sort(falsifiers.begin(), falsifiers.end());
  }
}

std::vector<std::vector<Falsifier>> falsifiers_of_each(const SearchResult& result) {
  if (result.specifications.empty()) return {result.falsifiers};
  std::vector<std::vector<Falsifier>> out;
  for (const SpecificationResult& one : result.specifications) {
    auto& list = out.emplace_back();
    for (const std::uint32_t i : one.falsifiers) list.push_back(result.falsifiers.at(i));
  }
  return out;
}

namespace {

/// Returns true if the specification with this index is the invariant, which is violated by tuples
/// of the relations pre and post.
bool is_invariant(const SearchResult& result, std::size_t specification) {
  return specification == 0 && result.specifications[0].says.name == invariant_name;
}

bool is_of_any(const SearchResult& result, std::string_view violated) {
  return std::ranges::any_of(result.specifications, [&](const SpecificationResult& one) {
    return is_of(violated, one.says);
  });
}

}  // namespace

bool has_invariant(const SearchResult& result) {
  return result.specifications.empty() || is_invariant(result, 0);
}

bool decides_by_error(const SearchResult& result) {
  if (result.error.empty()) return false;
  if (result.specifications.empty()) return result.falsifiers.empty();
  return std::ranges::none_of(result.specifications, [](const SpecificationResult& one) {
    return one.says.counts() && !one.falsifiers.empty();
  });
}

namespace {

/// Returns true if reports show the first counterexample of `a` rather than that of `b`. In the
/// list, counterexamples with fewer faults have smaller indices.
bool precedes(const SpecificationResult& a, const SpecificationResult& b) {
  if (a.verdict != b.verdict) return worse(a.verdict, b.verdict);
  if (a.says.severity != b.says.severity) return a.says.severity > b.says.severity;
  return a.falsifiers.front() < b.falsifiers.front();
}

}  // namespace

std::optional<ShownFalsifier> choose_falsifier_to_show(const SearchResult& result) {
  if (result.falsifiers.empty()) return std::nullopt;
  const auto& all = result.specifications;
  const SpecificationResult* worst = nullptr;
  const SpecificationResult* of_first = nullptr;
  for (const SpecificationResult& one : all) {
    if (one.falsifiers.empty()) continue;
    if (of_first == nullptr && one.falsifiers.front() == 0) of_first = &one;
    if (!one.says.counts()) continue;
    if (worst == nullptr || precedes(one, *worst)) worst = &one;
  }
  if (worst == nullptr) worst = of_first;
  if (worst == nullptr) return ShownFalsifier{};
  return ShownFalsifier{worst->falsifiers.front(), static_cast<std::size_t>(worst - all.data())};
}

bool may_be_out_of_reach(const SearchResult& result) {
  const auto certified = [](const auto& one) { return one.verdict == Verdict::certified; };
  return (certified(result) || std::ranges::any_of(result.specifications, certified)) &&
         std::ranges::all_of(result.falsifiers,
                             [](const Falsifier& one) { return one.faults.empty(); });
}

void mark_vacuous(SearchResult& result) {
  for (SpecificationResult& one : result.specifications) {
    if (one.verdict == Verdict::certified) one.verdict = Verdict::vacuous;
  }
  if (result.verdict != Verdict::certified) return;
  result.verdict = Verdict::vacuous;
  result.reason = no_fault_possible;
}

bool is_out_of_reach(const SearchResult& result) {
  return result.verdict == Verdict::vacuous && result.reason.ends_with(no_fault_possible);
}

std::string meaning_of(const SearchResult& result) {
  if (is_out_of_reach(result)) {
    return fmt::format(
        "NO FAULT WAS POSSIBLE: nothing violates {}, and no fault could hit anything",
        result.specifications.empty() ? "the invariant" : "a specification");
  }
  const std::string& of_invariant = meaning_of(result.verdict);
  if (result.specifications.empty()) return of_invariant;
  switch (result.verdict) {
    case Verdict::broken:
      return "the failure-free run itself violates a specification: no fault is needed";
    case Verdict::counterexample:
      return "an admissible fault set violates a specification";
    case Verdict::certified:
      return "no admissible fault set of this Fspec violates a specification that counts (proved)";
    case Verdict::vacuous:
      return "NOTHING WAS PROMISED: a specification judges no tick of this Fspec";
    case Verdict::inconclusive:
      break;
  }
  return of_invariant;
}

std::vector<std::string> violated_of(const SearchResult& result, std::size_t specification,
                                     const Falsifier& falsifier) {
  LDFI_REQUIRE(specification < result.specifications.size(), "the result has this specification");
  const Specification& says = result.specifications[specification].says;
  std::vector<std::string> out;
  for (const std::string& tuple : falsifier.violated) {
    if (is_of(tuple, says) || (is_invariant(result, specification) && !is_of_any(result, tuple))) {
      out.push_back(tuple);
    }
  }
  return out;
}

Falsifier falsifier_of(const SearchResult& result, std::size_t specification,
                       std::uint32_t falsifier) {
  LDFI_REQUIRE(falsifier < result.falsifiers.size(), "the result has this falsifier");
  Falsifier out = result.falsifiers[falsifier];
  out.violated = violated_of(result, specification, out);
  return out;
}

}  // namespace ldfi
