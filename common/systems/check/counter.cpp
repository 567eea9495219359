// Judges counters with a table of all sums that subsets of the adds with unknown outcome can give.
// Each such add at most doubles the table, because equal sums share an entry.
#include "common/systems/check/counter.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/systems/check/calls.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;

using Sum = Integer;

constexpr std::uint64_t most_cells = 4'000'000;

std::string text_of(Sum sum) {
  if (sum == 0) return "0";
  std::string digits;
  for (Sum left = sum; left != 0; left /= 10) {
    const auto digit = static_cast<int>(left % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (sum < 0) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

/// The adds in a history.
struct Adds {
  bool any_acknowledged = false;
  Sum acknowledged = 0;   ///< sum of the numbers that acknowledged requests added
  std::vector<Sum> open;  ///< deltas of the adds with unknown outcome, except 0
};

Adds adds_of(const History& history) {
  Adds out;
  for (const Call& call : history.calls) {
    if (type_of(call.body) != "add" || refused(call)) continue;
    const Json& delta = field(call.body, "delta");
    const Sum by = integer_of(delta).value_or(0);
    if (yes(call)) {
      out.any_acknowledged = true;
      out.acknowledged += by;
    } else if (by != 0) {
      out.open.push_back(by);
    }
  }
  std::ranges::sort(out.open);
  return out;
}

/// Returns all possible sums, ascending. Throws BudgetExceeded("steps") if there are too many sums.
std::vector<Sum> possible_sums(const Adds& adds, Meter& meter) {
  std::vector<Sum> sums{adds.acknowledged};
  for (const Sum delta : adds.open) {
    std::vector<Sum> with;
    with.reserve(sums.size());
    for (const Sum sum : sums) {
      meter.step();
      with.push_back(sum + delta);
    }
    std::vector<Sum> all;
    all.reserve(sums.size() + with.size());
    std::ranges::set_union(sums, with, std::back_inserter(all));
    sums = std::move(all);
  }
  return sums;
}

std::string impossible(const std::string& node, Sum value, const Adds& adds, Sum least, Sum most) {
  constexpr std::size_t most_shown = 10;
  if (least == most) {
    return fmt::format("{} counts {}, and the sum is {}", node, text_of(value), text_of(least));
  }
  if (value < least || value > most) {
    return fmt::format("{} counts {}, and the sum is {} to {}", node, text_of(value),
                       text_of(least), text_of(most));
  }
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < adds.open.size() && i < most_shown; ++i) {
    shown.push_back(text_of(adds.open[i]));
  }
  const bool all = adds.open.size() <= most_shown;
  return fmt::format(
      "{} counts {}, which is not the acknowledged sum {} plus some of the unanswered adds {}{}",
      node, text_of(value), text_of(adds.acknowledged), fmt::join(shown, ", "),
      all ? "" : fmt::format(" and {} more", adds.open.size() - most_shown));
}

/// Returns the integers that the last reads of all nodes returned, each with one node that returned
/// it.
std::map<Sum, std::string> last_values(const History& history, bool required, Judgement& out) {
  std::map<Sum, std::string> read;
  for (const auto& [node, call] : last_calls(history, "read")) {
    const auto value = integer_of(field(call->response, "value"));
    if (yes(*call) && value) {
      read.emplace(*value, node);
    } else if (required) {
      out.violated.push_back(fmt::format("{} does not answer its last read", node));
    }
  }
  return read;
}

void expect_possible(const std::map<Sum, std::string>& read, const Adds& adds, Judgement& out,
                     Meter& meter) {
  Sum least = adds.acknowledged;
  Sum most = adds.acknowledged;
  for (const Sum delta : adds.open) (delta < 0 ? least : most) += delta;
  std::vector<Sum> sums;
  for (const auto& [value, node] : read) {
    bool possible = value >= least && value <= most;
    if (possible && sums.empty()) sums = possible_sums(adds, meter);
    possible = possible && std::ranges::binary_search(sums, value);
    if (!possible) out.violated.push_back(impossible(node, value, adds, least, most));
  }
}

}  // namespace

void counter(const History& history, Judgement& out, Meter& meter) {
  for (const Call& call : history.calls) {
    const std::string& type = type_of(call.body);
    if (yes(call) && (type == "add" || type == "read")) out.judged = true;
  }
  const Adds adds = adds_of(history);
  const auto read = last_values(history, adds.any_acknowledged, out);
  meter.limit(most_cells, "too many sums are possible");
  try {
    expect_possible(read, adds, out, meter);
  } catch (const BudgetExceeded& e) {
    if (!e.too_large()) throw;
    out.undecided = fmt::format(
        "{} unanswered adds allow more sums than the checker counter lists; fewer of them help",
        adds.open.size());
  }
  meter.lift();
  if (read.size() > 1 && adds.any_acknowledged) {
    const auto& [low, one] = *read.begin();
    const auto& [high, other] = *read.rbegin();
    out.violated.push_back(
        fmt::format("{} counts {}, and {} counts {}", one, text_of(low), other, text_of(high)));
  }
}

}  // namespace ldfi::check
