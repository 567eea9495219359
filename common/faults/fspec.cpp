#include "common/faults/fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/faults/budgets.hpp"
#include "common/faults/fspec_problems.hpp"

namespace ldfi {
namespace {

int last_omission_of(int eff, EffMode mode) {
  return mode == EffMode::inclusive ? eff : std::max(eff - 1, 0);
}

}  // namespace

const std::string& name_of(EffMode mode) {
  static const std::string inclusive = "inclusive";
  static const std::string exclusive = "exclusive";
  return mode == EffMode::inclusive ? inclusive : exclusive;
}

std::optional<EffMode> eff_mode_named(std::string_view name) {
  for (const auto mode : {EffMode::inclusive, EffMode::exclusive}) {
    if (name_of(mode) == name) return mode;
  }
  return std::nullopt;
}

const std::string& name_of(CrashModel model) {
  static const std::string silent = "silent";
  static const std::string halt = "halt";
  static const std::string stop = "stop";
  return model == CrashModel::silent ? silent : model == CrashModel::halt ? halt : stop;
}

std::optional<CrashModel> crash_model_named(std::string_view name) {
  for (const auto model : {CrashModel::silent, CrashModel::halt, CrashModel::stop}) {
    if (name_of(model) == name) return model;
  }
  return std::nullopt;
}

bool has_combinations(const FspecParameters& fspec) {
  return fspec.crash_model != CrashModel::stop && fspec.limits.none() && fspec.delays.none();
}

std::string limits_in_words(const FspecParameters& fspec) {
  std::string out;
  if (fspec.crash_model == CrashModel::stop) {
    const int least = fspec.limits.least_down;
    const bool fits = least == 1 || least <= last_omission_of(fspec.eff, fspec.eff_mode);
    out = fmt::format(", {} restart{}{}", fspec.restarts, fspec.restarts == 1 ? "" : "s",
                      fits ? "" : " (none ends by EFF + 1)");
  }
  if (!fspec.crashable.empty()) {
    out += fspec.limits.restartable.empty() ? ", only of" : ", crashes only of";
  }
  for (const std::string& name : fspec.crashable) out += " " + word_or_quoted(name);
  return out + in_words(fspec.limits) + in_words(fspec.disk) + in_words(fspec.delays);
}

Fspec::Fspec(FspecParameters parameters, SourceRange where) : p_(std::move(parameters)) {
  std::sort(p_.nodes.begin(), p_.nodes.end());
  if (auto found = problems(p_, where); !found.empty()) throw InputError(std::move(found));
  std::sort(p_.crashable.begin(), p_.crashable.end());
  p_.crashable.erase(std::unique(p_.crashable.begin(), p_.crashable.end()), p_.crashable.end());
  crashable_.assign(p_.nodes.size(), p_.crashable.empty());
  for (const std::string& name : p_.crashable) crashable_[find(name)->index()] = true;
  resolve_limits();
  resolve_disk();
  resolve_cuts(where);
  resolve_delays();
}

void Fspec::resolve_disk() {
  if (p_.disk.none()) p_.disk = {};
  for (auto* names : {&p_.disk.relations, &p_.disk.nodes, &p_.disk.buffered}) {
    std::sort(names->begin(), names->end());
    names->erase(std::unique(names->begin(), names->end()), names->end());
  }
  writing_.assign(p_.nodes.size(), p_.disk.nodes.empty());
  for (const std::string& name : p_.disk.nodes) writing_[find(name)->index()] = true;
  for (const std::string& name : stored()) {
    const auto& all = p_.disk.buffered;
    buffered_.push_back(std::binary_search(all.begin(), all.end(), name));
    const auto& damaged = p_.disk.damaged;
    corruptible_.push_back(std::find(damaged.begin(), damaged.end(), name) != damaged.end());
  }
}

void Fspec::resolve_delays() {
  if (p_.delays.none()) p_.delays = {};
  std::vector<std::string>& names = p_.delays.relations;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (!p_.delays.by_relation) late_units_.push_back(no_relation);
  for (std::size_t i = 0; i < names.size(); ++i) late_units_.emplace_back(i);
}

std::optional<NamedId> Fspec::find_named(std::string_view name) const {
  const auto it = std::lower_bound(named().begin(), named().end(), name);
  if (it == named().end() || *it != name) return std::nullopt;
  return NamedId(static_cast<std::size_t>(it - named().begin()));
}

bool Fspec::may_fail(NodeId node, NamedId relation, Time at) const {
  return p_.disk.write > 0 && has_disk(node, relation) && at.tick() >= 1 &&
         at.tick() <= last_omission();
}

void Fspec::resolve_limits() {
  const auto sorted = [](FaultLimits::Names& names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  };
  FaultLimits& limits = p_.limits;
  const auto targets = [&](FaultLimits::Names& names) {
    sorted(names);
    std::vector<bool> out(node_count(), names.empty());
    for (const std::string& name : names) out[find(name)->index()] = true;
    return out;
  };
  loses_from_ = targets(limits.omissions_from);
  loses_to_ = targets(limits.omissions_to);
  pausable_ = targets(limits.pausable);
  const bool own = !limits.restartable.empty();
  restartable_ = targets(limits.restartable);
  if (!own) restartable_ = crashable_;
  for (auto& set : limits.partition_sets) sorted(set);
  for (auto& set : limits.named_sets) {
    FaultLimits::Names nodes(set.begin() + 1, set.end());
    sorted(nodes);
    set.resize(1);
    set.insert(set.end(), nodes.begin(), nodes.end());
  }
  for (auto* list : {&limits.reliable, &limits.partition_sets, &limits.named_sets}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  for (const auto& pair : limits.reliable) {
    reliable_.emplace_back(*find(pair[0]), *find(pair[1]));
  }
  std::sort(reliable_.begin(), reliable_.end());
}

NodeSet Fspec::written_side(NodeSet side) const {
  if (!side.contains(NodeId(0))) return side;
  const std::uint64_t all = ~std::uint64_t{0} >> (NodeSet::max_nodes - node_count());
  return {all & ~side.bits};
}

/// Adds the cuts with this side, in all allowed directions, that lose no messages of a reliable
/// channel.
void Fspec::add_cuts(NodeSet side) {
  for (const Way way : {Way::both, Way::out, Way::in}) {
    if (way != Way::both && !p_.limits.one_way) continue;
    const Cut cut(side, way);
    const auto loses = [&](const auto& ends) { return cut.loses(ends.first, ends.second); };
    if (std::none_of(reliable_.begin(), reliable_.end(), loses)) cuts_.push_back(cut);
  }
}

NodeSet Fspec::set_of(const FaultLimits::Names& names, std::size_t first) const {
  NodeSet out;
  for (std::size_t i = first; i < names.size(); ++i) out.add(*find(names[i]));
  return out;
}

std::optional<NodeSet> Fspec::find_set(std::string_view name) const {
  for (const FaultLimits::Names& named : p_.limits.named_sets) {
    if (named.front() == name) return set_of(named, 1);
  }
  return std::nullopt;
}

std::string Fspec::name_of_set(NodeSet nodes) const {
  for (const FaultLimits::Names& named : p_.limits.named_sets) {
    if (set_of(named, 1) == nodes) return named.front();
  }
  return "";
}

void Fspec::resolve_cuts(SourceRange where) {
  const FaultLimits& limits = p_.limits;
  if (limits.partitions == 0) return;
  for (const auto& set : limits.partition_sets) {
    add_cuts(written_side(set_of(set)));
  }
  const auto last = static_cast<std::uint64_t>(last_omission());
  const std::uint64_t spans = last * (last + 1) / 2;
  const std::size_t free = limits.partition_sets.empty() ? node_count() - 1 : 0;
  const std::uint64_t ways = limits.one_way ? 3 : 1;
  const auto most = max_partitions / std::max<std::uint64_t>(spans * ways, 1);
  if (free >= NodeSet::max_nodes - 1 || (std::uint64_t{1} << free) - 1 > most ||
      cuts_.size() > most * ways) {
    const std::string text =
        fmt::format("there are more than {} partitions of {} nodes up to EFF {}", max_partitions,
                    node_count(), p_.eff);
    throw InputError(std::vector<Diagnostic>{{Severity::error,
                                              "fspec-partitions",
                                              where,
                                              text,
                                              {"name the sets of nodes that may be cut off"}}});
  }
  for (std::uint64_t i = 1; i < std::uint64_t{1} << free; ++i) {
    add_cuts(NodeSet{i << 1U});
  }
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
}

bool Fspec::omissible(NodeId from, NodeId to) const {
  return from != to && p_.limits.omissions != 0 && loses_from_[from.index()] &&
         loses_to_[to.index()] &&
         !std::binary_search(reliable_.begin(), reliable_.end(), std::pair(from, to));
}

int Fspec::last_late() const {
  if (p_.delays.none()) return 0;
  return std::min(p_.delays.until.value_or(p_.eot), std::max(p_.eot - 2, 0));
}

bool Fspec::may_be_late(NodeId from, NodeId to) const {
  return from == to ? p_.delays.self
                    : !std::binary_search(reliable_.begin(), reliable_.end(), std::pair(from, to));
}

bool Fspec::may_arrive(NodeId from, NodeId to, Time sent, int late) const {
  return from.index() < node_count() && to.index() < node_count() && may_be_late(from, to) &&
         late >= 1 && sent.tick() >= 1 && sent.tick() <= last_late() &&
         sent.tick() + 1 + late <= p_.eot;
}

std::uint64_t Fspec::omissible_pairs() const {
  if (p_.limits.none()) return static_cast<std::uint64_t>(node_count()) * (node_count() - 1);
  std::uint64_t out = 0;
  for (std::size_t from = 0; from < node_count(); ++from) {
    for (std::size_t to = 0; to < node_count(); ++to) {
      out += omissible(NodeId(from), NodeId(to)) ? 1U : 0U;
    }
  }
  return out;
}

std::optional<NodeId> Fspec::find(std::string_view name) const {
  const auto it = std::lower_bound(p_.nodes.begin(), p_.nodes.end(), name);
  if (it == p_.nodes.end() || *it != name) return std::nullopt;
  return NodeId(static_cast<std::size_t>(it - p_.nodes.begin()));
}

int Fspec::last_omission() const {
  return last_omission_of(p_.eff, p_.eff_mode);
}

bool within(const FaultSet& faults, int eff, EffMode mode, int crashes) {
  const int last = last_omission_of(eff, mode);
  int crashed = 0;
  for (const Fault& fault : faults) {
    if (!std::visit([last](const auto& f) { return ends_by(f, last); }, fault)) return false;
    crashed += counted_as(fault) == index_of<Crash> ? 1 : 0;
  }
  return crashed <= crashes;
}

bool Fspec::admits(const FaultSet& faults) const {
  return within(faults, p_.eff, p_.eff_mode, p_.crashes) && within(faults, budgets_of(p_)) &&
         std::all_of(faults.begin(), faults.end(),
                     [this](const Fault& fault) { return ldfi::admits(*this, fault); });
}

bool Fspec::may_be_down(NodeId node, Time at) const {
  if (p_.crash_model != CrashModel::stop || at.tick() < 1) return false;
  return (p_.crashes > 0 && crashable(node)) ||
         (p_.restarts > 0 && restartable(node) && at.tick() <= last_omission() &&
          p_.limits.least_down <= last_omission());
}

bool Fspec::may_pause(NodeId node, Time at) const {
  return p_.limits.most.of<Pause>() > 0 && node.index() < pausable_.size() &&
         pausable_[node.index()] && at.tick() >= 1 && at.tick() <= last_omission();
}

bool Fspec::may_be_down_or_crashed(NodeId node, Time at) const {
  if (p_.crash_model == CrashModel::stop) return may_be_down(node, at);
  return may_crash() && crashable(node) && at.tick() >= 1;
}

bool Fspec::may_restart(NodeId node, Time at) const {
  return p_.restarts > 0 && restartable(node) && at.tick() > p_.limits.least_down &&
         at.tick() <= last_omission() + 1;
}

bool Fspec::may_cut(NodeId from, NodeId to) const {
  return std::any_of(cuts_.begin(), cuts_.end(),
                     [&](const Cut& cut) { return cut.loses(from, to); });
}

namespace {

/// Returns true if a fault may prevent a write, so that the old data stay on the disk.
bool may_be_paused(const Fspec& fspec, const Channel& c) {
  return fspec.may_be_down(c.from, c.sent) || fspec.may_pause(c.from, c.sent) ||
         fspec.may_fail(c.from, c.relation, c.sent);
}

}  // namespace

bool Fspec::may_lose(const Channel& c) const {
  const Time next = c.sent.next();
  switch (c.kind) {
    case ChannelKind::message:
      if (c.sent.tick() <= last_omission() && (omissible(c.from, c.to) || may_cut(c.from, c.to))) {
        return true;
      }
      if (may_delay(c.from, c.to, c.sent, 1)) return true;
      return p_.crash_model == CrashModel::stop
                 ? may_pause(c.from, c.sent) || may_be_down(c.from, c.sent) ||
                       may_be_down(c.to, next)
                 : p_.crashes > 0 && crashable(c.from);
    case ChannelKind::itself:
      return may_delay(c.from, c.to, c.sent, 1);
    case ChannelKind::stay:
      return may_be_down(c.from, c.sent) || may_be_down(c.from, next);
    case ChannelKind::memory:
      return may_pause(c.from, c.sent) || may_be_down(c.from, c.sent) ||
             may_be_down(c.from, next) ||
             (p_.crash_model == CrashModel::halt && p_.crashes > 0 && crashable(c.from));
    case ChannelKind::write:
      return may_be_paused(*this, c) || may_die(c.from, c.relation, c.sent);
    case ChannelKind::keep:
      return may_be_paused(*this, c);
    case ChannelKind::copy:
      return may_die(c.from, c.relation, c.sent);
  }
  return true;
}

}  // namespace ldfi
