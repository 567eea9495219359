#include "common/config/fault_check.hpp"

#include <fmt/core.h>

#include <string_view>
#include <vector>

namespace ldfi::config {
namespace {

void check_eff(const Options& o, const Problem& problem) {
  if (!o.sweep && o.eot && o.eff && *o.eff >= *o.eot) {
    problem("fspec-eff", {"eff", "eot"},
            fmt::format("EFF is {} and EOT is {}: it must be 0 <= EFF < EOT", *o.eff, *o.eot));
  }
}

/// Sets the crash model to `stop` if the options admit faults of this kind. Reports a problem if
/// the user has chosen another crash model. Returns false if the options admit no such fault.
template <class FaultKind>
bool require_stop(Options& o, const IsGiven& given, const Problem& problem) {
  if (o.most.of<FaultKind>() == 0) return false;
  if (!given("crash-model")) o.crash_model = CrashModel::stop;
  if (o.crash_model == CrashModel::stop) return true;
  problem(FaultKind::needs_stop.code, {FaultKind::option, "crash-model"},
          fmt::format("with crash model {} {}: it must be stop", name_of(o.crash_model),
                      FaultKind::needs_stop.text));
  return true;
}

void check_crashes(const Options& o, const Problem& problem) {
  if (o.sweep && o.grid()) return;
  const int crashes = o.most.of<Crash>();
  if (!o.nodes.empty() && static_cast<std::size_t>(crashes) > o.nodes.size()) {
    problem("fspec-crashes", {"crashes", "nodes"},
            fmt::format("{} crashes with {} nodes: it must be between 0 and the number of nodes",
                        crashes, o.nodes.size()));
  }
}

void check_restarts(Options& o, const IsGiven& given, const Problem& problem) {
  const std::vector<int>& axis = o.sweep_numbers[Outage::axis];
  const bool some = o.most.of<Outage>() > 0 || (!axis.empty() && axis.back() > 0);
  const bool said = given("restarts") || given("sweep-restarts");
  for (const auto& [name, says] :
       {std::pair("restartable", "who may restart"), std::pair("restart-down", "after how long")}) {
    if (some || said || !given(name)) continue;
    problem(
        "fspec-restarts", {name, "restarts"},
        fmt::format("no node restarts, so {} means nothing: the number of restarts must be 1 or "
                    "more",
                    says));
  }
  if (!some && said) {
    o.restartable.clear();
    o.restart_down.clear();
  }
  require_stop<Outage>(o, given, problem);
}

/// Partitions extend the paper's model, so they require the crash model in which crashed nodes
/// stop.
void check_partitions(Options& o, const IsGiven& given, const Problem& problem) {
  const int partitions = o.most.of<Partition>();
  for (const char* name : {"partition-sets", "one-way"}) {
    if (partitions > 0 || given("partitions") || !given(name)) continue;
    problem("fspec-partitions", {name, "partitions"},
            "nothing is cut off unless the number of partitions is 1 or more");
  }
  if (partitions > 0 && !given("crash-model")) o.crash_model = CrashModel::stop;
  if (partitions == 0 && given("partitions")) {
    o.partition_sets.clear();
    o.one_way = false;
  }
}

void check_pauses(Options& o, const IsGiven& given, const Problem& problem) {
  if (o.most.of<Pause>() == 0 && !given("pauses") && given("pausable")) {
    problem("fspec-pauses", {"pausable", "pauses"},
            "no node is paused unless the number of pauses is 1 or more");
  }
  if (o.most.of<Pause>() == 0 && given("pauses")) o.pausable.clear();
  require_stop<Pause>(o, given, problem);
}

/// Reports faults that cannot be combined with late or duplicated messages yet. `name` is the
/// option that allows such messages.
void refuse_beside_late(const Options& o, std::string_view name, const Problem& problem) {
  const auto refuse = [&](std::string_view other, bool some) {
    if (!some) return false;
    problem(
        "fspec-delays", {other, name},
        fmt::format("--{} and --{} cannot be combined yet: late messages know neither restarts, "
                    "partitions nor pauses, nor faults of disks",
                    name, other));
    return true;
  };
  bool other = false;
  each_axis([&]<class FaultKind>(FaultKind*) {
    if constexpr (!is_any_of<FaultKind, Omission, Delay, Duplicate>) {
      other |= refuse(FaultKind::option, o.most.of<FaultKind>() > 0);
    }
  });
  if (!other && o.crash_model == CrashModel::stop) {
    problem(
        "fspec-delays", {"crash-model", name},
        fmt::format("--{} and crash model stop cannot be combined yet: it must be silent or halt",
                    name));
  }
}

void check_late(Options& o, const IsGiven& given, const Problem& problem) {
  const int duplicates = o.most.of<Duplicate>();
  const bool late = o.delay_max > 0 || given("delay-max");
  for (const char* name : {"delay-budget", "delay-count"}) {
    if (late || !given(name)) continue;
    problem("fspec-delays", {name, "delay-max"},
            "no message is late unless it may be by 1 tick or more");
  }
  const bool nothing_late = !late && duplicates == 0 && !given("duplicates");
  if (nothing_late && given("delay-until")) {
    problem("fspec-delays", {"delay-until", "delay-max"},
            "nothing arrives late or twice unless that is asked for");
  }
  if (nothing_late && o.order == MessageOrder::fifo) {
    problem("fspec-delays", {"order", "delay-max"},
            "nothing overtakes anything unless messages may arrive late or twice");
  }
  if (nothing_late && o.delay_self) {
    problem("fspec-delays", {"delay-self", "delay-max"},
            "nothing that a node sends itself is late unless messages may arrive late or twice");
  }
  if (nothing_late && o.delay_unit == DelayUnit::relation) {
    problem("fspec-delays", {"delay-unit", "delay-max"},
            "nothing is late, together or not, unless messages may arrive late or twice");
  }
  if (duplicates == 0 && !given("duplicates") && given("duplicates-within")) {
    problem("fspec-delays", {"duplicates-within", "duplicates"},
            "nothing arrives twice unless the number of duplicates is 1 or more");
  }
  if (o.delay_max == 0) o.delay_budget = o.most.of<Delay>() = std::nullopt;
  if (duplicates == 0) o.duplicates_within.reset();
  if (o.delay_max == 0 && duplicates == 0) {
    o.delay_until.reset();
    o.order = MessageOrder::any;
    o.delay_unit = DelayUnit::channel;
    o.delay_self = false;
    return;
  }
  refuse_beside_late(o, o.delay_max > 0 ? "delay-max" : "duplicates", problem);
}

void check_disk(Options& o, const IsGiven& given, const Problem& problem) {
  bool some = false;
  bool said = false;
  each_kind_of<Place::disk>([&]<class FaultKind>(FaultKind*) {
    some |= o.most.of<FaultKind>() > 0;
    said |= given(FaultKind::option);
  });
  if (!some && !said) {
    for (const char* name : {"disk-relations", "disk-nodes", "disk-silent"}) {
      if (!given(name)) continue;
      problem(
          "fspec-disk", {name, "disk-write"},
          "nothing happens to disks unless the number of failed writes, dead disks, corruptions "
          "or write-backs is 1 or more");
    }
  }
  for (const char* name : {"disk-column", "disk-detected"}) {
    if (o.most.of<Corruption>() > 0 || given("disk-corrupt") || !given(name)) continue;
    problem("fspec-disk", {name, "disk-corrupt"},
            "nothing on disks is damaged unless the number of corruptions is 1 or more");
  }
  bool done = false;  // true after the first kind, because the problem is reported once
  each_axis([&]<class FaultKind>(FaultKind*) {
    if constexpr (FaultKind::place == Place::disk) {
      done = done || require_stop<FaultKind>(o, given, problem);
    }
  });
}

}  // namespace

void check_faults(Options& options, const IsGiven& given, const Problem& problem) {
  check_eff(options, problem);
  check_crashes(options, problem);
  check_late(options, given, problem);
  check_restarts(options, given, problem);
  check_disk(options, given, problem);
  check_pauses(options, given, problem);
  check_partitions(options, given, problem);
}

}  // namespace ldfi::config
