#include "common/faults/fspec_problems.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/faults/budgets.hpp"

namespace ldfi {
namespace {

/// Returns the number of possible omissions: one for each sender, receiver and tick.
std::uint64_t omission_bits(const FspecParameters& p) {
  const std::uint64_t n = p.nodes.size();
  return n * (n - 1) * static_cast<std::uint64_t>(p.eff);
}

using Report =
    std::function<void(const char* code, std::string text, std::vector<std::string> hints)>;

void check_names(const FspecParameters& p, const FaultLimits::Names& names, const char* code,
                 const char* role, const Report& report) {
  for (const std::string& name : names) {
    if (std::find(p.nodes.begin(), p.nodes.end(), name) != p.nodes.end()) continue;
    report(code, fmt::format("{} {}, but is not a node", shown(name), role),
           as_hints(did_you_mean(closest(name, p.nodes), "", NameForm::quoted)));
  }
}

/// Returns true if the Fspec has faults of this kind, which need CrashModel::stop. Reports an error
/// if the crash model is another one.
template <class Kind>
bool require_stop(const FspecParameters& p, const Report& report) {
  if (Kind::most(p) <= 0) return false;
  if (p.crash_model != CrashModel::stop) {
    report(Kind::needs_stop.code,
           fmt::format("with crash_model {} {}: write crash_model stop", name_of(p.crash_model),
                       Kind::needs_stop.text),
           {});
  }
  return true;
}

void check_restarts(const FspecParameters& p, const Report& report) {
  const FaultLimits& limits = p.limits;
  check_names(p, limits.restartable, "fspec-restarts", "may restart", report);
  if (limits.least_down < 1 || (limits.most_down && *limits.most_down < limits.least_down)) {
    report("fspec-restarts",
           fmt::format("a node is down for {} to {} ticks before it restarts: both must be 1 or "
                       "more, and the first at most the second",
                       limits.least_down, limits.most_down.value_or(limits.least_down)),
           {});
  }
  if (p.restarts == 0 && limits.has_restart_limits()) {
    report("fspec-restarts", "there are rules about restarts, but no restarts",
           {"set the number of restarts"});
  }
}

/// Checks that each name of a set names at least one node, and is not the name of a node.
void check_named_sets(const FspecParameters& p, const Report& report) {
  const auto& sets = p.limits.named_sets;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i].size() < 2 || sets[i].front().empty()) {
      report("fspec-partitions", "a set of nodes needs a name and at least one node", {});
      continue;
    }
    const std::string name = shown(sets[i].front());
    if (std::find(p.nodes.begin(), p.nodes.end(), sets[i].front()) != p.nodes.end()) {
      report("fspec-partitions",
             fmt::format("{} is the name of a node and of a set of nodes; rename the set", name),
             {});
    }
    const bool again =
        std::any_of(sets.begin(), sets.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const auto& other) { return !other.empty() && other[0] == sets[i][0]; });
    if (again) report("fspec-partitions", fmt::format("two sets have the name {}", name), {});
    check_names(p, {sets[i].begin() + 1, sets[i].end()}, "fspec-partitions", "may be cut off",
                report);
  }
}

