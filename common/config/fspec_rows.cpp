// The rows of the options about the program and its Fspec.
#include "common/config/option_row.hpp"

namespace ldfi::config {
namespace {

/// Returns the row of the option that limits omissions: `all`, `none` or a number. An empty field
/// stands for `all`.
OptionRow omissions_row() {
  OptionRow out = number_row<Omission>();
  out.kind = Kind::amount;
  out.value_name = "AMOUNT";
  out.assign = [](ValueTarget to, const Value& value) {
    const auto number = std::get<std::uint64_t>(value);
    to.options->most.of<Omission>() =
        number == any ? std::nullopt : std::optional(static_cast<int>(number));
  };
  out.value = [](ValueSource from) {
    const auto& number = from.options->most.of<Omission>();
    return std::optional<Value>(number ? static_cast<std::uint64_t>(*number) : any);
  };
  return out;
}

OptionRow crashes_row() {
  OptionRow out = number_row<Crash>();
  out.flag = 'c';
  out.high = static_cast<std::uint64_t>(Fspec::max_nodes);
  return out;
}

std::vector<OptionRow> limit_rows() {
  using O = Options;
  constexpr auto g = Group::fspec;
  return {
      row<&O::crashable, Kind::names>(g, "crashable", '\0', "fspec.crashable", "a,b,c", {},
                                      "the nodes that may crash; otherwise all"),
      row<&O::restartable, Kind::names>(
          g, "restartable", '\0', "fspec.restarts.nodes", "a,b,c", {},
          "the nodes that may crash and restart; otherwise those that may crash"),
      row<&O::restart_down, Kind::span>(
          g, "restart-down", '\0', "fspec.restarts.down", "TICKS",
          {1, static_cast<std::uint64_t>(Fspec::max_eot)},
          "how many ticks a node is down before it restarts, such as 1..5; otherwise any number"),
      omissions_row(),
      row<&O::omissions_from, Kind::names>(g, "omissions-from", '\0', "fspec.omissions.from",
                                           "a,b,c", {},
                                           "the senders whose messages may be lost; otherwise all"),
      row<&O::omissions_to, Kind::names>(g, "omissions-to", '\0', "fspec.omissions.to", "a,b,c", {},
                                         "the receivers whose messages may be lost; otherwise all"),
      row<&O::reliable, Kind::groups>(g, "reliable", '\0', "fspec.reliable", "CHANNELS", {},
                                      "channels that lose no message, also in a partition: 'a b,c "
                                      "d' is from a to b, and from c to d"),
      number_row<Partition>(),
      row<&O::partition_sets, Kind::sets>(
          g, "partition-sets", '\0', "fspec.partitions.sets", "SETS", {},
          "the sets of nodes that a partition may separate from the others, such as 'a b,c', or "
          "with names, such as 'east=a b,west=c d'; otherwise any set"),
      row<&O::one_way, Kind::toggle>(g, "one-way", '\0', "fspec.partitions.one_way", "", {},
                                     "partitions may also block one direction only: messages from "
                                     "one side are lost, messages to it arrive"),
      number_row<Pause>(),
      row<&O::pausable, Kind::names>(g, "pausable", '\0', "fspec.pauses.nodes", "a,b,c", {},
                                     "the nodes that may be paused; otherwise all"),
      for_both(row<&O::max_faults, Kind::integer>(
          g, "max-faults", '\0', "fspec.faults", "NUMBER", {0, 1'000'000},
          "how many faults of all kinds may happen together; otherwise any number")),
      row<&O::max_faults, Kind::integer>(g, "max-failures", '\0', "", "NUMBER", {0, 1'000'000},
                                         "another name of --max-faults, for --strategy fts"),
  };
}

std::vector<OptionRow> delay_rows() {
  using O = Options;
  constexpr auto g = Group::fspec;
  constexpr auto late = static_cast<std::uint64_t>(Fspec::max_late);
  return {
      row<&O::delay_max, Kind::integer>(
          g, "delay-max", '\0', "fspec.delays.max", "TICKS", {0, late},
          "how many ticks a message may arrive late, so that others overtake it; what one node "
          "sends another at one tick is late together. A late message is never lost and arrives at "
          "EOT at the latest"),
      row<&O::delay_until, Kind::integer>(g, "delay-until", '\0', "fspec.delays.until", "TICK",
                                          {0, static_cast<std::uint64_t>(Fspec::max_eot)},
                                          "the last tick whose messages may be late or duplicated; "
                                          "otherwise EOT - 2. EFF is not a limit for them"),
      row<&O::delay_budget, Kind::integer>(
          g, "delay-budget", '\0', "fspec.delays.budget", "TICKS", {0, 1'000'000},
          "how many ticks all delays may have together; otherwise any number"),
      number_row<Delay>(),
      row<&O::delay_self, Kind::toggle>(
          g, "delay-self", '\0', "fspec.delays.self", "", {},
          "messages of a node to itself, such as timers, may also be late or duplicated"),
      choice_row<&O::delay_unit>(
          g, "delay-unit", "fspec.delays.unit", "UNIT", {"channel", "relation"},
          "what one delay or duplicate affects: everything that one node sends another at one tick "
          "(channel), or only one relation of it (relation)"),
      number_row<Duplicate>(),
      row<&O::duplicates_within, Kind::integer>(
          g, "duplicates-within", '\0', "fspec.duplicates.within", "TICKS", {1, late},
          "how many ticks later a duplicate may arrive; otherwise as --delay-max, or 1"),
      for_both(
          choice_row<&O::order>(g, "order", "fspec.order", "ORDER", {"any", "fifo"},
                                "whether messages from one node to another may overtake each other "
                                "(any) or not (fifo). With fifo, fault sets that would reorder "
                                "them are not admitted; in a real system the later message waits")),
  };
}

std::vector<OptionRow> disk_rows() {
  using O = Options;
  constexpr auto g = Group::fspec;
  return {
      number_row<FailedWrite>(),
      number_row<DeadDisk>(),
      number_row<Corruption>(),
      row<&O::disk_columns, Kind::columns>(
          g, "disk-column", '\0', "fspec.disk.columns", "NAME=COLUMN", {},
          "the data column of a relation that damage affects, from 2 on; if given, other relations "
          "are not damaged. Otherwise damage affects the last column of all relations in which it "
          "holds strings"),
      row<&O::disk_detected, Kind::toggle>(
          g, "disk-detected", '\0', "fspec.disk.detected", "", {},
          "nodes detect damage: damaged facts are dropped, and corrupt(Node, Relation) holds"),
      number_row<WriteBack>(),
      row<&O::disk_relations, Kind::names>(
          g, "disk-relations", '\0', "fspec.disk.relations", "p,q", {},
          "the stable and buffered relations whose disks may fail; otherwise all"),
      row<&O::disk_nodes, Kind::names>(g, "disk-nodes", '\0', "fspec.disk.nodes", "a,b,c", {},
                                       "the nodes whose disks may fail; otherwise all"),
      row<&O::disk_silent, Kind::toggle>(g, "disk-silent", '\0', "fspec.disk.silent", "", {},
                                         "disk faults are silent: ioerror does not report them"),
  };
}

/// Returns the rows of the options that define how executions are judged.
std::vector<OptionRow> judged_rows() {
  using O = Options;
  constexpr auto g = Group::fspec;
  return {
      row<&O::pre, Kind::relation>(
          g, "pre", '\0', "invariant.pre", "RELATION", {},
          "the relation with what is promised: each of its facts at EOT must also be in --post"),
      row<&O::post, Kind::relation>(g, "post", '\0', "invariant.post", "RELATION", {},
                                    "the relation with what must hold"),
      choice_row<&O::fail_on>(g, "fail-on", "fail_on", "SEVERITY", {"minor", "major", "critical"},
                              "the least severity of a violated specification that counts for the "
                              "verdict and the exit status"),
  };
}

std::vector<OptionRow> input_rows() {
  using O = Options;
  return {
      for_both(row<&O::programs, Kind::programs>(
          Group::input, "program", '\0', "program", "FILE.ded", {},
          "the Dedalus files, which together are one program; or one YAML config, which names them",
          {.resume = true})),
      row<&O::specifications, Kind::specifications>(
          Group::input, "spec", '\0', "specs", "FILE.spec", {},
          "a file of specifications that the program must satisfy besides the invariant; may be "
          "given several times"),
      row<&O::include, Kind::folders>(
          Group::input, "include", 'I', "include", "FOLDER", {},
          "another folder to search for included files, after those of the including file and of "
          "the programs; may be given several times",
          {.resume = true}),
      row<&O::params, Kind::params>(Group::input, "param", 'D', "params", "NAME=VALUE", {},
                                    "another value for a constant of the program (const NAME = "
                                    "...;); may be given several times",
                                    {.resume = true}),
      row<&O::externals, Kind::names>(
          Group::input, "externals", '\0', "externals", "cmd,join", {},
          "the relations whose facts are external events, such as requests of clients; --minimise "
          "tells which of these facts the counterexample needs"),
  };
}

/// Returns the rows of the options for nodes, duration and crashes.
std::vector<OptionRow> world_rows() {
  using O = Options;
  constexpr auto g = Group::fspec;
  constexpr auto last_tick = static_cast<std::uint64_t>(Fspec::max_eot);
  return {
      for_both(row<&O::nodes, Kind::names>(g, "nodes", 'N', "nodes", "a,b,c", {},
                                           "the nodes; otherwise all constants in location columns",
                                           {.resume = true})),
      row<&O::data_names, Kind::names>(
          g, "data-names", '\0', "data_names", "x,y", {},
          "strings in location columns that are not nodes; messages to and from them are dropped"),
      for_both(row<&O::eot, Kind::integer>(
          g, "eot", 't', "fspec.eot", "TICK", {1, last_tick},
          "end of time: the program runs from tick 1 to tick EOT; required")),
      for_both(row<&O::eff, Kind::integer>(g, "eff", 'f', "fspec.eff", "TICK", {0, last_tick - 1},
                                           "end of finite failures: the last tick at which "
                                           "messages may be lost, 0 <= EFF < EOT; required")),
      crashes_row(),
      choice_row<&O::eff_mode>(g, "eff-mode", "fspec.eff_mode", "MODE", {"inclusive", "exclusive"},
                               "whether messages sent at tick EFF itself may be lost"),
      choice_row<&O::crash_model>(
          g, "crash-model", "fspec.crash_model", "MODEL", {"silent", "halt", "stop"},
          "silent: a crashed node sends nothing. halt: its @next rules stop as well. stop: it is "
          "down, loses what is not stable, and may restart; the default with --restarts, "
          "--partitions, --pauses or disk faults"),
      number_row<Outage>(),
  };
}

}  // namespace

std::vector<OptionRow> fspec_rows() {
  std::vector<OptionRow> rows = input_rows();
  const auto add = [&rows](const std::vector<OptionRow>& part) {
    rows.insert(rows.end(), part.begin(), part.end());
  };
  for (const auto& part : {world_rows(), limit_rows(), delay_rows(), disk_rows()}) add(part);
  each_kind(
      [&rows]<class FaultKind>(FaultKind*) { add_if_missing(rows, number_row<FaultKind>()); });
  add(judged_rows());
  return rows;
}

}  // namespace ldfi::config
