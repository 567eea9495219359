#include "common/prove/certificate/program/print_claim.hpp"

#include <algorithm>
#include <cstdio>

namespace ldfi::certificate {
namespace {

/// Returns the text with its control characters escaped, because texts may come from untrusted
/// sources.
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

std::string limit(std::optional<int> most, const std::string& of = "") {
  return most ? " (at most " + std::to_string(*most) + of + ")" : "";
}

/// Returns the limits of outages in words, for a claim about every EOT (last tick). In such a
/// claim, all nodes that restart have restarted by EOT.
std::string outages_forever(const Limits& l) {
  std::string out;
  for (const auto& [what, most] : {std::pair{", restarts ", l.restarts},
                                   {", partitions ", l.partitions},
                                   {", pauses ", l.pauses},
                                   {", failed writes ", l.failed_writes}})
    if (most > 0) out += what + std::to_string(most);
  return out;
}

/// Returns the limits of restarts, partitions, pauses and disk faults in words.
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

/// Returns the limits of late and second messages in words.
std::string late(const Limits& l, bool forever) {
  const std::string until = forever ? "" : " (sent up to " + std::to_string(l.last_late) + ")";
  std::string out;
  if (l.late > 0)
    out += ", messages late by up to " + std::to_string(l.late) + until + limit(l.late_count) +
           limit(l.late_budget, " ticks together");
  if (l.twice > 0)
    out += ", up to " + std::to_string(l.twice) + " a second time within " +
           std::to_string(l.twice_within) + until;
  if (l.late_self) out += ", those to oneself, too";
  if (!l.late_relations.empty()) out += ", each relation by itself";
  if (l.fifo) out += ", channels fifo";
  return out;
}

/// Returns in words until when messages may be lost, and which nodes may crash.
std::string specification(const Claim& claim) {
  const Limits& l = claim.limits;
  const std::string crashes = ", crashes " + std::to_string(l.crashes) +
                              (l.stop   ? " (stop)"
                               : l.halt ? " (halt)"
                                        : " (silent)");
  const std::string faults = l.faults ? ", at most " + std::to_string(*l.faults) + " faults" : "";
  if (!claim.forever)
    return "EOT " + std::to_string(l.eot) + ", messages lost up to " + std::to_string(l.last_loss) +
           limit(l.losses) + late(l, false) + crashes + outages(l) + faults;
  const std::string disks =
      (l.dead_disks > 0 ? ", dead disks " + std::to_string(l.dead_disks) : "") +
      (l.silent_disks ? ", disks silent" : "");
  const std::string out =
      "every EOT from " + std::to_string(std::max(claim.from, claim.calm.value_or(1))) + " on";
  if (!claim.calm) return out + ", no message lost" + late(l, true) + crashes + disks + faults;
  const std::string passing = outages_forever(l);
  const std::string until = *claim.calm == 1 && passing.empty()
                                ? "at any tick"
                                : "up to EOT - " + std::to_string(*claim.calm);
  return out + ", messages lost " + until + limit(l.losses) + late(l, true) + crashes + passing +
         (passing.empty() ? "" : ", over by then") + disks + faults;
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

bool is_named(const Claim& claim) {
  return !claim.each.empty() && !claim.each[0].of.empty();
}

/// Returns one text that summarizes the claims about all specifications.
std::string accepted_of_each(const Claim& claim) {
  std::size_t certified = 0, violated = 0;
  for (const Said& said : claim.each) {
    certified += said.certified ? 1U : 0U;
    violated += said.violate.empty() ? 0U : 1U;
  }
  return "of " + std::to_string(claim.each.size()) + " specifications " +
         std::to_string(certified) + " are violated by no fault set, " + std::to_string(violated) +
         " by some";
}

}  // namespace

void line(const std::string& what, const std::string& text) {
  std::printf("%-13s %s\n", what.c_str(), shown(text).c_str());
}

void print_error(const std::string& text) {
  std::fprintf(stderr, "ldfi-check: %s\n", shown(text).c_str());
}

std::string accepted(const Claim& claim) {
  const std::string known =
      claim.known.empty() ? "" : ", apart from what contains a known fault set";
  if (is_named(claim) && !claim.forever) return accepted_of_each(claim) + known;
  if (claim.forever) return "no fault set violates it, whatever the EOT";
  return accepted(claim.each[0]) + known;
}

std::vector<Line> subject(const Claim& claim, const Questions& asked) {
  const Limits& l = claim.limits;
  std::vector<Line> out;
  const auto add = [&out](const char* what, const std::string& text) {
    out.emplace_back(what, text);
  };
  std::string nodes;
  for (const std::string& node : l.nodes) nodes += (nodes.empty() ? "" : " ") + node;
  add("nodes", nodes);
  for (const std::string& node : l.survivors) add("survivor", node);
  for (const auto& [from, to] : l.reliable) add("reliable", from + " " + to);
  for (const std::string& node : l.stayers) add("stayer", node);
  for (const std::string& cut : l.cuts) add("cut", cut);
  for (const std::string& node : l.steady) add("steady", node);
  for (const auto& [node, relation] : l.disks) add("disk", node + " " + relation);
  for (const auto& [relation, column] : l.data) {
    add(column == 0 ? "detected" : "damaged",
        relation + (column == 0 ? "" : " " + std::to_string(column)));
  }
  for (const std::string& relation : l.written_back) add("written-back", relation);
  for (const auto& [from, to] : l.punctual) add("punctual", from + " " + to);
  for (const std::string& relation : l.late_relations) add("late relation", relation);
  for (const FaultSet& faults : claim.known) add("known", to_text(faults));
  const bool promises =
      // True if the invariant of pre and post is judged, alone or together with specifications.
      !is_named(claim) || asked.judged[0].when.empty();
  if (promises)
    add("promise", asked.has_pre ? l.pre + " is in " + l.post + " at EOT"
                                 : "what is in " + l.post + " at EOT without faults is there");
  return out;
}

void print_claim(const Claim& claim, const Questions& asked) {
  for (const std::string& program : claim.programs) line("program", "program/" + program);
  for (const auto& [name, value] : claim.parameters) line("parameter", name + "=" + value);
  line("specification", specification(claim));
  for (const auto& [what, text] : subject(claim, asked)) line(what, text);
  for (std::size_t i = 0; i < claim.each.size(); ++i) {
    const Said& said = claim.each[i];
    if (is_named(claim)) {
      const Judged& judged = asked.judged[i];
      line("judged", judged.name + (judged.when.empty() ? "" : " " + judged.when) + ": " +
                         (claim.forever ? accepted(claim) : accepted(said)));
    }
    for (const FaultSet& faults : said.violate) line("violates", to_text(faults));
  }
  line("accepted", accepted(claim));
}

void print_specification(const std::string& name, const Claim& claim) {
  const auto said = std::ranges::find(claim.each, name, &Said::of);
  line("judged", name + ": " + specification(claim) + ": " +
                     (claim.forever ? accepted(claim) : accepted(*said)));
  for (const FaultSet& faults : said->violate) line("violates", to_text(faults));
}

void print_cell(const std::string& name, const Claim& claim) {
  std::string parameters;
  for (const auto& [constant, value] : claim.parameters)
    parameters += constant + "=" + value + ", ";
  line("cell", name + ": " + parameters + specification(claim) + ": " + accepted(claim));
}

}  // namespace ldfi::certificate
