#include "master/programs/schedule_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/text_file.hpp"
#include "common/systems/json_text.hpp"

namespace ldfi::app {
namespace {

using ParsedLine = nlohmann::json;

constexpr std::size_t max_bytes = std::size_t{16} << 20U;
constexpr std::size_t max_problems = 100;
constexpr std::size_t max_depth = 4;
constexpr int max_number = 1'000'000;

class Reading {
 public:
  Reading(ScheduleFile& out) : out_(out) {}

  void run(const std::string& text) {
    std::size_t begin = 0;
    while (begin < text.size() && problems_.size() < max_problems) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      read(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (!problems_.empty()) throw SourcedError(std::move(problems_), std::move(out_.sources));
  }

 private:
  void fail(const std::string& message) {
    problems_.push_back({Severity::error, "schedule", out_.at(line_), message, {}});
  }

  void read(const std::string& text) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) return;
    const systems::JsonText line = systems::read_json(text, max_depth);
    if (line.twice) {
      return fail(fmt::format("the key {} is listed twice", printable(line.twice->substr(0, 60))));
    }
    const auto& json = line.value;
    if (!json || !json->is_object()) return fail("this is not a JSON object");
    const std::string kind = word(*json, "e");
    if (kind == "world") {
      read_world(*json);
    } else if (kind == "external") {
      known(*json, {"e", "i", "at", "fact"});
      add({line_, kind, number(*json, "at", 1, std::nullopt), fact(*json), "", "", 1, 0});
    } else if (kind == "crash") {
      read_crash(*json);
    } else if (kind == "deliver") {
      known(*json, {"e", "i", "at", "from", "to", "fact", "nth", "late"});
      add({line_, kind, number(*json, "at", 0, 0), fact(*json), word(*json, "from"),
           word(*json, "to"), number(*json, "nth", 1, 1), number(*json, "late", 0, 0)});
    } else if (kind == "step") {
      read_step(*json);
    } else if (json->contains("e")) {
      fail(fmt::format("unknown event {}; the events are world, external, crash, deliver and step",
                       printable(beginning(kind))));
    }
  }

  void read_world(const ParsedLine& json) {
    known(json, {"e", "stage", "eot", "nodes", "externals"});
    if (out_.world_line != 0) return fail("there are two events world; keep one");
    out_.world_line = line_;
    if (json.contains("eot")) out_.eot = number(json, "eot", 1, std::nullopt);
    out_.nodes = words(json, "nodes");
    out_.externals = words(json, "externals");
  }

  void read_crash(const ParsedLine& json) {
    known(json, {"e", "i", "at", "node", "back", "after"});
    ScheduleLine event{
        line_, "crash", number(json, "at", 1, std::nullopt), word(json, "node"), "", "", 1, 0};
    event.back = number(json, "back", 1, 0);
    if (const auto it = json.find("after"); it != json.end()) {
      if (!it->is_boolean()) fail("after: write true or false");
      event.works = *it == true;
    }
    if (event.back > 0 && event.back <= event.at + (event.works ? 1 : 0)) {
      fail("back: it must be later than the crash");
    }
    add(std::move(event));
  }

  void read_step(const ParsedLine& json) {
    known(json, {"e", "i", "at", "from", "to", "fact", "own", "after"});
    const bool channel = json.contains("from") || json.contains("to");
    const auto optional_fact = [&](const char* key) {
      return json.contains(key) ? fact(json, key) : std::string();
    };
    ScheduleLine event{line_,
                       "step",
                       number(json, "at", 1, std::nullopt),
                       fact(json),
                       "",
                       "",
                       1,
                       0,
                       optional_fact("own"),
                       optional_fact("after")};
    if (channel) {
      event.from = word(json, "from");
      event.to = word(json, "to");
      if (event.from == event.to) fail("from, to: leave them out in a message of a node to itself");
    }
    if (event.own.empty() == (channel && !event.after.empty())) {
      fail("own: only a message with `after` has this key, and needs it");
    }
    if (!out_.events.empty() && out_.events.back().at >= event.at) {
      fail("at: it must be later than that of the step before");
    }
    add(std::move(event));
  }

