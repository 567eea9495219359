#include "results/history/history_file.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/systems/json_text.hpp"
#include "results/history/edn.hpp"
#include "results/history/jepsen.hpp"
#include "results/history/micro_operations.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;
using systems::Checker;

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

/// Returns the time under a key: an integer from 0 to 2^62, or nullopt.
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

/// Adds the call of a line. Returns what is wrong with the line, or an empty text.
std::string read_call(const Json& line, Checker checker, check::History& out) {
  if (line.contains("ldfi_history")) return "the header comes once, before all calls";
  if (!is_text(line, "client") || !is_text(line, "node")) return "a call has a client and a node";
  const auto invoked = time_in(line, "invoked");
  if (!invoked) return "a call has \"invoked\", a time in nanoseconds from 0 to 2^62";
  if (!line.contains("body") || !line["body"].is_object()) return "a call has a body, an object";
  if (checker == Checker::txn && line["body"].value("type", Json()) == "txn") {
    const std::string wrong = transaction_problem(line["body"].value("txn", Json()));
    if (!wrong.empty()) return wrong;
  }
  check::Call call{line["client"], line["node"], *invoked, line["body"]};
  if (!out.calls.empty() && out.calls.back().invoked > call.invoked) {
    return "a call was invoked before the one on the line above it";
  }
  if (line.contains("returned")) {
    call.returned = time_in(line, "returned");
    if (!call.returned) return "\"returned\" is a time in nanoseconds from 0 to 2^62";
    if (!line.contains("response") || !line["response"].is_object()) {
      return "a call that returned has a response, an object";
    }
    if (*call.returned < call.invoked) return "a call returned before it was invoked";
    call.response = line["response"];
  }
  call.in_vain = line.contains("in_vain") && line["in_vain"] == true;
  out.calls.push_back(std::move(call));
  return "";
}

/// Returns why a line of JSON cannot be taken, or an empty text.
std::string problem_of(const systems::JsonText& read) {
  if (read.too_deep) {
    return fmt::format("lists and objects are nested deeper than {} levels", systems::deepest_json);
  }
  if (read.twice) return fmt::format("the key {} comes twice in an object", printable(*read.twice));
  if (read.wide) {
    constexpr std::size_t most_digits = 60;
    return fmt::format("the integer {} does not fit into 64 bits; a text can hold it",
                       printable(read.wide->substr(0, most_digits)));
  }
  return read.value && read.value->is_object() ? "" : "the line is not an object in JSON";
}

/// Calls `take` with each line that is not empty. Fails if `take` returns a problem.
void for_each_line(std::istream& stream, const std::string& name,
                   const std::function<std::string(const Json&)>& take) {
  std::string text;
  for (std::size_t line = 1; std::getline(stream, text); ++line) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const systems::JsonText read = systems::read_json(text);
    if (const std::string wrong = problem_of(read); !wrong.empty()) fail(name, line, wrong);
    if (const std::string wrong = take(*read.value); !wrong.empty()) fail(name, line, wrong);
  }
}

/// Takes a byte order mark of UTF-8 from the beginning of the stream. Fails at a mark of UTF-16.
void skip_mark(std::istream& stream, const std::string& name) {
  constexpr int end = std::istream::traits_type::eof();
  const auto starts_with = [&stream](std::string_view mark) {
    std::size_t taken = 0;
    while (taken < mark.size() && stream.peek() == static_cast<unsigned char>(mark[taken])) {
      stream.get();
      ++taken;
    }
    const bool found = taken == mark.size();
    if (stream.peek() == end) stream.clear();
    for (; !found && taken > 0; --taken) stream.unget();
    return found;
  };
  if (starts_with("\xFF\xFE") || starts_with("\xFE\xFF")) {
    fail(name, 1, "the file is in UTF-16; convert it to UTF-8");
  }
  starts_with("\xEF\xBB\xBF");
}

/// Returns the first character that is not blank. The character stays in the stream.
char first_character(std::istream& stream) {
  stream >> std::ws;
  const int first = stream.peek();
  return first == std::istream::traits_type::eof() ? '\0' : static_cast<char>(first);
}

/// Returns true if the text begins with a brace and a quotation mark, as an object in JSON does.
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
  skip_mark(stream, name);
  const bool json = begins_as_json(stream);
  bool own = false;
  std::size_t count = 0;
  if (json) {
    for_each_line(stream, name, [&](const Json& line) {
      if (count++ == 0 && line.contains("ldfi_history")) {
        own = true;
        return read_header(line, out.history);
      }
      return own ? read_call(line, checker, out.history) : jepsen.add(line);
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
