#include "common/systems/faults.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "common/systems/fault_text.hpp"

namespace ldfi::systems {
namespace {

template <class Value>
bool has(const std::vector<Value>& values, const Value& one) {
  return std::ranges::find(values, one) != values.end();
}

/// The same keys, with nothing that is longer.
template <class Key>
bool no_longer(const std::map<Key, std::int64_t>& mine, const std::map<Key, std::int64_t>& theirs) {
  return std::ranges::all_of(mine, [&theirs](const auto& one) {
    const auto found = theirs.find(one.first);
    return found != theirs.end() && no_later(one.second, found->second);
  });
}

/// How many faults of a kind there are, and may be.
struct Limit {
  std::size_t count = 0;
  std::string_view what;
  std::optional<std::uint64_t> most;  ///< nothing: any number
  [[nodiscard]] bool exceeded() const { return most && count > *most; }
};

std::array<Limit, 8> limits(const Fspec& fspec, const FaultSet& faults) {
  return {{{faults.losses.size(), "messages are lost", fspec.omissions},
           {faults.crashes.size(), "nodes crash", fspec.crashes},
           {faults.restarts.size(), "crashes are followed by a restart", fspec.restarts},
           {faults.delays.size(), "messages are late", fspec.delayed},
           {faults.duplicates.size(), "messages come twice", fspec.duplicates},
           {faults.cuts.size(), "partitions", fspec.partitions},
           {faults.pauses.size(), "pauses", fspec.pauses},
           {faults.size(), "faults", fspec.faults}}};
}

/// Collects what is wrong with a fault set.
class Objector {
 public:
  explicit Objector(const Fspec& fspec) : fspec_(fspec) {}

  std::vector<std::string> all(const FaultSet& faults) {
    for (const MessageId& id : faults.losses) message(id);
    crashes(faults);
    for (const auto& [id, late] : faults.delays) {
      message(id);
      if (!has(fspec_.delays, late)) {
        add(is_behind(late)
                ? fmt::format(
                      "no message comes behind {} things that its receiver does, by the spec",
                      activations_before(late))
                : fmt::format("no message is {} late by the spec", duration_text(late)));
      }
    }
    for (const auto& [id, later] : faults.duplicates) {
      message(id);
      if (!has(fspec_.again, later)) {
        add(fmt::format("no message comes again {} later by the spec", duration_text(later)));
      }
    }
    for (const Cut& one : faults.cuts) cut(one);
    pauses(faults);
    for (const Limit& one : limits(fspec_, faults)) {
      if (!one.exceeded()) continue;
      add(fmt::format("{} {}, and the spec has {}", one.count, one.what, *one.most));
    }
    return std::move(out_);
  }

 private:
  void add(std::string text) { out_.push_back(std::move(text)); }
  bool node(const std::string& name) {
    if (fspec_.has_node(name)) return true;
    add(fmt::format("{} is no node of the spec", name));
    return false;
  }
  void message(const MessageId& id) {
    node(id.from);
    node(id.to);
  }
  void moment(const std::string& node, const Moment& moment) {
    if (!moment.said || fspec_.midway) return;
    add(fmt::format("{} may not crash in the middle of what it does, by the spec", node));
  }
  void crashes(const FaultSet& faults) {
    for (const auto& [name, when] : faults.crashes) {
      if (node(name) && !fspec_.may_crash(name)) {
        add(fmt::format("{} may not crash by the spec", name));
      }
      moment(name, when);
    }
    for (const auto& [one, down] : faults.restarts) {
      if (node(one.first) && !fspec_.may_restart(one.first)) {
        add(fmt::format("{} may not crash and restart by the spec", one.first));
      }
      moment(one.first, one.second);
      if (has(fspec_.down, down)) continue;
      add(fmt::format("no node is down for {} by the spec", duration_text(down)));
    }
  }
  void cut(const Cut& one) {
    const std::string text = to_text(FaultSet{.cuts = {one}});
    if (fspec_.window == 0 || !has(fspec_.borders, one.border)) {
      add(fmt::format("{} is no partition of the spec", text));
    } else if (one.from < fspec_.from || one.from > fspec_.eff ||
               fspec_.cut_at(one.border, one.from) != one) {
      add(fmt::format("{} is in none of the windows: they begin at {}, and have {}", text,
                      duration_text(fspec_.from), duration_text(fspec_.window)));
    }
  }

  void pauses(const FaultSet& faults) {
    for (const auto& [one, standing] : faults.pauses) {
      if (node(one.first) && !fspec_.may_pause(one.first)) {
        add(fmt::format("{} may not stand still by the spec", one.first));
      }
      if (has(fspec_.standing, standing)) continue;
      add(fmt::format("no node stands still for {} by the spec", duration_text(standing)));
    }
  }

