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
          fmt::format("with crash model {} {}: write crash model stop", name_of(o.crash_model),
                      FaultKind::needs_stop.text));
  return true;
}

void check_crashes(const Options& o, const Problem& problem) {
  if (o.sweep && o.grid()) return;
  const int crashes = o.most.of<Crash>();
  if (!o.nodes.empty() && static_cast<std::size_t>(crashes) > o.nodes.size()) {
    problem("fspec-crashes", {"crashes", "nodes"},
            fmt::format(
                "{} crashes are not possible with {} nodes: allow at most as many crashes as nodes",
                crashes, o.nodes.size()));
  }
}

void check_restarts(Options& o, const IsGiven& given, const Problem& problem) {
  const std::vector<int>& axis = o.sweep_numbers[Outage::axis];
  const bool some = o.most.of<Outage>() > 0 || (!axis.empty() && axis.back() > 0);
  const bool said = given("restarts") || given("sweep-restarts");
  for (const auto& [name, says] : {std::pair("restartable", "which nodes may restart"),
                                   std::pair("restart-down", "how long a node is down")}) {
    if (some || said || !given(name)) continue;
    problem(
        "fspec-restarts", {name, "restarts"},
        fmt::format("{} has no effect: the number of restarts is 0 (--restarts, fspec.restarts)",
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
    problem(
        "fspec-partitions", {name, "partitions"},
        "the number of partitions is 0, so this has no effect (--partitions, fspec.partitions)");
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
            "the number of pauses is 0, so this has no effect (--pauses, fspec.pauses)");
  }
  if (o.most.of<Pause>() == 0 && given("pauses")) o.pausable.clear();
  require_stop<Pause>(o, given, problem);
}

/// Reports faults that cannot be combined with late or duplicated messages yet. `name` is the
/// option that allows such messages.
void refuse_beside_late(const Options& o, std::string_view name, const Problem& problem) {
  const auto refuse = [&](std::string_view other, bool some) {
    if (!some) return false;
    problem("fspec-delays", {other, name},
            fmt::format("--{} and --{} cannot be combined yet: late messages are not supported "
                        "together with restarts, partitions, pauses or disk faults",
                        name, other));
    return true;
  };
  bool other = false;
  each_axis([&]<class FaultKind>(FaultKind*) {
    constexpr bool stops = requires {
      FaultKind::needs_stop;
    };
    if constexpr (stops || !has_support<FaultKind>(Support::late_messages)) {
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
            "no message may be late, so this has no effect (--delay-max, fspec.delays.max)");
  }
  const bool nothing_late = !late && duplicates == 0 && !given("duplicates");
  if (nothing_late && given("delay-until")) {
    problem("fspec-delays", {"delay-until", "delay-max"},
            "messages are neither late nor duplicated, so this has no effect (--delay-max, "
            "--duplicates)");
  }
  if (nothing_late && o.order == MessageOrder::fifo) {
    problem("fspec-delays", {"order", "delay-max"},
            "messages are neither late nor duplicated, so this has no effect (--delay-max, "
            "--duplicates)");
  }
  if (nothing_late && o.delay_self) {
    problem("fspec-delays", {"delay-self", "delay-max"},
            "messages are neither late nor duplicated, so this has no effect (--delay-max, "
            "--duplicates)");
  }
  if (nothing_late && o.delay_unit == DelayUnit::relation) {
    problem("fspec-delays", {"delay-unit", "delay-max"},
            "messages are neither late nor duplicated, so this has no effect (--delay-max, "
            "--duplicates)");
  }
  if (duplicates == 0 && !given("duplicates") && given("duplicates-within")) {
    problem(
        "fspec-delays", {"duplicates-within", "duplicates"},
        "the number of duplicates is 0, so this has no effect (--duplicates, fspec.duplicates)");
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
      problem("fspec-disk", {name, "disk-write"},
              "there are no disk faults, so this has no effect (--disk-write, --disk-dead, "
              "--disk-corrupt, --disk-writeback)");
    }
  }
  for (const char* name : {"disk-column", "disk-detected"}) {
    if (o.most.of<Corruption>() > 0 || given("disk-corrupt") || !given(name)) continue;
    problem("fspec-disk", {name, "disk-corrupt"},
            "the number of corruptions is 0, so this has no effect (--disk-corrupt)");
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
