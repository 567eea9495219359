#include "master/systems/system_record.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <span>
#include <system_error>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/printable_lines.hpp"
#include "common/config/config_file.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/shape.hpp"
#include "master/systems/conclusion.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::app {
namespace {

using systems::Event;
using systems::EventKind;

/// If the recordings in memory have more bytes than this, no further recording of a passing run is kept.
constexpr std::size_t max_passed = std::size_t{256} << 20U;
/// If the recordings in memory have more bytes than this, no further recording is kept.
constexpr std::size_t max_texts = std::size_t{512} << 20U;
/// For each of this number of counterexamples, the most similar passing run is kept, too.
constexpr std::size_t max_compared = 100;

class Maker {
 public:
  Maker(const systems::Plan& plan, const search::SystemStrategy& search,
        const RecordingTexts& texts)
      : plan_(plan), search_(search), texts_(texts) {}

  SystemResult make() {
    utsname machine{};
    if (::uname(&machine) == 0)
      out_.kernel = fmt::format("{} {}", machine.sysname, machine.release);
    out_.system = fmt::format("{} {}", plan_.name, plan_.fingerprint);
    out_.command = plan_.command;
    out_.nodes = plan_.nodes;
    out_.verdict = search_.verdict();
    out_.exhausted = search_.known().exhausted;
    out_.pairs = search_.executions() == 0 ? 0 : search_.executions() - 1;
    out_.double_runs = search_.double_runs();
    out_.differences = search_.differences();
    for (std::size_t i = 0; i < search_.executions(); ++i) execution(i);
    for (const search::RecordedFalsifier& one : search_.known().falsifiers) {
      out_.falsifiers.push_back({one.which, one.faults, one.minimal});
    }
    return std::move(out_);
  }

 private:
  void execution(std::size_t which) {
    const systems::Recording& recording = search_.recorded().recordings[which];
    const systems::Course& course = search_.recorded().outcomes[which].course;
    SystemExecution one;
    one.faults = recording.faults;
    one.struck = course.struck;
    one.result = recording.result;
    one.violated = recording.violated;
    one.why = recording.why;
    one.hash = systems::shape_of(recording).whole;
    one.end = recording.events.empty() ? 0 : recording.events.back().time;
    for (const Event& event : recording.events) {
      if (event.kind != EventKind::send) continue;
      const auto [entry, added] =
          numbers_.try_emplace(event.message, static_cast<std::uint32_t>(out_.messages.size()));
      if (added) out_.messages.push_back(event.message);
      one.sends.push_back({entry->second, event.time, event.arrives.value_or(-1), event.fate});
    }
    for (const std::string& node : plan_.nodes) {
      const auto found = course.activations.find(node);
      one.activations.push_back(found == course.activations.end() ? 0 : found->second);
    }
    one.recording = texts_.of(recording.name);
    out_.executions.push_back(std::move(one));
  }

  const systems::Plan& plan_;
  const search::SystemStrategy& search_;
  const RecordingTexts& texts_;
  std::map<systems::MessageId, std::uint32_t> numbers_;
  SystemResult out_;
};

/// Keeps only the recordings that views of counterexamples need, and the recording without faults.
void keep_recordings_for_views(SystemResult& result) {
  std::set<std::size_t> wanted{0};
  for (std::size_t i = 0; i < result.falsifiers.size(); ++i) {
    const std::size_t execution = result.falsifiers[i].execution;
    wanted.insert(execution);
    const auto good = i < max_compared ? results::nearest_good(result, execution) : std::nullopt;
    if (good) wanted.insert(*good);
  }
  for (std::size_t i = 0; i < result.executions.size(); ++i) {
    if (!wanted.contains(i)) result.executions[i].recording.clear();
  }
}

/// Returns true if a node ends by itself in the recording after it has written to stderr.
bool has_last_words(const std::string& recording) {
  // The text does not begin with a quote, because the search would stop at each of many quotes.
  return recording.find("x_stderr\"") != std::string::npos;
}

/// Returns the last stderr output of the first node that ended by itself, which a user needs to repair the
/// node.
std::string last_words(const std::string& recording) {
  const results::History history = results::read_history("recording", recording);
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    if (history.words[i].last_words.empty()) continue;
    return printable_lines(with_stderr(fmt::format("{} ended by itself", history.events()[i].node),
                                       history.words[i].last_words));
  }
  return "";
}

}  // namespace

void RecordingTexts::add(const std::string& name, const std::string& text) {
  const std::string_view verdict = std::string_view(text).substr(text.rfind("\n{") + 1);
  const bool failed = verdict.find(R"("result":"fail")") != std::string_view::npos;
  if (bytes_ + text.size() > (failed || texts_.empty() ? max_texts : max_passed)) return;
  bytes_ += text.size();
  texts_[name] = text;
}

const std::string& RecordingTexts::of(const std::string& name) const {
  static const std::string none;
  const auto found = texts_.find(name);
  return found == texts_.end() ? none : found->second;
}

RecordingKeeper::RecordingKeeper(std::string folder, bool again, const Log& log, bool& told)
    : folder_(std::move(folder)), log_(log), told_(told) {
  if (folder_.empty() || ::mkdir(folder_.c_str(), 0777) == 0) return;
  if (errno == EEXIST && again) return;  // the folder belongs to the run that is resumed
  throw EnvironmentError(
      fmt::format("mkdir {}: {}", folder_, std::generic_category().message(errno)));
}

void RecordingKeeper::keep(const std::string& name, const std::string& text) {
  texts_.add(name, text);
  if (!told_ && (told_ = has_last_words(text))) log_.note(last_words(text));
  if (folder_.empty()) return;
  const std::string path = folder_ + "/" + name;
  files::File file(path, files::File::Mode::fresh);
  file.write(std::span(text.data(), text.size()));
  file.replace(path);
  file.close();
}

SystemResult system_result(const systems::Plan& plan, const search::SystemStrategy& search,
                           const RecordingTexts& texts, const config::Options& options,
                           const std::string& cell) {
  SystemResult out = Maker(plan, search, texts).make();
  if (!cell.empty() || !plan.said.empty()) {
    out.point = {cell, plan.eot, plan.fspec.eff, plan.fspec.crashes, options.seed, plan.said};
    if (cell.empty()) out.point->name = config::cell_name(plan);
  }
  out.level = options.level == ProofLevel::state ? "state" : "exact";
  out.reason = reason_of(search);
  out.certificate = certificate_of(search, options);
  if (options.keep == config::KeptRecordings::some) keep_recordings_for_views(out);
  return out;
}

}  // namespace ldfi::app
