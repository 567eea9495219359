#include "common/systems/recording_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/base/text.hpp"

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_line = std::size_t{1} << 20U;
constexpr std::size_t max_events = 2'000'000;
constexpr int max_depth = 64;
constexpr std::size_t max_problems = 100;
constexpr std::int64_t last_time = std::int64_t{1} << 53;
constexpr std::uint64_t most = 1'000'000'000;

std::string shown(std::string_view text) {
  return word_or_quoted(std::string(text.substr(0, 60)));
}

class Reader {
 public:
  Reader(FileId file, std::vector<Diagnostic>& problems) : problems_(problems) { out_.file = file; }

  std::optional<Recording> read(const std::string& name, std::string_view text);

 private:
  void line(std::string_view text);
  void header(const Json& object);
  void delays(const Json& object);
  void restarts(const Json& object);
  std::vector<std::int64_t> spans_of(const Json& object, const char* key);
  void fspec(const Json& object);
  void faults(const Json& list);
  void event(const Json& object);
  void send(const Json& object, Event& event);
  void verdict(const Json& object);
  void said(Json object, Event& event) const;
  void keys(const Json& object, const std::set<std::string>& known);

  void fail(std::string message, std::vector<std::string> hints = {}) {
    good_ = false;
    if (problems_.size() == max_problems) return;
    problems_.push_back({Severity::error,
                         "recording",
                         {out_.file, line_, 1, 1},
                         std::move(message),
                         std::move(hints)});
  }
  std::string text_of(const Json& object, const char* key);
  std::string name_of(const Json& object, const char* key);
  std::int64_t time_of(const Json& object, const char* key);
  std::optional<std::uint64_t> count_of(const Json& object, const char* key);
  bool flag_of(const Json& object, const char* key);
  std::vector<std::string> names_of(const Json& object, const char* key);
  MessageId message_of(const Json& object);

  Recording out_;
  std::vector<Diagnostic>& problems_;
  int line_ = 0;
  bool good_ = true;
  bool ended_ = false;
};

std::optional<Recording> Reader::read(const std::string& name, std::string_view text) {
  out_.name = name;
  if (text.empty()) fail("the file is empty: a recording begins with its header");
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view one = text.substr(0, end);
    if (one.ends_with('\r')) one.remove_suffix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line_;
    if (one.empty()) continue;
    if (ended_) {
      fail("nothing may stand behind the verdict");
      break;
    }
    line(one);
    if (problems_.size() == max_problems || (line_ == 1 && !good_)) break;
    if (out_.events.size() > max_events) {
      fail(fmt::format("more than {} events are too many", max_events));
      break;
    }
  }
  if (good_ && !ended_) fail("the verdict is missing: the recording is not whole");
  return good_ ? std::optional(std::move(out_)) : std::nullopt;
}

void Reader::line(std::string_view text) {
  if (text.size() > max_line)
    return fail(fmt::format("a line of {} bytes is longer than {}", text.size(), max_line));
  bool deep = false;
  std::string twice;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto look = [&](int depth, Json::parse_event_t what, Json& parsed) {
    deep = deep || depth > max_depth;
    if (what == Json::parse_event_t::object_start) keys.emplace_back();
    if (what == Json::parse_event_t::object_end && !keys.empty()) keys.pop_back();
    if (what == Json::parse_event_t::key && !keys.empty()) {
      const std::string key = parsed.get<std::string>();
      if (!keys.back().insert(key).second) twice = key;
    }
    return !deep;
  };
  const Json object = Json::parse(text, look, false);
  if (deep) return fail(fmt::format("it is nested deeper than {} levels", max_depth));
  if (!twice.empty()) return fail(fmt::format("the key {} stands there twice", shown(twice)));
  if (object.is_discarded()) return fail("it is no JSON");
  if (!object.is_object()) return fail("it is no JSON object");
  if (line_ == 1) return header(object);
  if (!object.contains("e")) return fail("it has no \"e\", which says what happened");
  if (object["e"] == "verdict") return verdict(object);
  event(object);
}

