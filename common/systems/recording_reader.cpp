#include "common/systems/recording_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/base/json_shape.hpp"
#include "common/base/text.hpp"
#include "common/systems/client_calls.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/faults/spec_reader.hpp"
#include "common/systems/json_text.hpp"

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_line = std::size_t{1} << 20U;
constexpr std::size_t max_events = 2'000'000;
constexpr std::size_t max_depth = 64;

void write_json(const Json& value, std::string& out) {
  out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Without what differs between executions that are otherwise equal.
void write_body(const Json& body, std::string& out) {
  if (!body.is_object() || (!body.contains("msg_id") && !body.contains("in_reply_to"))) {
    return write_json(body, out);
  }
  Json rest = body;
  rest.erase("msg_id");
  rest.erase("in_reply_to");
  write_json(rest, out);
}

}  // namespace

/// Of one recording.
class RecordingReader::Reading : private Fields {
 public:
  Reading(RecordingReader& reader, FileId file, std::vector<Diagnostic>& problems)
      : Fields(file, problems), reader_(reader) {
    out_.file = file;
  }

  std::optional<Recording> read(const std::string& name, std::string_view text);

 private:
  void line_of(std::string_view text);
  void header(const Json& object);
  /// True if it is the last one but for its faults.
  bool known_header(std::string_view text);
  void remember_header(std::string_view text, const Json& object);
  void faults(const Json& list);
  void deliveries(const Json& list);
  Event event(const Json& object);
  void add(EventPtr event);
  void remember(std::string_view text);
  void send(const Json& object, Event& event);
  void fate(const std::string& text, Event& event);
  void at_node(const Json& object, const std::string& kind, Event& event);
  void call(const Json& object, Event& event);
  void verdict(const Json& object);
  static std::string said(const Json& object, const Event& event);
  MessageId message_of(const Json& object);

  RecordingReader& reader_;
  Recording out_;
  ClientCalls calls_;
  bool ended_ = false;
};

std::optional<Recording> RecordingReader::Reading::read(const std::string& name,
                                                        std::string_view text) {
  out_.name = name;
  if (text.empty()) fail("the file is empty: a recording begins with its header");
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view one = text.substr(0, end);
    if (one.ends_with('\r')) one.remove_suffix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
    at(line() + 1);
    if (one.empty()) continue;
    if (ended_) {
      fail("nothing may stand behind the verdict");
      break;
    }
    line_of(one);
    if (full() || (line() == 1 && !good())) break;
    if (out_.events.size() > max_events) {
      fail(fmt::format("more than {} events are too many", max_events));
      break;
    }
  }
  if (good() && !ended_) fail("the verdict is missing: the recording is not whole");
  return good() ? std::optional(std::move(out_)) : std::nullopt;
}

void RecordingReader::Reading::line_of(std::string_view text) {
  if (text.size() > max_line)
    return fail(fmt::format("a line of {} bytes is longer than {}", text.size(), max_line));
  if (line() == 1 && known_header(text)) return;
  if (const auto known = reader_.known_.find(text); line() > 1 && known != reader_.known_.end()) {
    return add(known->second);
  }
  const JsonText read = read_json(text, max_depth);
  if (read.too_deep) return fail(fmt::format("it is nested deeper than {} levels", max_depth));
  if (read.twice) return fail(fmt::format("the key {} stands there twice", shown(*read.twice)));
  const bool marked = text.starts_with("\xEF\xBB\xBF");  // which the parser would pass over
  if (!read.value || marked) return fail("it is no JSON");
  if (read.wide) {
    return fail(fmt::format("the integer {} does not fit into 64 bits; a text can hold it",
                            shown(*read.wide)));
  }
  const Json& object = *read.value;
  if (!object.is_object()) return fail("it is no JSON object");
  if (line() == 1) {
    header(object);
    return remember_header(text, object);
  }
  if (!object.contains("e")) return fail("it has no \"e\", which says what happened");
  if (object["e"] == "verdict") return verdict(object);
  add(std::make_shared<const Event>(event(object)));
  remember(text);
}

void RecordingReader::Reading::add(EventPtr event) {
  if (!out_.events.empty() && event->time < out_.events.back().time) fail("time goes back");
  out_.events.add(std::move(event), line());
  if (auto problem = calls_.take(out_.events.back(), line())) {
    fail(std::move(problem->message), {std::move(problem->hint)});
  }
}

/// The last event.
void RecordingReader::Reading::remember(std::string_view text) {
  constexpr std::size_t most = std::size_t{32} << 20U;
  if (!good()) return;
  if (reader_.bytes_ + text.size() > most) {
    reader_.known_.clear();
    reader_.bytes_ = 0;
  }
  reader_.bytes_ += text.size();
  reader_.known_.emplace(text, out_.events.last());
}

