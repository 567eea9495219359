#include "common/prove/certificate/events.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "common/prove/certificate/specifications.hpp"
#include "common/prove/certificate/storage.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::array<std::string_view, 6> event_words{"sent", "delivered", "lost", "wrote",
                                                      // In the order of Event::Kind.
                                                      "first", "gone"};

bool is_message(const Program& program, int relation) {
  return std::ranges::any_of(program.rules, [&](const Rule& rule) {
    return rule.relation == relation && rule.when == When::async;
  });
}

bool is_written(const Program& program, int relation) {
  const auto how = program.storage.find(relation);
  return stable_relations(program).contains(relation) ||
         (how != program.storage.end() && how->second == "buffered");
}

/// Returns the kind and the relation of the event with this name, such as `sent` and `ack` for an
/// event about ack. Returns nullopt if the name is not the name of an event.
std::optional<std::pair<Event::Kind, std::string>> named(const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const auto* const word = std::ranges::find(event_words, std::string_view(name).substr(0, dot));
  if (word == event_words.end()) return std::nullopt;
  return std::pair{static_cast<Event::Kind>(word - event_words.begin()), name.substr(dot + 1)};
}

std::size_t columns_of(const Program& program, int relation) {
  for (const Rule& rule : program.rules) {
    if (rule.relation == relation) return rule.head.size();
  }
  const auto fact = std::ranges::find(program.facts, relation, &Fact::relation);
  return fact->tuple.size();
}

Literal literal(int relation, std::size_t columns, bool negated = false) {
  Literal out{relation, {}, negated, 0};
  for (std::size_t i = 0; i < columns; ++i)
    out.columns.push_back({Term::Kind::variable, static_cast<int>(i), {}});
  return out;
}

class EventRules {
 public:
  explicit EventRules(Program& program) : program_(program) {
    for (const auto& [name, relation] : program.relations) names_[relation] = name;
  }

  void add(const Event& event) {
    const auto columns = columns_of(program_, event.of) + (event.of_messages() ? 1 : 0);
    switch (event.kind) {
      case Event::Kind::sent:
        return sent(event.of);
      case Event::Kind::delivered:
        return delivered(event.of);
      case Event::Kind::wrote:
        return wrote(event);
      case Event::Kind::lost: {
        sent(event.of);
        delivered(event.of);
        const int before = before_of("sent." + names_[event.of], columns);
        return plain(event.event, When::now, columns,
                     {before, program_.relation("delivered." + names_[event.of])});
      }
      case Event::Kind::first:
        return plain(event.event, When::now, columns,
                     {event.of, before_of(names_[event.of], columns)});
      case Event::Kind::gone:
        return plain(event.event, When::now, columns,
                     {before_of(names_[event.of], columns), event.of});
    }
  }

 private:
  /// Adds a rule that derives `head` from the first relation of `body`. If `body` has a second
  /// relation, the rule requires that the tuple is not in it.
  void plain(int head, When when, std::size_t columns, const std::vector<int>& body) {
    Rule rule;
    rule.relation = head;
    rule.when = when;
    rule.observes = true;
    rule.variables = static_cast<int>(columns);
    rule.where = "an event";
    rule.body.push_back(literal(body[0], columns));
    for (const Term& term : rule.body[0].columns) rule.head.push_back({"", {{'v', term}}});
    if (body.size() > 1) rule.body.push_back(literal(body[1], columns, true));
    program_.rules.push_back(std::move(rule));
  }

  /// Returns a relation with the tuples that the relation `name` had at the previous tick.
  int before_of(const std::string& name, std::size_t columns) {
    const int out = program_.relation("before:" + name);
    if (made_.insert(out).second) plain(out, When::next, columns, {program_.relation(name)});
    return out;
  }

  std::vector<Rule> rules_of(int relation, When when) const {
    std::vector<Rule> out;
    for (const Rule& rule : program_.rules) {
      if (rule.relation == relation && rule.when == when) out.push_back(rule);
    }
    return out;
  }

