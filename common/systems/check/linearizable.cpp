#include "common/systems/check/linearizable.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "common/base/errors.hpp"
#include "common/systems/check/register_search.hpp"
#include "common/systems/check/register_zones.hpp"

namespace ldfi::check {
namespace {

/// Returns the number of answers before the first answer that is impossible in every order of the
/// calls.
std::size_t possible_answers(const std::vector<RegisterCall>& calls,
                             const std::vector<std::uint32_t>& answers) {
  // For each value, the earliest request of a call that sets it.
  std::unordered_map<ValueNumber, std::int64_t> first_request;
  for (const RegisterCall& call : calls) {
    if (!call.changes_state()) continue;
    const auto [first, fresh] = first_request.emplace(call.value, call.invoked);
    first->second = std::min(first->second, call.invoked);
  }
  const auto fits = [&](std::uint32_t which) {
    const RegisterCall& call = calls[which];
    if (call.kind == RegisterKind::impossible) return false;
    const bool needs_value = call.kind == RegisterKind::read
                                 ? !call.or_absent
                                 : call.kind == RegisterKind::cas && !call.creates;
    if (!needs_value) return true;
    const auto first =
        first_request.find(call.kind == RegisterKind::read ? call.value : call.expected);
    return first != first_request.end() && first->second <= call.returned;
  };
  return static_cast<std::size_t>(std::ranges::find_if_not(answers, fits) - answers.begin());
}

}  // namespace

std::vector<std::uint32_t> order_by_answer(const std::vector<RegisterCall>& calls) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    if (!calls[i].is_open()) out.push_back(i);
  }
  std::ranges::stable_sort(out, {}, [&calls](std::uint32_t i) { return calls[i].returned; });
  return out;
}

std::optional<Conflict> find_conflict(const std::vector<RegisterCall>& calls, Meter& meter,
                                      const SearchLimits& limits) {
  const auto answers = order_by_answer(calls);
  const std::size_t count = possible_answers(calls, answers);
  try {
    auto conflict = has_distinct_values(calls)
                        ? conflict_of_zones(calls, answers, count, meter)
                        : conflict_by_search(calls, answers, count, meter, limits);
    if (conflict || count == answers.size()) return conflict;
    return Conflict{answers[count], count, {}, {}};
  } catch (const BudgetExceeded& e) {
    if (!e.too_large() || count == answers.size()) throw;
    return Conflict{answers[count], std::nullopt, {}, {}};
  }
}

}  // namespace ldfi::check