void RecordingReader::Reading::remember_header(std::string_view text, const Json& object) {
  constexpr std::string_view key = R"("faults":)";
  const std::size_t at = text.rfind(key);
  if (!good() || at == std::string_view::npos) return;
  const std::string beginning(text.substr(0, at + key.size()));
  Json without = object;
  without["faults"] = Json::array();
  // Not if that stands in a text.
  if (Json::parse(beginning + "[]}", nullptr, false) != without) return;
  reader_.beginning_ = beginning;
  reader_.head_ = out_;
  reader_.head_.faults = {};
}

bool RecordingReader::Reading::known_header(std::string_view text) {
  const std::string& beginning = reader_.beginning_;
  if (beginning.empty() || !text.starts_with(beginning) || !text.ends_with('}')) return false;
  const std::string_view rest = text.substr(beginning.size(), text.size() - beginning.size() - 1);
  if (json_shape(rest).depth > 1) return false;
  const Json list = Json::parse(rest, nullptr, false);
  const auto is_text = [](const Json& one) { return one.is_string(); };
  if (!list.is_array() || !std::ranges::all_of(list, is_text)) return false;
  out_.system = reader_.head_.system;
  out_.seed = reader_.head_.seed;
  out_.deterministic = reader_.head_.deterministic;
  out_.fspec = reader_.head_.fspec;
  out_.deliveries = reader_.head_.deliveries;
  faults(list);
  return true;
}

void RecordingReader::Reading::header(const Json& object) {
  if (!object.contains("ldfi_trace")) {
    return fail("the first line is no header: it has no \"ldfi_trace\"");
  }
  if (object["ldfi_trace"] != 1) return fail("this is another version of the format than 1");
  keys(object,
       {"ldfi_trace", "run", "system", "seed", "deterministic", "spec", "deliveries", "faults"});
  out_.system = text_of(object, "system");
  out_.seed = object.contains("seed") ? text_of(object, "seed") : "";
  if (object.contains("run")) text_of(object, "run");
  if (object.contains("deterministic")) out_.deterministic = flag_of(object, "deterministic");
  if (!object.contains("spec") || !object["spec"].is_object()) {
    fail("\"spec\" must be an object: it says which faults there may be");
  } else {
    out_.fspec = read_spec(object["spec"], *this);
  }
  if (object.contains("deliveries")) deliveries(object["deliveries"]);
  if (!object.contains("faults") || !object["faults"].is_array()) {
    fail("\"faults\" must be a list of faults, such as [\"O(n0,n1,ack#0)\"]");
  } else {
    faults(object["faults"]);
  }
}

void RecordingReader::Reading::faults(const Json& list) {
  for (const Json& one : list) {
    const std::string text = one.is_string() ? one.get<std::string>() : one.dump();
    const std::string problem =
        one.is_string() ? add_or_explain(out_.faults, text) : shown(text) + " is not a fault";
    if (!problem.empty()) fail(problem, {std::string(fault_forms())});
  }
}

void RecordingReader::Reading::deliveries(const Json& list) {
  std::set<MessageId>& out = out_.deliveries.emplace();
  if (!list.is_array()) return fail("\"deliveries\" must be a list, such as [\"n0,n1,ack#0\"]");
  for (const Json& one : list) {
    const std::string text = one.is_string() ? one.get<std::string>() : one.dump();
    if (one.is_string() && add_message(out, text)) continue;
    fail(fmt::format("{} is no message, or stands there twice", printable(beginning(text))),
         {"a message is written as n0,n1,ack#0: from, to, type and number"});
  }
}

