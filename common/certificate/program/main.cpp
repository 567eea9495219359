// ldfi-check FOLDER: whether a certificate that ldfi-farm wrote is true. It shares no code with the
// search: own parser, own unrolling, own check of proofs. Exit status: 0 accepted, 1 rejected, 64 usage, 74
// if nothing can be written.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "common/certificate/claim.hpp"
#include "common/certificate/rup.hpp"

namespace {

using namespace ldfi::certificate;

/// Names and texts come from strangers: a terminal sees no control character of theirs.
std::string shown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      out += c;
    } else {
      out += {'\\', 'x', "0123456789abcdef"[byte >> 4U], "0123456789abcdef"[byte & 15U]};
    }
  }
  return out;
}

void line(const std::string& what, const std::string& text) {
  std::printf("%-13s %s\n", what.c_str(), shown(text).c_str());
}

std::string limit(std::optional<int> most, const std::string& of = "") {
  return most ? " (at most " + std::to_string(*most) + of + ")" : "";
}

/// Which nodes may restart, how the network may fall apart, and which disks may fail.
std::string outages(const Limits& l) {
  std::string out;
  if (l.stop && l.restarts > 0) {
    out += ", restarts " + std::to_string(l.restarts) + " (up to " +
           std::to_string(l.last_restart + 1) + ", down for " + std::to_string(l.least_down) +
           (l.most_down ? " to " + std::to_string(*l.most_down) : " or more") + ")";
  }
  if (l.partitions > 0) {
    out += ", partitions " + std::to_string(l.partitions) + " (up to " +
           std::to_string(l.last_partition) + ")";
  }
  if (l.pauses > 0)
    out += ", pauses " + std::to_string(l.pauses) + " (up to " + std::to_string(l.last_pause) + ")";
  if (l.failed_writes > 0)
    out += ", failed writes " + std::to_string(l.failed_writes) + " (up to " +
           std::to_string(l.last_write) + ")";
  if (l.dead_disks > 0) out += ", dead disks " + std::to_string(l.dead_disks);
  if (l.corruptions > 0)
    out += ", corruptions " + std::to_string(l.corruptions) + " (up to " +
           std::to_string(l.last_corruption) + ")";
  if (l.write_backs > 0)
    out += ", write-backs " + std::to_string(l.write_backs) + " (up to " +
           std::to_string(l.last_write_back) + ")";
  return out + (l.silent_disks ? ", disks silent" : "");
}

/// Which messages may be late, or come twice.
std::string late(const Limits& l) {
  const std::string until = " (sent up to " + std::to_string(l.last_late) + ")";
  std::string out;
  if (l.late > 0)
    out += ", messages late by up to " + std::to_string(l.late) + until + limit(l.late_count) +
           limit(l.late_budget, " ticks together");
  if (l.twice > 0)
    out += ", up to " + std::to_string(l.twice) + " a second time within " +
           std::to_string(l.twice_within) + until;
  if (l.fifo) out += ", channels fifo";
  return out;
}

/// Up to when messages may be lost, and who may crash.
std::string specification(const Claim& claim) {
  const Limits& l = claim.limits;
  const std::string crashes = ", crashes " + std::to_string(l.crashes) +
                              (l.stop   ? " (stop)"
                               : l.halt ? " (halt)"
                                        : " (silent)");
  if (!claim.forever)
    return "EOT " + std::to_string(l.eot) + ", messages lost up to " + std::to_string(l.last_loss) +
           limit(l.losses) + late(l) + crashes + outages(l) +
           (l.faults ? ", at most " + std::to_string(*l.faults) + " faults" : "");
  const std::string out =
      "every EOT from " + std::to_string(std::max(claim.from, claim.calm.value_or(1))) + " on";
  if (!claim.calm) return out + ", no message lost" + crashes;
  return out + ", messages lost " +
         (*claim.calm == 1 ? "at any tick" : "up to EOT - " + std::to_string(*claim.calm)) +
         crashes;
}

std::string accepted(const Said& said) {
  if (said.open) return "nothing is claimed";
  if (said.certified)
    return std::string("no fault set violates it") +
           (said.vacuous ? (said.of.empty() || said.of == "invariant"
                                ? ", and without faults nothing is promised"
                                : ", which is never judged")
                         : "");
  const std::size_t sets = said.violate.size();
  return std::to_string(sets) + (sets == 1 ? " fault set violates it" : " fault sets violate it") +
         (said.minimal ? ", minimal" : "") + (said.least ? ", no smaller one does" : "") +
         (said.all ? ", and every one that does contains one of them" : "");
}

