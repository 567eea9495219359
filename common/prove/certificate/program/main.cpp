// The program ldfi-check CERTIFICATE. It checks whether a certificate is true, or all certificates
// of a sweep or of specifications. It shares no code with the search: it has its own parser,
// unrolling and check of proofs. Exit status: 0 accepted, 1 rejected, 64 usage, 74 a file cannot be
// written.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/prove/certificate/cell_names.hpp"
#include "common/prove/certificate/cells.hpp"
#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/program/export.hpp"
#include "common/prove/certificate/program/print_claim.hpp"
#include "common/prove/certificate/rup.hpp"
#include "common/prove/certificate/specifications.hpp"

namespace {

using namespace ldfi::certificate;

using Check = std::function<void()>;  ///< function that throws when the time limit has passed

std::string reason(const std::exception& e) {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&e) != nullptr ||
                      dynamic_cast<const std::length_error*>(&e) != nullptr;
  return memory ? "out of memory: the check needs more than this machine has" : e.what();
}

/// Checks the proofs of all questions of the claim, and throws Rejected for a proof that fails.
/// Calls `proved` for each question with a correct proof. Exports the questions to the folder
/// `exported`, unless its name is empty.
Questions check_proofs(const std::string& folder, const std::string& exported, const Claim& claim,
                       const Check& in_time, const std::function<void(const Question&)>& proved) {
  Questions asked = questions(folder, claim, in_time);
  for (const Question& question : asked.each) {
    const std::string file = question.name + ".drup";
    std::ifstream proof = open_file(folder, file);
    const std::string wrong = refutes(question.clauses(), proof, in_time);
    if (!wrong.empty()) throw Rejected(file + ": " + wrong);
    if (!exported.empty()) export_question(exported, folder, question);
    proved(question);
  }
  return asked;
}

void check_one(const std::string& folder, const std::string& exported, const Check& in_time) {
  const Claim claim = read_claim(folder);
  const Questions asked =
      check_proofs(folder, exported, claim, in_time, [](const Question& question) {
        line("proved", question.name + (question.of.empty() ? "" : " (" + question.of + ")"));
      });
  print_claim(claim, asked);
}

/// Checks all certificates of a folder, and prints a line for each cell (one run of a sweep) or
/// each specification. All certificates must be about the same program. If their limits differ,
/// each line shows the limits of its certificate.
class Cells {
 public:
  Cells(std::string folder, std::string exported)
      : folder_(std::move(folder)), exported_(std::move(exported)) {}

  bool check(const Check& in_time) {
    const std::vector<ListedCell> cells = read_cells(folder_);
    std::vector<std::string> all;
    for (const ListedCell& cell : cells) all.push_back(cell.name);
    names_ = CellNames(all);
    listed_ = all;
    for (const ListedCell& cell : cells) {
      if (!cell.decided) {
        ++open_;
        line("undecided", cell.name);
        continue;
      }
      try {
        in_time();
        check(cell, in_time);
      } catch (const CannotWrite&) {
        throw;
      } catch (const std::exception& e) {
        ++rejected_;
        line("rejected", cell.name + ": " + reason(e));
      }
    }
    conclude(cells.size());
    return rejected_ == 0;
  }

 private:
  /// Throws Rejected unless the claim is about the specification `name`. The claim must also be
  /// about every EOT (last tick), or list a violation.
  static void require_about(const std::string& name, const Claim& claim) {
    const auto said = std::ranges::find(claim.each, name, &Said::of);
    if (said == claim.each.end() || (!claim.forever && said->violate.empty()))
      throw Rejected("the certificate claims nothing about this specification");
  }

  /// Throws Rejected if the list of certificates lacks a specification of the program. Readers
  /// would believe that the program has no other specifications.
  void require_all(const Program& program, const Claim& claim) const {
    std::vector<std::string> wanted;
    const auto post = program.relations.find(claim.limits.post);
    if (post != program.relations.end() && in_protocol(program, post->second))
      wanted.push_back(invariant);
    for (const Specification& one : program.specifications) wanted.push_back(one.name);
    for (const std::string& name : wanted) {
      if (std::ranges::find(listed_, name) == listed_.end())
        throw Rejected(std::string(cells_file) + " does not list the specification " + name);
    }
  }