MessageId RecordingReader::Reading::message_of(const Json& object) {
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

void RecordingReader::Reading::fate(const std::string& text, Event& event) {
  if (const auto found = fate_named(text)) {
    event.fate = *found;
  } else if (good()) {
    fail(fmt::format("{} is no fate that is known here", shown(text)),
         {"a message is ok, lost, late, doubled, pending, or dead (its receiver is down)"});
  }
}

void RecordingReader::Reading::send(const Json& object, Event& event) {
  keys(object,
       {"e", "t", "id", "fate", "arrive", "again", "fp", "carries", "cause", "body", "starting"});
  event.message = message_of(object);
  event.node = event.message.from;
  event.starting = flag_of(object, "starting");
  fate(text_of(object, "fate"), event);
  event.carries = texts_of(object, "carries");
  if (object.contains("arrive")) event.arrives = time_of(object, "arrive");
  if (event.arrives && *event.arrives < event.time) fail("it arrives before it is sent");
  if (object.contains("again")) {
    event.again = time_of(object, "again");
    if (event.fate != Fate::doubled) fail("only a message that is doubled comes again");
    if (!event.arrives || *event.again <= *event.arrives) {
      fail("\"again\" must be later than \"arrive\"");
    }
  }
}

/// Which operation the event is about, and of which client.
void RecordingReader::Reading::call(const Json& object, Event& event) {
  if (object.contains("op")) {
    const Json& op = object["op"];
    if (!op.is_number_integer() && !op.is_string()) fail("\"op\" must be an integer or a string");
    write_json(op, event.operation);
  }
  if (!object.contains("client")) return;
  const Json& client = object["client"];
  if (client.is_string()) event.client = client;
  if (!client.is_string()) write_json(client, event.client);
}

void RecordingReader::Reading::at_node(const Json& object, const std::string& kind, Event& event) {
  keys(object, {"e", "t", "op", "client", "node", "body", "status", "back", "waits", "said",
                "carries", "cause"});
  event.node = name_of(object, "node");
  if (object.contains("back")) event.back = time_of(object, "back");
  event.said_before = count_of(object, "said");
  event.carries = texts_of(object, "carries");
  event.waits = flag_of(object, "waits");
  if (event.waits || kind == "hear") (void)count_of(object, "op");
  call(object, event);
  if (event.waits && kind != "invoke") fail("only what a client asks waits");
  if (kind != "crash" && kind != "pause" && event.back) fail("only who crashes comes back");
  if (kind == "pause" && (!event.back || *event.back <= event.time)) {
    fail("a pause has \"back\", when the node goes on, and that is later");
  }
  if (kind != "crash" && event.said_before) {
    fail("only who crashes has \"said\" so many messages");
  }
}

Event RecordingReader::Reading::event(const Json& object) {
  static const std::map<std::string, EventKind> kinds{
      {"invoke", EventKind::invoke},   {"timer", EventKind::timer}, {"crash", EventKind::crash},
      {"restart", EventKind::restart}, {"pause", EventKind::pause}, {"hear", EventKind::hear},
      {"exit", EventKind::exit}};
  Event event;
  event.time = time_of(object, "t");
  const std::string kind = text_of(object, "e");
  if (kind == "send") {
    send(object, event);
  } else if (kind == "recv" || kind == "hold") {
    event.kind = kind == "recv" ? EventKind::recv : EventKind::hold;
    keys(object, {"e", "t", "id", "node", "silent", "cause"});
    if (kind == "hold" && object.contains("silent")) fail("only what is received is silent");
    event.message = message_of(object);
    event.node = object.contains("node") ? name_of(object, "node") : event.message.to;
    event.silent = flag_of(object, "silent");
    if (good() && event.node != event.message.to) fail("another node than its receiver got it");
  } else if (kind == "return") {
    event.kind = EventKind::answer;
    keys(object, {"e", "t", "op", "client", "node", "body", "cause", "starting"});
    if (object.contains("node")) event.node = name_of(object, "node");
    event.starting = flag_of(object, "starting");
    call(object, event);
  } else if (const auto simple = kinds.find(kind); simple != kinds.end()) {
    event.kind = simple->second;
    at_node(object, kind, event);
  } else {
    fail(fmt::format("{} is no event that is known here", shown(kind)),
         {"events are send, recv, hold, timer, invoke, hear, return, crash, restart, exit, pause "
          "and verdict"});
  }
  event.said = said(object, event);
  return event;
}

/// Keys in their order, as JSON writes them.
std::string RecordingReader::Reading::said(const Json& object, const Event& event) {
  static const std::set<std::string_view> fates{"fate", "arrive", "again", "carries", "cause"};
  std::string out = "{";
  const auto write_key = [&out](std::string_view key) {
    out += out.size() > 1 ? ",\"" : "\"";
    out += key;
    out += "\":";
  };
  for (const auto& [key, value] : object.items()) {
    if (fates.contains(key) || key.starts_with("x_")) continue;
    if (event.kind == EventKind::send && key == "body") continue;  // fp stands for it
    if (event.kind == EventKind::recv && (key == "node" || key == "silent")) continue;
    if (event.kind == EventKind::recv && key == "t") {
      write_key("silent");
      out += event.silent ? "true" : "false";
    }
    write_key(key);
    key == "body" ? write_body(value, out) : write_json(value, out);
  }
  return out + "}";
}

void RecordingReader::Reading::verdict(const Json& object) {
  keys(object, {"e", "t", "result", "violated"});
  ended_ = true;
  const std::string result = text_of(object, "result");
  const auto found = result_named(result);
  if (!found) {
    return fail(fmt::format("{} is no result", shown(result)),
                {"a result is pass, fail, vacuous or invalid"});
  }
  out_.result = *found;
  for (const Json& one : object.contains("violated") ? object["violated"] : Json::array()) {
    if (one.is_string()) {
      out_.violated.push_back(one);
    } else {
      fail("\"violated\" must be a list of strings");
    }
  }
  if (object.contains("x_why") && object["x_why"].is_string()) out_.why = object["x_why"];
  out_.undecided = object.contains("x_undecided") && object["x_undecided"] == true &&
                   out_.result == Result::invalid;
  const bool fails = out_.result == Result::fail;
  if (!fails && !out_.violated.empty()) fail("only a result `fail` violates something");
}

std::optional<Recording> RecordingReader::read(const std::string& name, std::string_view text,
                                               FileId file, std::vector<Diagnostic>& problems) {
  return Reading(*this, file, problems).read(name, text);
}

}  // namespace ldfi::systems
