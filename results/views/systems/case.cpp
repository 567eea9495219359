#include "results/views/systems/case.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "common/base/did_you_mean.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/json_text.hpp"
#include "common/systems/pending.hpp"
#include "common/systems/promise.hpp"
#include "common/systems/shape.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/history.hpp"
#include "results/views/systems/json_places.hpp"

namespace ldfi::results {
namespace {

const std::vector<std::string> case_keys{"ldfi_case", "config",     "system", "seed", "faults",
                                         "violated",  "deliveries", "before", "hash"};

/// Returns the number that this text is, or nullopt if it has other characters than digits of this base.
std::optional<std::uint64_t> number_of(const std::string& text, int base) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

class CaseReader {
 public:
  TestCase read(const std::string& text) {
    if (text.size() > max_case) return refuse(fmt::format("a case has at most {} bytes", max_case));
    systems::JsonText read = systems::read_json(text);
    if (read.twice) {
      return refuse(fmt::format("the key {} is listed twice", shown(*read.twice)), *read.twice);
    }
    if (read.value) object_ = *std::move(read.value);
    if (!object_.is_object() || !object_.contains("ldfi_case")) {
      return refuse("it is not a case: a JSON object with \"ldfi_case\"");
    }
    if (object_["ldfi_case"] != 1) {
      return refuse(
          "the format has another version than 1, which is the only one that this program reads",
          "ldfi_case");
    }
    check_keys();
    TestCase out;
    out.config = this->text("config");
    out.system = this->text("system");
    out.seed = number("seed", 10, "\"seed\" must be a number, as a text");
    out.violated = list("violated");
    out.faults = all_of<systems::FaultSet>("faults");
    if (object_.contains("deliveries")) out.deliveries = deliveries();
    out.before = hash("before");
    out.hash = hash("hash");
    return out;
  }
  [[nodiscard]] const std::vector<CaseProblem>& problems() const { return problems_; }

 private:
  TestCase refuse(std::string what, std::string key = "") {
    problems_.push_back({std::move(what), std::move(key)});
    return {};
  }

  /// Reports unknown keys, because otherwise a misspelt key would be ignored.
  void check_keys() {
    for (const auto& [key, value] : object_.items()) {
      if (std::ranges::find(case_keys, key) != case_keys.end()) continue;
      const std::string near = closest(key, case_keys);
      problems_.push_back(
          {fmt::format("a case has no key {}", shown(key)), key, std::nullopt,
           did_you_mean(near, fmt::format("the keys are {}", fmt::join(case_keys, ", ")))});
    }
  }

  std::string text(const std::string& key) {
    if (object_.contains(key) && object_[key].is_string()) return object_[key];
    problems_.push_back({fmt::format("\"{}\" must be a string", key), key});
    return "";
  }
  std::uint64_t number(const std::string& key, int base, const std::string& problem) {
    const std::size_t before = problems_.size();
    const auto out = number_of(text(key), base);
    if (!out && problems_.size() == before) problems_.push_back({problem, key});
    return out.value_or(0);
  }
  std::uint64_t hash(const std::string& key) {
    const std::string problem = "a hash must have sixteen hexadecimal digits";
    const std::uint64_t out = number(key, 16, problem);
    const bool is_short = object_.contains(key) && object_[key].is_string() &&
                          number_of(object_[key], 16) &&
                          object_[key].get<std::string>().size() != 16;
    if (is_short) problems_.push_back({problem, key});
    return out;
  }
  std::vector<std::string> list(const std::string& key) {
    std::vector<std::string> out;
    const bool is_list = object_.contains(key) && object_[key].is_array();
    const std::string problem = fmt::format("\"{}\" must be a list of strings", key);
    if (!is_list) problems_.push_back({problem, key});
    for (const auto& one : is_list ? object_[key] : nlohmann::json::array()) {
      if (!one.is_string()) problems_.push_back({problem, key, out.size()});
      out.push_back(one.is_string() ? one.get<std::string>() : "");
    }
    return out;
  }
  template <typename Set>
  Set all_of(const std::string& key) {
    Set out;
    const std::size_t before = problems_.size();
    const std::vector<std::string> texts = list(key);
    if (problems_.size() > before) return out;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::string problem = systems::add_or_explain(out, texts[i]);
      if (!problem.empty()) problems_.push_back({std::move(problem), key, i});
    }
    return out;
  }

  std::set<systems::MessageId> deliveries() {
    const std::string key = "deliveries";
    auto out = all_of<std::set<systems::MessageId>>(key);
    for (std::size_t i = 0; i < object_[key].size(); ++i) {
      if (!object_[key].is_array() || !object_[key][i].is_string()) continue;
      const std::string one = object_[key][i];
      const auto id = systems::read_message(one);
      if (!id || id->from != id->to) continue;
      problems_.push_back({shown(one) + " is not a message between two nodes", key, i});
    }
    return out;
  }

  nlohmann::json object_;
  std::vector<CaseProblem> problems_;
};

}  // namespace

