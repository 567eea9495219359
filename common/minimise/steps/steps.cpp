#include "common/minimise/steps/steps.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/trace/ticks.hpp"
#include "common/minimise/schedule.hpp"

namespace ldfi::minimise {
namespace {

using Kind = StepFate::Kind;

}  // namespace

std::optional<StepFact> read_step_fact(const dedalus::Program& program, const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == std::string::npos || !text.ends_with(')')) return std::nullopt;
  const auto relation = program.find(text.substr(0, open));
  if (!relation || program.built_in(*relation) || program.internal(*relation)) return std::nullopt;
  const auto& columns = program.relation(*relation).columns;
  StepFact out{*relation, {}};
  std::string_view rest(text);
  rest = rest.substr(open + 1, text.size() - open - 2);
  for (bool more = true; more && out.tuple.size() < columns.size();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view one = rest.substr(0, comma);
    more = comma < rest.size();
    rest.remove_prefix(more ? comma + 1 : comma);
    if (columns[out.tuple.size()] == dedalus::ColumnType::string) {
      const auto symbol = program.symbols.find(one);
      if (!symbol || !is_plain_word(one)) return std::nullopt;
      out.tuple.push_back(*symbol);
    } else {
      dedalus::Value number = 0;
      const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), number);
      if (error != std::errc() || end != one.data() + one.size()) return std::nullopt;
      out.tuple.push_back(number);
    }
    if (!more && out.tuple.size() == columns.size()) return out;
  }
  return std::nullopt;
}

StepFollower::StepFollower(const dedalus::Program& program, const Fspec& fspec,
                           std::vector<Step> steps, eval::EvalLimits limits,
                           std::function<void()> count)
    : program_(program),
      fspec_(fspec),
      steps_(std::move(steps)),
      limits_(std::move(limits)),
      count_(std::move(count)),
      nothing_arrives_(*faults_of({}, fspec)),
      guess_(steps_.size()) {}

std::string StepFollower::text_of(const StepFact& said) const {
  return program_.tuple_text(said.relation, said.tuple.data());
}

bool StepFollower::execute(const std::vector<StepFate>& fates, StepsFollowed& out, Sent& sent) {
  count_();
  dedalus::Program program = program_;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const StepFate& fate = fates[i];
    if (fate.kind == Kind::left_out || fate.kind == Kind::missing) continue;
    program.facts.push_back(
        {fate.fact.relation, fate.fact.tuple, Time(steps_[i].at), SourceRange{FileId(~0U)}});
  }
  try {
    eval::Evaluator evaluator(program, fspec_, limits_);
    sent.model = evaluator.run(nothing_arrives_);
  } catch (const InputError&) {  // the execution ends in an arithmetic error
    return false;
  }
  out.violated = eval::judge(program, fspec_, *sent.model, *sent.model).violated;
  sent.by_relation.clear();
  for (const Tick& tick :
       trace::lost_at_ticks(program, fspec_, nothing_arrives_, *sent.model, limits_)) {
    for (const Message& m : tick.lost) {
      sent.by_relation[{m.from, m.to, relation_of(m.head)}].emplace_back(tick.tick, m.head);
    }
  }
  return true;
}

