#include "common/record/trace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi {
namespace {

class Check {
 public:
  explicit Check(const Trace& trace) : trace_(trace) {}

  [[nodiscard]] bool nodes() const {
    const auto all = [this](const std::vector<Message>& messages) {
      return std::ranges::all_of(messages, [this](const Message& m) { return ends(m); });
    };
    const auto tick = [&](const Tick& t) {
      return all(t.arrived) && all(t.lost) &&
             std::ranges::all_of(t.crashes, [this](NodeId node) { return exists(node); }) &&
             std::ranges::all_of(t.restarts, [this](NodeId node) { return exists(node); });
    };
    const auto sent = [this](const SentMessage& m) { return ends(m.message); };
    const auto held = [this](const Held& h) { return !h.node || exists(*h.node); };
    return std::ranges::all_of(trace_.ticks, tick) &&
           (!trace_.matter || std::ranges::all_of(*trace_.matter, sent)) &&
           (!trace_.held || std::ranges::all_of(*trace_.held, held));
  }
  [[nodiscard]] bool ticks() const {
    if (trace_.ticks.size() != static_cast<std::size_t>(trace_.fspec.eot)) return false;
    for (std::size_t i = 0; i < trace_.ticks.size(); ++i) {
      if (trace_.ticks[i].tick != static_cast<int>(i) + 1) return false;
    }
    return true;
  }
  [[nodiscard]] bool held() const {
    return !trace_.held || std::ranges::all_of(*trace_.held, [this](const Held& h) {
      return 1 <= h.first && h.first <= h.last && h.last <= trace_.fspec.eot;
    });
  }

 private:
  [[nodiscard]] bool exists(NodeId node) const { return node.index() < trace_.fspec.nodes.size(); }
  [[nodiscard]] bool ends(const Message& m) const { return exists(m.from) && exists(m.to); }

  const Trace& trace_;
};

}  // namespace

const char* malformed(const Trace& trace) {
  const Check check(trace);
  if (!check.ticks()) return "the ticks of a trace are not 1 to EOT";
  if (!check.nodes()) return "a trace names a node that does not exist";
  if (!check.held()) return "a tuple of a trace holds at no tick";
  return nullptr;
}

std::string lateness_in_words(const Message& message) {
  if (message.late == 0) return "";
  return ", " + std::to_string(message.late) + (message.late == 1 ? " tick late" : " ticks late");
}

std::string message_in_words(const Message& message, const Fspec& fspec) {
  return fmt::format("{} -> {}  {}{}", word_or_quoted(fspec.name(message.from)),
                     word_or_quoted(fspec.name(message.to)), printable(message.head),
                     lateness_in_words(message));
}

const std::string& Trace::name(NodeId node) const {
  LDFI_REQUIRE(node.index() < fspec.nodes.size(), "the Fspec has this node");
  return fspec.nodes[node.index()];
}

std::string Trace::stored(NamedId relation) const {
  LDFI_REQUIRE(relation.index() < fspec.disk.relations.size(),
               "the Fspec has this stored relation");
  return word_or_quoted(fspec.disk.relations[relation.index()]);
}

std::vector<const Held*> Trace::held_at(int tick) const {
  std::vector<const Held*> out;
  if (!held) return out;
  for (const Held& one : *held) {
    if (one.at(tick)) out.push_back(&one);
  }
  return out;
}

void Trace::sort_held() {
  if (!held) return;
  std::sort(held->begin(), held->end(), [](const Held& a, const Held& b) {
    const bool a_nowhere = !a.node;
    const bool b_nowhere = !b.node;
    return std::tie(a_nowhere, a.node, a.text, a.first) <
           std::tie(b_nowhere, b.node, b.text, b.first);
  });
}

}  // namespace ldfi
