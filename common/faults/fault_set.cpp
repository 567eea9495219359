#include "common/faults/fault_set.hpp"

#include <algorithm>
#include <iterator>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

/// Returns true for a fault of messages that is not an omission.
bool hits_messages(const Fault& fault) {
  return kind_places[fault.index()] == Place::message && !is_omission(fault);
}

}  // namespace

FaultSet::FaultSet(std::vector<Fault> faults) : faults_(std::move(faults)) {
  if (!std::is_sorted(faults_.begin(), faults_.end())) std::sort(faults_.begin(), faults_.end());
  faults_.erase(std::unique(faults_.begin(), faults_.end()), faults_.end());
  const auto others = std::find_if_not(faults_.begin(), faults_.end(), is_omission);
  if (others == faults_.end()) return;
  // A late message never makes another fault ineffective.
  LDFI_REQUIRE(contradiction(faults_) == nullptr, "no two faults of a set exclude each other");
  const auto without_effect = [&](const Fault& fault) {
    return std::any_of(others, faults_.end(), [&](const Fault& other) {
      return !hits_messages(other) && redundant(fault, other);
    });
  };
  // Failed writes come after outages in the sorted list, and other faults never make an outage
  // ineffective.
  faults_.erase(std::remove_if(others, faults_.end(), without_effect), faults_.end());
  faults_.erase(std::remove_if(faults_.begin(), others, without_effect), others);
  for (const Fault& fault : faults_) {
    late_ += ldfi::lateness(fault);
    hits_messages_ |= hits_messages(fault);
  }
}

namespace {

/// Returns the first fault, in the order of faults, of this kind that hits these messages.
template <class Kind>
Fault least_of(NodeId from, NodeId to, Time sent, NamedId relation) {
  if constexpr (AtOneTick<Kind>) {
    return Kind{from, to, sent};
  } else {
    return Kind{from, to, sent, 1, relation};
  }
}

/// Returns an iterator to the first fault of these messages. Requires a sorted list of faults of
/// one kind.
template <class Kind>
auto first_of(const std::vector<Fault>& faults, const auto& messages) {
  return std::lower_bound(
      faults.begin(), faults.end(),
      least_of<Kind>(messages.from, messages.to, messages.sent, messages.relation));
}

/// Returns true if a fault of this kind hits messages of this channel. If messages are delayed by
/// relation, a fault of any relation counts.
template <class Kind>
bool some_of(const std::vector<Fault>& faults, const Channel& channel) {
  const auto it =
      std::lower_bound(faults.begin(), faults.end(),
                       least_of<Kind>(channel.from, channel.to, channel.sent, NamedId(0)));
  const auto* one = it == faults.end() ? nullptr : std::get_if<Kind>(&*it);
  return one != nullptr && one->from == channel.from && one->to == channel.to &&
         one->sent == channel.sent;
}

/// Returns why an earlier fault of the sorted list excludes this fault of messages, or nullptr.
/// Only looks up faults of the same messages, because the list may be long.
template <class Kind>
const char* contradiction_of_messages(const std::vector<Fault>& faults, const Kind& hit) {
  const Fault lost = Omission{hit.from, hit.to, hit.sent};
  if (std::binary_search(faults.begin(), faults.end(), lost)) return excludes(lost, hit);
  const Fault fault = hit;
  Channel messages{hit.from, hit.to, hit.sent, ChannelKind::message, NamedId(0)};
  if constexpr (requires { hit.relation; }) messages.relation = hit.relation;
  const char* why = nullptr;
  each_kind_of<Place::message>([&]<class Other>(Other*) {
    if (why != nullptr || std::same_as<Other, Omission>) return;
    const auto it = first_of<Other>(faults, messages);
    if (it != faults.end() && *it < fault) why = excludes(*it, fault);
  });
  return why;
}

}  // namespace

// Crashes that exclude each other are neighbours in the sorted list. Partitions that exclude each
// other need not be neighbours. Outages may exclude failed writes.
const char* contradiction(const std::vector<Fault>& faults) {
  const auto others = std::find_if_not(faults.begin(), faults.end(), is_omission);
  for (auto it = others; it != faults.end(); ++it) {
    if (hits_messages(*it)) {
      const char* why = std::visit(
          [&faults]<class Kind>(const Kind& hit) -> const char* {
            if constexpr (Kind::place == Place::message) {
              return contradiction_of_messages(faults, hit);
            }
            return nullptr;
          },
          *it);
      if (why != nullptr) return why;
      continue;
    }
    const bool crash = crashed_node(*it).has_value();
    for (auto before = crash && it != others ? it - 1 : others; before != it; ++before) {
      if (const char* why = excludes(*before, *it)) return why;
    }
  }
  return nullptr;
}