TestCase case_of(const RunRecord& run, std::size_t execution) {
  const History history = history_of(*run.system, execution);
  if (!history.failed()) {
    throw UsageError(
        fmt::format("execution {} violates nothing, so it cannot be a case", execution));
  }
  const systems::Shape shape = systems::shape_of(history.recording);
  std::string config = run.config_name.substr(run.config_name.find_last_of('/') + 1);
  if (run.system->point) {
    for (const std::string& one : run.system->point->said) config += " --" + one;
  }
  TestCase out;
  out.config = std::move(config);
  out.system = history.recording.system;
  out.seed = run.seed;
  out.faults = history.recording.faults;
  out.violated = history.recording.violated;
  out.deliveries = history.recording.deliveries;
  out.before = shape.before;
  out.hash = shape.whole;
  return out;
}

std::string case_text(const TestCase& one) {
  Json out{{"ldfi_case", 1},
           {"config", one.config},
           {"system", one.system},
           {"seed", std::to_string(one.seed)},
           {"faults", systems::to_texts(one.faults)},
           {"violated", one.violated},
           {"before", fmt::format("{:016x}", one.before)},
           {"hash", fmt::format("{:016x}", one.hash)}};
  if (one.deliveries) out["deliveries"] = systems::to_texts(one.deliveries);
  return dump(out, 2) + "\n";
}

std::vector<std::string> said_in(const TestCase& one) {
  constexpr std::string_view between = " --";
  std::vector<std::string> out;
  for (std::size_t at = one.config.find(between); at != std::string::npos;) {
    at += between.size();
    const std::size_t end = one.config.find(between, at);
    out.push_back(one.config.substr(at, end == std::string::npos ? end : end - at));
    at = end;
  }
  return out;
}

TestCase read_case(const std::string& name, const std::string& text) {
  CaseReader reader;
  if (first_non_text(text)) {
    SourceSet sources;
    const FileId file = sources.add(name, "");
    throw SourcedError({{Severity::error,
                         "case",
                         {file, 0, 0, 1},
                         "this file is not text, so it is not a case",
                         {"ldfi-results export --case FILE.h5 f1 -o case.json writes a case"}}},
                       std::move(sources));
  }
  TestCase out = reader.read(text);
  if (!reader.problems().empty()) refuse_case(name, text, reader.problems());
  return out;
}

void refuse_case(const std::string& name, const std::string& text,
                 const std::vector<CaseProblem>& problems) {
  SourceSet sources;
  const FileId file = sources.add(name, text);
  const JsonPlaces places(text);
  std::vector<Diagnostic> out;
  for (const CaseProblem& one : problems) {
    out.push_back(
        {Severity::error,
         "case",
         one.element ? places.element(one.key, *one.element, file) : places.key(one.key, file),
         one.what,
         {one.hint.empty() ? "ldfi-results export --case FILE.h5 f1 -o case.json writes one"
                           : one.hint}});
  }
  throw SourcedError(std::move(out), std::move(sources));
}

CaseResult outcome_of(const TestCase& one, const systems::Recording& recording,
                      const systems::Course& course) {
  if (recording.result == systems::Result::fail) return {CaseOutcome::violated, ""};
  if (recording.result == systems::Result::invalid) {
    return {CaseOutcome::diverged, "the execution is invalid: " + recording.why};
  }
  std::vector<std::string> left;
  for (const systems::Fault& fault : one.faults) {
    if (!course.struck.contains(fault)) left.push_back(to_text(fault));
  }
  if (!left.empty()) {
    return {CaseOutcome::diverged, first_items_text(left, " ") + " hits nothing any more"};
  }
  const std::vector<systems::MessageId> arrived = systems::deliveries_of(recording);
  for (const systems::MessageId& id : one.deliveries.value_or(std::set<systems::MessageId>())) {
    if (std::ranges::find(arrived, id) != arrived.end()) continue;
    return {CaseOutcome::diverged, to_text(id) + " no longer arrives"};
  }
  if (systems::shape_of(recording).before != one.before) {
    return {CaseOutcome::diverged,
            "the execution differs from the recorded one before the first fault"};
  }
  return {CaseOutcome::not_violated, ""};
}

std::string other_system(const TestCase& one, const systems::Recording& recording) {
  if (one.system == recording.system) return "";
  return fmt::format("the case is of another system or version: {}, but this is {}",
                     shown(one.system), shown(recording.system));
}

std::vector<std::string> differences_from_case(const TestCase& one,
                                               const systems::Recording& recording,
                                               const std::vector<std::string>& nodes) {
  std::vector<std::string> out;
  const bool is_same = one.system == recording.system && recording.deterministic &&
                       recording.result != systems::Result::invalid;
  if (is_same && systems::shape_of(recording).whole != one.hash) {
    out.emplace_back(
        "the case was changed after it was written: its hash does not fit the execution of this "
        "system, seed and faults");
  }
  if (recording.result != systems::Result::fail) return out;
  const auto is_broken = [&](const std::string& text) {
    return std::ranges::any_of(recording.violated, [&](const std::string& now) {
      return systems::promise_of(now, nodes) == systems::promise_of(text, nodes);
    });
  };
  for (const std::string& text : one.violated) {
    if (is_broken(text)) continue;
    out.push_back(fmt::format(
        "the case says that {} is violated, but this execution does not violate it", shown(text)));
  }
  if (one.violated.empty() && !recording.violated.empty()) {
    out.emplace_back("the case names no violation");
  }
  return out;
}

}  // namespace ldfi::results
