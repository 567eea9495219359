#include "results/views/systems/history.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/systems/course.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/recording_reader.hpp"
#include "results/json/values.hpp"

namespace ldfi::results {
namespace {

using systems::EventKind;

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Returns a JSON value as text. A string that has the form of a name has no quotes.
std::string value_text(const Json& value) {
  return value.is_string() && systems::is_name(value.get<std::string>()) ? value.get<std::string>()
                                                                         : dump(value);
}

/// Returns the body of a message as text without the ids of messages: `broadcast message=100`. Returns `?
/// value=5` if the body has no type.
std::string body_text(const Json& body) {
  if (!body.is_object()) return value_text(body);
  const std::string type = text_at(body, "type");
  std::string out = type.empty() ? "?" : type;
  for (const auto& [key, value] : body.items()) {
    const bool is_type = key == "type" && !type.empty();
    if (is_type || key == "msg_id" || key == "in_reply_to") continue;
    out += fmt::format(" {}={}", key, value_text(value));
  }
  return out;
}

/// Returns the lines of a text. The first line has index 1, as in error messages.
std::vector<std::string_view> lines_of(const std::string& text) {
  std::vector<std::string_view> out{{}};
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

Words words_of(std::string_view line) {
  const Json object = Json::parse(line, nullptr, false);
  Words out;
  if (!object.is_object()) return out;
  out.client = text_at(object, "client");
  out.last_words = text_at(object, "x_stderr");
  out.fingerprint = text_at(object, "fp");
  if (const auto body = object.find("body"); body != object.end()) out.body = body_text(*body);
  const auto op = object.find("op");
  if (op != object.end() && op->is_number_unsigned()) out.operation = op->get<std::uint64_t>();
  return out;
}

void find_operations(History& history) {
  std::map<std::uint64_t, std::size_t> open;
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    const systems::Event& event = history.events()[i];
    const Words& words = history.words[i];
    if (event.kind == EventKind::invoke) {
      if (words.operation) open[*words.operation] = history.asked.size();
      history.asked.push_back({words.client, event.node, event.time, words.body, {}, "", i, i});
    } else if (event.kind == EventKind::answer && words.operation) {
      const auto found = open.find(*words.operation);
      if (found == open.end()) continue;
      Asked& one = history.asked[found->second];
      history.words[i].answers = found->second;
      if (one.answered) continue;
      one.answered = event.time;
      one.answer = words.body;
      one.answer_event = i;
    }
  }
}

void find_receipts(History& history) {
  std::map<systems::MessageId, std::size_t> sent;
  history.received.resize(history.events().size());
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    const systems::Event& event = history.events()[i];
    if (event.kind == EventKind::send) sent[event.message] = i;
    if (event.kind != EventKind::recv) continue;
    const auto found = sent.find(event.message);
    if (found != sent.end() && !history.received[found->second]) {
      history.received[found->second] = i;
    }
  }
}

/// Returns the number of faults in `some` that are not in `others`.
std::size_t number_missing(const systems::FaultSet& some, const systems::FaultSet& others) {
  return static_cast<std::size_t>(std::ranges::count_if(
      some, [&others](const systems::Fault& one) { return !others.contains(one); }));
}

}  // namespace

History read_history(const std::string& name, const std::string& text) {
  SourceSet sources;
  std::vector<Diagnostic> problems;
  const FileId file = sources.add(name, text);
  auto recording = systems::RecordingReader().read(name, sources.text(file), file, problems);
  if (!recording) throw SourcedError(std::move(problems), std::move(sources));
  History out;
  out.recording = *std::move(recording);
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < out.events().size(); ++i) {
    out.words.push_back(words_of(lines.at(static_cast<std::size_t>(out.events().line(i)))));
  }
  find_operations(out);
  find_receipts(out);
  return out;
}

History read_foreign_history(const std::string& name, const std::string& text) {
  History out = read_history(name, text);
  std::vector<Diagnostic> problems;
  if (out.recording.result != systems::Result::invalid) systems::follow(out.recording, problems);
  if (problems.empty()) return out;
  SourceSet sources;
  sources.add(name,
              text);  // places in `problems` refer to the first source, as in read_history()
  throw SourcedError(std::move(problems), std::move(sources));
}

History history_of(const SystemResult& system, std::size_t execution) {
  const SystemExecution& one = system.executions.at(execution);
  if (one.recording.empty()) {
    throw UsageError(
        fmt::format("the recording of execution {} was not kept\n  hint: ldfi-farm … --keep all "
                    "keeps all of them, and --replay '{}' executes this one again",
                    execution, printable(systems::to_text(one.faults))));
  }
  return read_history(fmt::format("execution {}", execution), one.recording);
}

std::optional<std::string> deliveries_in(const SystemResult& system, std::size_t execution) {
  if (system.executions.at(execution).recording.empty()) return std::nullopt;
  const systems::Deliveries deliveries = history_of(system, execution).recording.deliveries;
  return deliveries ? std::optional(systems::to_text(*deliveries)) : std::nullopt;
}

std::string time_text(std::int64_t nanoseconds) {
  std::string out = fmt::format("{:.6f}", static_cast<double>(nanoseconds) / 1e6);
  while (out.ends_with('0')) out.pop_back();
  if (out.ends_with('.')) out.pop_back();
  return out + " ms";
}

std::string message_text(const systems::MessageId& id) {
  return fmt::format("{}#{} from {} to {}", id.type, id.number, id.from, id.to);
}

std::optional<std::size_t> nearest_good(const SystemResult& system, std::size_t execution) {
  const systems::FaultSet& mine = system.executions.at(execution).struck;
  std::optional<std::size_t> best;
  std::size_t least = 0;
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    const SystemExecution& one = system.executions[i];
    if (one.result != systems::Result::pass || one.recording.empty()) continue;
    const std::size_t differ = number_missing(mine, one.struck) + number_missing(one.struck, mine);
    if (best && differ >= least) continue;
    best = i;
    least = differ;
  }
  return best;
}

}  // namespace ldfi::results
