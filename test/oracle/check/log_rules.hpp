// A second implementation of the rules of the checker `kafka`, written from
// docs/reference/checkers.md alone. log_oracle_test.cpp compares both.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/systems/check/check.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;

enum class Kind { send, poll, commit, list };
enum class End { acknowledged, failed, silent, unclear, in_vain };

struct Operation {
  Kind kind = Kind::send;
  End end = End::acknowledged;
  int client = 0;
  int node = 0;
  std::int64_t requested = 0;
  std::int64_t answered = 0;     ///< time of the answer, if there is one
  std::string key{};             ///< key of a `send`
  json message{};                ///< message of a `send`
  bool has_number_keys = false;  ///< true if the request has its keys as numbers instead of text
  /// For a `poll`, the offset from which each key is read. For a `commit`, the offset of each key.
  /// For a `list`, only the keys matter.
  std::map<std::string, int> offsets{};
  /// Content of the answer, if it is an acknowledgement: `offset`, `msgs` or `offsets`.
  json result{};
  json other{};  ///< the answer of an operation that failed or is `unclear`
  bool took_effect = false;
  std::int64_t effect = 0;  ///< time at which the simulated system executes the operation
};

struct Case {
  std::vector<Operation> operations;  ///< sorted by the times of the requests
  std::set<int> down;
  std::set<int> ended;
  bool no_exit = false;  ///< true if the history must not have a node that ends by itself
  bool accepts_uncommitted = false;
};

// ---- The rules.

using Entry = std::pair<std::int64_t, json>;  ///< an offset and a message

bool is_before(const Operation& a, const Operation& b) {
  const bool has_answer = a.end != End::silent && a.end != End::in_vain;
  return has_answer && a.answered < b.requested;
}

bool is_acknowledged(const Operation& one, Kind kind) {
  return one.kind == kind && one.end == End::acknowledged;
}

bool may_have_happened(const Operation& one, Kind kind) {
  return one.kind == kind && one.end != End::failed;
}

bool is_entry(const json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_number_integer();
}

bool has_form(const Operation& one) {
  if (one.kind == Kind::send) return one.result.is_number_integer();
  if (one.kind != Kind::poll) return true;
  return one.result.is_object() && std::ranges::all_of(one.result, [](const json& log) {
           return log.is_array() && std::ranges::all_of(log, is_entry);
         });
}

/// Returns the entries that a poll returned for a key, if the poll was acknowledged. Otherwise
/// empty.
std::vector<Entry> entries_of(const Operation& poll, const std::string& key) {
  std::vector<Entry> out;
  if (!poll.result.contains(key)) return out;
  for (const json& entry : poll.result[key])
    out.emplace_back(entry[0].get<std::int64_t>(), entry[1]);
  return out;
}

class Rules {
 public:
  explicit Rules(const Case& history) : case_(history), all_(history.operations) {}

  [[nodiscard]] bool allow() {
    for (const Operation& one : all_) {
      // Rule 1 of docs/reference/checkers.md.
      if (one.end == End::acknowledged && !has_form(one)) return false;
    }
    for (const std::string& key : keys()) {
      collect_known(key);
      if (!has_one_message_per_offset() || !has_few_offsets(key)) return false;
      if (!polls_fit(key) || !sends_ascend(key) || !commits_fit(key)) return false;
    }
    return last_polls_are_complete();
  }

 private:
  std::set<std::string> keys() const {
    std::set<std::string> out;
    for (const Operation& one : all_) {
      if (one.kind == Kind::send) out.insert(one.key);
      for (const auto& [key, offset] : one.offsets) out.insert(key);
      if (!is_acknowledged(one, Kind::poll)) continue;
      for (const auto& [key, log] : one.result.items()) out.insert(key);
    }
    return out;
  }

  void collect_known(const std::string& key) {
    known_.clear();
    for (const Operation& one : all_) {
      if (is_acknowledged(one, Kind::send) && one.key == key) {
        known_.emplace_back(one.result.get<std::int64_t>(), one.message);
      }
      if (!is_acknowledged(one, Kind::poll)) continue;
      for (const Entry& entry : entries_of(one, key)) known_.push_back(entry);
    }
  }

  bool has_one_message_per_offset() const {  // rule 2
    for (const auto& [offset, message] : known_) {
      for (const auto& [same, other] : known_) {
        if (offset == same && message != other) return false;
      }
    }
    return true;
  }

  int count_of_sends(const std::string& key, const json& message) const {
    return static_cast<int>(std::ranges::count_if(all_, [&](const Operation& one) {
      return may_have_happened(one, Kind::send) && one.key == key && one.message == message;
    }));
  }

  bool has_few_offsets(const std::string& key) const {  // rule 3
    for (const Entry& entry : known_) {
      std::set<std::int64_t> offsets;
      for (const auto& [offset, message] : known_) {
        if (message == entry.second) offsets.insert(offset);
      }
      if (static_cast<int>(offsets.size()) > count_of_sends(key, entry.second)) return false;
    }
    return true;
  }

