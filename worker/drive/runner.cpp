#include "worker/drive/runner.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <set>
#include <vector>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/systems/course.hpp"
#include "common/systems/json_text.hpp"
#include "common/systems/recording_reader.hpp"
#include "worker/drive/recorder.hpp"

namespace ldfi::drive {
namespace {

using nlohmann::json;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

[[noreturn]] void refuse(const std::string& why) {
  throw InputError({Severity::error,
                    "system-runner",
                    {FileId(~0U), 0, 0, 1},
                    "the runner " + why,
                    {"docs/reference/runner-protocol.md lists what a runner has to print"}});
}

/// Returns the kinds of faults that a runner must support for this Fspec.
std::vector<std::string> needed(const systems::Fspec& fspec) {
  std::vector<std::string> out;
  systems::each_kind([&]<class Kind>(Kind*) {
    if constexpr (requires { Kind::abilities(fspec); }) {
      if (!systems::admits_some<Kind>(fspec)) return;
      for (const std::string_view one : Kind::abilities(fspec)) out.emplace_back(one);
    } else if (systems::admits_some<Kind>(fspec)) {
      out.emplace_back(Kind::ability);
    }
    if (std::is_same_v<Kind, systems::Restart> && fspec.midway) out.emplace_back("midway");
  });
  if (fspec.order == systems::ArrivalOrder::fifo && (!fspec.delays.empty() || fspec.duplicates > 0))
    out.emplace_back("fifo");
  return out;
}

bool is_list_of_texts(const json& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const json& one) { return one.is_string(); });
}

}  // namespace

std::string Runner::with_complaints(std::string text) {
  if (child_) complaints_.read(child_->err.get());
  return with_stderr(std::move(text), complaints_.excerpt());
}

void Runner::misbehaved(const std::string& how) {
  if (child_) nursery_.expect_helpers(child_->pid);
  if (child_ && nursery_.is_ended_when_full(child_->pid)) {
    throw Misbehaved(
        "the runner is stopped at the limit: its cgroup was full, with 1.25 times "
        "limits.node_memory "
        "and limits.disk");
  }
  throw Misbehaved(with_complaints("the runner " + how));
}

void Runner::kill() {
  if (!child_) return;
  const pid_t pid = child_->pid;
  child_.reset();
  try {
    nursery_.end(pid);
  } catch (...) {  // the nursery has ended, and has ended the process
  }
}

void Runner::start() {
  input_.clear();
  complaints_.clear(program_.paths);
  output_ = 0;
  deadline_ = seconds_now() + plan_.limits.step_s;
  child_ = nursery_.start(program_);
  std::string text;
  const json first = next_line(text);
  if (!first.contains("hello") || !first["hello"].is_object()) {
    misbehaved("did not begin with hello, but with: " + shown_line(text));
  }
  greet(first["hello"]);
}

/// Checks that the first line of the runner, `hello`, matches the config.
void Runner::greet(const json& hello) const {
  if (hello.value("version", json()) != 1) refuse("speaks another version than 1");
  const json nodes = hello.value("nodes", json());
  if (!is_list_of_texts(nodes) ||
      std::set<std::string>(nodes.begin(), nodes.end()) !=
          std::set<std::string>(plan_.nodes.begin(), plan_.nodes.end())) {
    refuse(fmt::format("has the nodes {}, and system.nodes is {}", shown_line(nodes.dump()),
                       fmt::join(plan_.nodes, ", ")));
  }
  const json deterministic = hello.value("deterministic", json());
  if (!deterministic.is_boolean()) refuse("did not say in hello whether it is deterministic");
  if (deterministic != plan_.deterministic()) {
    refuse(
        fmt::format("says in hello that it is {}deterministic, so system.deterministic must be {}",
                    deterministic ? "" : "not ", deterministic.dump()));
  }
  const json faults = hello.value("faults", json::array());
  for (const std::string& one : needed(plan_.fspec)) {
    const auto here = [&one](const json& other) { return other == one; };
    if (is_list_of_texts(faults) && std::ranges::any_of(faults, here)) continue;
    refuse(fmt::format("has no fault `{}`, and the Fspec has", one));
  }
}

void Runner::wait(bool writing) {
  std::array<pollfd, 3> all{{{child_->out.get(), POLLIN, 0},
                             {complaints_.is_closed() ? -1 : child_->err.get(), POLLIN, 0},
                             {writing ? child_->in.get() : -1, POLLOUT, 0}}};
  const double left = deadline_ - seconds_now();
  if (interrupt_) interrupt_();
  constexpr double between_looks_s = 0.1;
  ::poll(all.data(), all.size(),
         static_cast<int>(std::ceil(std::clamp(left, 0.0, between_looks_s) * 1000)));
  // If the runner's output can be read, the farm may have been late, and not the runner.
  if (left <= 0 && all[0].revents == 0 && all[2].revents == 0) {
    misbehaved("did not finish in time (limits.deadline; limits.step for hello)");
  }
  if (all[1].revents != 0) complaints_.read(child_->err.get());
}

