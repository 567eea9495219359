#include "common/minimise/programs/follow.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ldfi::minimise {

void SentSoFar::add(const Tick& tick) {
  std::set<std::tuple<NodeId, NodeId, std::string>> sent;
  for (const auto* messages : {&tick.arrived, &tick.lost}) {
    for (const Message& m : *messages) sent.emplace(m.from, m.to, m.head);
  }
  for (const auto& message : sent) ++sent_[message];
}

int SentSoFar::number(const Message& message) const {
  const auto it = sent_.find({message.from, message.to, message.head});
  return it == sent_.end() ? 0 : it->second;
}

namespace {

class Following {
 public:
  Following(Trials& trials, Schedule begin, const std::vector<Expected>& expected)
      : trials_(trials), now_(std::move(begin)), expected_(expected), met_(expected.size()) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Expected& e = expected[i];
      by_message_[{e.from, e.to, e.head}].push_back(i);
    }
  }

  Followed run() {
    bool known = execute(0);
    for (int t = 1; known && t < trials_.fspec().eot(); ++t) {
      sent_.add(out_.ticks[static_cast<std::size_t>(t) - 1]);
      if (take(out_.ticks[static_cast<std::size_t>(t) - 1])) known = execute(t);
    }
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      if (!met_[i]) out_.missing.emplace_back(i, "it is not sent");
    }
    std::ranges::sort(out_.missing);
    out_.schedule = now_;
    if (!known) return std::move(out_);
    // Messages sent together with expected messages arrive, too.
    if (trials_.fspec().delays().by_relation) {
      out_.schedule.deliveries = deliveries_of(trials_.fspec(), out_.ticks);
    }
    out_.in_order = trials_.in_order(out_.ticks);
    collect_unexpected();
    return std::move(out_);
  }

 private:
  /// Returns the indices of the expected messages with the same sender, receiver, fact and number
  /// as `m`.
  [[nodiscard]] std::vector<std::size_t> expected_of(const Message& m,
                                                     const SentSoFar& sent) const {
    std::vector<std::size_t> out;
    const auto it = by_message_.find({m.from, m.to, m.head});
    if (it == by_message_.end()) return out;
    std::ranges::copy_if(it->second, std::back_inserter(out),
                         [&](std::size_t i) { return expected_[i].nth == sent.number(m); });
    return out;
  }

  /// Executes the current schedule. If the execution ends in an arithmetic error, tries again
  /// without the guesses for ticks after `settled`. Returns false if the error remains; then it is
  /// unknown which messages are sent.
  bool execute(int settled) {
    const auto run = [&] {
      const auto faults = faults_of(now_, trials_.fspec());
      out_.executed = faults ? trials_.run(now_.externals, *faults) : std::nullopt;
      return out_.executed.has_value();
    };
    if (!run() && (!forget_guesses(settled) || !run())) return false;
    out_.ticks = trials_.ticks(now_.externals, *out_.executed);
    return true;
  }

  /// Removes the deliveries after the tick `settled`, which are guesses. Returns false if there are
  /// none.
  bool forget_guesses(int settled) {
    return std::erase_if(now_.deliveries,
                         [&](const Delivery& one) { return one.sent.tick() > settled; }) > 0;
  }

  /// Returns the messages that are sent at the tick, each once, whether they arrive or not.
  [[nodiscard]] static std::vector<const Message*> sent_at(const Tick& tick) {
    std::vector<const Message*> out;
    for (const auto* messages : {&tick.arrived, &tick.lost}) {
      for (const Message& m : *messages) {
        const bool again = std::ranges::any_of(out, [&](const Message* other) {
          return other->from == m.from && other->to == m.to && other->head == m.head;
        });
        if (!again) out.push_back(&m);
      }
    }
    return out;
  }

  /// Changes the schedule so that of the tick's messages exactly the expected ones arrive. Returns
  /// false if the schedule already says so.
  bool take(const Tick& tick) {
    std::set<Delivery> wanted;
    for (const Message* m : sent_at(tick)) {
      for (const std::size_t i : expected_of(*m, sent_)) {
        met_[i] = true;
        wanted.insert({Time(tick.tick), m->from, m->to, expected_[i].late, late_apart(*m)});
      }
    }
    const std::vector<Delivery> before = now_.deliveries;
    std::erase_if(now_.deliveries,
                  [&](const Delivery& one) { return one.sent.tick() == tick.tick; });
    for (const Delivery& one : wanted) add(one, tick);
    return now_.deliveries != before;
  }

  /// Returns the relation of the message, or no_relation unless each relation is delayed
  /// separately.
  [[nodiscard]] NamedId late_apart(const Message& m) const {
    return minimise::late_apart(trials_.fspec(), m.type);
  }

  /// Adds a delivery. A second delivery of the same messages is a duplicate. If the Fspec does not
  /// admit the delivery, its messages are reported as missing.
  void add(const Delivery& one, const Tick& tick) {
    if (try_to_add(one) || (forget_guesses(tick.tick) && try_to_add(one))) return;
    for (const Message* m : sent_at(tick)) {
      if (m->from != one.from || m->to != one.to || late_apart(*m) != one.relation) continue;
      for (const std::size_t i : expected_of(*m, sent_)) {
        if (expected_[i].late != one.late) continue;
        out_.missing.emplace_back(i, "the Fspec does not admit that it arrives then");
      }
    }
  }

  bool try_to_add(const Delivery& one) {
    Schedule next = now_;
    next.deliveries.push_back(one);
    std::ranges::sort(next.deliveries);
    const auto same = std::ranges::count_if(
        next.deliveries, [&](const Delivery& other) { return same_messages(one, other); });
    if (same > 2 || !admits(trials_.fspec(), next)) return false;
    now_ = std::move(next);
    return true;
  }

  /// Collects the messages that arrive unexpectedly. Leaves out messages that a node sends to
  /// itself and that arrive in time.
  void collect_unexpected() {
    SentSoFar sent;
    for (Tick& tick : out_.ticks) {
      sent.add(tick);
      std::erase_if(tick.arrived, [&](const Message& m) {
        return m.from == m.to && m.late == 0 && expected_of(m, sent).empty();
      });
      for (const Message& m : tick.arrived) {
        const bool wanted = std::ranges::any_of(expected_of(m, sent), [&](std::size_t expected) {
          return expected_[expected].late == m.late;
        });
        if (!wanted) out_.unexpected.emplace_back(tick.tick, m);
      }
    }
  }

  Trials& trials_;
  Schedule now_;
  const std::vector<Expected>& expected_;
  std::map<std::tuple<NodeId, NodeId, std::string>, std::vector<std::size_t>> by_message_;
  std::vector<bool> met_;  ///< for each expected message, true if it was sent
  SentSoFar sent_;
  Followed out_;
};

}  // namespace

Followed follow(Trials& trials, const Elements& externals, const std::vector<Fault>& crashes,
                const std::vector<Expected>& expected, std::vector<Delivery> guess) {
  return Following(trials, {externals, crashes, std::move(guess)}, expected).run();
}

}  // namespace ldfi::minimise