void check_limits(const FspecParameters& p, const Report& report) {
  const FaultLimits& limits = p.limits;
  const auto check_number = [&](int number, const char* code, const char* what) {
    if (number < 0) report(code, fmt::format("{} {}: it must be 0 or more", number, what), {});
  };
  each_kind([&]<class Kind>(Kind*) {
    // The limits of the other kinds are checked elsewhere.
    if constexpr (!is_any_of<Kind, Crash, Outage, Delay, Duplicate> && Kind::place != Place::disk) {
      static const std::string code = "fspec-" + std::string(Kind::option);
      const std::optional<int> number = Kind::most(p);
      check_number(number.value_or(0), code.c_str(), Kind::number.many);
    }
  });
  check_number(limits.faults.value_or(0), "fspec-faults", "faults in all");
  check_names(p, limits.omissions_from, "fspec-omissions", "may lose what it sends", report);
  check_names(p, limits.omissions_to, "fspec-omissions", "may lose what it is sent", report);
  for (const auto& pair : limits.reliable) {
    check_names(p, pair, "fspec-reliable", "has a reliable channel", report);
    if (pair.size() == 2 && pair[0] != pair[1]) continue;
    report("fspec-reliable", "a reliable channel has a sender and another node as its receiver",
           {});
  }
  for (const auto& set : limits.partition_sets) {
    check_names(p, set, "fspec-partitions", "may be cut off", report);
    const std::set<std::string> names(set.begin(), set.end());
    if (!set.empty() && names.size() < p.nodes.size()) continue;
    report("fspec-partitions", "a partition cuts off at least one node, and not all nodes", {});
  }
  check_named_sets(p, report);
  if (limits.partitions > 0 && p.nodes.size() > NodeSet::max_nodes) {
    report("fspec-partitions",
           fmt::format("with {} nodes there are no partitions: the limit is {}", p.nodes.size(),
                       NodeSet::max_nodes),
           {});
  }
  if (limits.partitions == 0 && limits.one_way) {
    report("fspec-partitions", "partitions in one direction are allowed, but no partitions",
           {"set the number of partitions"});
  }
  if (limits.partitions == 0 && !limits.partition_sets.empty()) {
    report("fspec-partitions", "there are sets of nodes for partitions, but no partitions",
           {"set the number of partitions"});
  }
  check_names(p, limits.pausable, "fspec-pauses", "may be paused", report);
  require_stop<Pause>(p, report);
  if (limits.most.of<Pause>() == 0 && !limits.pausable.empty()) {
    report("fspec-pauses", "there are nodes to pause, but no pauses", {"set the number of pauses"});
  }
}

void check_delays(const FspecParameters& p, const Report& report) {
  const Delays& delays = p.delays;
  if (delays.none() && delays == Delays{}) return;
  const auto check_number = [&](int number, int most, const char* what) {
    if (number >= 0 && number <= most) return;
    report("fspec-delays", fmt::format("{} {}: it must be between 0 and {}", number, what, most),
           {});
  };
  constexpr int any = 1'000'000;
  check_number(delays.most, Fspec::max_late, "ticks by which a message is late at most");
  check_number(delays.duplicates, any, "duplicates");
  check_number(delays.within, Fspec::max_late, "ticks between a message and its second");
  check_number(delays.until.value_or(0), Fspec::max_eot, "is the last tick of late messages");
  check_number(delays.budget.value_or(0), any, "ticks by which messages are late together");
  check_number(delays.count.value_or(0), any, "delays");
  if (!delays.by_relation && !delays.relations.empty()) {
    report("fspec-delays", "there are relations of messages, which are late all together", {});
  }
  if (delays.self && p.crash_model != CrashModel::silent) {
    report("fspec-delays",
           fmt::format("messages of a node to itself cannot be late with crash_model {} yet: write "
                       "crash_model silent",
                       name_of(p.crash_model)),
           {});
  }
  bool others = false;
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (!has_support<Kind>(Support::late_messages)) {
      others |= admits_some(Kind::most(p));
    }
  });
  if (!delays.none() && (p.crash_model == CrashModel::stop || others)) {
    report("fspec-delays",
           "late messages are not supported together with restarts, partitions, pauses or disk "
           "faults yet: crash_model must be silent or halt",
           {"leave out restarts, partitions, pauses and faults of disks"});
  }
}

/// Returns the number of possible delays and duplicates, or an upper bound.
std::uint64_t late_bits(const FspecParameters& p) {
  const std::uint64_t n = p.nodes.size();
  const std::uint64_t others = p.delays.self ? n : n - 1;
  const std::uint64_t units = p.delays.by_relation ? p.delays.relations.size() : 1;
  return n * others * static_cast<std::uint64_t>(p.eot) * units *
         static_cast<std::uint64_t>(p.delays.most + p.delays.most_between());
}

