// Converts operations of Jepsen to calls, in the order of the file. An operation keeps its time if
// the time is later than that of the operation before. Otherwise it gets a time one nanosecond
// after the operation before.
#include "results/views/history/jepsen.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "results/views/history/micro_operations.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;
using systems::Checker;

const Json& field(const Json& object, const char* key) {
  static const Json none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

/// Latest time that is accepted. Later operations without a later time still have room for one
/// nanosecond each.
constexpr std::int64_t latest_time = std::int64_t{1} << 62U;

/// Returns the value if it is an integer that fits into 64 signed bits, or nullopt.
std::optional<std::int64_t> int64_of(const Json& value) {
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() ||
                     value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max());
  return fits ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

/// Returns true if the operation's value must be a list of sends and polls. Other operations, such
/// as `assign`, may have any value.
bool has_log_operations(const std::string& function) {
  return function == "send" || function == "poll" || function == "txn";
}

bool is_pair(const Json& value) {
  return value.is_array() && value.size() == 2;
}

/// Returns the key and the value of an operation on a register. The operation has [key, value], or
/// only the value if there is a single register.
std::pair<Json, Json> keyed(const std::string& function, const Json& value) {
  const bool has_key = is_pair(value) && (function != "cas" || is_pair(value[1]));
  return has_key ? std::pair(value[0], value[1]) : std::pair(Json(0), value);
}

/// Returns the request of an operation, or null if the checker does not judge such operations.
Json request(Checker checker, const std::string& function, const Json& value) {
  if (checker == Checker::lin_kv) {
    const auto [key, what] = keyed(function, value);
    if (function == "read") return {{"type", "read"}, {"key", key}};
    if (function == "write") return {{"type", "write"}, {"key", key}, {"value", what}};
    if (function != "cas" || !is_pair(what)) return nullptr;
    Json out{{"type", "cas"}, {"key", key}, {"from", what[0]}, {"to", what[1]}};
    // A register of Jepsen begins as nil, so a compare-and-set from nil may succeed although the
    // key does not exist.
    if (what[0].is_null()) out["create_if_not_exists"] = true;
    return out;
  }
  if (checker == Checker::txn) return {{"type", "txn"}, {"txn", value}};
  if (function == "read") return {{"type", "read"}};
  if (function != "add") return nullptr;
  if (checker == Checker::counter && !value.is_number_integer()) return nullptr;
  return {{"type", "add"}, {checker == Checker::set ? "element" : "delta", value}};
}

Json response(Checker checker, const std::string& function, const Json& request,
              const Json& value) {
  const std::string type = request["type"].get<std::string>() + "_ok";
  if (checker == Checker::txn) return {{"type", type}, {"txn", value}};
  if (function != "read") return {{"type", type}};
  return {{"type", type},
          {"value", checker == Checker::lin_kv ? keyed(function, value).second : value}};
}

/// Returns true for checkers whose operations, except reads, have the same value in the request and
/// in the answer.
bool is_register_or_sum(Checker checker) {
  return checker == Checker::lin_kv || checker == Checker::set || checker == Checker::counter;
}

}  // namespace

std::string JepsenHistory::add(const Json& operation) {
  if (!operation.is_object()) return "an operation is a map, such as {:type :invoke, :f :read, …}";
  const Json& process = field(operation, "process");
  if (process.is_null()) return "an operation has no process";
  const Json& type = field(operation, "type");
  if (process == "nemesis" || (process.is_string() && type == "info")) return "";
  const auto number = int64_of(process);
  if (!number) {
    return fmt::format(
        "cannot read {} as a process: a process is an integer of 64 bits with a sign. Only "
        "operations of "
        "type info may have a name, such as :nemesis, in its place",
        shown_line(process.dump(-1, ' ', false, Json::error_handler_t::replace)));
  }
  const Json& function = field(operation, "f");
  if (!type.is_string()) return "an operation has no type: invoke, ok, fail or info";
  if (!function.is_string()) return "an operation has no f, such as read";
  const Json& time = field(operation, "time");
  const auto at = time.is_null() ? std::optional<std::int64_t>(0) : int64_of(time);
  if (!at || *at > latest_time) {
    return fmt::format("cannot read {} as a time: it is an integer of nanoseconds below 2^62",
                       shown_line(time.dump(-1, ' ', false, Json::error_handler_t::replace)));
  }
  now_ = std::max(*at, now_ + 1);
  const Json& value = field(operation, "value");
  if (type == "invoke") return invoke(*number, function, value);
  if (type == "ok" || type == "fail" || type == "info") {
    return complete(*number, type, function, value);
  }
  return fmt::format("an operation has the type {}; it is invoke, ok, fail or info",
                     shown_line(type.get<std::string>()));
}

std::size_t JepsenHistory::call(std::int64_t process, Json body) {
  const std::string client = fmt::format("process {}", process);
  const bool log = checker_ == Checker::kafka;
  history_.calls.push_back({client, log ? client : "the system", now_, std::move(body)});
  return history_.calls.size() - 1;
}

void JepsenHistory::answer(std::size_t which, Json response) {
  check::Call& one = history_.calls[which];
  one.returned = now_;
  one.response = std::move(response);
}