/// Returns the ways in which the step may happen: with the fact of the recording or, if `other` is
/// true, with another fact of the same relation. Facts that were sent first come first.
std::vector<StepFate> StepFollower::candidates(const Step& step, const Sent& sent,
                                               bool other) const {
  std::vector<StepFate> out;
  if (step.channel) {
    const auto [from, to] = *step.channel;
    const std::string head = text_of(step.fact);
    const auto it = sent.by_relation.find({from, to, relation_of(head)});
    const auto end = it == sent.by_relation.end() ? out.size() : it->second.size();
    for (std::size_t i = 0; i < end && it->second[i].first < step.at; ++i) {
      const auto& [tick, text] = it->second[i];
      if ((text == head) == other || arrived_.contains({from, to, text, tick})) continue;
      const auto said = other ? read_step_fact(program_, text) : std::optional(step.fact);
      if (said) out.push_back({Kind::message, tick, *said, std::nullopt});
    }
  }
  if (step.after && !other) {
    for (int tick = 1; tick < step.at; ++tick) {
      if (taken_up_.contains({*step.after, tick})) continue;
      if (!sent.model->contains(step.after->relation, Time(tick), step.after->tuple)) continue;
      out.push_back({Kind::own, tick, step.own.value_or(step.fact), step.after});
    }
  }
  // For another fact, the step of a deferred message can only be determined if both facts have the
  // same tuple.
  if (step.after && other && step.own && step.own->tuple == step.after->tuple) {
    const auto& wanted = step.after->tuple;
    for (int tick = 1; tick < step.at; ++tick) {
      for (const auto& tuple : sent.model->tuples(step.after->relation, Time(tick))) {
        const StepFact after{step.after->relation, tuple};
        if (tuple == wanted || tuple.front() != wanted.front()) continue;
        if (tuple.size() > 1 && tuple[1] != wanted[1]) continue;
        if (taken_up_.contains({after, tick})) continue;
        out.push_back({Kind::own, tick, {step.own->relation, tuple}, after});
      }
    }
  }
  std::ranges::stable_sort(out, {}, &StepFate::sent);
  return out;
}

StepFate StepFollower::fate_of(const Step& step, const Sent& sent, Matching matching) {
  if (!step.channel && !step.after) return {Kind::external, 0, step.fact, std::nullopt};
  auto found = candidates(step, sent, false);
  if (found.empty() && matching != Matching::recording) {
    found = candidates(step, sent, true);
    if (matching == Matching::newest) std::ranges::reverse(found);
  }
  if (found.empty()) return {Kind::missing, 0, {}, std::nullopt};
  StepFate out = std::move(found.front());
  if (out.kind == Kind::message) {
    arrived_.insert({step.channel->first, step.channel->second, text_of(out.fact), out.sent});
  } else {
    taken_up_.insert({*out.after, out.sent});
  }
  return out;
}

void StepFollower::adopt(const StepsFollowed& followed) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const StepFate& fate = followed.fates[i];
    Step& step = steps_[i];
    if (fate.kind == Kind::message) {
      if (step.own && step.own->tuple == step.fact.tuple) {
        step.own->tuple = step.after->tuple = fate.fact.tuple;
      }
      step.fact = fate.fact;
    } else if (fate.kind == Kind::own && step.own) {
      if (step.own->tuple == step.fact.tuple) step.fact.tuple = fate.fact.tuple;
      step.own = fate.fact;
      step.after = fate.after;
    }
  }
}

StepsFollowed StepFollower::follow(const Elements& steps, Matching matching) {
  StepsFollowed out;
  out.fates.resize(steps_.size());
  for (const std::uint32_t i : steps) {
    const Step& step = steps_[i];
    const bool external = !step.channel && !step.after;
    out.fates[i] = external ? StepFate{Kind::external, 0, step.fact, std::nullopt} : guess_[i];
  }
  // Which messages were sent before a step is known once all earlier steps are known. If a step is
  // guessed correctly, it needs no execution of its own.
  Sent sent;
  out.executed = execute(out.fates, out, sent);
  if (!out.executed) {  // a wrong guess may lead to an arithmetic error
    for (StepFate& fate : out.fates) {
      if (fate.kind != Kind::external) fate = {};
    }
    out.executed = execute(out.fates, out, sent);
  }
  arrived_.clear();
  taken_up_.clear();
  for (const std::uint32_t i : steps) {
    if (!out.executed) break;
    StepFate fate = fate_of(steps_[i], sent, matching);
    if (fate == out.fates[i]) continue;
    const bool changes = fate.kind != Kind::missing || out.fates[i].kind != Kind::left_out;
    out.fates[i] = std::move(fate);
    if (changes) out.executed = execute(out.fates, out, sent);
  }
  for (const std::uint32_t i : steps) guess_[i] = out.fates[i];
  return out;
}

}  // namespace ldfi::minimise
