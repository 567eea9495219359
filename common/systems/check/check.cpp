#include "common/systems/check/check.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/systems/check/calls.hpp"
#include "common/systems/check/counter.hpp"
#include "common/systems/check/kafka.hpp"
#include "common/systems/check/lin_kv.hpp"
#include "common/systems/check/simple.hpp"
#include "common/systems/check/transactions.hpp"

namespace ldfi::check {
namespace {

/// Largest number of violations in a report. More would not help readers.
constexpr std::size_t most_reported = 100;

void judge_by_checker(const systems::Goals& goals, const History& history, Judgement& out,
                      Meter& meter) {
  switch (goals.checker) {
    case systems::Checker::echo:
      return echo(history, out);
    case systems::Checker::unique_ids:
      return unique_ids(history, out);
    case systems::Checker::set:
      return set(history, out);
    case systems::Checker::counter:
      return counter(history, out, meter);
    case systems::Checker::lin_kv:
      return lin_kv(history, goals.accept, out, meter);
    case systems::Checker::kafka:
      return kafka(history, goals.accept, out);
    case systems::Checker::txn:
      return transactions(history, goals.consistency, out, meter);
    case systems::Checker::command:
    case systems::Checker::specifications:
      break;
  }
  LDFI_REQUIRE(false, "each checker has a function in common/systems/check");
}

/// Adds a violation for each request at `from` or later to a node that was up, if it has no answer.
/// The errors 0, 11 and 13 do not count as answers, because they leave the request undecided.
void availability(const History& history, std::int64_t from, Judgement& out) {
  for (const Call& call : history.calls) {
    if (call.invoked < from || call.in_vain || history.ended.contains(call.node)) continue;
    const auto code = error_of(call);
    const bool put_off = code == 0 || code == 11 || code == 13;
    if (call.returned && !put_off) continue;
    out.violated.push_back(fmt::format("{} does not answer {} of {} at {}{}", call.node,
                                       shown(field(call.body, "type")), call.client,
                                       time_text(call.invoked),
                                       code ? fmt::format(", but says error {}", *code) : ""));
  }
}

}  // namespace

void judge_goals(const systems::Goals& goals, const History& history, Judgement& out) {
  for (const std::string& node : history.ended) {
    if (goals.no_exit) out.violated.push_back(fmt::format("{} ended by itself", node));
  }
  if (goals.available_from) availability(history, *goals.available_from, out);
  std::ranges::sort(out.violated);
  const auto twice = std::ranges::unique(out.violated);
  out.violated.erase(twice.begin(), twice.end());
  if (const std::size_t all = out.violated.size(); all > most_reported) {
    out.violated.resize(most_reported);
    out.violated.push_back(fmt::format("and {} more", all - most_reported));
  }
}

Judgement judge(const systems::Goals& goals, const History& history, BudgetCheck interrupt) {
  Meter meter(std::move(interrupt));
  Judgement out;
  judge_by_checker(goals, history, out, meter);
  judge_goals(goals, history, out);
  return out;
}

}  // namespace ldfi::check
