// ldfi-check FOLDER: whether a certificate that ldfi-farm wrote is true. It shares no code with the
// search: own parser, own unrolling, own check of proofs. Exit status: 0 accepted, 1 rejected, 64 usage.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/certificate/claim.hpp"
#include "common/certificate/rup.hpp"

namespace {

using namespace ldfi::certificate;

std::string check(const std::string& folder) {
  const Claim claim = read_claim(folder);
  for (const Question& question : questions(folder, claim)) {
    const std::string file = question.name + ".drup";
    std::ifstream proof(std::filesystem::path(folder) / file);
    const std::string wrong = refutes(question.clauses, proof);
    if (!wrong.empty()) return file + ": " + wrong;
    std::printf("proved        %s\n", question.name.c_str());
  }
  const Limits& l = claim.limits;
  std::string nodes;
  for (const std::string& node : l.nodes) nodes += " " + node;
  for (const std::string& program : claim.programs)
    std::printf("program       program/%s\n", program.c_str());
  for (const auto& [name, value] : claim.parameters)
    std::printf("parameter     %s=%s\n", name.c_str(), value.c_str());
  std::printf("specification EOT %d, messages lost up to %d, crashes %d (%s)\n", l.eot, l.last_loss,
              l.crashes, l.halt ? "halt" : "silent");
  std::printf("nodes        %s\npromise       %s is in %s at EOT\n", nodes.c_str(), l.pre.c_str(),
              l.post.c_str());
  if (claim.certified)
    std::printf("accepted      no fault set violates it%s\n",
                claim.vacuous ? ", and without faults nothing is promised" : "");
  if (!claim.certified) {
    std::printf("accepted      %zu fault set%s violate%s it%s%s%s\n", claim.violate.size(),
                claim.violate.size() == 1 ? "" : "s", claim.violate.size() == 1 ? "s" : "",
                claim.minimal ? ", minimal" : "", claim.least ? ", no smaller one does" : "",
                claim.all ? ", and every one that does contains one of them" : "");
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string(argv[1]).starts_with("-")) {
    std::fputs(
        "usage: ldfi-check FOLDER\nFOLDER is what ldfi-farm --certificate FOLDER wrote. 0: "
        "accepted, 1: rejected, 64: usage\n",
        stderr);
    return argc == 2 && std::string(argv[1]) == "--help" ? 0 : 64;
  }
  try {
    const std::string wrong = check(argv[1]);
    if (wrong.empty()) return 0;
    std::printf("rejected      %s\n", wrong.c_str());
  } catch (const std::exception& e) {
    std::printf("rejected      %s\n", e.what());
  }
  return 1;
}
