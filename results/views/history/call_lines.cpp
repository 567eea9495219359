#include "results/views/history/call_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "results/views/history/micro_operations.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;
using systems::Checker;

/// Returns the time under this key: an integer from 0 to 2^62. Returns nullopt if the value is
/// anything else.
std::optional<std::int64_t> time_in(const Json& object, const char* key) {
  constexpr std::uint64_t latest = std::uint64_t{1} << 62U;
  const Json& time = object.contains(key) ? object[key] : Json();
  if (!time.is_number_unsigned() && !(time.is_number_integer() && time >= 0)) return std::nullopt;
  const auto out = time.get<std::uint64_t>();
  return out <= latest ? std::optional(static_cast<std::int64_t>(out)) : std::nullopt;
}

bool is_text(const Json& object, const char* key) {
  return object.contains(key) && object[key].is_string();
}

/// Returns an error message if the object has a key that is not in `keys`, or an empty text. Keys
/// that begin with x_ are for the user and always allowed.
std::string unknown_key(const Json& object, std::string_view what,
                        std::initializer_list<std::string_view> keys) {
  for (const auto& [key, value] : object.items()) {
    if (key.starts_with("x_") || std::ranges::find(keys, key) != keys.end()) continue;
    return fmt::format("{} has no key \"{}\"; a key of your own begins with x_", what,
                       shown_line(key));
  }
  return "";
}

/// The keys that a request must have, for each checker and type.
struct Needed {
  Checker checker;
  std::string_view type;
  std::vector<std::string_view> keys;
};

const std::vector<Needed>& needed() {
  static const std::vector<Needed> all{
      {Checker::lin_kv, "read", {"key"}},      {Checker::lin_kv, "write", {"key", "value"}},
      {Checker::lin_kv, "cas", {"key", "to"}}, {Checker::counter, "add", {"delta"}},
      {Checker::set, "add", {"element"}},      {Checker::kafka, "send", {"key", "msg"}},
      {Checker::kafka, "poll", {"offsets"}}};
  return all;
}

}  // namespace

bool CallLines::is_header(const Json& line) {
  return line.contains("ldfi_history");
}

std::string CallLines::unknown_node(const std::string& name) const {
  if (nodes_.empty() || nodes_.contains(name)) return "";
  return fmt::format("the header lists no node {}", shown_line(name));
}

std::string CallLines::read_names(const Json& header, const char* key,
                                  std::set<std::string>& out) const {
  const Json& list = header.contains(key) ? header[key] : Json::array();
  if (!list.is_array()) return fmt::format("\"{}\" is a list of names of nodes", key);
  for (const Json& one : list) {
    if (!one.is_string()) return fmt::format("\"{}\" is a list of names of nodes", key);
    if (std::string wrong = unknown_node(one.get<std::string>()); !wrong.empty()) return wrong;
    out.insert(one.get<std::string>());
  }
  return "";
}

std::string CallLines::read_header(const Json& line) {
  if (line["ldfi_history"] != 1) return "\"ldfi_history\" is 1 in this version";
  std::string wrong =
      unknown_key(line, "the header", {"ldfi_history", "nodes", "down", "ended", "eff", "eot"});
  std::set<std::string> nodes;
  if (wrong.empty()) wrong = read_names(line, "nodes", nodes);
  nodes_ = std::move(nodes);
  if (wrong.empty()) wrong = read_names(line, "down", history_.down);
  if (wrong.empty()) wrong = read_names(line, "ended", history_.ended);
  return wrong;
}

std::string CallLines::number_problem(const Json& line) {
  if (!line.contains("op")) return "";
  const Json& op = line["op"];
  if (!op.is_number_integer() || op < 0)
    return "\"op\" is the number of the call, an integer from 0";
  const auto number = op.get<std::uint64_t>();
  if (last_ && number <= *last_) {
    return fmt::format("the call has the number {}, and the call above it {}", number, *last_);
  }
  last_ = number;
  return "";
}

std::string CallLines::body_problem(const Json& body) const {
  if (!body.is_object()) return "a call has a body, an object";
  if (!is_text(body, "type")) return "a body has a type, a text";
  const auto type = body["type"].get<std::string>();
  if (checker_ == Checker::txn && type == "txn") {
    return transaction_problem(body.value("txn", Json()));
  }
  const auto found = std::ranges::find_if(
      needed(), [&](const Needed& one) { return one.checker == checker_ && one.type == type; });
  if (found == needed().end()) return "";
  for (const std::string_view key : found->keys) {
    if (!body.contains(key)) return fmt::format("a request {} has a key \"{}\"", type, key);
  }
  const bool conditional = type == "cas" && body.value("create_if_not_exists", Json()) != true;
  if (conditional && !body.contains("from")) return "a request cas has a key \"from\"";
  const bool number =
      type != "add" || checker_ != Checker::counter || body["delta"].is_number_integer();
  return number ? "" : "the delta of an add is an integer";
}

std::string CallLines::read_answer(const Json& line, check::Call& call) const {
  if (line.contains("in_vain") && !line["in_vain"].is_boolean()) {
    return "\"in_vain\" is true or false";
  }
  call.in_vain = line.value("in_vain", false);
  if (!line.contains("returned")) {
    return line.contains("response") ? "a call that has a response has \"returned\", its time" : "";
  }
  call.returned = time_in(line, "returned");
  if (!call.returned) return "\"returned\" is a time in nanoseconds from 0 to 2^62";
  if (!line.contains("response") || !line["response"].is_object()) {
    return "a call that returned has a response, an object";
  }
  if (*call.returned < call.invoked) return "a call returned before it was invoked";
  call.response = line["response"];
  return "";
}

std::string CallLines::add(const Json& line) {
  if (is_header(line)) return "write the header once, before all calls";
  std::string wrong =
      unknown_key(line, "a call",
                  {"op", "client", "node", "invoked", "body", "returned", "response", "in_vain"});
  if (wrong.empty()) wrong = number_problem(line);
  if (!wrong.empty()) return wrong;
  if (!is_text(line, "client") || !is_text(line, "node")) return "a call has a client and a node";
  wrong = unknown_node(line["node"].get<std::string>());
  if (!wrong.empty()) return wrong;
  const auto invoked = time_in(line, "invoked");
  if (!invoked) return "a call has \"invoked\", a time in nanoseconds from 0 to 2^62";
  wrong = body_problem(line.contains("body") ? line["body"] : Json());
  if (!wrong.empty()) return wrong;
  check::Call call{line["client"], line["node"], *invoked, line["body"]};
  if (!history_.calls.empty() && history_.calls.back().invoked > call.invoked) {
    return "a call was invoked before the one on the line above it";
  }
  wrong = read_answer(line, call);
  if (wrong.empty()) history_.calls.push_back(std::move(call));
  return wrong;
}

}  // namespace ldfi::results
