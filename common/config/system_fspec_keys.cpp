// The keys in `fspec` and `sweep` of configs with `system`.
#include "common/config/key_row.hpp"
#include "common/systems/lateness.hpp"

namespace ldfi::config {
namespace {

constexpr Range any_number{0, 1'000'000'000};
constexpr Range most_crashes{0, 100};

std::vector<OptionRow> loss_keys() {
  return {
      otherwise(named("omissions", key(Kind::amount, "fspec.omissions",
                                       "how many messages are lost at most", any_number)),
                "all"),
      key<&systems::Fspec::omissions, Kind::integer>(
          "fspec.omissions.most", "how many messages are lost at most", any_number),
      named("crashes", key<&systems::Fspec::crashes, Kind::integer>(
                           "fspec.crashes", "how many nodes crash for good at most", most_crashes)),
      needed(key<&systems::Fspec::crashes, Kind::integer>(
                 "fspec.crashes.most", "how many nodes crash for good at most", most_crashes),
             "how many nodes crash at most"),
      key(Kind::words, "fspec.crashes.nodes", "the nodes that may crash; otherwise all"),
      key(Kind::times, "fspec.crashes.at",
          "when: before what a node does first at one of these times or later"),
      key<&systems::Fspec::midway, Kind::toggle>("fspec.crashes.midway",
                                                 "also in the middle of what a node does"),
  };
}

std::vector<OptionRow> late_keys() {
  return {
      key(Kind::section, "fspec.delays", "how late messages may be"),
      sometimes_needed(key(Kind::times, "fspec.delays.values", "by how much"),
                       "how late messages may be, such as [200ms]"),
      otherwise(named("delay-behind",
                      key(Kind::integer, "fspec.delays.behind",
                          "behind how many of the things that its receiver does a message may come",
                          {0, systems::most_behind})),
                "0"),
      sometimes_needed(
          key(Kind::time, "fspec.delays.within", "how long it waits for these at most"),
          "how long a message waits at most until its receiver has done so much, such as 200ms"),
      named("delay-count",
            key<&systems::Fspec::delayed, Kind::integer>(
                "fspec.delays.count", "how many messages are late at most; otherwise any number",
                any_number)),
      named("duplicates",
            key<&systems::Fspec::duplicates, Kind::integer>(
                "fspec.duplicates",
                "how many messages come twice at most, the second time one network.latency later",
                any_number)),
      needed(key<&systems::Fspec::duplicates, Kind::integer>(
                 "fspec.duplicates.most", "how many messages come twice at most", any_number),
             "how many messages come twice at most"),
      needed(key(Kind::times, "fspec.duplicates.after", "how much later the second time is"),
             "how long after the first time, such as [10ms]"),
  };
}

std::vector<OptionRow> interval_keys() {
  return {
      key(Kind::nothing, "fspec.restarts", "crashes after which the node is started again"),
      needed(named("restarts",
                   key<&systems::Fspec::restarts, Kind::integer>(
                       "fspec.restarts.most", "how many restarts there are at most", most_crashes)),
             "how many crashes are followed by a restart at most"),
      needed(key(Kind::times, "fspec.restarts.down", "how long the node is down then"),
             "how long nodes are down then, such as [100ms]"),
      key(Kind::nothing, "fspec.partitions", "how the network falls apart"),
      needed(named("partitions", key<&systems::Fspec::partitions, Kind::integer>(
                                     "fspec.partitions.most",
                                     "how many partitions there are at most", any_number)),
             "how many partitions there are at most"),
      needed(key(Kind::words, "fspec.partitions.cuts",
                 "who is separated: nodes, channels, halves, \"n0 n1\" or \"n0>n1\"", {1, any}),
             "who is separated: nodes, channels, halves, \"n0 n1\" or \"n0>n1\""),
      needed(key(Kind::time, "fspec.partitions.window",
                 "for how long, from fspec.from on, one window after the other"),
             "how long a partition takes, such as 400ms"),
      key(Kind::nothing, "fspec.pauses", "how nodes are paused"),
      needed(named("pauses",
                   key<&systems::Fspec::pauses, Kind::integer>(
                       "fspec.pauses.most", "how many pauses there are at most", any_number)),
             "how often nodes stand still at most"),
      needed(key(Kind::times, "fspec.pauses.for", "how long a pause takes"),
             "how long they do then, such as [200ms]"),
      key(Kind::words, "fspec.pauses.nodes", "the nodes that may be paused; otherwise all"),
  };
}

OptionRow order_key() {
  OptionRow out = otherwise(
      named("order",
            choice_key(
                "fspec.order", {"any", "fifo"},
                "fifo: what one node sends another waits behind what is late, or comes twice")),
      "any");
  out.assign = [](ValueTarget to, const Value& value) {
    to.system->plan.fspec.fifo = std::get<std::uint64_t>(value) == 1U;
  };
  return out;
}

}  // namespace

std::vector<OptionRow> system_fspec_keys() {
  std::vector<OptionRow> rows{
      needed(key(Kind::section, "fspec",
                 "the failure specification: how long an execution takes, and which faults there "
                 "may be"),
             "which faults there may be"),
      key<&systems::Fspec::from, Kind::time>("fspec.from",
                                             "messages sent earlier than this cannot fail"),
      named("eff",
            key(Kind::time, "fspec.eff",
                "messages sent later than this are not lost, late, doubled or cut off; otherwise "
                "fspec.eot")),
      needed(
          named("eot", key<&systems::Plan::eot, Kind::time>("fspec.eot", "when an execution ends")),
          "when an execution ends, such as 2s"),
  };
  // Messages list the keys of `fspec` in this order.
  const std::vector<OptionRow> lost = loss_keys();
  const std::vector<OptionRow> late = late_keys();
  const std::vector<OptionRow> intervals = interval_keys();
  rows.insert(rows.end(), lost.begin(), lost.end());
  rows.push_back(
      named("max-faults",
            key<&systems::Fspec::faults, Kind::integer>(
                "fspec.faults", "how many faults there are in all at most; otherwise any number",
                any_number)));
  const auto partitions = intervals.begin() + 3;
  rows.insert(rows.end(), intervals.begin(), partitions);
  rows.insert(rows.end(), late.begin(), late.end());
  rows.insert(rows.end(), partitions, intervals.end());
  rows.push_back(key(Kind::reserved, "fspec.disk", "faults of disks"));
  rows.push_back(order_key());
  return rows;
}

std::vector<OptionRow> system_sweep_keys() {
  return {
      key(Kind::section, "sweep",
          "many Fspecs in one run: each combination of these values is a cell, which is searched "
          "by itself"),
      named("sweep-eot", key(Kind::time_axis, "sweep.eot", "when executions of the cells end")),
      named("sweep-eff", key(Kind::time_axis, "sweep.eff",
                             "messages sent later than this cannot fail; not after eot")),
      named("sweep-crashes",
            key(Kind::axis, "sweep.crashes", "how many nodes crash for good at most", any_number)),
      named("sweep-restarts", key(Kind::axis, "sweep.restarts", "fspec.restarts.most", any_number)),
      named("sweep-partitions",
            key(Kind::axis, "sweep.partitions", "fspec.partitions.most", any_number)),
      named("sweep-pauses", key(Kind::axis, "sweep.pauses", "fspec.pauses.most", any_number)),
      named("sweep-delay-count",
            key(Kind::axis, "sweep.delay_count", "fspec.delays.count", any_number)),
      named("sweep-delay-behind",
            key(Kind::axis, "sweep.delay_behind", "fspec.delays.behind", any_number)),
      named("sweep-duplicates",
            key(Kind::axis, "sweep.duplicates", "fspec.duplicates, or its most", any_number)),
      named("sweep-omissions", key(Kind::amount_axis, "sweep.omissions",
                                   "how many messages are lost at most", any_number)),
      named("sweep-max-faults", key(Kind::axis, "sweep.faults",
                                    "how many faults there are in all at most", any_number)),
      named("sweep-seed", key(Kind::axis, "sweep.seed", "for the nodes' chance", any_number)),
      named("sweep-workload-seed",
            key(Kind::axis, "sweep.workload_seed",
                "workload.seed: what clients ask, where the generator has a choice", any_number)),
  };
}

}  // namespace ldfi::config