bool FaultSet::contains(const Fault& fault) const {
  return std::binary_search(faults_.begin(), faults_.end(), fault);
}

// A set may have many omissions, so the omission is looked up. All other faults are few and come
// after the omissions.
bool FaultSet::loses(const Channel& channel) const {
  if (channel.kind == ChannelKind::keep) {
    bool open = false;
    for (const Fault& fault : faults_) {
      if (ldfi::loses(fault, channel)) return true;
      open = open || opens(fault, channel);
    }
    return !open;
  }
  if (contains(Omission{channel.from, channel.to, channel.sent})) return true;
  for (auto it = faults_.rbegin(); it != faults_.rend(); ++it) {
    if (is_omission(*it)) return false;
    if (ldfi::loses(*it, channel)) return true;
  }
  return false;
}

FaultSet FaultSet::without_omissions() const {
  FaultSet out;
  std::remove_copy_if(faults_.begin(), faults_.end(), std::back_inserter(out.faults_), is_omission);
  out.late_ = late_;
  out.hits_messages_ = hits_messages_;
  return out;
}

NodeState FaultSet::state_of(NodeId node, Time at) const {
  NodeState state = NodeState::up;
  for (const Fault& fault : faults_) state = std::max(state, ldfi::state_of(fault, node, at));
  return state;
}

bool FaultSet::makes(const FaultFact& fact) const {
  return std::any_of(faults_.begin(), faults_.end(),
                     [&](const Fault& fault) { return ldfi::makes(fault, fact); });
}

bool FaultSet::delays(const Channel& channel) const {
  if (late_ == 0) return false;
  const auto it = first_of<Delay>(faults_, channel);
  const auto* delay = it == faults_.end() ? nullptr : std::get_if<Delay>(&*it);
  return delay != nullptr && delay->loses(channel);
}

bool FaultSet::settles(const Channel& channel) const {
  bool out = false;
  each_kind_of<Place::message>([&]<class Kind>(Kind*) {
    if constexpr (!std::same_as<Kind, Omission>) {
      out = out || (hits_messages_ && some_of<Kind>(faults_, channel));
    }
  });
  return out || loses(channel);
}

bool FaultSet::subset_of(const FaultSet& other) const {
  if (late_ > 0) {
    return std::all_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
      const auto* delay = std::get_if<Delay>(&fault);
      if (delay == nullptr) return other.contains(fault);
      const auto it = std::lower_bound(other.faults_.begin(), other.faults_.end(), fault);
      const auto* longer = it == other.faults_.end() ? nullptr : std::get_if<Delay>(&*it);
      return longer != nullptr && longer->same_messages(*delay);
    });
  }
  return std::includes(other.faults_.begin(), other.faults_.end(), faults_.begin(), faults_.end());
}

std::strong_ordering FaultSet::operator<=>(const FaultSet& other) const {
  if (const auto by_size = size() <=> other.size(); by_size != 0) return by_size;
  if (const auto by_lateness = late_ <=> other.late_; by_lateness != 0) return by_lateness;
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    if (const auto c = faults_[i] <=> other.faults_[i]; c != 0) return c;
  }
  return std::strong_ordering::equal;
}

}  // namespace ldfi

std::size_t std::hash<ldfi::FaultSet>::operator()(const ldfi::FaultSet& faults) const noexcept {
  std::size_t h = 0x9E3779B97F4A7C15ULL;
  const auto mix = [&h](std::size_t v) { h = (h ^ v) * 0xBF58476D1CE4E5B9ULL + (h >> 29); };
  for (const auto& fault : faults) {
    mix(fault.index());
    std::visit(
        [&](const auto& f) {
          f.members(f, [&](const auto& member) {
            mix(std::hash<std::remove_cvref_t<decltype(member)>>{}(member));
          });
        },
        fault);
  }
  return h;
}
