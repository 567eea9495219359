#include "common/minimise/schedule.hpp"

#include <algorithm>

namespace ldfi::minimise {

bool same_messages(const Delivery& one, const Delivery& other) {
  return sent_together(one, other) && one.relation == other.relation;
}

bool sent_together(const Delivery& one, const Delivery& other) {
  return one.sent == other.sent && one.from == other.from && one.to == other.to;
}

std::string relation_of(const std::string& head) {
  return head.substr(0, head.find('('));
}

NamedId late_apart(const Fspec& fspec, std::string_view relation) {
  if (!fspec.delays().by_relation) return no_relation;
  return fspec.find_named(relation).value_or(no_relation);
}

std::vector<Fault> crashes_of(const FaultSet& faults) {
  std::vector<Fault> out;
  for (const Fault& fault : faults) {
    if (crashed_node(fault)) out.push_back(fault);
  }
  return out;
}

Fault crash_of(const Fspec& fspec, NodeId node, int at, int back, bool after) {
  if (fspec.crash_model() != CrashModel::stop) return Crash{node, Time(at)};
  return Outage{node, Time(at), Time(after ? at + 1 : at), back > 0 ? Time(back) : Outage::never};
}

int restart_of(const Fault& crash) {
  const auto* outage = std::get_if<Outage>(&crash);
  return outage != nullptr && outage->restarts() ? outage->back.tick() : 0;
}

bool crashes_after(const Fault& crash) {
  const auto* outage = std::get_if<Outage>(&crash);
  return outage != nullptr && outage->after();
}

namespace {

/// Returns the crashes, delays and duplicates of the schedule. Returns nullopt if the Fspec does
/// not admit them.
std::optional<std::vector<Fault>> admitted_faults(const Schedule& schedule, const Fspec& fspec) {
  std::vector<Fault> faults = schedule.crashes;
  const auto& all = schedule.deliveries;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Delivery& one = all[i];
    if (one.late == 0) continue;
    if (i > 0 && same_messages(all[i - 1], one)) {
      faults.emplace_back(Duplicate{one.from, one.to, one.sent, one.late, one.relation});
    } else {
      faults.emplace_back(Delay{one.from, one.to, one.sent, one.late, one.relation});
    }
  }
  std::ranges::sort(faults);
  if (contradiction(faults) != nullptr || !fspec.admits(FaultSet(faults))) return std::nullopt;
  return faults;
}

}  // namespace

bool admits(const Fspec& fspec, const Schedule& schedule) {
  return admitted_faults(schedule, fspec).has_value();
}

std::optional<FaultSet> faults_of(const Schedule& schedule, const Fspec& fspec) {
  auto admitted = admitted_faults(schedule, fspec);
  if (!admitted) return std::nullopt;
  const auto& all = schedule.deliveries;
  std::vector<Fault> faults;
  const auto arrives = [&all](const Delivery& one) {
    const auto by_messages = [](const Delivery& each) {
      return std::tie(each.sent, each.from, each.to);
    };
    return std::ranges::binary_search(all, by_messages(one), {}, by_messages);
  };
  const auto nodes = static_cast<std::uint32_t>(fspec.node_count());
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      for (int sent = 1; from != to && sent < fspec.eot(); ++sent) {
        if (arrives({Time(sent), NodeId(from), NodeId(to), 0})) continue;
        faults.emplace_back(Omission{NodeId(from), NodeId(to), Time(sent)});
      }
    }
  }
  // FaultSet requires that omissions come before all other faults, in the order of these loops.
  faults.insert(faults.end(), admitted->begin(), admitted->end());
  return FaultSet(std::move(faults));
}

}  // namespace ldfi::minimise