void Runner::ask(const systems::FaultSet& faults, std::uint64_t seed) {
  const json head = json::parse(Recorder(plan_, seed).header(faults));
  const std::string text = json{{"run",
                                 {{"id", ++run_},
                                  {"seed", head["seed"]},
                                  {"spec", head["spec"]},
                                  {"faults", head["faults"]},
                                  {"deadline_s", plan_.limits.deadline_s}}}}
                               .dump() +
                           "\n";
  for (std::string_view left = text; !left.empty();) {
    const ssize_t wrote = ::write(child_->in.get(), left.data(), left.size());
    if (wrote > 0) {
      left.remove_prefix(static_cast<std::size_t>(wrote));
    } else if (wrote < 0 && errno == EPIPE) {
      misbehaved("ended");
    } else {
      wait(true);
    }
  }
}

json Runner::next_line(std::string& text) {
  std::array<char, 16384> bytes{};
  std::size_t end = input_.find('\n');
  while (end == std::string::npos) {
    const ssize_t got = ::read(child_->out.get(), bytes.data(), bytes.size());
    if (got == 0) misbehaved("ended");
    if (got < 0) {
      wait(false);
      continue;
    }
    const std::size_t before = input_.size();
    input_.append(bytes.data(), static_cast<std::size_t>(got));
    output_ += static_cast<std::uint64_t>(got);
    end = input_.find('\n', before);
    if (output_ > plan_.limits.output) misbehaved("printed more than limits.output allows");
    if (end == std::string::npos && input_.size() > plan_.limits.line) break;
  }
  if (std::min(end, input_.size()) > plan_.limits.line) {
    misbehaved("printed a line that is longer than limits.line");
  }
  text = input_.substr(0, end);
  input_.erase(0, end + 1);
  systems::JsonText read = systems::read_json(text);
  if (read.too_deep) {
    misbehaved(fmt::format("printed JSON that is nested deeper than {} levels: {}",
                           systems::deepest_json, shown_line(text)));
  }
  if (read.value && read.value->is_object()) return *std::move(read.value);
  if (read.twice) {
    misbehaved(
        fmt::format("printed the key {} twice in one object, so readers may take either value: {}",
                    always_quoted(beginning(*read.twice)), shown_line(text)));
  }
  misbehaved("printed a line that is not a JSON object: " + shown_line(text));
}

std::string Runner::listen() {
  std::string out;
  std::uint64_t sends = 0;
  for (;;) {
    std::string text;
    const json said = next_line(text);
    if (said.contains("verdict")) {
      out += verdict(said);
      if (!input_.empty()) misbehaved("printed more after its verdict: " + shown_line(input_));
      return out;
    }
    if (!said.contains("e") || said["e"] == "verdict") {
      misbehaved("printed an object that is neither an event nor a verdict: " + shown_line(text));
    }
    if (said["e"] == "send" && ++sends > plan_.limits.messages) {
      misbehaved("recorded more messages than limits.messages allows");
    }
    out += text + "\n";
  }
}

std::string Runner::verdict(const json& said) const {
  const json& verdict = said["verdict"];
  if (said.size() != 1 || !verdict.is_object())
    throw Misbehaved("the runner's verdict is not an object");
  for (const auto& [key, value] : verdict.items()) {
    if (key == "run" || key == "result" || key == "violated" || key.starts_with("x_")) continue;
    throw Misbehaved(fmt::format("the runner's verdict has a key {}", shown_line(key)));
  }
  if (verdict.value("run", json()) != run_) {
    throw Misbehaved(fmt::format("the runner's verdict is about run {}, but run {} was requested",
                                 shown_line(verdict.value("run", json()).dump()), run_));
  }
  nlohmann::ordered_json out{{"e", "verdict"}, {"result", verdict.value("result", json())}};
  const json violated = verdict.value("violated", json::array());
  if (out["result"] == "fail" && (!is_list_of_texts(violated) || violated.empty())) {
    throw Misbehaved("the runner's verdict is fail, but \"violated\" is empty");
  }
  if (!violated.empty()) out["violated"] = violated;
  if (out["result"] == "invalid" && verdict.contains("x_why")) out["x_why"] = verdict["x_why"];
  return line(out);
}

void Runner::check(const std::string& recording) const {
  std::vector<Diagnostic> problems;
  const auto read = systems::RecordingReader().read("run", recording, FileId(0), problems);
  if (read && read->result != systems::Result::invalid) systems::follow(*read, problems);
  if (problems.empty()) return;
  throw Misbehaved(fmt::format("the runner's events are not a recording: event {}: {}",
                               problems.front().where.line - 1, problems.front().message));
}

std::string Runner::execute(const systems::FaultSet& faults, std::uint64_t seed, bool fresh) {
  try {
    if (fresh) kill();
    if (!child_) start();
    output_ = input_.size();
    deadline_ = seconds_now() + plan_.limits.deadline_s;
    pollfd out{child_->out.get(), POLLIN, 0};
    if (!input_.empty() || ::poll(&out, 1, 0) > 0) {
      misbehaved("printed something, or ended, before it was given a fault set: " +
                 shown_line(input_));
    }
    ask(faults, seed);
    std::string recording = Recorder(plan_, seed).header(faults) + listen();
    check(recording);
    return recording;
  } catch (...) {
    kill();
    throw;
  }
}

}  // namespace ldfi::drive