  const Fspec& fspec_;
  std::vector<std::string> out_;
};

}  // namespace

const Cut* FaultSet::cut_of(const MessageId& message, std::int64_t sent) const {
  const auto found =
      std::ranges::find_if(cuts, [&](const Cut& one) { return one.loses(message, sent); });
  return found == cuts.end() ? nullptr : &*found;
}

void FaultSet::merge(const FaultSet& other) {
  losses.insert(other.losses.begin(), other.losses.end());
  crashes.insert(other.crashes.begin(), other.crashes.end());
  restarts.insert(other.restarts.begin(), other.restarts.end());
  delays.insert(other.delays.begin(), other.delays.end());
  duplicates.insert(other.duplicates.begin(), other.duplicates.end());
  cuts.insert(other.cuts.begin(), other.cuts.end());
  pauses.insert(other.pauses.begin(), other.pauses.end());
}

bool FaultSet::subset_of(const FaultSet& other) const {
  return std::ranges::includes(other.losses, losses) &&
         std::ranges::includes(other.crashes, crashes) &&
         std::ranges::includes(other.restarts, restarts) &&
         std::ranges::includes(other.delays, delays) &&
         std::ranges::includes(other.duplicates, duplicates) &&
         std::ranges::includes(other.cuts, cuts) && std::ranges::includes(other.pauses, pauses);
}

bool FaultSet::below(const FaultSet& other) const {
  return std::ranges::includes(other.losses, losses) &&
         std::ranges::includes(other.crashes, crashes) && no_longer(restarts, other.restarts) &&
         no_longer(delays, other.delays) && no_longer(duplicates, other.duplicates) &&
         std::ranges::includes(other.cuts, cuts) && no_longer(pauses, other.pauses);
}

std::strong_ordering FaultSet::operator<=>(const FaultSet& other) const {
  if (const auto by_size = size() <=> other.size(); by_size != 0) return by_size;
  // Fault by fault; more of a kind come first, as each comes before the kinds after it.
  const auto in_order = [](const auto& some, const auto& others) {
    auto mine = some.begin();
    auto theirs = others.begin();
    for (; mine != some.end() && theirs != others.end(); ++mine, ++theirs) {
      if (const auto order = *mine <=> *theirs; order != 0) return order;
    }
    return mine != some.end()       ? std::strong_ordering::less
           : theirs != others.end() ? std::strong_ordering::greater
                                    : std::strong_ordering::equal;
  };
  if (const auto order = in_order(losses, other.losses); order != 0) return order;
  if (const auto order = in_order(crashes, other.crashes); order != 0) return order;
  if (const auto order = in_order(restarts, other.restarts); order != 0) return order;
  if (const auto order = in_order(delays, other.delays); order != 0) return order;
  if (const auto order = in_order(duplicates, other.duplicates); order != 0) return order;
  if (const auto order = in_order(cuts, other.cuts); order != 0) return order;
  return in_order(pauses, other.pauses);
}

bool Fspec::has_node(std::string_view name) const {
  return std::ranges::find(nodes, name) != nodes.end();
}

bool Fspec::may_crash(std::string_view node) const {
  return crashes > 0 && is_crashable(node);
}

bool Fspec::may_restart(std::string_view node) const {
  return restarts > 0 && is_crashable(node);
}

bool Fspec::may_pause(std::string_view node) const {
  return pauses > 0 && has_node(node) &&
         (!pausable || std::ranges::find(*pausable, node) != pausable->end());
}

bool Fspec::is_crashable(std::string_view node) const {
  return has_node(node) && (!crashable || std::ranges::find(*crashable, node) != crashable->end());
}

bool Fspec::may_crash_now(std::optional<std::int64_t> before, std::int64_t now) const {
  return crash_times.empty() || std::ranges::any_of(crash_times, [&](std::int64_t time) {
           return (!before || *before < time) && time <= now;
         });
}

Cut Fspec::cut_at(const Border& border, std::int64_t time) const {
  const std::int64_t begin = from + (time - from) / window * window;
  return {border, begin, begin + window};
}

bool within_limits(const Fspec& fspec, const FaultSet& faults) {
  return std::ranges::none_of(limits(fspec, faults), &Limit::exceeded);
}

std::vector<std::string> objections(const Fspec& fspec, const FaultSet& faults) {
  return Objector(fspec).all(faults);
}

}  // namespace ldfi::systems
