#include "common/faults/fault_limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <type_traits>

#include "common/base/text.hpp"
#include "common/faults/budgets.hpp"

namespace ldfi {
namespace {

std::string listed(const FaultLimits::Names& names) {
  std::string out;
  for (const std::string& name : names) out += " " + word_or_quoted(name);
  return out;
}

std::string omissions_in_words(const FaultLimits& limits) {
  const bool targets = !limits.omissions_from.empty() || !limits.omissions_to.empty();
  if (!limits.omissions && !targets) return "";
  std::string out = limits.omissions == 0 ? ", no omissions"
                    : limits.omissions    ? ", at most " + counted(*limits.omissions, "omission")
                                          : ", omissions only";
  if (!limits.omissions_from.empty()) out += " from" + listed(limits.omissions_from);
  if (!limits.omissions_to.empty()) out += " to" + listed(limits.omissions_to);
  return out;
}

/// Returns a text such as ", restarts only of a, after 2 to 5 ticks".
std::string restarts_in_words(const FaultLimits& limits) {
  if (!limits.has_restart_limits()) return "";
  const bool any_time = limits.least_down == 1 && !limits.most_down;
  std::string out = ", restarts";
  if (!limits.restartable.empty()) out += " only of" + listed(limits.restartable);
  if (any_time) return out;
  if (!limits.restartable.empty()) out += ",";
  if (!limits.most_down) return out + " after at least " + counted(limits.least_down, "tick");
  if (*limits.most_down == limits.least_down) {
    return out + " after " + counted(limits.least_down, "tick");
  }
  return out + fmt::format(" after {} to {} ticks", limits.least_down, *limits.most_down);
}

}  // namespace

std::string in_words(const FaultLimits& limits) {
  std::string out = restarts_in_words(limits) + omissions_in_words(limits);
  for (std::size_t i = 0; i < limits.reliable.size(); ++i) {
    out += i == 0 ? ", reliable" : ";";
    out += listed(limits.reliable[i]);
  }
  if (limits.partitions > 0) out += ", " + counted(limits.partitions, "partition");
  for (std::size_t i = 0; i < limits.partition_sets.size(); ++i) {
    out += i == 0 ? " of" : ";";
    for (const FaultLimits::Names& named : limits.named_sets) {
      const bool same = std::equal(named.begin() + 1, named.end(), limits.partition_sets[i].begin(),
                                   limits.partition_sets[i].end());
      if (same) out += fmt::format(" {} =", word_or_quoted(named.front()));
    }
    out += listed(limits.partition_sets[i]);
  }
  if (limits.one_way) out += ", in both directions or in one";
  each_axis([&]<class Kind>(Kind*) {
    const std::optional<int> number = limits.most.of<Kind>();
    if (number.value_or(0) == 0) return;
    out += fmt::format(", {} {}", *number, *number == 1 ? Kind::number.one : Kind::number.many);
    if (std::is_same_v<Kind, Pause> && !limits.pausable.empty()) {
      out += " of" + listed(limits.pausable);
    }
  });
  if (limits.faults) out += ", at most " + counted(*limits.faults, "fault") + " in all";
  return out;
}

}  // namespace ldfi
