#include "worker/drive/event_facts.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "common/systems/event_rows.hpp"

namespace ldfi::drive {
namespace {

using Json = nlohmann::json;
using observe::Fact;
using observe::Term;
using systems::EventKind;

/// Returns a string as it is, and any other value as its JSON text.
std::string text_of(const Json& value) {
  constexpr auto replace = Json::error_handler_t::replace;
  if (!value.is_string()) return value.dump(-1, ' ', false, replace);
  const std::string out = value.dump(-1, ' ', false, replace);
  return Json::parse(out).get<std::string>();  // text without the bytes that are not UTF-8
}

bool fits(const Json& value) {
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

  /// Adds a fact for each value inside `body`, at any depth. One term of the fact is the path to
  /// the value: its keys with dots between them.
  void add_values(std::string_view texts, std::string_view numbers, const std::vector<Term>& whose,
                  const Json& body) {
    std::vector<std::pair<std::string, const Json*>> open{{"", &body}};
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

std::vector<Term> message_of(const systems::MessageId& id) {
  return {id.from, id.to, id.type, static_cast<std::int64_t>(id.number)};
}

void add_send(const Happening& event, Facts& out) {
  const std::vector<Term> message = message_of(event.id);
  std::vector<Term> terms = message;
  terms.emplace_back(event.time);
  out.add("sent", terms);
  if (event.fate == systems::Fate::lost || event.fate == systems::Fate::dead) {
    out.add("lost", terms);
  }
  if (shows_body(*event.message)) {
    out.add_values("said", "said_number", message, event.message->body());
  }
}

void add_call(const Happening& event, Facts& out) {
  const auto operation = static_cast<std::int64_t>(event.operation);
  const Json& body = event.message->body();
  const auto given = body.find("type");
  const std::string type =
      given != body.end() && given->is_string() ? text_of(*given) : event.message->type;
  if (event.kind == EventKind::invoke) {
    out.add("invoked", {operation, event.client, event.node, type, event.time});
    out.add_values("asked", "asked_number", {operation}, body);
  } else {
    out.add("returned", {operation, type, event.time});
    out.add_values("answered", "answered_number", {operation}, body);
  }
}

void add_event(const Happening& event, Facts& out) {
  switch (event.kind) {
    case EventKind::send:
      return add_send(event, out);
    case EventKind::recv: {
      std::vector<Term> terms = message_of(event.id);
      terms.emplace_back(event.time);
      out.add("delivered", std::move(terms));
      return;
    }
    case EventKind::invoke:
    case EventKind::answer:
      return add_call(event, out);
    default:
      break;
  }
  const systems::EventRow& row = systems::row_of(event.kind);
  if (row.fact.empty()) return;
  std::vector<Term> terms{event.node, event.time};
  if (row.lasts) terms.emplace_back(*event.back);
  out.add(row.fact, std::move(terms));
}

}  // namespace

std::vector<Fact> facts_of(const systems::Plan& plan, const std::vector<Happening>& events) {
  Facts out;
  for (const std::string& node : plan.nodes) out.add("node", {node});
  out.add("eff", {plan.fspec.eff});
  out.add("eot", {plan.eot});
  for (const Happening& event : events) add_event(event, out);
  return std::move(out.out);
}

}  // namespace ldfi::drive
