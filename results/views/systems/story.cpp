#include "results/views/systems/story.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "common/base/diagnostic.hpp"
#include "common/base/printable_lines.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/shape.hpp"
#include "results/views/systems/differences.hpp"
#include "results/views/systems/waiters.hpp"

namespace ldfi::results {
namespace {

using systems::Event;
using systems::EventKind;
using systems::Fate;
using systems::MessageId;

constexpr std::size_t most_asked = 8;     ///< most requests with the same answers that are shown
constexpr std::size_t most_steps = 60;    ///< most steps that are not about a fault
constexpr std::size_t most_words = 160;   ///< most bytes of a request or an answer that are shown
constexpr std::size_t most_messages = 4;  ///< most messages that a sentence names
constexpr const char* failure_free_run = "failure-free run";

/// Returns the words for the other execution, such as its name, in sentences of the story.
const char* run_name(const History& other) {
  if (other.recording.faults.empty()) return failure_free_run;
  return other.failed() ? "other run" : "passing run";
}

std::string brief_text(const std::string& text) {
  return text.size() <= most_words ? text : text.substr(0, most_words) + "…";
}

/// Returns the texts as one phrase: `append#3 and vote#0`. Of more than most_messages, only counts the rest.
std::string listed(const std::vector<std::string>& all) {
  if (all.empty()) return "nothing";
  const std::size_t shown = all.size() > most_messages ? most_messages - 1 : all.size();
  std::vector<std::string> first(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown));
  if (shown < all.size()) first.push_back(fmt::format("{} more", all.size() - shown));
  if (first.size() == 1) return first.front();
  const std::string last = first.back();
  first.pop_back();
  return fmt::format("{} and {}", fmt::join(first, ", "), last);
}

using Sent = std::map<MessageId, std::size_t>;

/// Returns for each message the index of the event that sends it. Empty if `history` is null.
Sent sent_in(const History* history) {
  Sent out;
  if (history == nullptr) return out;
  for (std::size_t i = 0; i < history->events().size(); ++i) {
    const Event& event = history->events()[i];
    if (event.kind == EventKind::send) out[event.message] = i;
  }
  return out;
}

class Story {
 public:
  Story(const History& bad, const History* good, const History* plain)
      : bad_(bad),
        good_(good),
        plain_(plain),
        there_(sent_in(good)),
        plainly_(sent_in(plain)),
        good_run_(good == nullptr ? "" : run_name(*good)) {}

  std::vector<Step> steps() {
    clients();
    if (bad_.recording.faults.has_any<systems::Pause>()) waiters_ = waiters_of(bad_);
    for (const systems::Cut& one : bad_.recording.faults.all<systems::Cut>()) cut_off(one);
    for (std::size_t i = 0; i < bad_.events().size(); ++i) take(i);
    std::ranges::stable_sort(out_, {}, &Step::time);
    return std::move(out_);
  }

 private:
  void say(std::int64_t time, std::string text, bool fault = false) {
    if (!fault && ++told_ > most_steps) return;
    out_.push_back({time, std::move(text), fault});
  }

  void take(std::size_t index) {
    const Event& event = bad_.events()[index];
    switch (event.kind) {
      case EventKind::send:
        if (event.fate == Fate::lost) return lost(event);
        if (event.fate == Fate::late) return late(index);
        if (event.fate == Fate::doubled) {
          return say(event.time, event.node + " " + happening(bad_, index), true);
        }
        return news(index);
      case EventKind::crash:
        return crash(index);
      case EventKind::pause:
        return pause(index);
      case EventKind::restart:
        return say(event.time, event.node + " is started again", true);
      case EventKind::exit:
        return ended(index);
      default:
        if (systems::is_fault(event)) {
          say(event.time, fmt::format("{} {}", event.node, happening(bad_, index)), true);
        }
    }
  }

