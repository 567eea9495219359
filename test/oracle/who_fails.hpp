// Restricts the faults of random programs, and writes the limits of an Fspec as lines of a
// certificate's claim. For tests of certificates.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "common/faults/fspec.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {

/// Restricts one of four programs: only b may crash, only messages from a may be lost, and messages
/// from a to b are never lost.
inline RandomProgram restrict_faults(RandomProgram program, std::uint64_t seed) {
  if (seed % 4 != 1) return program;
  if (program.fspec.crashes > 0) {
    program.fspec.crashes = 1;
    program.fspec.crashable = {"b"};
  }
  program.fspec.limits.reliable = {{"a", "b"}};
  program.fspec.limits.omissions_from = {"a"};
  return program;
}

/// Returns the lines of a claim about nodes that do not crash and channels on which nothing is
/// lost. The lines do not depend on the limit on omissions.
inline std::string who_fails(const Fspec& of) {
  FspecParameters parameters = of.parameters();
  parameters.limits.omissions.reset();
  const Fspec fspec(parameters);
  std::string out;
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    const NodeId from(a);
    if (!fspec.crashable(from)) out += fmt::format("survivor {}\n", fspec.name(from));
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      if (a != b && !fspec.omissible(from, NodeId(b)))
        out += fmt::format("reliable {} {}\n", fspec.name(from), fspec.name(NodeId(b)));
    }
  }
  return out;
}

/// Returns the lines of a claim about the numbers and nodes of faults. `last` is the last tick of
/// losses and similar faults in a claim for one EOT, or nullopt in a claim for every EOT.
inline std::string how_many(const Fspec& of, std::optional<int> last) {
  std::string out;
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  const FaultLimits& limits = of.limits();
  if (limits.omissions && (*limits.omissions != 0 || !last)) line("losses", *limits.omissions);
  if (limits.faults) line("faults", *limits.faults);
  if (of.restarts() > 0) {
    line("restarts", of.restarts());
    if (last) line("last-restart", *last);
    if (last) line("least-down", limits.least_down);
    if (limits.most_down) line("most-down", *limits.most_down);
    for (std::size_t a = 0; a < of.node_count(); ++a) {
      if (!of.restartable(NodeId(a))) line("stayer", of.name(NodeId(a)));
    }
  }
  if (limits.partitions > 0 && !of.cuts().empty()) {
    line("partitions", limits.partitions);
    if (last) line("last-partition", *last);
    for (const Cut& cut : of.cuts()) {
      std::string side, rest;
      for (std::size_t n = 0; n < of.node_count(); ++n)
        (cut.side.contains(NodeId(n)) ? side : rest) += " " + of.name(NodeId(n));
      const bool in = cut.way == Way::in;
      const std::string from = (in ? rest : side).substr(1), to = (in ? side : rest).substr(1);
      line("cut", cut.way == Way::both ? from : from + ">" + to);
    }
  }
  if (limits.most.of<Pause>() == 0) return out;
  line("pauses", limits.most.of<Pause>());
  if (last) line("last-pause", *last);
  for (const std::string& name : of.nodes()) {
    if (!limits.pausable.empty() && std::ranges::count(limits.pausable, name) == 0)
      line("steady", name);
  }
  return out;
}

/// Returns the lines of a claim about late and duplicated messages. `last` is the last tick at
/// which such a message may be sent in a claim for one EOT, or nullopt in a claim for every EOT.
inline std::string lines_about_delays(const Fspec& of, std::optional<int> last) {
  const Delays& delays = of.delays();
  if (delays.none()) return "";
  std::string out = fmt::format("late {}\ntwice {}\ntwice-within {}\n", delays.most,
                                delays.duplicates, delays.within);
  if (last) out += fmt::format("late-until {}\n", *last);
  if (delays.self) out += "late-self yes\n";
  for (const std::string& one : delays.relations) out += fmt::format("late-relation {}\n", one);
  if (delays.fifo) out += "order fifo\n";
  if (delays.count) out += fmt::format("late-count {}\n", *delays.count);
  if (delays.budget) out += fmt::format("late-budget {}\n", *delays.budget);
  for (const std::string& a : of.nodes()) {
    for (const std::string& b : of.nodes()) {
      const bool may = of.may_be_late(*of.find(a), *of.find(b));
      if (a != b && !may) out += fmt::format("punctual {} {}\n", a, b);
    }
  }
  return out;
}

/// Returns the lines of a claim about faults of disks. `last` is the last tick of faults that must
/// end in a claim for one EOT, or nullopt in a claim for every EOT.
inline std::string lines_about_disk_faults(const Fspec& of, std::optional<int> last) {
  const DiskFaults& disk = of.disk();
  std::string out;
  const auto most = [&](const char* faults, int number, const char* until) {
    if (number > 0) out += fmt::format("{} {}\n", faults, number);
    if (number > 0 && last && until != nullptr) out += fmt::format("{} {}\n", until, *last);
  };
  most("failed-writes", disk.write, "last-write");
  most("dead-disks", disk.dead, nullptr);
  most("corruptions", disk.corrupt, "last-corruption");
  most("write-backs", disk.writeback, "last-write-back");
  if (disk.silent) out += "disk-errors silent\n";
  for (std::size_t i = 0; disk.corrupt > 0 && i < disk.damaged.size(); ++i) {
    out += disk.detected ? fmt::format("detected {}\n", disk.damaged[i])
                         : fmt::format("damaged {} {}\n", disk.damaged[i], disk.columns[i]);
  }
  for (const std::string& relation : disk.buffered) {
    if (disk.writeback > 0) out += fmt::format("written-back {}\n", relation);
  }
  for (std::size_t a = 0; a < of.node_count(); ++a) {
    for (std::size_t r = 0; r < of.stored().size(); ++r) {
      if (of.has_disk(NodeId(a), NamedId(r)))
        out += fmt::format("disk {} {}\n", of.name(NodeId(a)), of.stored()[r]);
    }
  }
  return out;
}

}  // namespace ldfi::test
