// Makes random programs that read the disks of their buffered relations, for tests of certificates.
#pragma once

#include <cstdint>
#include <string>

#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {

/// Returns a program with rules that read disks. In one of three programs, disks have no faults,
/// because crashed nodes are silent or halt.
inline RandomProgram disk_reader(std::uint64_t seed) {
  RandomProgram out = seed % 2 == 0 ? disk_fault_program(seed) : corruption_program(seed);
  const auto program = checked(out);
  if (!program) return out;
  std::string more;
  for (const auto& relation : program->relations) {
    if (!relation.disk_of) continue;
    const std::string name = program->relation(*relation.disk_of).name;
    std::string columns = "N";
    for (std::size_t i = 1; i < relation.columns.size(); ++i) columns += ", C" + std::to_string(i);
    const std::string disk = relation.name + "(" + columns + ")";
    const std::string memory = name + "(" + columns + ")";
    if (seed % 5 < 2) more += "pre(N) :- " + disk + ", notin " + memory + ";\n";
    if (seed % 5 == 2) more += "pre(N) :- " + disk + ";\n";
    if (seed % 5 == 3) more += memory + "@next :- " + disk + ", notin down(N);\n";
    if (seed % 5 == 4) more += "pre(\"" + name + "\") :- " + memory + ", notin " + disk + ";\n";
  }
  RandomProgram reading{out.text + more, out.fspec};
  if (seed % 3 == 0) {
    FspecParameters& p = reading.fspec;
    p.crash_model = seed % 2 == 0 ? CrashModel::silent : CrashModel::halt;
    p.restarts = 0;
    p.limits.most.of<Pause>() = 0;
    p.limits.pausable.clear();
    p.disk = {};
  }
  return checked(reading) ? reading : out;
}

}  // namespace ldfi::test