  /// Returns what the receiver does with the message in the other execution. Empty if it is not received.
  [[nodiscard]] static std::string what_for(const MessageId& id, const History* history,
                                            const Sent& there, const std::string& name) {
    const auto sent = there.find(id);
    if (sent == there.end() || !history->received[sent->second]) return "";
    const std::size_t got = *history->received[sent->second];
    const auto& events = history->events();
    std::vector<std::string> said;
    for (std::size_t i = got + 1; i < events.size() && events[i].time == events[got].time; ++i) {
      if (place_of(*history, i) != id.to) continue;
      if (events[i].kind != EventKind::send && events[i].kind != EventKind::answer) break;
      if (events[i].kind != EventKind::send) continue;
      said.push_back(fmt::format("{}#{} to {}", events[i].message.type, events[i].message.number,
                                 events[i].message.to));
    }
    std::string out =
        fmt::format("; in the {} {} receives it at {}", name, id.to, time_text(events[got].time));
    return said.empty() ? out : out + fmt::format(" and sends {}", listed(said));
  }

  void cut_off(const systems::Cut& cut) {
    std::vector<std::string> lost;
    std::vector<std::string> late;  // bytes of connections, which arrive when the partition ends
    for (const Event& event : bad_.events()) {
      if (event.kind != EventKind::send || !cut.loses(event.message, event.time)) continue;
      if (event.fate == Fate::lost) lost.push_back(message_text(event.message));
      if (event.fate == Fate::late) late.push_back(message_text(event.message));
    }
    std::string effect = lost.empty() && !late.empty() ? "" : "; it loses " + listed(lost);
    if (!late.empty()) effect += "; it delays " + listed(late);
    const std::string sides =
        cut.border.to.empty()
            ? fmt::format("a partition cuts off {}", fmt::join(cut.border.side, " "))
            : fmt::format("all messages from {} to {} are lost", fmt::join(cut.border.side, " "),
                          cut.border.to);
    say(cut.from, fmt::format("{} until {}{}", sides, time_text(cut.until), effect), true);
  }

  void lost(const Event& event) {
    const systems::FaultSet& faults = bad_.recording.faults;
    const bool reset = faults.has<systems::Reset>(event.message);
    if (reset || faults.has<systems::Hang>(event.message)) {
      return say(event.time,
                 fmt::format("the connection of {} {}", message_text(event.message),
                             reset ? "is reset at this message"
                                   : "hangs: from this message on, nothing arrives"),
                 true);
    }
    // A partition has one step for all messages that it loses, so these messages have no steps.
    if (!bad_.recording.faults.has<systems::Loss>(event.message)) return;
    std::string cut = what_for(event.message, good_, there_, good_run_);
    if (cut.empty()) cut = what_for(event.message, plain_, plainly_, failure_free_run);
    say(event.time, message_text(event.message) + " is lost" + cut, true);
  }

  /// Returns a text about the messages that wait for a late message of their channel, or an empty text.
  [[nodiscard]] std::string waiting(std::size_t index) const {
    const Event& event = bad_.events()[index];
    std::vector<std::string> behind;
    const std::string channel = bad_.recording.fspec.channel_of(event.message);
    for (std::size_t i = index + 1; !channel.empty() && i < bad_.events().size(); ++i) {
      const Event& other = bad_.events()[i];
      const bool same = other.kind == EventKind::send && other.fate != Fate::lost &&
                        bad_.recording.fspec.channel_of(other.message) == channel;
      if (!same || !other.arrives || other.arrives != event.arrives) continue;
      behind.push_back(fmt::format("{}#{}", other.message.type, other.message.number));
    }
    return behind.empty() ? ""
                          : fmt::format(", followed by {}, which was sent later", listed(behind));
  }

