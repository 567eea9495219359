#include "common/shiviz/steps.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"

namespace ldfi::shiviz {
namespace {

std::string fact_of(const Template& fact, const std::map<std::string, std::string>& words) {
  std::string out;
  for (const auto& argument : fact.arguments) {
    out += out.empty() ? "" : ",";
    out += argument.named ? words.at(argument.text) : argument.text;
  }
  return fmt::format("{}({})", fact.relation, out);
}

NameRow::Kind kind_of(const LogEvent& event) {
  if (event.kind == LogEvent::Kind::external) return NameRow::Kind::external;
  return event.host == event.peer ? NameRow::Kind::self : NameRow::Kind::message;
}

std::string_view word_of(NameRow::Kind kind) {
  if (kind == NameRow::Kind::external) return "external";
  return kind == NameRow::Kind::self ? "self" : "message";
}

}  // namespace

std::vector<Step> steps_of(const std::vector<LogEvent>& events, const Names& names,
                           std::vector<Diagnostic>& problems) {
  std::vector<Step> out;
  const auto fail = [&](const LogEvent& event, std::string message, std::string hint) {
    problems.push_back(
        {Severity::error, "names", event.where, std::move(message), {std::move(hint)}});
  };
  for (const LogEvent& event : events) {
    if (problems.size() >= most_problems) break;
    if (event.kind == LogEvent::Kind::send) continue;
    const auto to = names.nodes.find(event.host);
    const bool external = event.kind == LogEvent::Kind::external;
    const auto from = names.nodes.find(external ? event.host : event.peer);
    if (to == names.nodes.end() || from == names.nodes.end()) {
      const std::string& name = to == names.nodes.end() ? event.host : event.peer;
      fail(event, fmt::format("the file of names has no node {}", printable(name)),
           fmt::format("write for example: node {} a", printable(name)));
      continue;
    }
    const NameRow::Kind kind = kind_of(event);
    bool known = false;
    for (const NameRow& row : names.rows) {
      if (row.kind != kind && row.kind != NameRow::Kind::ignored) continue;
      auto words = row.pattern.match(event.message);
      if (!words) continue;
      known = true;
      if (row.kind == NameRow::Kind::ignored) break;
      words->emplace("to", to->second);
      words->emplace("from", from->second);
      out.push_back({event.where.line, kind == NameRow::Kind::message ? from->second : "",
                     to->second, fact_of(row.fact, *words),
                     row.own ? fact_of(*row.own, *words) : "",
                     row.after ? fact_of(*row.after, *words) : ""});
      break;
    }
    if (known) continue;
    fail(event, "the file of names has no line for this message",
         fmt::format("add a line that begins with `{}`, or with `ignore`", word_of(kind)));
  }
  return out;
}

std::string schedule_of(const std::vector<Step>& steps) {
  std::string out;
  int at = 0;
  for (const Step& step : steps) {
    out += fmt::format(R"({{"e":"step","at":{})", ++at);
    if (!step.from.empty()) {
      out += fmt::format(R"(,"from":"{}","to":"{}")", step.from, step.to);
    }
    out += fmt::format(R"(,"fact":"{}")", step.fact);
    if (!step.own.empty()) out += fmt::format(R"(,"own":"{}")", step.own);
    if (!step.after.empty()) out += fmt::format(R"(,"after":"{}")", step.after);
    out += fmt::format(",\"x_line\":{}}}\n", step.line);
  }
  return out;
}

}  // namespace ldfi::shiviz
