#include "common/systems/recording_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/base/json_shape.hpp"
#include "common/base/text.hpp"
#include "common/systems/client_calls.hpp"
#include "common/systems/event_rows.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/faults/spec_reader.hpp"
#include "common/systems/json_text.hpp"
#include "common/systems/recording_keys.hpp"

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_line = std::size_t{1} << 20U;
constexpr std::size_t max_events = 2'000'000;
constexpr std::size_t max_depth = 64;

void write_json(const Json& value, std::string& out) {
  out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Writes the body of a message without its ids, which may differ in otherwise equal executions.
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

/// Reads a single recording.
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
  /// Reuses the last header and returns true if this header differs from it only in its faults.
  bool known_header(std::string_view text);
  void remember_header(std::string_view text, const Json& object);
  void faults(const Json& list);
  void deliveries(const Json& list);
  std::optional<Event> event(const Json& object);
  void add(EventPtr event);
  void check_place(const Event& event);
  void check_cause(std::uint64_t cause);
  void remember(std::string_view text);
  void send(const Json& object, Event& event);
  void fate(const std::string& text, Event& event);
  void call(const Json& object, Event& event);
  void outage(const Json& object, Event& event);
  void verdict(const Json& object);
  static std::string said(const Json& object, const Event& event);
  MessageId message_of(const Json& id);

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
    if (ended_ && one.empty()) continue;
    if (ended_) {
      fail("the verdict must be the last line");
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
  if (text.empty()) {
    return fail("the line is empty", {"each line holds one JSON object; remove this one"});
  }
  if (text.size() > max_line)
    return fail(fmt::format("a line of {} bytes is longer than {}", text.size(), max_line));
  if (line() == 1 && known_header(text)) return;
  if (const auto known = reader_.known_.find(text); line() > 1 && known != reader_.known_.end()) {
    return add(known->second);
  }
  const JsonText read = read_json(text, max_depth);
  if (read.too_deep) return fail(fmt::format("the line nests deeper than {} levels", max_depth));
  if (read.twice) return fail(fmt::format("the key {} is listed twice", shown(*read.twice)));
  // a byte order mark, which is not JSON, although the parser would skip it
  const bool marked = text.starts_with("\xEF\xBB\xBF");
  if (!read.value || marked) return fail("the line is not JSON");
  if (read.wide) {
    return fail(fmt::format("the integer {} does not fit into 64 bits; a text can hold it",
                            shown(*read.wide)));
  }
  const Json& object = *read.value;
  if (!object.is_object()) return fail("the line is not a JSON object");
  if (line() == 1) {
    header(object);
    return remember_header(text, object);
  }
  if (!object.contains("e")) return fail("the event has no \"e\", which names its kind");
  if (object["e"] == "verdict") return verdict(object);
  if (auto known = event(object)) {
    add(std::make_shared<const Event>(*std::move(known)));
    remember(text);
  }
}

void RecordingReader::Reading::add(EventPtr event) {
  if (!out_.events.empty() && event->time < out_.events.back().time) fail("time goes back");
  check_place(*event);
  out_.events.add(std::move(event), line());
  if (auto problem = calls_.take(out_.events.back(), line())) {
    fail(std::move(problem->message), {std::move(problem->hint)});
  }
}

/// Checks everything that depends on the header or on the line number. These checks cannot be
/// skipped for a line that was parsed before in another recording.
void RecordingReader::Reading::check_place(const Event& event) {
  if (event.cause) check_cause(*event.cause);
  if (out_.fspec.has_node(event.client)) {
    fail(fmt::format("{} is a node, so no client may have this name", event.client),
         {"call clients c1, c2 and so on"});
  }
}

void RecordingReader::Reading::check_cause(std::uint64_t cause) {
  if (1 < cause && cause < static_cast<std::uint64_t>(line())) return;
  fail(fmt::format("\"cause\" is {}, which is not the line of an earlier event", cause),
       {"events are on the lines from 2 on; leave \"cause\" out if there is none"});
}

/// Stores the last event, so that another line with the same text need not be parsed again.
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
  // The text `"faults":` may be inside of a string. Then the text before it is not JSON without it.
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
    return fail("the first line is not a header: it has no \"ldfi_trace\"");
  }
  if (object["ldfi_trace"] != 1)
    return fail(
        "the format has another version than 1, which is the only one that this program reads");
  if (check(object, keys_of_header())) {
    out_.system = text_of(object, "system");
    out_.seed = object.contains("seed") ? text_of(object, "seed") : "";
    out_.deterministic = !object.contains("deterministic") || flag_of(object, "deterministic");
  }
  if (!object.contains("spec") || !object["spec"].is_object()) {
    fail("\"spec\" must be an object with the possible faults");
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
    const std::string problem =
        one.is_string() ? add_or_explain(out, text) : shown(text) + " is not a message";
    if (problem.empty()) continue;
    fail(problem, {"a message is written as n0,n1,ack#0: from, to, type and number"});
  }
}