  /// Returns a text about the receiver's activations while the message is held back, or nullopt if it is not.
  [[nodiscard]] std::optional<std::string> comes_behind(std::size_t index) const {
    const Event& sent = bad_.events()[index];
    const std::size_t until = bad_.received[index].value_or(bad_.events().size());
    std::vector<std::string> first;
    bool held = false;
    for (std::size_t i = index + 1; i < until; ++i) {
      const Event& event = bad_.events()[i];
      if (event.node != sent.message.to) continue;
      held = held || (event.kind == EventKind::hold && event.message == sent.message);
      if (!held) continue;
      if (event.kind == EventKind::recv) {
        first.push_back(fmt::format("{}#{} from {}", event.message.type, event.message.number,
                                    event.message.from));
      }
      if (event.kind == EventKind::timer) first.emplace_back("its timer");
      if (event.kind == EventKind::hear || (event.kind == EventKind::invoke && !event.waits)) {
        first.push_back("the request of " + bad_.words[i].client);
      }
    }
    return held ? std::optional(listed(first)) : std::nullopt;
  }

  void late(std::size_t index) {
    const Event& event = bad_.events()[index];
    // A partition has one step for all bytes of connections that it delays.
    if (!bad_.recording.faults.has<systems::Delay>(event.message)) return;
    if (const auto behind = comes_behind(index)) {
      const auto got = bad_.received[index];
      return say(event.time,
                 fmt::format("{} is late: {} handles {} first{}", message_text(event.message),
                             event.message.to, *behind,
                             got ? " and receives it at " + time_text(bad_.events()[*got].time)
                                 : std::string(" and never receives it")),
                 true);
    }
    std::string text = message_text(event.message) + " is late";
    if (event.arrives) text += fmt::format(": it arrives at {}", time_text(*event.arrives));
    std::vector<std::string> overtakers;
    const std::size_t until = bad_.received[index].value_or(bad_.events().size());
    for (std::size_t i = index + 1; i < until; ++i) {
      const Event& other = bad_.events()[i];
      const bool same = other.kind == EventKind::send && other.node == event.node &&
                        other.message.to == event.message.to;
      if (!same || !bad_.received[i] || *bad_.received[i] >= until) continue;
      overtakers.push_back(fmt::format("{}#{}", other.message.type, other.message.number));
    }
    if (!overtakers.empty()) {
      text += fmt::format(", after {}, which was sent later", listed(overtakers));
    }
    text += waiting(index);
    if (!bad_.received[index]) text += ", where no node receives it";
    say(event.time, std::move(text), true);
  }

  void crash(std::size_t index) {
    const Event& event = bad_.events()[index];
    std::string text = fmt::format("{} {}", event.node, happening(bad_, index));
    const std::int64_t back = event.back.value_or(bad_.events().back().time);
    std::vector<std::string> missed;
    for (const Event& other : bad_.events()) {
      const bool here = other.kind == EventKind::send && other.message.to == event.node &&
                        other.fate == Fate::dead && other.arrives;
      if (!here || *other.arrives < event.time || *other.arrives > back) continue;
      missed.push_back(fmt::format("{}#{} from {}", other.message.type, other.message.number,
                                   other.message.from));
    }
    if (!missed.empty()) text += ": it misses " + listed(missed);
    say(event.time, std::move(text), true);
  }

  /// Adds the step of a pause. It names all messages and requests that wait until the node resumes, including
  /// those that already waited during an earlier pause.
  void pause(std::size_t index) {
    const Event& event = bad_.events()[index];
    const std::int64_t until = event.back.value_or(event.time);
    const std::vector<Waiter>& all = waiters_[event.node];
    std::vector<std::string> waiting;
    auto one = std::ranges::upper_bound(all, index, {}, &Waiter::got);
    for (; one != all.end() && one->since < until; ++one) {
      if (one->since >= event.time || one->got < bad_.events().size()) waiting.push_back(one->what);
    }
    std::string text = fmt::format("{} {}", event.node, happening(bad_, index));
    if (!waiting.empty()) {
      text += fmt::format("; {} wait{}", listed(waiting), waiting.size() == 1 ? "s" : "");
    }
    say(event.time, std::move(text), true);
  }