void Reader::keys(const Json& object, const std::set<std::string>& known) {
  for (const auto& [key, value] : object.items()) {
    if (known.contains(key) || key.starts_with("x_")) continue;
    const std::string near = closest(key, {known.begin(), known.end()});
    fail(fmt::format("there is no key {} here", shown(key)),
         {near.empty() ? "keys of your own begin with x_" : fmt::format("did you mean {}?", near)});
  }
}

std::string Reader::text_of(const Json& object, const char* key) {
  if (object.contains(key) && object[key].is_string()) return object[key];
  fail(fmt::format("\"{}\" must be a string", key));
  return "";
}

std::string Reader::name_of(const Json& object, const char* key) {
  const std::string out = text_of(object, key);
  if (good_ && !is_name(out)) {
    fail(fmt::format("{} is no name", shown(out)),
         {"a name has letters, digits and . _ ? - alone"});
  }
  return out;
}

std::int64_t Reader::time_of(const Json& object, const char* key) {
  const bool whole = object.contains(key) && object[key].is_number_integer();
  const auto value = whole ? object[key].get<std::int64_t>() : -1;
  if (value >= 0 && value <= last_time) return value;
  fail(fmt::format("\"{}\" must be a time: nanoseconds, an integer from 0 to 2^53", key));
  return 0;
}

std::optional<std::uint64_t> Reader::count_of(const Json& object, const char* key) {
  if (!object.contains(key)) return std::nullopt;
  if (object[key].is_number_unsigned() && object[key].get<std::uint64_t>() <= most) {
    return object[key].get<std::uint64_t>();
  }
  fail(fmt::format("\"{}\" must be an integer from 0 to {}", key, most));
  return std::nullopt;
}

bool Reader::flag_of(const Json& object, const char* key) {
  if (!object.contains(key)) return false;
  if (object[key].is_boolean()) return object[key];
  fail(fmt::format("\"{}\" must be true or false", key));
  return false;
}

std::vector<std::string> Reader::names_of(const Json& object, const char* key) {
  std::vector<std::string> out;
  const bool list = object.contains(key) && object[key].is_array();
  if (!list) fail(fmt::format("\"{}\" must be a list of names", key));
  for (const Json& one : list ? object[key] : Json::array()) {
    const std::string name = one.is_string() ? one.get<std::string>() : "";
    if (!is_name(name)) {
      fail(fmt::format("\"{}\" must be a list of names", key));
    } else if (std::ranges::find(out, name) != out.end()) {
      fail(fmt::format("{} is named twice", name));
    } else {
      out.push_back(name);
    }
  }
  return out;
}

void Reader::header(const Json& object) {
  if (!object.contains("ldfi_trace")) {
    return fail("the first line is no header: it has no \"ldfi_trace\"");
  }
  if (object["ldfi_trace"] != 1) return fail("this is another version of the format than 1");
  keys(object, {"ldfi_trace", "run", "system", "seed", "deterministic", "spec", "faults"});
  out_.system = text_of(object, "system");
  out_.seed = object.contains("seed") ? text_of(object, "seed") : "";
  if (object.contains("run")) text_of(object, "run");
  if (object.contains("deterministic")) out_.deterministic = flag_of(object, "deterministic");
  if (!object.contains("spec") || !object["spec"].is_object()) {
    fail("\"spec\" must be an object: it says which faults there may be");
  } else {
    fspec(object["spec"]);
  }
  if (!object.contains("faults") || !object["faults"].is_array()) {
    fail("\"faults\" must be a list of faults, such as [\"O(n0,n1,ack#0)\"]");
  } else {
    faults(object["faults"]);
  }
}

