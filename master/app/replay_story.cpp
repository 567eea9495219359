// Messages are read off the derivation graph of everything that async rules derived. Lost ones need
// an execution in which they are not lost: up to tick t a model does not depend on omissions at t,
// so without these it differs at t+1 by exactly the messages that they ate.
#include "master/app/replay_story.hpp"

#include <algorithm>
#include <set>

#include "common/provenance/graph.hpp"

namespace ldfi::app {
namespace {

using dedalus::Program;

std::vector<RelationId> message_relations(const Program& program) {
  std::set<RelationId> relations;
  for (const auto& rule : program.rules) {
    if (rule.kind == dedalus::RuleKind::async) relations.insert(rule.head);
  }
  return {relations.begin(), relations.end()};
}

class Story {
 public:
  Story(const Program& program, const Fspec& fspec) : program_(program), fspec_(fspec) {}

  /// Messages sent at `sent` that arrive in `model`, to nodes other than the sender.
  [[nodiscard]] std::vector<Message> messages(const FaultSet& faults, const eval::Model& model,
                                              Time sent) const {
    std::vector<provenance::Root> roots;
    for (const RelationId relation : message_relations(program_)) {
      for (auto& tuple : model.tuples(relation, sent.next())) {
        roots.push_back({relation, std::move(tuple), sent.next()});
      }
    }
    const auto graph = provenance::derive(program_, fspec_, faults, model, roots);
    std::set<Message> found;
    for (const auto& firing : graph.firings) {
      if (auto message = message_of(graph, firing, sent)) found.insert(std::move(*message));
    }
    return {found.begin(), found.end()};
  }

 private:
  [[nodiscard]] std::optional<Message> message_of(const provenance::DerivationGraph& graph,
                                                  const provenance::Firing& firing,
                                                  Time sent) const {
    if (program_.rule(firing.rule).kind != dedalus::RuleKind::async) return std::nullopt;
    if (firing.premises.empty()) return std::nullopt;
    const auto& clock = graph.goals[firing.premises.back()];
    if (clock.kind != provenance::GoalKind::clock || clock.at != sent) return std::nullopt;
    const auto from = fspec_.find(program_.symbols.text(clock.tuple[0]));
    const auto to = fspec_.find(program_.symbols.text(clock.tuple[1]));
    if (!from || !to || *from == *to) return std::nullopt;
    const auto& head = graph.goals[firing.head];
    return Message{*from, *to, program_.tuple_text(head.relation, head.tuple.data())};
  }

  const Program& program_;
  const Fspec& fspec_;
};

bool omits(const FaultSet& faults, const Message& message, Time sent) {
  const Omission omission{message.from, message.to, sent};
  return std::binary_search(faults.omissions().begin(), faults.omissions().end(), omission);
}

FaultSet without_omissions_at(const FaultSet& faults, Time sent) {
  auto omissions = faults.omissions();
  std::erase_if(omissions, [sent](const Omission& o) { return o.sent == sent; });
  return {std::move(omissions), faults.crashes()};
}

}  // namespace

std::vector<Tick> tell(const Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model) {
  const Story story(program, fspec);
  std::vector<Tick> ticks;
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    Tick tick;
    tick.tick = t.tick();
    for (const Crash& crash : faults.crashes()) {
      if (crash.at == t) tick.crashes.push_back(crash.node);
    }
    if (t.tick() < fspec.eot()) {
      tick.arrived = story.messages(faults, model, t);
      const FaultSet spared = without_omissions_at(faults, t);
      if (spared != faults) {
        const auto other = eval::run(program, fspec, spared);
        for (auto& message : story.messages(spared, *other, t)) {
          if (omits(faults, message, t)) tick.lost.push_back(std::move(message));
        }
      }
    }
    ticks.push_back(std::move(tick));
  }
  return ticks;
}

}  // namespace ldfi::app
