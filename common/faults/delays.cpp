#include "common/faults/delays.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"

namespace ldfi {

std::string in_words(const Delays& delays) {
  std::string out;
  if (delays.most > 0) {
    out += ", messages up to " + counted(delays.most, "tick") + " late";
    if (delays.self) out += ", those to oneself, too";
    if (delays.budget) out += fmt::format(", {} in all", counted(*delays.budget, "tick"));
    if (delays.count) out += ", at most " + counted(*delays.count, "delay");
  }
  if (delays.duplicates > 0) {
    out += ", " + counted(delays.duplicates, "duplicate") + " within " +
           counted(delays.most_between(), "tick");
    if (delays.self && delays.most == 0) out += ", of messages to oneself, too";
  }
  if (delays.until) out += fmt::format(", of messages sent up to tick {}", *delays.until);
  if (delays.by_relation) out += ", each relation by itself";
  if (delays.fifo) out += ", channels are fifo";
  return out;
}

std::string messages_of(NamedId relation, const Fspec& fspec) {
  if (relation == no_relation) return "messages";
  return "messages of " + word_or_quoted(fspec.name(relation));
}

std::string of_relation(NamedId relation, const Fspec& fspec) {
  return relation == no_relation ? "" : word_or_quoted(fspec.name(relation)) + ", ";
}

std::string late_arguments(const Channel& messages, int late, const Names& names) {
  std::string out =
      fmt::format("{},{},{},", word_or_quoted(names.nodes.at(messages.from.index())),
                  word_or_quoted(names.nodes.at(messages.to.index())), messages.sent.tick());
  if (messages.relation != no_relation) {
    out += word_or_quoted(names.relations.at(messages.relation.index())) + ",";
  }
  return out + fmt::format("+{}", late);
}

namespace {

/// Reads the relation whose messages are late. Reports an error and returns nullopt if the relation
/// is missing although required, or its messages cannot be delayed separately.
std::optional<NamedId> relation_of(FaultReader& reader,
                                   const std::optional<FaultReader::Word>& word, const char* told) {
  const Delays& delays = reader.fspec().delays();
  if (!word) {
    if (!delays.by_relation) return no_relation;
    reader.report("fault-late",
                  fmt::format("--delay-unit relation is set, so each relation arrives {} by "
                              "itself: name it before the number of ticks",
                              told));
    return std::nullopt;
  }
  const std::string name = shown(word->text);
  if (!delays.by_relation) {
    reader.report(
        "fault-late",
        fmt::format(
            "messages of one tick arrive {} together: leave {} out, or set --delay-unit relation",
            told, name));
    return std::nullopt;
  }
  const std::optional<NamedId> found = reader.fspec().find_named(word->text);
  if (!found) {
    reader.report("fault-late",
                  fmt::format("no rule sends {}, so it cannot arrive {}", name, told));
  }
  return found;
}

}  // namespace

ReadLate read_late(FaultReader& reader, int most, const char* told) {
  ReadLate out;
  const auto from = reader.name();
  reader.expect(',', "a name");
  const auto to = reader.name();
  reader.expect(',', "a receiver's name");
  const auto time = reader.time_word();
  reader.expect(',', "the time at which it is sent");
  std::optional<FaultReader::Word> relation;
  if (!reader.skip('+')) {
    relation = reader.name();
    reader.expect(',', "a relation (a number of ticks has a +)");
    reader.expect('+', "the comma before the number of ticks");
  }
  const auto ticks = reader.time_word();
  reader.expect(')', "a number of ticks");
  const Fspec& fspec = reader.fspec();
  const int last = fspec.last_late();
  out.from = reader.node_of(from);
  out.to = reader.node_of(to);
  out.sent = reader.time_of(
      time, last,
      fspec.delays().until
          ? fmt::format("messages sent up to tick {} may arrive {}", last, told)
          : fmt::format("only messages sent up to EOT - 2 can arrive {}, and EOT is {}", told,
                        fspec.eot()));
  if (out.from && out.from == out.to && !fspec.delays().self) {
    reader.report(
        "fault-self",
        fmt::format("messages of a node to itself never arrive {} (--delay-self allows it)", told));
    out.from.reset();
  } else if (out.from && out.to && !fspec.may_be_late(*out.from, *out.to)) {
    reader.report("fault-late",
                  fmt::format("the channel from {} to {} is reliable, so nothing arrives {}",
                              shown(from.text), shown(to.text), told));
    out.from.reset();
  }
  if (const auto found = relation_of(reader, relation, told)) {
    out.relation = *found;
  } else {
    out.from.reset();
  }
  if (!out.sent) return out;
  const int left = fspec.eot() - 1 - out.sent->tick();
  const auto late = reader.time_of(
      ticks, std::min(most, left),
      left < most ? fmt::format("a late message arrives at EOT ({}) at the latest", fspec.eot())
                  : fmt::format("the Fspec admits at most {}", counted(most, "tick")));
  if (late) out.late = late->tick();
  return out;
}

}  // namespace ldfi
