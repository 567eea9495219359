#include "common/systems/faults/fault_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "common/systems/faults/lateness.hpp"

namespace ldfi::systems {
namespace {

/// Calls `action` for each limit that the fault set exceeds. The arguments are the number of
/// faults, the limit, and the words that follow the number in messages. The limit for all kinds
/// together comes last.
template <class Action>
void each_exceeded(const Fspec& fspec, const FaultSet& faults, Action action) {
  each_kind([&]<class Kind>(Kind*) {
    const auto most = Kind::most(fspec);
    if (most && faults.count<Kind>() > *most) {
      action(faults.count<Kind>(), *most, Kind::exceeding);
    }
  });
  if (fspec.faults && faults.size() > *fspec.faults) {
    action(faults.size(), *fspec.faults, std::string_view("faults"));
  }
}

}  // namespace

const Cut* FaultSet::cut_of(const MessageId& message, std::int64_t sent) const {
  for (const Cut& one : all<Cut>()) {
    if (one.loses(message, sent)) return &one;
  }
  return nullptr;
}

bool FaultSet::contains(const Fault& fault) const {
  const auto found = faults_.find(fault);
  return found != faults_.end() && *found == fault;
}

bool FaultSet::covers(const Fault& fault) const {
  const auto found = faults_.find(fault);
  if (found == faults_.end()) return false;
  return std::visit(
      [&found]<class Kind>(const Kind& one) {
        const Kind& mine = std::get<Kind>(*found);
        if constexpr (requires { one.length(); }) {
          return is_at_most_as_late(one.length(), mine.length());
        } else {
          return one == mine;
        }
      },
      fault);
}

bool FaultSet::subset_of(const FaultSet& other) const {
  return std::ranges::all_of(faults_, [&](const Fault& one) { return other.contains(one); });
}

bool FaultSet::below(const FaultSet& other) const {
  return std::ranges::all_of(faults_, [&](const Fault& one) { return other.covers(one); });
}

std::strong_ordering FaultSet::operator<=>(const FaultSet& other) const {
  if (const auto by_size = size() <=> other.size(); by_size != 0) return by_size;
  return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
}

bool within_limits(const Fspec& fspec, const FaultSet& faults) {
  bool out = true;
  each_exceeded(fspec, faults, [&out](auto...) { out = false; });
  return out;
}

std::vector<std::string> objections(const Fspec& fspec, const FaultSet& faults) {
  std::vector<std::string> out;
  for (const Fault& fault : faults) {
    std::visit([&](const auto& one) { one.object(fspec, out); }, fault);
  }
  each_exceeded(fspec, faults, [&out](std::size_t count, std::uint64_t most, auto what) {
    out.push_back(fmt::format("{} {}, and the spec has {}", count, what, most));
  });
  return out;
}

}  // namespace ldfi::systems