void Reader::fspec(const Json& object) {
  keys(object, {"nodes", "from", "eff", "omissions", "crashes", "crashable", "restarts", "delays",
                "faults"});
  Fspec& out = out_.fspec;
  out.nodes = names_of(object, "nodes");
  if (good_ && out.nodes.empty()) fail("a system has a node");
  out.from = object.contains("from") ? time_of(object, "from") : 0;
  out.eff = time_of(object, "eff");
  if (object.contains("omissions") && object["omissions"] != "all") {
    out.omissions = count_of(object, "omissions");
  }
  out.crashes = count_of(object, "crashes").value_or(0);
  out.faults = count_of(object, "faults");
  if (object.contains("crashable")) out.crashable = names_of(object, "crashable");
  for (const std::string& node : out.crashable.value_or(std::vector<std::string>())) {
    if (!out.has_node(node)) fail(fmt::format("{} may crash, but is no node", node));
  }
  if (object.contains("delays")) delays(object["delays"]);
  if (object.contains("restarts")) restarts(object["restarts"]);
  if (out.from > out.eff) fail("no message can be lost: from is later than eff");
}

void Reader::delays(const Json& object) {
  if (!object.is_object()) return fail("\"delays\" must be an object");
  keys(object, {"values", "count"});
  out_.fspec.delays = spans_of(object, "values");
  out_.fspec.delayed = count_of(object, "count");
}

void Reader::restarts(const Json& object) {
  if (!object.is_object()) return fail("\"restarts\" must be an object");
  keys(object, {"most", "down"});
  if (!object.contains("most")) fail("\"restarts\" has no \"most\"");
  out_.fspec.restarts = count_of(object, "most").value_or(0);
  out_.fspec.down = spans_of(object, "down");
}

/// Lengths of time.
std::vector<std::int64_t> Reader::spans_of(const Json& object, const char* key) {
  std::vector<std::int64_t> out;
  bool good = object.contains(key) && object[key].is_array();
  for (const Json& one : good ? object[key] : Json::array()) {
    const bool time = one.is_number_unsigned() && one > 0 && one <= last_time;
    good = good && time && (out.empty() || one > out.back());
    if (good) out.push_back(one.get<std::int64_t>());
  }
  if (!good) fail(fmt::format("\"{}\" must be a list of nanoseconds that grow", key));
  return out;
}

void Reader::faults(const Json& list) {
  for (const Json& one : list) {
    const std::string text = one.is_string() ? one.get<std::string>() : one.dump();
    if (one.is_string() && add_fault(out_.faults, text)) continue;
    fail(fmt::format("{} is no fault, or stands there twice", printable(text.substr(0, 60))),
         {"faults are O(from,to,type#k), a lost message, D(from,to,type#k,+200ms), a late one, "
          "C(node,#k), a crash before the k-th activation, and C(node,#k,+100ms), one with a "
          "restart"});
  }
}

MessageId Reader::message_of(const Json& object) {
  const bool list = object.contains("id") && object["id"].is_array() && object["id"].size() == 4;
  const Json& id = list ? object["id"] : object;
  const bool whole = list && id[0].is_string() && id[1].is_string() && id[2].is_string() &&
                     id[3].is_number_unsigned();
  if (!whole) {
    fail("\"id\" must be a list [from, to, type, number]");
    return {};
  }
  MessageId out{id[0], id[1], id[2], id[3]};
  if (!is_name(out.type)) {
    fail(fmt::format("{} is no type of messages", shown(out.type)),
         {"a type has letters, digits and . _ ? - alone"});
  }
  return out;
}

void Reader::send(const Json& object, Event& event) {
  keys(object, {"e", "t", "id", "fate", "arrive", "fp", "cause", "body"});
  event.message = message_of(object);
  event.node = event.message.from;
  const std::string fate = text_of(object, "fate");
  if (fate == "lost" || fate == "dead") {
    event.fate = fate == "lost" ? Fate::lost : Fate::dead;
  } else if (fate == "late") {
    event.fate = Fate::late;
  } else if (good_ && fate != "ok") {
    fail(fmt::format("{} is no fate that is known here", shown(fate)),
         {"a message is ok, lost, late, or dead (its receiver is down); doubled ones are for a "
          "later version"});
  }
  if (object.contains("arrive")) event.arrives = time_of(object, "arrive");
  if (event.arrives && *event.arrives < event.time) fail("it arrives before it is sent");
}