void check_disk(const FspecParameters& p, const Report& report) {
  const DiskFaults& disk = p.disk;
  each_axis([&]<class Kind>(Kind*) {
    if constexpr (Kind::place == Place::disk) {
      if (Kind::most(p) >= 0) return;
      report("fspec-disk", fmt::format("the number of {} must be 0 or more", Kind::number.many),
             {});
    }
  });
  if (disk.none()) return;
  bool done = false;  // true once the crash model has been checked
  each_axis([&]<class Kind>(Kind*) {
    if constexpr (Kind::place == Place::disk) done = done || require_stop<Kind>(p, report);
  });
  if (disk.relations.empty())
    report("fspec-disk", "no relation of the program is stable, so no write can fail", {});
  const auto among = [&](const std::vector<std::string>& names, const char* is) {
    for (const std::string& name : names) {
      if (std::find(disk.relations.begin(), disk.relations.end(), name) != disk.relations.end())
        continue;
      report("fspec-disk",
             fmt::format("{} {}, but not among the relations whose disks may have faults",
                         shown(name), is),
             {});
    }
  };
  among(disk.buffered, "is buffered");
  among(disk.damaged, "may be damaged");
  if (disk.writeback > 0 && disk.buffered.empty()) {
    report("fspec-disk", "no relation of the program is buffered, so nothing is written back", {});
  }
  if (disk.corrupt > 0 && disk.damaged.empty()) {
    report("fspec-disk", "no stable relation has a data column, so nothing can be damaged", {});
  }
  if (disk.corrupt > 0 && !disk.detected &&
      std::find(p.nodes.begin(), p.nodes.end(), "?") != p.nodes.end()) {
    report("fspec-disk", "a node may not be called \"?\", because damaged data has this value", {});
  }
  if (disk.columns.size() > disk.damaged.size()) {
    report("fspec-disk", "a data column is given for a relation that cannot be damaged", {});
  }
  check_names(p, disk.nodes, "fspec-disk", "has a disk", report);
}

}  // namespace

std::vector<Diagnostic> problems(const FspecParameters& p, SourceRange where) {
  std::vector<Diagnostic> out;
  const auto error = [&](const char* code, std::string text, std::vector<std::string> hints = {}) {
    out.push_back({Severity::error, code, where, std::move(text), std::move(hints)});
  };
  if (p.eot < 1 || p.eot > Fspec::max_eot) {
    error("fspec-eot",
          fmt::format("EOT is {}: it must be between 1 and {}", p.eot, Fspec::max_eot));
  }
  if (p.eff < 0 || p.eff >= p.eot) {
    error("fspec-eff",
          fmt::format("EFF is {} and EOT is {}: it must be 0 <= EFF < EOT", p.eff, p.eot));
  }
  if (p.nodes.empty()) {
    error("fspec-nodes",
          "there are no nodes: list the nodes with --nodes (nodes:), or name nodes in facts at a "
          "tick up to EOT, in columns that messages are sent from or to");
  }
  if (p.nodes.size() > static_cast<std::size_t>(Fspec::max_nodes)) {
    error("fspec-nodes",
          fmt::format("{} nodes are too many: the limit is {}", p.nodes.size(), Fspec::max_nodes));
  }
  for (std::size_t i = 0; i < p.nodes.size(); ++i) {
    if (p.nodes[i].empty()) error("fspec-nodes", "a node has an empty name");
    if (i > 0 && p.nodes[i] == p.nodes[i - 1]) {
      error("fspec-nodes", fmt::format("node \"{}\" is named twice", p.nodes[i]));
    }
  }
  if (p.crashes < 0 || static_cast<std::size_t>(p.crashes) > p.nodes.size()) {
    error("fspec-crashes",
          fmt::format(
              "{} crashes are not possible with {} nodes: allow at most as many crashes as nodes",
              p.crashes, p.nodes.size()));
  }
  if (p.restarts < 0 || (p.restarts > 0 && p.crash_model != CrashModel::stop)) {
    error("fspec-restarts",
          p.restarts < 0 ? fmt::format("{} restarts: it must be 0 or more", p.restarts)
                         : fmt::format("with crash_model {} no node restarts: it must be stop",
                                       name_of(p.crash_model)));
  }
  check_names(p, p.crashable, "fspec-crashable", "may crash", error);
  check_restarts(p, error);
  check_limits(p, error);
  check_disk(p, error);
  check_delays(p, error);
  if (out.empty() && late_bits(p) > Fspec::max_delays) {
    error("fspec-delays", fmt::format("with {} nodes and EOT {} there are {} ways for messages "
                                      "to be late: the limit is {}",
                                      p.nodes.size(), p.eot, late_bits(p), Fspec::max_delays));
  }
  if (out.empty() && omission_bits(p) > Fspec::max_omissions) {
    error("fspec-size",
          fmt::format(
              "with {} nodes and EFF {} there are {} messages that may be lost: the limit is {}",
              p.nodes.size(), p.eff, omission_bits(p), Fspec::max_omissions));
  }
  return out;
}

}  // namespace ldfi
