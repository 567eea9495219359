#include "common/systems/check/kafka.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/systems/check/calls.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;
using Offset = Integer;

/// Returns a key as the text that JSON objects have for it. In a request, a key may also be a
/// number.
std::string key_text(const Json& key) {
  return key.is_string() ? key.get<std::string>() : key.dump();
}

Json object(Json json) {
  return json.is_object() ? std::move(json) : Json::object();
}

/// An acknowledged request to append a message to a log.
struct Sent {
  const Call* call = nullptr;
  Offset offset = 0;
  Json message;
};

/// The messages of one key in an acknowledged poll.
struct Polled {
  const Call* call = nullptr;
  Offset from = 0;  ///< first offset that the poll requested
  std::vector<std::pair<Offset, Json>> messages;
};

/// The calls that are about one key.
struct Log {
  std::vector<Sent> acknowledged;
  std::map<Json, std::size_t, ValueLess>
      sent;  ///< for each message, the number of requests to append it that did not fail
  std::vector<Polled> polls;
  /// For each offset, the messages that acknowledged sends and polls report at this offset.
  std::map<Offset, std::set<Json, ValueLess>> known;
};

/// A message in the answer of a poll whose key the poll did not request.
struct Unrequested {
  const Call* call = nullptr;
  std::string key;
  Offset offset = 0;
  Json message;
};

struct Commit {
  const Call* call = nullptr;
  Offset offset = 0;
};

class Kafka {
 public:
  Kafka(const History& history, const systems::Accept& accept, Judgement& out)
      : history_(history), accept_(accept), out_(out) {}

  void run() {
    for (const Call& call : history_.calls) read(call);
    for (const auto& [key, log] : logs_) {
      one_message_each(key, log);
      check_one_message_per_offset(key, log);
      producers(key, log);
      for (const Polled& poll : log.polls) judge_poll(key, log, poll);
    }
    for (const Unrequested& one : unrequested_) {
      expect_sent(*one.call, one.key, one.offset, one.message);
    }
    for (const Call& call : history_.calls) {
      if (type_of(call.body) == "list_committed_offsets" && yes(call)) committed(call);
    }
    for (const auto& [node, poll] : last_calls(history_, "poll")) last_poll(node, *poll);
  }