MessageId RecordingReader::Reading::message_of(const Json& id) {
  MessageId out{id[0], id[1], id[2], id[3]};
  if (!is_message_type(out.type)) {
    fail(fmt::format("{} is not a type of messages", shown(out.type)),
         {"a type may have letters, digits and . _ ? -"});
  }
  return out;
}

void RecordingReader::Reading::fate(const std::string& text, Event& event) {
  if (const auto found = fate_named(text)) {
    event.fate = *found;
  } else if (good()) {
    fail(fmt::format("{} is not a fate that is known here", shown(text)),
         {"a message is ok, lost, late, doubled, pending, or dead (its receiver is down)"});
  }
}

void RecordingReader::Reading::send(const Json& object, Event& event) {
  event.node = event.message.from;
  fate(text_of(object, "fate"), event);
  if (object.contains("arrive")) event.arrives = time_of(object, "arrive");
  if (event.arrives && *event.arrives < event.time) fail("the message arrives before it is sent");
  if (object.contains("again")) {
    event.again = time_of(object, "again");
    if (event.fate != Fate::doubled) fail("only a message with the fate doubled has \"again\"");
    if (!event.arrives || *event.again <= *event.arrives) {
      fail("\"again\" must be later than \"arrive\"");
    }
  }
}

/// Reads which operation an event belongs to, and its client.
void RecordingReader::Reading::call(const Json& object, Event& event) {
  if (object.contains("op")) write_json(object["op"], event.operation);
  if (object.contains("client")) event.client = text_of(object, "client");
  event.waits = flag_of(object, "waits");
}

namespace {

/// Returns a sentence with the names of all events.
std::string names_of_events() {
  std::string out = "events are ";
  for (const EventRow& row : event_rows) {
    out += fmt::format("{}{}", &row == event_rows.begin() ? "" : ", ", row.name);
  }
  return out + " and verdict";
}

}  // namespace

void RecordingReader::Reading::outage(const Json& object, Event& event) {
  if (object.contains("back")) event.back = time_of(object, "back");
  event.said_before = count_of(object, "said");
  if (row_of(event.kind).lasts && (!event.back || *event.back <= event.time)) {
    fail(fmt::format("a {} needs \"back\", the later time at which the node resumes",
                     row_of(event.kind).name));
  }
}

std::optional<Event> RecordingReader::Reading::event(const Json& object) {
  const Json& name = object["e"];
  const std::string kind = name.is_string() ? name.get<std::string>() : name.dump();
  const EventKeys* const known = name.is_string() ? keys_of_event(kind) : nullptr;
  if (known == nullptr) {
    fail(fmt::format("{} is not an event that is known here", shown(kind)), {names_of_events()});
    return std::nullopt;
  }
  if (!check(object, known->keys)) return std::nullopt;
  Event event;
  event.kind = known->kind;
  event.time = time_of(object, "t");
  event.cause = count_of(object, "cause");
  if (object.contains("id")) event.message = message_of(object["id"]);
  if (object.contains("node")) event.node = text_of(object, "node");
  event.carries = texts_of(object, "carries");
  event.starting = flag_of(object, "starting");
  event.silent = flag_of(object, "silent");
  call(object, event);
  outage(object, event);
  if (event.kind == EventKind::send) send(object, event);
  if (event.kind == EventKind::recv || event.kind == EventKind::hold) {
    if (event.node.empty()) event.node = event.message.to;
    if (event.node != event.message.to) fail("another node than the receiver got the message");
  }
  event.said = said(object, event);
  return event;
}

/// Returns the text for Event::said: all keys in the order of the JSON object, except those that
/// depend on a fault of this event.
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
    // The key fp is a hash of the body, so the body is left out.
    if (event.kind == EventKind::send && key == "body") continue;
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
  ended_ = true;
  if (!check(object, keys_of_verdict())) return;
  if (const auto cause = count_of(object, "cause")) check_cause(*cause);
  const std::string result = text_of(object, "result");
  const auto found = result_named(result);
  if (!found) {
    return fail(fmt::format("{} is not a result", shown(result)),
                {"a result is pass, fail, vacuous or invalid"});
  }
  out_.result = *found;
  out_.violated = texts_of(object, "violated");
  if (object.contains("x_why") && object["x_why"].is_string()) out_.why = object["x_why"];
  out_.undecided = object.contains("x_undecided") && object["x_undecided"] == true &&
                   out_.result == Result::invalid;
  const bool fails = out_.result == Result::fail;
  if (!fails && !out_.violated.empty()) fail("only a result `fail` violates something");
  if (fails && out_.violated.empty()) {
    fail("the result is `fail`, and nothing is violated",
         {"write what is violated, such as \"violated\": [\"n1 lost the value 5\"]"});
  }
}

std::optional<Recording> RecordingReader::read(const std::string& name, std::string_view text,
                                               FileId file, std::vector<Diagnostic>& problems) {
  return Reading(*this, file, problems).read(name, text);
}

}  // namespace ldfi::systems