  bool polls_fit(const std::string& key) const {
    for (const Operation& one : all_) {
      if (!is_acknowledged(one, Kind::poll)) continue;
      const std::vector<Entry> entries = entries_of(one, key);
      for (const auto& [offset, message] : entries) {
        if (count_of_sends(key, message) == 0) return false;  // rule 4
      }
      if (entries.empty() || !one.offsets.contains(key)) continue;
      for (std::size_t i = 1; i < entries.size(); ++i) {  // rule 5
        if (entries[i].first <= entries[i - 1].first) return false;
      }
      const int from = one.offsets.at(key);
      if (entries.front().first < from) return false;
      for (const auto& [offset, message] : known_) {
        if (offset < from || offset > entries.back().first) continue;
        const bool returned = std::ranges::any_of(
            entries, [&, &at = offset](const Entry& entry) { return entry.first == at; });
        if (!returned) return false;
      }
    }
    return true;
  }

  bool sends_ascend(const std::string& key) const {  // rule 6
    std::map<int, Operation> last;
    for (const Operation& one : all_) {
      if (!is_acknowledged(one, Kind::send) || one.key != key) continue;
      if (last.contains(one.client) && is_before(last[one.client], one) &&
          last[one.client].result >= one.result) {
        return false;
      }
      last[one.client] = one;
    }
    return true;
  }

  bool last_polls_are_complete() const {  // rule 7
    const bool any = std::ranges::any_of(
        all_, [](const Operation& one) { return is_acknowledged(one, Kind::send); });
    if (!any) return true;
    std::map<int, Operation> last;
    for (const Operation& one : all_) {
      if (one.kind == Kind::poll) last[one.node] = one;
    }
    for (const auto& [node, poll] : last) {
      if (case_.down.contains(node) || case_.ended.contains(node)) continue;
      if (poll.end == End::in_vain) continue;
      if (poll.end != End::acknowledged) return false;
      for (const Operation& send : all_) {
        if (!is_acknowledged(send, Kind::send) || !is_before(send, poll)) continue;
        if (!poll.offsets.contains(send.key)) continue;
        if (send.result.get<std::int64_t>() < poll.offsets.at(send.key)) continue;
        const std::vector<Entry> entries = entries_of(poll, send.key);
        const bool returned = std::ranges::any_of(entries, [&](const Entry& entry) {
          return entry.first == send.result.get<std::int64_t>() && entry.second == send.message;
        });
        if (!returned) return false;
      }
    }
    return true;
  }

  bool commits_fit(const std::string& key) const {
    for (const Operation& list : all_) {
      if (!is_acknowledged(list, Kind::list) || !list.offsets.contains(key)) continue;
      std::optional<json> listed;
      if (list.result.is_object() && list.result.contains(key)) listed = list.result[key];
      // A null means that the list has no offset for the key.
      if (listed && listed->is_null()) listed.reset();
      if (listed && !is_committed(key, *listed, list)) {  // rule 8
        if (!case_.accepts_uncommitted || !listed->is_number_integer()) return false;
        continue;  // an answer that is accepted without being right fulfils all rules
      }
      if (!is_recent(key, listed, list)) return false;
    }
    return true;
  }

  bool may_be_in(const Operation& commit, const Operation& list) const {
    return may_have_happened(commit, Kind::commit) && commit.requested <= list.answered;
  }

  bool is_committed(const std::string& key, const json& offset, const Operation& list) const {
    return std::ranges::any_of(all_, [&](const Operation& one) {
      return may_be_in(one, list) && one.offsets.contains(key) &&
             json(one.offsets.at(key)) == offset;
    });
  }

  bool is_recent(const std::string& key, const std::optional<json>& listed,
                 const Operation& list) const {  // rule 9
    for (const Operation& higher : all_) {
      if (!is_acknowledged(higher, Kind::commit) || !higher.offsets.contains(key)) continue;
      if (!is_before(higher, list)) continue;
      if (!listed) return false;
      if (*listed >= json(higher.offsets.at(key))) continue;
      const bool later = std::ranges::any_of(all_, [&](const Operation& lower) {
        const bool commits_it =
            lower.offsets.contains(key) && json(lower.offsets.at(key)) == *listed;
        return may_be_in(lower, list) && commits_it && may_come_after(lower, higher);
      });
      if (!later) return false;
    }
    return true;
  }

  /// Returns true if the commit of the lower offset may take effect after the commit of the higher
  /// one. A commit without an answer may take effect after every other operation.
  static bool may_come_after(const Operation& lower, const Operation& higher) {
    return lower.end != End::acknowledged || !is_before(lower, higher);
  }

  const Case& case_;
  const std::vector<Operation>& all_;
  std::vector<Entry> known_;  ///< all entries of the current key that sends and polls returned
};

bool is_allowed(const Case& history) {
  if (history.no_exit && !history.ended.empty()) return false;
  return Rules(history).allow();
}

bool is_judged(const Case& history) {
  return std::ranges::any_of(history.operations,
                             [](const Operation& one) { return one.end == End::acknowledged; });
}

// ---- Random histories: a correct system executes random operations. Then some answers are
// changed.

}  // namespace
}  // namespace ldfi::check