 private:
  template <class... Args>
  void violated(fmt::format_string<Args...> text, Args&&... args) {
    out_.violated.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  void read(const Call& call) {
    const std::string& type = type_of(call.body);
    if (yes(call) && types_.contains(type)) out_.judged = true;
    if (type == "send") {
      read_send(call);
    } else if (type == "poll" && yes(call)) {
      read_poll(call);
    } else if (type == "commit_offsets" && !refused(call)) {
      const Json offsets = object(field(call.body, "offsets"));
      for (const auto& [key, offset] : offsets.items()) {
        if (const auto at = integer_of(offset)) commits_[key].push_back({&call, *at});
      }
    }
  }

  void read_send(const Call& call) {
    const std::string key = key_text(field(call.body, "key"));
    const Json message = field(call.body, "msg");
    Log& log = logs_[key];
    if (!refused(call)) ++log.sent[message];
    if (!yes(call)) return;
    any_acknowledged_ = true;
    const auto offset = integer_of(field(call.response, "offset"));
    if (!offset) {
      return violated("{} acknowledges {} for key {} without an offset", call.node, shown(message),
                      key);
    }
    log.acknowledged.push_back({&call, *offset, message});
    log.known[*offset].insert(message);
  }

  void read_poll(const Call& call) {
    const Json messages = field(call.response, "msgs");
    if (!messages.is_object()) {
      return violated("{} answers a poll without messages by key: {}", call.node, shown(messages));
    }
    const Json offsets = object(field(call.body, "offsets"));
    for (const auto& [key, from] : offsets.items()) {
      const Offset first = integer_of(from).value_or(0);
      const Json list = messages.contains(key) ? messages[key] : Json::array();
      logs_[key].polls.push_back({&call, first, read_messages(call, key, list)});
    }
    for (const auto& [key, list] : messages.items()) {
      if (!offsets.contains(key)) unrequested_messages(call, key, list);
    }
  }

  /// Returns the messages of one key in the answer of a poll, up to the first malformed message.
  std::vector<std::pair<Offset, Json>> read_messages(const Call& call, const std::string& key,
                                                     const Json& list) {
    std::vector<std::pair<Offset, Json>> out;
    for (const Json& pair : list.is_array() ? list : Json::array({nullptr})) {
      if (!pair.is_array() || pair.size() != 2 || !integer_of(pair[0])) {
        violated("{} answers a poll of key {} with {}, which is not a list of [offset, message]",
                 call.node, key, shown(list));
        break;
      }
      const Offset offset = *integer_of(pair[0]);
      out.emplace_back(offset, pair[1]);
      logs_[key].known[offset].insert(pair[1]);
    }
    return out;
  }

  /// Collects messages of keys that a poll did not request. The protocol allows such messages, and
  /// the rules about order ignore them.
  void unrequested_messages(const Call& call, const std::string& key, const Json& list) {
    for (auto& [offset, message] : read_messages(call, key, list)) {
      unrequested_.push_back({&call, key, offset, std::move(message)});
    }
  }

  void expect_sent(const Call& poll, const std::string& key, Offset offset, const Json& message) {
    if (logs_[key].sent.contains(message)) return;
    violated("{} has {} at offset {} of key {}, but no client sent it", poll.node, shown(message),
             offset, key);
  }

  void one_message_each(const std::string& key, const Log& log) {
    for (const auto& [offset, messages] : log.known) {
      if (messages.size() < 2) continue;
      violated("key {} has both {} and {} at offset {}", key, shown(*messages.begin()),
               shown(*messages.rbegin()), offset);
    }
  }

  /// Checks that each offset has only one message. Skips messages that no request can have
  /// appended, because expect_sent() reports them.
  void check_one_message_per_offset(const std::string& key, const Log& log) {
    std::map<Json, std::vector<Offset>, ValueLess> offsets;
    for (const auto& [offset, messages] : log.known) {
      for (const Json& message : messages) offsets[message].push_back(offset);
    }
    for (const auto& [message, at] : offsets) {
      const auto sent = log.sent.find(message);
      if (sent == log.sent.end() || at.size() <= sent->second) continue;
      constexpr std::size_t most = 5;
      const std::vector<Offset> shown_offsets(
          at.begin(), at.begin() + static_cast<std::ptrdiff_t>(std::min(most, at.size())));
      violated("{} is at the offsets {}{} of key {}, and was sent {}", shown(message),
               fmt::join(shown_offsets, ", "), at.size() > most ? ", …" : "", key,
               sent->second == 1 ? "once" : fmt::format("{} times", sent->second));
    }
  }

  /// Checks that a client's messages to a key have ascending offsets, if the client waited for each
  /// answer before it sent the next message.
  void producers(const std::string& key, const Log& log) {
    std::map<std::string, std::vector<const Sent*>> clients;
    for (const Sent& sent : log.acknowledged) clients[sent.call->client].push_back(&sent);
    for (auto& [client, all] : clients) {
      // Among the earlier messages, only the one with the highest offset must be compared.
      std::ranges::sort(all, {}, [](const Sent* one) { return *one->call->returned; });
      std::vector<const Sent*> asked = all;
      std::ranges::stable_sort(asked, {}, [](const Sent* one) { return one->call->invoked; });
      const Sent* highest = nullptr;
      auto answered = all.begin();
      for (const Sent* later : asked) {
        for (; answered != all.end() && *(*answered)->call->returned < later->call->invoked;
             ++answered) {
          if (highest == nullptr || (*answered)->offset > highest->offset) highest = *answered;
        }
        if (highest == nullptr || highest->offset < later->offset) continue;
        violated("{} sends {} to key {} after {}, but its offset {} is not greater than {}", client,
                 shown(later->message), key, shown(highest->message), later->offset,
                 highest->offset);
      }
    }
  }

  void judge_poll(const std::string& key, const Log& log, const Polled& poll) {
    const std::string& node = poll.call->node;
    Offset before = poll.from - 1;
    for (const auto& [offset, message] : poll.messages) {
      expect_sent(*poll.call, key, offset, message);
      if (offset < poll.from) {
        violated("{} is polled from offset {} of key {} on, but answers with {}", node, poll.from,
                 key, offset);
      } else if (offset <= before) {
        violated("{} polls key {} out of order: offset {} after {}", node, key, offset, before);
      }
      const auto left_out = log.known.upper_bound(before);
      if (left_out != log.known.end() && left_out->first < offset) {
        violated("{} polls offset {} of key {}, but leaves out {}", node, offset, key,
                 left_out->first);
      }
      before = std::max(before, offset);
    }
  }

  /// Checks each offset in a list of committed offsets. It must be the last offset whose commit was
  /// acknowledged before the list was requested, or come from a later commit.
  void committed(const Call& list) {
    const Json offsets = field(list.response, "offsets");
    const Json keys = field(list.body, "keys");
    for (const Json& name : keys.is_array() ? keys : Json::array()) {
      const std::string key = key_text(name);
      const Json offset = field(offsets, key.c_str());
      const auto listed = whole_of(offset);
      const auto known = commits_.find(key);
      const std::vector<Commit> none;
      const auto& commits = known == commits_.end() ? none : known->second;
      // latest time at which a commit may have set the listed offset
      std::optional<std::int64_t> set;
      for (const Commit& one : commits) {
        if (listed != one.offset || one.call->invoked > *list.returned) continue;
        // A commit without an answer may take effect at any later time.
        const bool over = yes(*one.call);
        set = std::max(set.value_or(0), over ? *one.call->returned : *list.returned);
      }
      const bool accepted = accept_.uncommitted_offset && integer_of(offset);
      if (!offset.is_null() && !set && !accepted) {
        violated(
            "{} lists {} as the committed offset of key {}, but no client committed it "
            "(checker.accept: uncommitted-offset)",
            list.node, shown(offset), key);
      }
      for (const Commit& one : commits) {
        const bool before = yes(*one.call) && *one.call->returned < list.invoked;
        const bool forgotten =
            offset.is_null() || (set && *listed < one.offset && *set < one.call->invoked);
        if (!before || !forgotten) continue;
        violated("offset {} of key {} was committed, but {} lists {}", one.offset, key, list.node,
                 shown(offset));
      }
    }
  }

  /// Checks that the last poll of a node returns all messages that were acknowledged before the
  /// poll.
  void last_poll(const std::string& node, const Call& poll) {
    if (!yes(poll)) {
      if (any_acknowledged_) violated("{} does not answer its last poll", node);
      return;
    }
    for (const auto& [key, log] : logs_) {
      for (const Polled& one : log.polls) {
        if (one.call != &poll) continue;
        std::set<Offset> seen;
        for (const auto& [offset, message] : one.messages) seen.insert(offset);
        for (const Sent& sent : log.acknowledged) {
          const bool asked = sent.offset >= one.from && *sent.call->returned < poll.invoked;
          if (!asked || seen.contains(sent.offset)) continue;
          violated("{} was acknowledged at offset {} of key {}, but {} does not have it",
                   shown(sent.message), sent.offset, key, node);
        }
      }
    }
  }

  const History& history_;
  systems::Accept accept_;
  Judgement& out_;
  const std::set<std::string, std::less<>> types_{"send", "poll", "commit_offsets",
                                                  "list_committed_offsets"};
  bool any_acknowledged_ = false;  ///< true if at least one send was acknowledged
  std::map<std::string, Log> logs_;
  std::map<std::string, std::vector<Commit>> commits_;
  std::vector<Unrequested> unrequested_;
};

}  // namespace

void kafka(const History& history, const systems::Accept& accept, Judgement& out) {
  Kafka(history, accept, out).run();
}

}  // namespace ldfi::check
