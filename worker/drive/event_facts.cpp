#include "worker/drive/event_facts.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace ldfi::drive {
namespace {

using EventJson = nlohmann::ordered_json;
using observe::Fact;
using observe::Term;

/// A string is itself, anything else is as JSON writes it.
std::string text_of(const EventJson& value) {
  constexpr auto replace = EventJson::error_handler_t::replace;
  if (!value.is_string()) return value.dump(-1, ' ', false, replace);
  const std::string out = value.dump(-1, ' ', false, replace);
  return EventJson::parse(out).get<std::string>();  // the same, without bytes that are no text
}

bool fits(const EventJson& value) {
  if (!value.is_number_integer()) return false;
  return !value.is_number_unsigned() ||
         value.get<std::uint64_t>() <=
             static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

class Facts {
 public:
  std::vector<Fact> out;

  void add(std::string_view relation, std::vector<Term> terms) {
    out.push_back({relation, std::move(terms)});
  }

  /// Each value that is in this one: of a list each element, of an object with its keys in the name.
  void add_values(std::string_view texts, std::string_view numbers, const std::vector<Term>& whose,
                  const EventJson& body) {
    std::vector<std::pair<std::string, const EventJson*>> open{{"", &body}};
    while (!open.empty()) {
      const auto [key, value] = open.back();
      open.pop_back();
      for (auto one = value->begin(); value->is_structured() && one != value->end(); ++one) {
        open.emplace_back(
            !value->is_object() ? key : (key.empty() ? "" : key + ".") + text_of(one.key()), &*one);
      }
      if (value->is_structured()) continue;
      std::vector<Term> terms = whose;
      terms.emplace_back(key);
      terms.emplace_back(text_of(*value));
      add(texts, terms);
      if (!fits(*value)) continue;
      terms.back() = value->get<std::int64_t>();
      add(numbers, std::move(terms));
    }
  }
};

std::vector<Term> message_of(const EventJson& event) {
  const EventJson& id = event["id"];
  return {text_of(id[0]), text_of(id[1]), text_of(id[2]), id[3].get<std::int64_t>()};
}

void add_send(const EventJson& event, Facts& out) {
  const std::vector<Term> message = message_of(event);
  std::vector<Term> terms = message;
  terms.emplace_back(event["t"].get<std::int64_t>());
  out.add("sent", terms);
  if (event["fate"] == "lost" || event["fate"] == "dead") out.add("lost", terms);
  if (event.contains("body")) out.add_values("said", "said_number", message, event["body"]);
}

void add_event(const EventJson& event, Facts& out) {
  const std::string kind = event["e"];
  const std::int64_t time = event["t"];
  if (kind == "send") {
    add_send(event, out);
  } else if (kind == "recv") {
    std::vector<Term> terms = message_of(event);
    terms.emplace_back(time);
    out.add("delivered", std::move(terms));
  } else if (kind == "crash" || kind == "restart" || kind == "exit") {
    out.add(kind == "crash"     ? "crashed"
            : kind == "restart" ? "restarted"
                                : "ended",
            {text_of(event["node"]), time});
  } else if (kind == "invoke" || kind == "return") {
    const std::int64_t operation = event["op"];
    const std::string type = text_of(event["body"]["type"]);
    const bool asks = kind == "invoke";
    if (asks) {
      out.add("invoked", {operation, text_of(event["client"]), text_of(event["node"]), type, time});
    } else {
      out.add("returned", {operation, type, time});
    }
    out.add_values(asks ? "asked" : "answered", asks ? "asked_number" : "answered_number",
                   {operation}, event["body"]);
  }
}

}  // namespace

std::vector<Fact> facts_of(const systems::Plan& plan, const std::vector<EventJson>& events) {
  Facts out;
  for (const std::string& node : plan.nodes) out.add("node", {node});
  out.add("eff", {plan.fspec.eff});
  out.add("eot", {plan.eot});
  for (const EventJson& event : events) add_event(event, out);
  return std::move(out.out);
}

}  // namespace ldfi::drive
