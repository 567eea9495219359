#include "common/config/fault_check.hpp"

#include <fmt/core.h>

namespace ldfi::config {
namespace {

void check_eff(const Options& o, const Problem& problem) {
  if (!o.sweep && o.eot && o.eff && *o.eff >= *o.eot) {
    problem("fspec-eff", {"eff", "eot"},
            fmt::format("EFF is {} and EOT is {}: it must be 0 <= EFF < EOT", *o.eff, *o.eot));
  }
}

void check_crashes(const Options& o, const Problem& problem) {
  if (o.sweep && o.grid()) return;
  if (!o.nodes.empty() && static_cast<std::size_t>(o.crashes) > o.nodes.size()) {
    problem("fspec-crashes", {"crashes", "nodes"},
            fmt::format("{} crashes with {} nodes: it must be between 0 and the number of nodes",
                        o.crashes, o.nodes.size()));
  }
}

void check_restarts(Options& o, const IsGiven& given, const Problem& problem) {
  const bool some = o.restarts > 0 || (!o.sweep_restarts.empty() && o.sweep_restarts.back() > 0);
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
  if (o.restarts == 0 || o.crash_model == CrashModel::stop) return;
  if (!given("crash-model")) {
    o.crash_model = CrashModel::stop;
    return;
  }
  problem(
      "fspec-restarts", {"restarts", "crash-model"},
      fmt::format("with crash model {} no node restarts: it must be stop", name_of(o.crash_model)));
}

/// Partitions are a kind of their own, beyond what the paper has, so crashed nodes stop.
void check_partitions(Options& o, const IsGiven& given, const Problem& problem) {
  for (const char* name : {"partition-sets", "one-way"}) {
    if (o.partitions > 0 || given("partitions") || !given(name)) continue;
    problem("fspec-partitions", {name, "partitions"},
            "nothing is cut off unless the number of partitions is 1 or more");
  }
  if (o.partitions > 0 && !given("crash-model")) o.crash_model = CrashModel::stop;
  if (o.partitions == 0 && given("partitions")) {
    o.partition_sets.clear();
    o.one_way = false;
  }
}

void check_pauses(Options& o, const IsGiven& given, const Problem& problem) {
  if (o.pauses == 0 && !given("pauses") && given("pausable")) {
    problem("fspec-pauses", {"pausable", "pauses"},
            "no node is paused unless the number of pauses is 1 or more");
  }
  if (o.pauses == 0 && given("pauses")) o.pausable.clear();
  if (o.pauses == 0 || o.crash_model == CrashModel::stop) return;
  if (!given("crash-model")) {
    o.crash_model = CrashModel::stop;
    return;
  }
  problem("fspec-pauses", {"pauses", "crash-model"},
          fmt::format("with crash model {} no node is paused: it must be stop",
                      name_of(o.crash_model)));
}

void check_late(Options& o, const IsGiven& given, const Problem& problem) {
  const bool late = o.delay_max > 0 || given("delay-max");
  for (const char* name : {"delay-budget", "delay-count"}) {
    if (late || !given(name)) continue;
    problem("fspec-delays", {name, "delay-max"},
            "no message is late unless it may be by 1 tick or more");
  }
  const bool nothing_late = !late && o.duplicates == 0 && !given("duplicates");
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
  if (o.duplicates == 0 && !given("duplicates") && given("duplicates-within")) {
    problem("fspec-delays", {"duplicates-within", "duplicates"},
            "nothing arrives twice unless the number of duplicates is 1 or more");
  }
  if (o.delay_max == 0) o.delay_budget = o.delay_count = std::nullopt;
  if (o.duplicates == 0) o.duplicates_within.reset();
  if (o.delay_max == 0 && o.duplicates == 0) {
    o.delay_until.reset();
    o.order = MessageOrder::any;
    o.delay_unit = DelayUnit::channel;
    o.delay_self = false;
    return;
  }
  const char* name = o.delay_max > 0 ? "delay-max" : "duplicates";
  const auto refuse = [&](const char* other, bool some) {
    if (!some) return false;
    problem(
        "fspec-delays", {other, name},
        fmt::format("--{} and --{} cannot be combined yet: late messages know neither restarts, "
                    "partitions nor pauses, nor faults of disks",
                    name, other));
    return true;
  };
  const bool other = refuse("restarts", o.restarts > 0) | refuse("partitions", o.partitions > 0) |
                     refuse("pauses", o.pauses > 0) | refuse("disk-write", o.disk_write > 0) |
                     refuse("disk-dead", o.disk_dead > 0) |
                     refuse("disk-corrupt", o.disk_corrupt > 0) |
                     refuse("disk-writeback", o.disk_writeback > 0);
  if (!other && o.crash_model == CrashModel::stop) {
    problem(
        "fspec-delays", {"crash-model", name},
        fmt::format("--{} and crash model stop cannot be combined yet: it must be silent or halt",
                    name));
  }
}

void check_disk(Options& o, const IsGiven& given, const Problem& problem) {
  const bool some =
      o.disk_write > 0 || o.disk_dead > 0 || o.disk_corrupt > 0 || o.disk_writeback > 0;
  const bool said =
      given("disk-write") || given("disk-dead") || given("disk-corrupt") || given("disk-writeback");
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
    if (o.disk_corrupt > 0 || given("disk-corrupt") || !given(name)) continue;
    problem("fspec-disk", {name, "disk-corrupt"},
            "nothing on disks is damaged unless the number of corruptions is 1 or more");
  }
  if (!some || o.crash_model == CrashModel::stop) return;
  if (!given("crash-model")) {
    o.crash_model = CrashModel::stop;
    return;
  }
  const char* name = o.disk_write > 0     ? "disk-write"
                     : o.disk_dead > 0    ? "disk-dead"
                     : o.disk_corrupt > 0 ? "disk-corrupt"
                                          : "disk-writeback";
  const char* what = o.disk_write > 0     ? "no write fails"
                     : o.disk_dead > 0    ? "no disk dies"
                     : o.disk_corrupt > 0 ? "nothing on disks is damaged"
                                          : "nothing is written back";
  problem("fspec-disk", {name, "crash-model"},
          fmt::format("with crash model {} {}: it must be stop", name_of(o.crash_model), what));
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
