#include "common/systems/determinism.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <deque>
#include <map>
#include <string>

namespace ldfi::systems {
namespace {

/// Where recordings stand that agree so far. A crash is a fate: which one may differ.
struct Agreement {
  const Recording* first = nullptr;  ///< that came here first with something else than a crash
  std::size_t event = 0;             ///< its next one
  std::map<std::string, std::size_t> branches;  ///< by fate: the numbers of others
  const Recording* ended = nullptr;             ///< whose last event stands before
};

class Comparison {
 public:
  explicit Comparison(std::vector<Diagnostic>& problems) : problems_(problems), all_(1) {}

  /// False if it parts from another recording without a reason.
  bool add(const Recording& recording) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < recording.events.size(); ++i) {
      const Event& event = recording.events[i];
      const bool crash = event.kind == EventKind::crash;
      if (!crash && !agrees(all_[at], recording, i)) return false;
      const std::string fate = crash ? event.said : event.fate == Fate::lost ? "lost" : "";
      const auto [branch, fresh] = all_[at].branches.emplace(fate, all_.size());
      at = branch->second;
      if (fresh) all_.emplace_back();
    }
    return agrees(all_[at], recording, recording.events.size()) && ends(all_[at], recording);
  }

 private:
  /// One execution has one result.
  bool ends(Agreement& at, const Recording& recording) {
    if (recording.result == Result::invalid) return true;
    if (at.ended == nullptr) at.ended = &recording;
    if (at.ended->result == recording.result && at.ended->violated == recording.violated)
      return true;
    const int line = recording.events.empty() ? 1 : recording.events.back().line + 1;
    fail(recording, line,
         fmt::format("the same execution has another verdict in {}", at.ended->name),
         "the checker is not deterministic: no proof can rest on it");
    return false;
  }

  void fail(const Recording& recording, int line, std::string text, std::string hint) {
    problems_.push_back({Severity::error,
                         "nondeterminism",
                         {recording.file, line, 1, 1},
                         std::move(text),
                         {std::move(hint)}});
  }

  bool agrees(Agreement& at, const Recording& recording, std::size_t event) {
    if (at.first == nullptr) {
      at.first = &recording;
      at.event = event;
      return true;
    }
    const Event* const here = event < recording.events.size() ? &recording.events[event] : nullptr;
    const auto& others = at.first->events;
    const Event* const there = at.event < others.size() ? &others[at.event] : nullptr;
    if (here == nullptr && there == nullptr) return true;
    if (here != nullptr && there != nullptr && here->said == there->said) return true;
    std::string text =
        here == nullptr
            ? fmt::format("it ends where {} goes on in line {}", at.first->name, there->line)
        : there == nullptr
            ? fmt::format("it goes on where {} ends", at.first->name)
            : fmt::format("{} says something else in line {}", at.first->name, there->line);
    const int line = here != nullptr ? here->line
                     : event > 0     ? recording.events[event - 1].line
                                     : 1;
    fail(recording, line, text + ", and every fate before is the same",
         "the system is not deterministic, or not all that it does was recorded: no proof can rest "
         "on it");
    return false;
  }

  std::vector<Diagnostic>& problems_;
  std::deque<Agreement> all_;
};

}  // namespace

void compare(const std::vector<Recording>& recordings, std::vector<Diagnostic>& problems) {
  Comparison comparison(problems);
  for (const Recording& recording : recordings) {
    if (!comparison.add(recording)) return;
  }
}

}  // namespace ldfi::systems