  void add(ScheduleLine event) {
    if (!out_.events.empty() && (out_.events.back().kind == "step") != (event.kind == "step")) {
      return fail("a recording has events step only");
    }
    const int at = event.kind == "deliver" ? 0 : event.at;
    const auto [it, fresh] = said_.try_emplace(
        {event.kind, event.text, event.from, event.to, at, event.nth, event.late}, line_);
    if (!fresh) return fail(fmt::format("line {} has the same message", it->second));
    out_.events.push_back(std::move(event));
  }

  void known(const ParsedLine& json, std::initializer_list<std::string_view> keys) {
    for (const auto& [key, value] : json.items()) {
      if (std::ranges::find(keys, key) != keys.end() || key.starts_with("x_")) continue;
      fail(fmt::format("unknown key {}", printable(beginning(key))));
    }
  }

  std::string word(const ParsedLine& json, const char* key) {
    const auto it = json.find(key);
    if (it != json.end() && it->is_string() && !it->get_ref<const std::string&>().empty()) {
      return *it;
    }
    fail(fmt::format("{}: write a string", key));
    return "";
  }

  /// Reads a fact from a line of the file. Checks only that it has the form of a tuple, because the right
  /// arguments depend on the program.
  std::string fact(const ParsedLine& json, const char* key = "fact") {
    std::string out = word(json, key);
    if (!out.empty() && (out.find('(') == std::string::npos || !out.ends_with(')'))) {
      fail(fmt::format("{}: write a tuple such as log(a,x)", key));
    }
    return out;
  }

  std::optional<std::vector<std::string>> words(const ParsedLine& json, const char* key) {
    const auto it = json.find(key);
    if (it == json.end()) return std::nullopt;
    std::vector<std::string> out;
    const bool list = it->is_array() && std::ranges::all_of(*it, &ParsedLine::is_string);
    if (!list) fail(fmt::format("{}: write a list of strings", key));
    if (list) out = it->get<std::vector<std::string>>();
    std::vector<std::string> sorted = out;
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end()) {
      fail(fmt::format("{}: {} is listed twice", key, printable(twice->substr(0, 60))));
    }
    return out;
  }

  int number(const ParsedLine& json, const char* key, int low, std::optional<int> absent) {
    const auto it = json.find(key);
    if (it == json.end() && absent) return *absent;
    if (it != json.end() && it->is_number_integer()) {
      const bool fits = it->is_number_unsigned() ? it->get<std::uint64_t>() <= max_number
                                                 : it->get<std::int64_t>() >= low;
      const int value = fits ? it->get<int>() : low - 1;
      if (value >= low) return value;
    }
    fail(fmt::format("{}: write a number from {} to {}", key, low, max_number));
    return low;
  }

  using StepFact = std::tuple<std::string, std::string, std::string, std::string, int, int, int>;

  ScheduleFile& out_;
  int line_ = 0;
  std::map<StepFact, int> said_;  ///< facts of the events so far, each with the number of its line
  std::vector<Diagnostic> problems_;
};

}  // namespace

SourceRange ScheduleFile::at(int line) const {
  const auto length = static_cast<int>(std::min<std::size_t>(sources.line(file, line).size(), 400));
  return {file, line, 1, std::max(1, length)};
}

void ScheduleFile::refuse(int line, std::string message, std::vector<std::string> hints) const {
  const int where = line == 0 ? 1 : line;
  throw SourcedError(
      {{Severity::error, "schedule", at(where), std::move(message), std::move(hints)}}, sources);
}

ScheduleFile read_schedule_file(const std::string& path) {
  dedalus::TextFile read = dedalus::read_text_file(path, max_bytes);
  if (!read.text && !read.too_large) {
    throw EnvironmentError(fmt::format("--replay-schedule: {}: {}", path, read.problem));
  }
  ScheduleFile out;
  out.file = out.sources.add(path, read.text.value_or(""));
  if (read.too_large) {
    out.refuse(0, "the schedule " + read.problem, {"ldfi-results export --schedule writes one"});
  }
  Reading(out).run(*read.text);
  return out;
}

}  // namespace ldfi::app