  void check(const ListedCell& cell, const Check& in_time) {
    const std::string& name = cell.name;
    const std::string folder = folder_ + "/" + name;
    const Claim claim = read_claim(folder);
    what_ = cell.specification ? "specifications" : "cells";
    cell.specification ? require_about(name, claim) : names_.add(name, claim);
    const CellSubject same = subject_of(folder, claim);
    if (!same_) same_ = same;
    if (same != *same_)
      throw Rejected("the program or the nodes differ from those of the first cell");
    if (cell.specification) require_all(read_program(folder, claim), claim);
    const std::string exported = exported_.empty() ? "" : exported_ + "/" + name;
    const Questions asked = check_proofs(folder, exported, claim, in_time, [](const Question&) {});
    const std::vector<Line> about = subject(claim, asked);
    if (told_.empty()) {
      for (const std::string& program : claim.programs) line("program", "program/" + program);
    }
    if (about != told_) {
      for (const auto& [what, text] : about) line(what, text);
    }
    told_ = about;
    if (cell.specification) {
      print_specification(name, claim);
      ++(claim.forever ? certified_ : violated_);
      forever_ = true;
      return;
    }
    print_cell(name, claim);
    bool violated = false, certified = true;
    for (const Said& said : claim.each) {
      violated = violated || !said.violate.empty();
      certified = certified && said.certified;
    }
    ++(violated ? violated_ : certified ? certified_ : open_);
  }

  void conclude(std::size_t all) const {
    const std::string of = std::to_string(all) + " " + what_;
    if (rejected_ > 0) return line("rejected", std::to_string(rejected_) + " of " + of);
    line("accepted",
         "of " + of + " " + std::to_string(certified_) + " are violated by no fault set" +
             (forever_ ? ", whatever the EOT, " : ", ") + std::to_string(violated_) + " by some" +
             (open_ == 0
                  ? ""
                  : "; " + std::to_string(open_) + (open_ == 1 ? " is" : " are") + " undecided"));
  }

  const std::string folder_;
  const std::string exported_;  ///< folder for exported proofs; empty if they are not exported
  CellNames names_{{}};
  std::vector<std::string> listed_;
  std::optional<CellSubject> same_;
  std::vector<Line> told_;
  std::string what_ = "cells";
  bool forever_ = false;
  std::size_t certified_ = 0, violated_ = 0, open_ = 0, rejected_ = 0;
};

struct Asked {
  std::string folder;
  std::string exported;  ///< folder for exported proofs; empty if they are not exported
  double seconds = 1e9;
};

/// Reads the command line. Returns nullopt if it is invalid.
std::optional<Asked> read_words(const std::vector<std::string>& words) {
  Asked out;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--export") {
      if (++i == words.size() || words[i].empty() || !out.exported.empty()) return std::nullopt;
      out.exported = words[i];
    } else {
      others.push_back(words[i]);
    }
  }
  if (others.empty() || others.size() > 2 || others[0].starts_with("-")) return std::nullopt;
  out.folder = others[0];
  if (others.size() == 1) return out;
  char* end = nullptr;
  out.seconds = std::strtod(others[1].c_str(), &end);
  return end == others[1].c_str() || *end != '\0' || !(out.seconds > 0) ? std::nullopt
                                                                        : std::optional(out);
}

bool check(const Asked& asked) {
  const auto began = std::chrono::steady_clock::now();
  const auto in_time = [&] {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    if (took.count() > asked.seconds)
      throw Rejected("the check took longer than the given seconds");
  };
  if (!std::filesystem::is_directory(asked.folder))
    throw Rejected("there is no folder " + asked.folder);
  if (!asked.exported.empty()) begin_export(asked.exported);
  if (has_cells(asked.folder)) return Cells(asked.folder, asked.exported).check(in_time);
  check_one(asked.folder, asked.exported, in_time);
  return true;
}

constexpr const char* usage =
    "usage: ldfi-check [--export FOLDER] CERTIFICATE [SECONDS]\n"
    "Checks the certificate that ldfi-farm --certificate CERTIFICATE wrote, or those of all cells "
    "of a\nsweep or of all specifications, for so many seconds at most.\n"
    "--export FOLDER  for other checkers of proofs: each proved claim as DIMACS (NAME.cnf), with "
    "its\n                 proof in DRAT (NAME.drat). The folder must be absent or empty.\n"
    "Exit status: 0 accepted, 1 rejected, 64 usage, 74 something cannot be written\n";

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool help = words == std::vector<std::string>{"--help"};
  const std::optional<Asked> asked = read_words(words);
  if (!asked) {
    std::fputs(usage, help ? stdout : stderr);
    return help ? 0 : 64;
  }
  int status = 1;
  try {
    status = check(*asked) ? 0 : 1;
  } catch (const CannotWrite& e) {
    print_error(e.what());
    status = 74;
  } catch (const std::exception& e) {
    line("rejected", reason(e));
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : 74;
}
