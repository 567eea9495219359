#include "results/views/history/history_file.hpp"

#include <fmt/core.h>

#include <functional>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/systems/json_text.hpp"
#include "results/views/history/call_lines.hpp"
#include "results/views/history/edn.hpp"
#include "results/views/history/jepsen.hpp"

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

/// Returns the error message if a line is not valid JSON, or an empty text.
std::string problem_of(const systems::JsonText& read) {
  if (read.too_deep) {
    return fmt::format("lists and objects are nested deeper than {} levels", systems::deepest_json);
  }
  if (read.twice) return fmt::format("the key {} occurs twice in an object", shown(*read.twice));
  if (read.wide) {
    return fmt::format("the integer {} does not fit into 64 bits; a text can hold it",
                       shown(*read.wide));
  }
  if (!read.value) {
    return "the line is not JSON: it is cut off, is not UTF-8, or has a character or a number that "
           "JSON does not have";
  }
  return read.value->is_object() ? "" : "the line is not an object";
}

/// Calls `take` with each line that is not empty. If `take` returns an error message, throws it as
/// an InputError with the line.
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

/// Skips a UTF-8 byte order mark at the beginning of the stream. Throws InputError if there is a
/// UTF-16 mark.
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

/// Returns the first character that is not blank, without removing it from the stream.
char first_character(std::istream& stream) {
  stream >> std::ws;
  const int first = stream.peek();
  return first == std::istream::traits_type::eof() ? '\0' : static_cast<char>(first);
}

/// Returns true if the text begins with a brace and a quotation mark, as a JSON object does.
bool begins_as_json(std::istream& stream) {
  if (first_character(stream) != '{') return false;
  constexpr int most_blanks = 100;  // most characters that are put back into the stream
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
  CallLines calls(checker);
  skip_mark(stream, name);
  const bool json = begins_as_json(stream);
  bool own = false;
  std::size_t count = 0;
  if (json) {
    for_each_line(stream, name, [&](const Json& line) {
      if (count++ == 0 && CallLines::is_header(line)) {
        own = true;
        return calls.read_header(line);
      }
      return own ? calls.add(line) : jepsen.add(line);
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
  if (own) {
    out.history = calls.take();
  } else {
    out.history = jepsen.take();
    out.accept.initial_null = checker == systems::Checker::lin_kv;
  }
  return out;
}

}  // namespace ldfi::results
