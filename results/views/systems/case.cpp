#include "results/views/systems/case.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/json_text.hpp"
#include "common/systems/pending.hpp"
#include "common/systems/shape.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {
namespace {

std::uint64_t seed_of(const std::string& text, bool& good) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  good = good && !text.empty() && error == std::errc() && end == text.data() + text.size();
  return out;
}

/// Of sixteen hexadecimal digits.
std::uint64_t hash_of(const std::string& text, bool& good) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, 16);
  good = good && text.size() == 16 && error == std::errc() && end == text.data() + text.size();
  return out;
}

class CaseReader {
 public:
  explicit CaseReader(const std::string& text) {
    if (text.size() > max_case) {
      problem_ = fmt::format("a case has at most {} bytes", max_case);
      return;
    }
    systems::JsonText read = systems::read_json(text);
    if (read.value) object_ = *std::move(read.value);
    twice_ = std::move(read.twice);
  }

  TestCase read() {
    if (!problem_.empty()) return {};
    if (twice_) {
      problem_ = fmt::format("the key {} stands there twice", shown(*twice_));
      return {};
    }
    if (!object_.is_object() || !object_.contains("ldfi_case")) {
      problem_ = "it is no case: a JSON object with \"ldfi_case\"";
      return {};
    }
    if (object_["ldfi_case"] != 1) problem_ = "this is another version of the format than 1";
    bool good = true;
    TestCase out;
    out.config = text("config");
    out.system = text("system");
    out.seed = seed_of(text("seed"), good);
    if (!good) problem_ = "\"seed\" must be a number, as a text";
    out.violated = list("violated");
    for (const std::string& one : list("faults")) {
      const std::string problem = systems::add_or_explain(out.faults, one);
      if (!problem.empty()) problem_ = problem;
    }
    if (object_.contains("deliveries")) out.deliveries = deliveries();
    out.before = hash_of(text("before"), good);
    out.hash = hash_of(text("hash"), good);
    if (!good && problem_.empty()) problem_ = "a hash must have sixteen hexadecimal digits";
    return out;
  }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  std::string text(const char* key) {
    if (object_.contains(key) && object_[key].is_string()) return object_[key];
    problem_ = fmt::format("\"{}\" must be a string", key);
    return "";
  }
  std::vector<std::string> list(const char* key) {
    std::vector<std::string> out;
    const bool is_list = object_.contains(key) && object_[key].is_array();
    if (!is_list) problem_ = fmt::format("\"{}\" must be a list of strings", key);
    for (const auto& one : is_list ? object_[key] : nlohmann::json::array()) {
      if (one.is_string()) out.push_back(one);
      if (!one.is_string()) problem_ = fmt::format("\"{}\" must be a list of strings", key);
    }
    return out;
  }

  std::set<systems::MessageId> deliveries() {
    std::set<systems::MessageId> out;
    for (const std::string& one : list("deliveries")) {
      const std::string problem = systems::add_or_explain(out, one);
      if (!problem.empty()) problem_ = problem;
      const auto id = systems::read_message(one);
      if (id && id->from == id->to) problem_ = shown(one) + " is not a message between two nodes";
    }
    return out;
  }

  nlohmann::json object_;
  std::optional<std::string> twice_;  ///< a key
  std::string problem_;
};

}  // namespace

TestCase case_of(const RunRecord& run, std::size_t execution) {
  const History history = history_of(*run.system, execution);
  if (!history.failed()) {
    throw UsageError(
        fmt::format("execution {} violates nothing: a case is one that does", execution));
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
  CaseReader reader(text);
  TestCase out = reader.read();
  if (!reader.problem().empty()) refuse_case(name, text, reader.problem());
  return out;
}

void refuse_case(const std::string& name, const std::string& text, const std::string& problem) {
  SourceSet sources;
  const FileId file = sources.add(name, text);
  throw SourcedError({{Severity::error,
                       "case",
                       {file, 1, 1, 1},
                       problem,
                       {"ldfi-results export --case FILE.h5 f1 -o case.json writes one"}}},
                     std::move(sources));
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
    return {CaseOutcome::diverged, few_of(left, " ") + " strikes nothing any more"};
  }
  const std::vector<systems::MessageId> arrived = systems::deliveries_of(recording);
  for (const systems::MessageId& id : one.deliveries.value_or(std::set<systems::MessageId>())) {
    if (std::ranges::find(arrived, id) != arrived.end()) continue;
    return {CaseOutcome::diverged, to_text(id) + " does not arrive any more"};
  }
  if (systems::shape_of(recording).before != one.before) {
    return {CaseOutcome::diverged, "something else happens before the first fault than did then"};
  }
  return {CaseOutcome::not_violated, ""};
}

}  // namespace ldfi::results
