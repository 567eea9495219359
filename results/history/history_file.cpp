#include "results/history/history_file.hpp"

#include <fmt/core.h>

#include <functional>
#include <utility>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/systems/json_text.hpp"
#include "results/history/edn.hpp"
#include "results/history/jepsen.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string& name, std::size_t line, const std::string& what,
                       const std::string& hint = "") {
  Diagnostic problem{Severity::error,
                     "history",
                     {FileId(~0U), 0, 0, 1},
                     fmt::format("{}:{}: {}", name, line, what),
                     {}};
  if (!hint.empty()) problem.hints.push_back(hint);
  throw InputError(problem);
}

bool is_integer(const Json& object, const char* key) {
  return object.contains(key) && object[key].is_number_integer();
}

bool is_text(const Json& object, const char* key) {
  return object.contains(key) && object[key].is_string();
}

std::string read_header(const Json& header, check::History& out) {
  if (header["ldfi_history"] != 1) return "\"ldfi_history\" is 1 in this version";
  for (auto [key, names] : {std::pair("down", &out.down), std::pair("ended", &out.ended)}) {
    for (const Json& one : header.contains(key) ? header[key] : Json::array()) {
      if (!one.is_string()) return fmt::format("\"{}\" is a list of names of nodes", key);
      names->insert(one.get<std::string>());
    }
  }
  return "";
}

/// Returns what is wrong, or an empty text.
std::string read_call(const Json& line, check::History& out) {
  if (line.contains("ldfi_history")) return "the header comes once, before all calls";
  if (!is_text(line, "client") || !is_text(line, "node")) return "a call has a client and a node";
  if (!is_integer(line, "invoked")) return "a call has \"invoked\", a time in nanoseconds";
  if (!line.contains("body") || !line["body"].is_object()) return "a call has a body, an object";
  check::Call call{line["client"], line["node"], line["invoked"], line["body"]};
  if (!out.calls.empty() && out.calls.back().invoked > call.invoked) {
    return "a call was invoked before the one on the line above it";
  }
  if (line.contains("returned")) {
    if (!is_integer(line, "returned")) return "\"returned\" is a time in nanoseconds";
    if (!line.contains("response") || !line["response"].is_object()) {
      return "a call that returned has a response, an object";
    }
    call.returned = line["returned"].get<std::int64_t>();
    if (*call.returned < call.invoked) return "a call returned before it was invoked";
    call.response = line["response"];
  }
  call.in_vain = line.contains("in_vain") && line["in_vain"] == true;
  out.calls.push_back(std::move(call));
  return "";
}

/// Calls `take` with each line that is not empty, as JSON, and its number.
void for_each_line(std::istream& stream, const std::string& name,
                   const std::function<std::string(const Json&)>& take) {
  std::string text;
  for (std::size_t line = 1; std::getline(stream, text); ++line) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const systems::JsonText read = systems::read_json(text);
    if (read.twice) {
      fail(name, line, fmt::format("the key {} comes twice in an object", printable(*read.twice)));
    }
    if (!read.value || !read.value->is_object()) {
      fail(name, line, "the line is not an object in JSON");
    }
    if (const std::string wrong = take(*read.value); !wrong.empty()) fail(name, line, wrong);
  }
}

/// The first character that is not blank, which stays in the stream together with what follows it.
char first_character(std::istream& stream) {
  stream >> std::ws;
  const int first = stream.peek();
  return first == std::istream::traits_type::eof() ? '\0' : static_cast<char>(first);
}

/// True if the text begins as an object in JSON does: a brace and a quotation mark.
bool begins_as_json(std::istream& stream) {
  if (first_character(stream) != '{') return false;
  constexpr int most_blanks = 100;  // a stream takes back a few characters
  int taken = 1;
  stream.get();
  while (taken < most_blanks && (stream.peek() == ' ' || stream.peek() == '\t')) {
    stream.get();
    ++taken;
  }
  const int second = stream.peek();
  for (; taken > 0; --taken) stream.unget();
  return second == '"' || second == '}';
}

}  // namespace

RecordedHistory read_history_file(std::istream& stream, const std::string& name,
                                  systems::Checker checker) {
  RecordedHistory out;
  JepsenHistory jepsen(checker);
  const bool json = begins_as_json(stream);
  bool own = false;
  std::size_t count = 0;
  if (json) {
    for_each_line(stream, name, [&](const Json& line) {
      if (count++ == 0 && line.contains("ldfi_history")) {
        own = true;
        return read_header(line, out.history);
      }
      return own ? read_call(line, out.history) : jepsen.add(line);
    });
  } else {
    EdnReader reader(stream);
    try {
      while (const auto form = reader.next()) {
        ++count;
        if (form->is_discarded()) continue;
        if (const std::string wrong = jepsen.add(*form); !wrong.empty()) {
          fail(name, reader.line(), wrong);
        }
      }
    } catch (const EdnError& e) {
      fail(name, e.line(), fmt::format("this is not EDN: {}", e.what()));
    }
  }
  if (count == 0) fail(name, 1, "the file holds no operation");
  if (!own) {
    out.history = jepsen.take();
    out.accept.initial_null = checker == systems::Checker::lin_kv;
  }
  return out;
}

}  // namespace ldfi::results
