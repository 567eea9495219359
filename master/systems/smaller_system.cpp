#include "master/systems/smaller_system.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <variant>

#include "common/minimise/ddmin.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/operation_numbers.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {
namespace {

bool is_at(const std::string& where, const std::string& node) {
  return where == node;
}
template <class When>
bool is_at(const std::pair<std::string, When>& where, const std::string& node) {
  return where.first == node;
}
bool is_at(const systems::MessageId& where, const std::string& node) {
  return where.involves(node);
}
bool is_at(const systems::Cut& where, const std::string& node) {
  return where.border.involves(node);
}

/// Returns true if a fault hits the node, a message that the node sends or receives, or a partition that
/// names the node.
bool concerns(const systems::FaultSet& faults, const std::string& node) {
  return std::ranges::any_of(faults, [&node](const systems::Fault& fault) {
    return std::visit([&node](const auto& one) { return is_at(one.where(), node); }, fault);
  });
}

/// Returns true if both operations make the same request to the same node at the same time. Topology
/// operations count as the same if their contents differ, because the contents list the nodes of the system.
bool alike(const systems::Operation& one, const systems::Operation& other) {
  const auto is_topology = [](const systems::Operation& operation) {
    const results::Json body = results::Json::parse(operation.body, nullptr, false);
    return body.is_object() && body.value("type", results::Json()) == "topology";
  };
  return one.at == other.at && one.node == other.node &&
         (one.body == other.body || (is_topology(one) && is_topology(other)));
}

bool holds(const search::SystemStrategy& search) {
  if (!search.doubt().empty()) return false;
  const systems::Result result = search.recorded().recordings.front().result;
  return result == systems::Result::pass || result == systems::Result::vacuous;
}

void add_times(const systems::Recording& recording, std::set<std::int64_t>& times) {
  for (const systems::Event& event : recording.events) times.insert(event.time);
}

/// Returns candidates for EOT: the times of the events, and for each two successive events a time
/// between them. So a request of a client at EOT can come before or after an event.
std::vector<std::int64_t> ends(const std::set<std::int64_t>& happenings, std::int64_t eot) {
  constexpr std::int64_t ms = 1'000'000;
  std::vector<std::int64_t> out;
  for (auto it = happenings.begin(); it != happenings.end() && *it < eot; ++it) {
    const auto next = std::next(it);
    const std::int64_t gap = (next == happenings.end() ? eot : std::min(*next, eot)) - *it;
    if (*it > 0) out.push_back(*it);
    if (gap > 1) out.push_back(*it + std::min(ms, gap / 2));
  }
  return out;
}

systems::Deliveries without(systems::Deliveries deliveries, const std::string& node) {
  if (!deliveries) return deliveries;
  std::erase_if(*deliveries,
                [&node](const auto& one) { return one.from == node || one.to == node; });
  return deliveries;
}

}  // namespace

Values replaced(Values values, const Values& more) {
  for (const config::SystemValue& one : more) {
    std::erase_if(values, [&one](const auto& other) { return other.name == one.name; });
    values.push_back(one);
  }
  return values;
}

std::unique_ptr<CellSearch> SmallerSystem::run(const Values& values,
                                               const systems::Assignment& asked) {
  auto out = execute_(asked, values);
  if (!out) return out;
  executions_ += out->search.executions() + out->search.double_runs();
  const std::string& reason = out->search.reason();
  if (reason == "time" || reason == "memory") ended_ = reason;
  return ended_.empty() && out->search.executions() > 0 ? std::move(out) : nullptr;
}

bool SmallerSystem::try_values(const Values& more, const systems::Assignment& asked) {
  const Values values = replaced(values_, more);
  auto found = run(values, asked);
  if (!found || !fails_(found->search)) return false;
  // If the smaller system fails without faults, its failure shows nothing about the faults.
  const auto without_faults = run(values, {});
  if (!without_faults || !holds(without_faults->search)) return false;
  asked_ = asked;
  values_ = values;
  found_ = std::move(found);
  return true;
}

std::optional<Values> SmallerSystem::with_operations(const systems::Plan& plan, Values more) const {
  const auto same = read_(replaced(values_, more), false);
  if (same && std::ranges::equal(same->operations, plan.operations, alike)) return more;
  const auto all = read_(replaced(values_, more), true);
  if (!all) return std::nullopt;
  minimise::Elements numbers;
  auto from = all->operations.begin();
  for (const systems::Operation& one : plan.operations) {
    from = std::find_if(from, all->operations.end(),
                        [&one](const systems::Operation& other) { return alike(one, other); });
    if (from == all->operations.end()) return std::nullopt;
    numbers.push_back(from->number);
    ++from;
  }
  more.push_back({"operations", systems::operation_numbers_text(numbers)});
  return more;
}

std::string SmallerSystem::fewer_nodes(const systems::Plan& plan) {
  executions_ = 0;
  std::vector<std::string> nodes = plan.nodes;
  std::size_t kept = 0;  // number of successive nodes that could not be removed
  while (kept < nodes.size() && nodes.size() > 1) {
    if (!may_go_on()) return "not finished";
    const std::string node = nodes[nodes.size() - 1 - kept];
    std::vector<std::string> rest = nodes;
    std::erase(rest, node);
    const auto fewer = with_operations(plan, {{"nodes", fmt::format("{}", fmt::join(rest, ","))}});
    const bool gone = fewer && !concerns(asked_.faults, node) &&
                      try_values(*fewer, {asked_.faults, without(asked_.deliveries, node)});
    // After a removal, nodes that could not be removed before are tried again.
    kept = gone ? 0 : kept + 1;
    if (gone) nodes = std::move(rest);
  }
  return ended_.empty() ? "1-minimal for this schedule" : "not finished";
}

std::string SmallerSystem::earlier_end(const systems::Plan& plan, const systems::Recording& last) {
  executions_ = 0;
  std::set<std::int64_t> happenings{plan.fspec.from};
  // EOT must not precede the moment from which on availability is required.
  if (plan.goals.available_from) happenings.insert(*plan.goals.available_from);
  add_times(last, happenings);
  if (const auto without_faults = run(values_, {})) {
    add_times(without_faults->search.recorded().recordings.front(), happenings);
  }
  for (const std::int64_t time : ends(happenings, plan.eot)) {
    if (!may_go_on()) return "not finished";
    Values earlier{{"eot", systems::duration_text(time)}};
    if (plan.fspec.eff > time) earlier.push_back({"eff", systems::duration_text(time)});
    if (try_values(earlier, asked_)) {
      return "earliest of the times tried: " + systems::duration_text(time);
    }
  }
  return ended_.empty() ? "no earlier one of the times tried" : "not finished";
}

}  // namespace ldfi::app