std::string JepsenHistory::invoke(std::int64_t process, const std::string& function,
                                  const Json& value) {
  if (pending_.contains(process)) {
    return fmt::format("process {} invokes an operation before its last one is complete", process);
  }
  if (checker_ == Checker::txn) {
    if (std::string wrong = transaction_problem(value); !wrong.empty()) return wrong;
  }
  Pending pending{function, value, {}};
  if (checker_ == Checker::kafka) {
    const std::string wrong = invoke_log(process, value, pending);
    if (!wrong.empty()) return wrong;
  } else {
    Json body = request(checker_, function, value);
    if (body.is_null()) {
      return fmt::format("an operation {} with this value is not one that the checker {} judges",
                         shown_line(function),
                         systems::checker_names().at(static_cast<std::size_t>(checker_)));
    }
    pending.calls.push_back(call(process, std::move(body)));
  }
  pending_.emplace(process, std::move(pending));
  return "";
}

std::string JepsenHistory::complete(std::int64_t process, const std::string& type,
                                    const std::string& function, const Json& value) {
  const auto found = pending_.find(process);
  if (found == pending_.end()) {
    // If a process cannot start, Jepsen writes an operation of type info without an invocation.
    return type == "info"
               ? ""
               : fmt::format("process {} completes an operation that it did not invoke", process);
  }
  const Pending pending = std::move(found->second);
  pending_.erase(found);
  if (pending.function != function) {
    return fmt::format("process {} invoked {} and completes {}", process,
                       shown_line(pending.function), shown_line(function));
  }
  if (type == "info") return "";
  const bool same = value.is_null() || function == "read" || value == pending.value;
  if (type == "ok" && is_register_or_sum(checker_) && !same) {
    return fmt::format("process {} completes {} with another value than it invoked", process,
                       shown_line(function));
  }
  if (type == "fail") {
    for (const std::size_t which : pending.calls) answer(which, {{"type", "error"}, {"code", 11}});
    return "";
  }
  if (checker_ == Checker::kafka) return complete_log(process, pending, value);
  if (checker_ == Checker::txn) {
    if (std::string wrong = transaction_problem(value); !wrong.empty()) return wrong;
  }
  const std::size_t which = pending.calls.front();
  answer(which, response(checker_, function, history_.calls[which].body.json(), value));
  return "";
}

/// Reads the request `[[:send key message] …]`. Calls for polls are added when their answer is known.
std::string JepsenHistory::invoke_log(std::int64_t process, const Json& value, Pending& pending) {
  if (has_log_operations(pending.function)) {
    if (std::string wrong = log_problem(value, false); !wrong.empty()) return wrong;
  }
  for (const Json& one : value.is_array() ? value : Json::array()) {
    if (!one.is_array() || one.empty() || one[0] != "send") continue;
    if (one.size() != 3) return "a send is [:send key message]";
    pending.calls.push_back(call(process, {{"type", "send"}, {"key", one[1]}, {"msg", one[2]}}));
  }
  return "";
}

/// Reads the answer `[[:send key [offset message]] [:poll {key [[offset message] …]}] …]`.
std::string JepsenHistory::complete_log(std::int64_t process, const Pending& pending,
                                        const Json& value) {
  if (has_log_operations(pending.function)) {
    if (std::string wrong = log_problem(value, true); !wrong.empty()) return wrong;
  }
  std::size_t sends = 0;
  for (const Json& one : value.is_array() ? value : Json::array()) {
    if (!one.is_array() || one.empty()) continue;
    if (one[0] == "send") {
      if (one.size() != 3 || sends >= pending.calls.size()) return "a send that was not invoked";
      const Json offset = is_pair(one[2]) ? one[2][0] : Json();
      answer(pending.calls[sends++], {{"type", "send_ok"}, {"offset", offset}});
    } else if (one[0] == "poll" && one.size() > 1 && one[1].is_object()) {
      Json from = Json::object();
      for (const auto& [key, list] : one[1].items()) {
        const bool any = list.is_array() && !list.empty() && is_pair(list[0]);
        if (any) from[key] = list[0][0];
      }
      const std::size_t which = call(process, {{"type", "poll"}, {"offsets", from}});
      answer(which, {{"type", "poll_ok"}, {"msgs", one[1]}});
    }
  }
  return "";
}

/// Keeps only the last read that has an answer, because sets and counters are judged by it.
void JepsenHistory::keep_last_read() {
  const auto is_read = [](const check::Call& one) { return one.body.json()["type"] == "read"; };
  const auto answered = [&](const check::Call& one) {
    return is_read(one) && one.response.json().is_object() &&
           one.response.json()["type"] == "read_ok";
  };
  const auto last = std::ranges::find_if(history_.calls.rbegin(), history_.calls.rend(), answered);
  const check::Call* const keep = last == history_.calls.rend() ? nullptr : &*last;
  std::vector<check::Call> calls;
  for (const check::Call& one : history_.calls) {
    if (!is_read(one) || &one == keep) calls.push_back(one);
  }
  history_.calls = std::move(calls);
}

check::History JepsenHistory::take() {
  if (checker_ == Checker::set || checker_ == Checker::counter) keep_last_read();
  if (checker_ == Checker::kafka) {
    // In Jepsen, a poll continues where the poll before it ended. So rule 7 of the checker (the last poll
    // of a node reads all messages) must not apply. It ignores nodes that were down, so all count as down.
    for (const check::Call& one : history_.calls) history_.down.insert(one.node);
    std::ranges::stable_sort(history_.calls, {}, &check::Call::invoked);
  }
  return std::move(history_);
}

}  // namespace ldfi::results
