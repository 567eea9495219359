// Asks the checker of certificates whether it accepts claims about a random program, with proofs
// from a SAT solver.
#pragma once

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/faults/fspec.hpp"
#include "common/prove/certificate/claim.hpp"
#include "test/oracle/best_proofs.hpp"
#include "test/oracle/who_fails.hpp"
#include "test/support/random_program.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::test {

class Certified {
 public:
  Certified(const RandomProgram& random, const Fspec& fspec, const std::string& specifications = "")
      : fspec_(fspec), specified_(!specifications.empty()) {
    std::filesystem::create_directory(folder_.path("program"));
    std::ofstream(folder_.path("program/p.ded")) << random.text;
    if (specified_) std::ofstream(folder_.path("program/p.spec")) << specifications;
  }

  /// Returns the reason why the checker rejects the claim in `lines`, or an empty text if it
  /// accepts the claim.
  std::string rejected(const std::string& lines) {
    std::string text = certificate::first_line() + "\nprogram p.ded\n";
    if (specified_) text += "program p.spec\n";
    for (const std::string& node : fspec_.nodes()) text += "node " + node + "\n";
    text += fmt::format("eot {}\nlast-loss {}\ncrashes {}\ncrash-model {}\n", fspec_.eot(),
                        fspec_.limits().omissions == 0 ? 0 : fspec_.last_omission(),
                        fspec_.crashes(), name_of(fspec_.crash_model()));
    std::ofstream(folder_.path("claim.txt"))
        << text << who_fails(fspec_) << how_many(fspec_, fspec_.last_omission())
        << lines_about_disk_faults(fspec_, fspec_.last_omission())
        << lines_about_delays(fspec_, fspec_.last_late()) << lines;
    return rejection_with_best_proofs(folder_, proofs_);
  }

 private:
  const Fspec& fspec_;
  bool specified_;
  TemporaryFolder folder_{in_memory()};
  int proofs_ = 0;
};

struct Counted {
  int programs = 0, certified = 0, falsified = 0, sets = 0, violating = 0;
};

}  // namespace ldfi::test