/// Where specifications have names, what is claimed of each.
void tell_each(const Claim& claim, const std::vector<Judged>& judged) {
  std::size_t certified = 0, violated = 0;
  for (std::size_t i = 0; i < claim.each.size(); ++i) {
    const Said& said = claim.each[i];
    line("judged", judged[i].name + (judged[i].when.empty() ? "" : " " + judged[i].when) + ": " +
                       accepted(said));
    for (const FaultSet& faults : said.violate) line("violates", to_text(faults));
    certified += said.certified ? 1U : 0U;
    violated += said.violate.empty() ? 0U : 1U;
  }
  line("accepted", "of " + std::to_string(claim.each.size()) + " specifications " +
                       std::to_string(certified) + " are violated by no fault set, " +
                       std::to_string(violated) + " by some");
}

void tell(const Claim& claim, const Questions& asked) {
  const Limits& l = claim.limits;
  for (const std::string& program : claim.programs) line("program", "program/" + program);
  for (const auto& [name, value] : claim.parameters) line("parameter", name + "=" + value);
  line("specification", specification(claim));
  std::string nodes;
  for (const std::string& node : l.nodes) nodes += (nodes.empty() ? "" : " ") + node;
  line("nodes", nodes);
  for (const std::string& node : l.survivors) line("survivor", node);
  for (const auto& [from, to] : l.reliable) line("reliable", from + " " + to);
  for (const std::string& node : l.stayers) line("stayer", node);
  for (const std::string& cut : l.cuts) line("cut", cut);
  for (const std::string& node : l.steady) line("steady", node);
  for (const auto& [node, relation] : l.disks) line("disk", node + " " + relation);
  for (const auto& [relation, column] : l.data) {
    line(column == 0 ? "detected" : "damaged",
         relation + (column == 0 ? "" : " " + std::to_string(column)));
  }
  for (const std::string& relation : l.written_back) line("written-back", relation);
  for (const auto& [from, to] : l.punctual) line("punctual", from + " " + to);
  const bool named = !claim.each.empty() && !claim.each[0].of.empty();
  const bool promises = !named || asked.judged[0].when.empty();  // pre and post, and more or not
  if (promises)
    line("promise", asked.has_pre ? l.pre + " is in " + l.post + " at EOT"
                                  : "what is in " + l.post + " at EOT without faults is there");
  if (named) return tell_each(claim, asked.judged);
  if (claim.forever) return line("accepted", "no fault set violates it, whatever the EOT");
  for (const FaultSet& faults : claim.each[0].violate) line("violates", to_text(faults));
  line("accepted", accepted(claim.each[0]));
}

/// What is wrong, or nothing.
std::string check(const std::string& folder, double seconds) {
  const auto began = std::chrono::steady_clock::now();
  const auto in_time = [&] {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    if (took.count() > seconds) throw Rejected("it took too long to check");
  };
  const Claim claim = read_claim(folder);
  const Questions asked = questions(folder, claim, in_time);
  for (const Question& question : asked.each) {
    const std::string file = question.name + ".drup";
    std::ifstream proof = open_file(folder, file);
    const std::string wrong = refutes(question.clauses(), proof, in_time);
    if (!wrong.empty()) return file + ": " + wrong;
    line("proved", question.name + (question.of.empty() ? "" : " (" + question.of + ")"));
  }
  tell(claim, asked);
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "";
  char* end = nullptr;
  const double seconds = argc == 3 ? std::strtod(argv[2], &end) : 1e9;
  if (argc < 2 || argc > 3 || folder.starts_with("-") ||
      (end != nullptr && (*end != '\0' || !(seconds > 0)))) {
    std::fputs(
        "usage: ldfi-check FOLDER [SECONDS]\n"
        "Checks the certificate that ldfi-farm --certificate FOLDER wrote, for so many seconds at "
        "most.\n"
        "Exit status: 0 accepted, 1 rejected, 64 usage, 74 nothing can be written\n",
        folder == "--help" ? stdout : stderr);
    return folder == "--help" && argc == 2 ? 0 : 64;
  }
  int status = 1;
  try {
    const std::string wrong = check(folder, seconds);
    if (wrong.empty()) {
      status = 0;
    } else {
      line("rejected", wrong);
    }
  } catch (const std::exception& e) {
    line("rejected", e.what());
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : 74;
}
