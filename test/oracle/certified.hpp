// Claims about a random program, as the checker of certificates judges them with the best proofs, for oracles.
#pragma once

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "common/certificate/claim.hpp"
#include "common/faults/fspec.hpp"
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

  /// Why the checker rejects what these lines claim, or nothing.
  std::string rejected(const std::string& lines) {
    std::string text = certificate::first_line() + "\nprogram p.ded\n";
    if (specified_) text += "program p.spec\n";
    for (const std::string& node : fspec_.nodes()) text += "node " + node + "\n";
    text += fmt::format("eot {}\nlast-loss {}\ncrashes {}\ncrash-model {}\n", fspec_.eot(),
                        fspec_.limits().omissions == 0 ? 0 : fspec_.last_omission(),
                        fspec_.crashes(), name_of(fspec_.crash_model()));
    std::ofstream(folder_.path("claim.txt"))
        << text << who_fails(fspec_) << how_many(fspec_, fspec_.last_omission()) << disks()
        << how_late(fspec_, fspec_.last_late()) << lines;
    return rejected_at_best(folder_, proofs_);
  }

 private:
  [[nodiscard]] std::string disks() const {
    const DiskFaults& disk = fspec_.disk();
    std::string out = fmt::format("failed-writes {}\nlast-write {}\ndead-disks {}\n", disk.write,
                                  fspec_.last_omission(), disk.dead);
    if (disk.silent) out += "disk-errors silent\n";
    out +=
        fmt::format("corruptions {}\nlast-corruption {}\nwrite-backs {}\nlast-write-back {}\n",
                    disk.corrupt, fspec_.last_omission(), disk.writeback, fspec_.last_omission());
    for (std::size_t i = 0; disk.corrupt > 0 && i < disk.damaged.size(); ++i) {
      out += disk.detected ? fmt::format("detected {}\n", disk.damaged[i])
                           : fmt::format("damaged {} {}\n", disk.damaged[i], disk.columns[i]);
    }
    for (const std::string& relation : disk.buffered) {
      if (disk.writeback > 0) out += fmt::format("written-back {}\n", relation);
    }
    for (std::size_t a = 0; a < fspec_.node_count(); ++a) {
      for (std::size_t r = 0; r < fspec_.stored().size(); ++r) {
        if (fspec_.has_disk(NodeId(a), StoredId(r)))
          out += fmt::format("disk {} {}\n", fspec_.name(NodeId(a)), fspec_.stored()[r]);
      }
    }
    return out;
  }

  const Fspec& fspec_;
  bool specified_;
  TemporaryFolder folder_;
  int proofs_ = 0;
};

struct Counted {
  int programs = 0, certified = 0, falsified = 0, sets = 0, violating = 0;
};

}  // namespace ldfi::test