void Reader::event(const Json& object) {
  static const std::map<std::string, EventKind> kinds{{"invoke", EventKind::invoke},
                                                      {"timer", EventKind::timer},
                                                      {"crash", EventKind::crash},
                                                      {"restart", EventKind::restart},
                                                      {"exit", EventKind::exit}};
  Event event;
  event.line = line_;
  event.time = time_of(object, "t");
  const std::string kind = text_of(object, "e");
  if (kind == "send") {
    send(object, event);
  } else if (kind == "recv") {
    event.kind = EventKind::recv;
    keys(object, {"e", "t", "id", "node", "silent", "cause"});
    event.message = message_of(object);
    event.node = object.contains("node") ? name_of(object, "node") : event.message.to;
    event.silent = flag_of(object, "silent");
    if (good_ && event.node != event.message.to) fail("another node than its receiver got it");
  } else if (kind == "return") {
    event.kind = EventKind::answer;
    keys(object, {"e", "t", "op", "client", "body", "cause"});
  } else if (const auto simple = kinds.find(kind); simple != kinds.end()) {
    event.kind = simple->second;
    keys(object, {"e", "t", "op", "client", "node", "body", "status", "back", "cause"});
    event.node = name_of(object, "node");
    if (object.contains("back")) {
      event.back = time_of(object, "back");
      if (kind != "crash") fail("only who crashes comes back");
    }
  } else {
    fail(fmt::format("{} is no event that is known here", shown(kind)),
         {"events are send, recv, timer, invoke, return, crash, restart, exit and verdict"});
  }
  if (!out_.events.empty() && event.time < out_.events.back().time) {
    fail("time goes back");
  }
  said(object, event);
  out_.events.push_back(std::move(event));
}

/// Removes what differs between executions that are otherwise equal.
void forget_ids(Json& body) {
  if (!body.is_object()) return;
  body.erase("msg_id");
  body.erase("in_reply_to");
}

void Reader::said(Json object, Event& event) const {
  for (const char* key : {"fate", "arrive", "cause"}) object.erase(key);
  if (event.kind == EventKind::send) object.erase("body");  // fp stands for it
  if (event.kind == EventKind::recv) {
    object.erase("node");
    object["silent"] = event.silent;
  }
  if (object.contains("body")) forget_ids(object["body"]);
  for (auto it = object.begin(); it != object.end();) {
    it = it.key().starts_with("x_") ? object.erase(it) : std::next(it);
  }
  event.said = object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void Reader::verdict(const Json& object) {
  keys(object, {"e", "t", "result", "violated"});
  ended_ = true;
  const std::array<std::string, 4> results{"pass", "fail", "vacuous", "invalid"};
  const std::string result = text_of(object, "result");
  const auto* const found = std::ranges::find(results, result);
  if (found == results.end()) {
    return fail(fmt::format("{} is no result", shown(result)),
                {"a result is pass, fail, vacuous or invalid"});
  }
  out_.result = static_cast<Result>(found - results.begin());
  for (const Json& one : object.contains("violated") ? object["violated"] : Json::array()) {
    if (one.is_string()) {
      out_.violated.push_back(one);
    } else {
      fail("\"violated\" must be a list of strings");
    }
  }
  if (object.contains("x_why") && object["x_why"].is_string()) out_.why = object["x_why"];
  const bool fails = out_.result == Result::fail;
  if (!fails && !out_.violated.empty()) fail("only a result `fail` violates something");
}

}  // namespace

std::optional<Recording> read_recording(const std::string& name, const std::string& text,
                                        FileId file, std::vector<Diagnostic>& problems) {
  return Reader(file, problems).read(name, text);
}

}  // namespace ldfi::systems
