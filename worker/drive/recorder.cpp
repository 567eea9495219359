#include "worker/drive/recorder.hpp"

#include <array>
#include <charconv>
#include <concepts>
#include <string_view>
#include <utility>

#include "common/base/text.hpp"
#include "common/systems/fault_text.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

using systems::EventKind;
using systems::Fate;
using Ordered = nlohmann::ordered_json;

namespace {

/// What the reader of recordings takes.
constexpr std::size_t max_line = std::size_t{1} << 20U;

std::string text_of(const Ordered& value) {
  return value.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

/// Names are plain words, which JSON writes as they are, but for those of messages that are refused.
void write_quoted(const std::string& name, std::string& out) {
  if (!is_plain_word(name)) {
    out += text_of(name);
    return;
  }
  out += '"';
  out += name;
  out += '"';
}

template <std::integral Number>
void write_number(Number number, std::string& out) {
  std::array<char, 24> digits{};
  const char* const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

Ordered head(const systems::Plan& plan, std::uint64_t seed) {
  const systems::Fspec& fspec = plan.fspec;
  Ordered spec{{"nodes", fspec.nodes}, {"from", fspec.from}, {"eff", fspec.eff}};
  if (fspec.omissions) {
    spec["omissions"] = *fspec.omissions;
  } else {
    spec["omissions"] = "all";
  }
  spec["crashes"] = fspec.crashes;
  if (fspec.crashable) spec["crashable"] = *fspec.crashable;
  if (fspec.restarts > 0) spec["restarts"] = {{"most", fspec.restarts}, {"down", fspec.down}};
  if (!fspec.delays.empty()) {
    spec["delays"] = {{"values", fspec.delays}};
    if (fspec.delayed) spec["delays"]["count"] = *fspec.delayed;
  }
  if (!fspec.crash_times.empty()) spec["crash_times"] = fspec.crash_times;
  if (fspec.midway) spec["midway"] = true;
  if (fspec.duplicates > 0) {
    spec["duplicates"] = {{"most", fspec.duplicates}, {"after", fspec.again}};
  }
  if (fspec.partitions > 0) {
    Ordered cuts = Ordered::array();
    for (const systems::Border& one : fspec.borders) cuts.push_back(systems::to_text(one));
    spec["partitions"] = {
        {"most", fspec.partitions}, {"cuts", std::move(cuts)}, {"window", fspec.window}};
  }
  if (fspec.faults) spec["faults"] = *fspec.faults;
  Ordered out{{"ldfi_trace", 1},
              {"system", plan.name + " " + plan.fingerprint},
              {"seed", std::to_string(seed)}};
  if (!plan.deterministic()) out["deterministic"] = false;
  out["spec"] = spec;
  return out;
}

/// Writes an object, whose members come in the order in which the format lists them.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) { out_ += '{'; }

  void text(std::string_view key, const std::string& value) {
    begin(key);
    write_quoted(value, out_);
  }
  template <std::integral Number>
  void number(std::string_view key, Number value) {
    begin(key);
    write_number(value, out_);
  }
  void raw(std::string_view key, std::string_view json) {
    begin(key);
    out_ += json;
  }
  void message(std::string_view key, const systems::MessageId& id) {
    begin(key);
    char before = '[';
    for (const std::string* one : {&id.from, &id.to, &id.type}) {
      out_ += std::exchange(before, ',');
      write_quoted(*one, out_);
    }
    out_ += ',';
    write_number(id.number, out_);
    out_ += ']';
  }
  void end() { out_ += "}\n"; }

 private:
  void begin(std::string_view key) {
    out_ += std::exchange(first_, false) ? "\"" : ",\"";
    out_ += key;
    out_ += "\":";
  }

  std::string& out_;
  bool first_ = true;
};

const char* name_of(EventKind kind) {
  switch (kind) {
    case EventKind::send:
      return "send";
    case EventKind::recv:
      return "recv";
    case EventKind::timer:
      return "timer";
    case EventKind::crash:
      return "crash";
    case EventKind::restart:
      return "restart";
    case EventKind::exit:
      return "exit";
    case EventKind::invoke:
      return "invoke";
    case EventKind::answer:
      return "return";
  }
  return "";
}

const char* name_of(Fate fate) {
  switch (fate) {
    case Fate::ok:
      return "ok";
    case Fate::lost:
      return "lost";
    case Fate::dead:
      return "dead";
    case Fate::late:
      return "late";
    case Fate::doubled:
      return "doubled";
  }
  return "";
}

void write_sending(const Happening& event, Writer& out) {
  out.text("fate", name_of(event.fate));
  out.number("arrive", event.arrives);
  if (event.again) out.number("again", *event.again);
  const Envelope& message = *event.message;
  out.text("fp", message.content.fingerprint);
  if (shows_body(message)) out.raw("body", message.body_text);
}

void write_call(const Happening& event, Writer& out) {
  out.number("op", event.operation);
  out.text("client", event.client);
  if (event.kind == EventKind::invoke) out.text("node", event.node);
  out.raw("body", event.message->body_text);
  if (event.kind == EventKind::answer && !event.node.empty()) out.text("node", event.node);
}

void write(const Happening& event, std::string& text) {
  Writer out(text);
  out.text("e", name_of(event.kind));
  out.number("t", event.time);
  if (event.kind == EventKind::send || event.kind == EventKind::recv) {
    out.message("id", event.id);
    if (event.kind == EventKind::send) write_sending(event, out);
    if (event.silent) out.raw("silent", "true");
  } else if (event.kind == EventKind::invoke || event.kind == EventKind::answer) {
    write_call(event, out);
  } else {
    out.text("node", event.node);
    if (event.back) out.number("back", *event.back);
    if (event.said) out.number("said", *event.said);
    if (!event.complaints.empty()) out.raw("x_stderr", text_of(event.complaints));
  }
  if (!event.carries.empty()) out.raw("carries", text_of(event.carries));
  out.end();
}

}  // namespace

std::string line(const Ordered& object) {
  return text_of(object) + "\n";
}

Recorder::Recorder(const systems::Plan& plan, std::uint64_t seed)
    : seed_(seed), beginning_(text_of(head(plan, seed))) {
  beginning_.back() = ',';
}

std::string Recorder::header(const systems::FaultSet& faults) const {
  return beginning_ + "\"faults\":" + text_of(systems::to_texts(faults)) + "}\n";
}

std::string Recorder::recording(const systems::FaultSet& faults,
                                const std::vector<Happening>& events,
                                const check::Judgement& judged) const {
  if (!judged.undecided.empty()) throw Misbehaved(judged.undecided);
  std::string out = header(faults);
  for (const Happening& event : events) {
    const std::size_t before = out.size();
    write(event, out);
    if (out.size() - before > max_line) {
      throw Misbehaved("an answer is too long for a recording: it has more than a MiB");
    }
  }
  Ordered verdict{{"e", "verdict"}};
  verdict["result"] = !judged.violated.empty() ? "fail" : judged.promised ? "pass" : "vacuous";
  if (!judged.violated.empty()) verdict["violated"] = judged.violated;
  return out + line(verdict);
}

std::string Recorder::invalid_recording(const systems::FaultSet& faults,
                                        const std::string& why) const {
  return header(faults) + line({{"e", "verdict"}, {"result", "invalid"}, {"x_why", why}});
}

}  // namespace ldfi::drive