  /// Adds the sender to the head of a copied rule, as the first column.
  static Term with_sender(Rule& rule, int head) {
    Term& from = std::ranges::find(rule.body, false, &Literal::negated)->columns.front();
    if (from.kind == Term::Kind::any) from = {Term::Kind::variable, rule.variables++, {}};
    rule.head.insert(rule.head.begin(), {"", {{'v', from}}});
    rule.relation = head;
    rule.observes = true;
    return from;
  }

  /// Adds the rules for the event `sent`. A quiet node, which is down or paused, sends nothing.
  void sent(int message) {
    const int head = program_.relation("sent." + names_[message]);
    if (!made_.insert(head).second) return;
    for (Rule rule : rules_of(message, When::async)) {
      const Expression to = rule.head[0].value;
      const Term from = with_sender(rule, head);
      rule.when = When::now;
      for (const bool itself : {false, true}) {
        Rule one = rule;
        one.comparisons.push_back({itself ? "==" : "!=", to, {{'v', from}}});
        const int who = program_.relation(std::string(itself ? quiet_to_itself : quiet));
        one.body.push_back({who, {from}, true, 0});
        program_.rules.push_back(std::move(one));
      }
    }
  }

  void delivered(int message) {
    const int head = program_.relation("delivered." + names_[message]);
    if (!made_.insert(head).second) return;
    for (Rule rule : rules_of(message, When::async)) {
      with_sender(rule, head);
      rule.copy_of_rule_for = message;
      program_.rules.push_back(std::move(rule));
    }
  }

  /// Adds the rules for the event `wrote`. A sync writes a buffered relation. A rule that only
  /// keeps a tuple does not write.
  void wrote(const Event& event) {
    const std::map<int, int> disks = buffered_relations(program_);
    const auto disk = disks.find(event.of);
    const int written = disk == disks.end() ? event.of : disk->second;
    for (Rule rule : rules_of(written, When::next)) {
      if (keeps_a_tuple(rule)) continue;
      rule.relation = event.event;
      rule.observes = true;
      rule.copy_of_rule_for = written;
      program_.rules.push_back(std::move(rule));
    }
  }

  Program& program_;
  std::map<int, std::string> names_;
  std::set<int> made_;
};

}  // namespace

std::vector<Event> events(const Program& program) {
  const Uses uses(program);
  std::vector<Event> out;
  for (const auto& [name, relation] : program.relations) {
    const auto says = named(name);
    if (!says || uses.of_protocol.contains(relation)) continue;
    const auto of = program.relations.find(says->second);
    const bool is = of != program.relations.end() && uses.of_protocol.contains(of->second);
    const bool derived = uses.of_specifications.contains(relation);
    if (is && derived) throw Rejected("a specification derives the event " + name);
    if (is && uses.protocol_reads.contains(relation))
      throw Rejected("only specifications may read events, but the protocol reads " + name);
    if (derived || !uses.specifications_read.contains(relation)) continue;
    if (!is)
      throw Rejected("the event is about something that is not a relation of the protocol: " +
                     name);
    const Event event{says->first, relation, of->second};
    if (event.of_messages() && !is_message(program, of->second))
      throw Rejected("the event is about a relation that is not a message: " + name);
    for (const char* other : {"sent.", "delivered."}) {
      const auto own = program.relations.find(other + says->second);
      const bool taken = own != program.relations.end() && uses.of_protocol.contains(own->second);
      if (event.kind == Event::Kind::lost && taken)
        throw Rejected(
            "events about lost messages need a protocol without a relation of its own called " +
            own->first);
    }
    if (event.kind == Event::Kind::wrote && !is_written(program, of->second))
      throw Rejected("the event is about a relation that is not stable: " + name);
    out.push_back(event);
  }
  return out;
}

void add_events(Program& program, bool late) {
  const std::vector<Event> all = events(program);
  if (late && std::ranges::any_of(all, [](const Event& e) { return e.kind == Event::Kind::lost; }))
    throw Rejected("events about lost messages need a claim in which no message may be late");
  EventRules rules(program);
  for (const Event& event : all) rules.add(event);
}

}  // namespace ldfi::certificate
