// The order of the operations in the file is what counts. Their times are kept where they ascend; an
// operation that is not later than the one before it becomes a nanosecond later.
#include "results/history/jepsen.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/diagnostic.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;
using systems::Checker;

const Json& field(const Json& object, const char* key) {
  static const Json none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

bool is_pair(const Json& value) {
  return value.is_array() && value.size() == 2;
}

/// The key and the value of an operation on a register: [key, value], or a value of the only key.
std::pair<Json, Json> keyed(const std::string& function, const Json& value) {
  const bool has_key = is_pair(value) && (function != "cas" || is_pair(value[1]));
  return has_key ? std::pair(value[0], value[1]) : std::pair(Json(0), value);
}

/// The request that an operation stands for, or null if it stands for none of that checker.
Json request(Checker checker, const std::string& function, const Json& value) {
  if (checker == Checker::lin_kv) {
    const auto [key, what] = keyed(function, value);
    if (function == "read") return {{"type", "read"}, {"key", key}};
    if (function == "write") return {{"type", "write"}, {"key", key}, {"value", what}};
    if (function != "cas" || !is_pair(what)) return nullptr;
    return {{"type", "cas"}, {"key", key}, {"from", what[0]}, {"to", what[1]}};
  }
  if (checker == Checker::txn) {
    if (!value.is_array()) return nullptr;
    return {{"type", "txn"}, {"txn", value}};
  }
  if (function == "read") return {{"type", "read"}};
  if (function != "add") return nullptr;
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

}  // namespace

std::string JepsenHistory::add(const Json& operation) {
  if (!operation.is_object()) return "an operation is a map, such as {:type :invoke, :f :read, …}";
  const Json& process = field(operation, "process");
  if (!process.is_number_integer()) return process.is_null() ? "an operation has no process" : "";
  const Json& type = field(operation, "type");
  const Json& function = field(operation, "f");
  if (!type.is_string()) return "an operation has no type: invoke, ok, fail or info";
  if (!function.is_string()) return "an operation has no f, such as read";
  const Json& time = field(operation, "time");
  const std::int64_t at = time.is_number_integer() ? time.get<std::int64_t>() : 0;
  now_ = std::max(at, now_ + 1);
  const auto number = process.get<std::int64_t>();
  const Json& value = field(operation, "value");
  if (type == "invoke") return invoke(number, function, value);
  if (type == "ok" || type == "fail" || type == "info") {
    return complete(number, type, function, value);
  }
  return fmt::format("an operation has the type {}; it is invoke, ok, fail or info",
                     printable(type.get<std::string>()));
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
  Pending pending{function, {}};
  if (checker_ == Checker::kafka) {
    const std::string wrong = invoke_log(process, value, pending);
    if (!wrong.empty()) return wrong;
  } else {
    Json body = request(checker_, function, value);
    if (body.is_null()) {
      return fmt::format("an operation {} with this value is not one that the checker {} judges",
                         printable(function),
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
    // Jepsen writes operations of type info that nobody invoked, when a process cannot begin.
    return type == "info"
               ? ""
               : fmt::format("process {} completes an operation that it did not invoke", process);
  }
  const Pending pending = std::move(found->second);
  pending_.erase(found);
  if (pending.function != function) {
    return fmt::format("process {} invoked {} and completes {}", process,
                       printable(pending.function), printable(function));
  }
  if (type == "info") return "";
  if (type == "fail") {
    for (const std::size_t which : pending.calls) answer(which, {{"type", "error"}, {"code", 11}});
    return "";
  }
  if (checker_ == Checker::kafka) return complete_log(process, pending, value);
  const std::size_t which = pending.calls.front();
  answer(which, response(checker_, function, history_.calls[which].body.json(), value));
  return "";
}

/// `[[:send key message] …]`; polls become calls when their answer is known.
std::string JepsenHistory::invoke_log(std::int64_t process, const Json& value, Pending& pending) {
  for (const Json& one : value.is_array() ? value : Json::array()) {
    if (!one.is_array() || one.empty() || one[0] != "send") continue;
    if (one.size() != 3) return "a send is [:send key message]";
    pending.calls.push_back(call(process, {{"type", "send"}, {"key", one[1]}, {"msg", one[2]}}));
  }
  return "";
}

/// `[[:send key [offset message]] [:poll {key [[offset message] …]}] …]`
std::string JepsenHistory::complete_log(std::int64_t process, const Pending& pending,
                                        const Json& value) {
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

/// Sets and counters are judged by the last read that was answered.
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
    // A poll goes on where the one before it ended, so none has to contain all messages.
    for (const check::Call& one : history_.calls) history_.down.insert(one.node);
    std::ranges::stable_sort(history_.calls, {}, &check::Call::invoked);
  }
  return std::move(history_);
}

}  // namespace ldfi::results