  void ended(std::size_t index) {
    const Event& event = bad_.events()[index];
    const std::string& words = bad_.words[index].last_words;
    std::string text = event.node + " ends by itself";
    if (words.find('\n') != std::string::npos) {
      text = with_stderr(std::move(text), words);
    } else if (!words.empty()) {
      text += "; its last output on stderr: " + brief_text(words);
    }
    say(event.time, std::move(text), true);
  }

  /// Adds a step for the first message of each node that `good_` does not have with the same contents.
  void news(std::size_t index) {
    const Event& event = bad_.events()[index];
    if (good_ == nullptr || told_of_.contains(event.node)) return;
    const auto same = there_.find(event.message);
    const bool new_here = same == there_.end();
    if (!new_here && good_->words[same->second].fingerprint == bad_.words[index].fingerprint) {
      return;
    }
    told_of_.insert(event.node);
    std::string what = fmt::format("{}#{}", event.message.type, event.message.number);
    const std::string& body = bad_.words[index].body;
    if (!body.empty() && body != event.message.type) what += fmt::format(" ({})", brief_text(body));
    say(event.time, fmt::format("{} sends {} to {}{} in the {}", event.node, what, event.message.to,
                                new_here ? ", but not" : " with another content than", good_run_));
  }

  [[nodiscard]] const Asked* same_there(const Asked& one) const {
    if (good_ == nullptr) return nullptr;
    const auto same = std::ranges::find_if(good_->asked, [&one](const Asked& other) {
      return std::tie(other.client, other.node, other.at, other.request) ==
             std::tie(one.client, one.node, one.at, one.request);
    });
    return same == good_->asked.end() ? nullptr : &*same;
  }

  /// Adds the requests of clients. Leaves out requests without arguments that have the same answers in the
  /// good execution. Of the requests with arguments and the same answers, shows most_asked and gives the
  /// number of the rest.
  void clients() {
    std::size_t left = 0;
    std::size_t told = 0;
    for (const Asked& one : bad_.asked) {
      const Asked* const there = same_there(one);
      const bool as_there = there != nullptr && there->answer == one.answer;
      const bool plain =
          one.request.starts_with("topology") || one.request.find(' ') == std::string::npos;
      if (good_ != nullptr && as_there && (plain || told == most_asked)) {
        left += plain ? 0U : 1U;
        continue;
      }
      if (good_ == nullptr && plain && one.request.starts_with("topology")) continue;
      if (as_there) ++told;
      ask(one, there);
    }
    if (left > 0)
      say(0, fmt::format("{} more requests of clients are answered as in the {}", left, good_run_));
  }

  void ask(const Asked& one, const Asked* there) {
    std::string text = fmt::format("{} asks {}: {}", one.client, one.node, brief_text(one.request));
    const bool other = there != nullptr && there->answer != one.answer;
    if (!one.answered) {
      text += "; no answer comes";
    } else if (*one.answered == one.at) {
      text += fmt::format("; the answer is {}", brief_text(one.answer));
    } else {
      text += fmt::format("; the answer, at {}, is {}", time_text(*one.answered),
                          brief_text(one.answer));
    }
    if (other) {
      text += fmt::format(", and in the {} {}", good_run_,
                          there->answered ? brief_text(there->answer) : "there is none");
    }
    say(one.at, std::move(text));
  }

  const History& bad_;
  const History* good_;
  const History* plain_;
  Sent there_;
  Sent plainly_;
  std::string good_run_;  ///< words for `good_` in sentences of the story
  std::map<std::string, std::vector<Waiter>> waiters_;
  std::set<std::string> told_of_;
  std::size_t told_ = 0;
  std::vector<Step> out_;
};

}  // namespace

std::vector<Step> story(const History& bad, const History* good, const History* plain) {
  return Story(bad, good, plain).steps();
}

std::string story_text(const std::vector<Step>& steps) {
  std::string out;
  for (const Step& step : steps) {
    out += fmt::format("  {:>12}  {}\n", time_text(step.time),
                       printable_lines(step.text, std::string(16, ' ')));
  }
  return out;
}

}  // namespace ldfi::results
