#include "worker/drive/recorder.hpp"

#include <concepts>
#include <string_view>
#include <utility>

#include "common/base/text.hpp"
#include "common/systems/event_rows.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/faults/spec_writer.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

using systems::EventKind;
using systems::Fate;
using Ordered = nlohmann::ordered_json;

namespace {

/// The longest line that the reader of recordings accepts, in bytes.
constexpr std::size_t max_line = std::size_t{1} << 20U;

std::string json_text(const Ordered& value) {
  return value.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

/// Writes a JSON string. Most names are plain words, which need no escapes.
void write_quoted(const std::string& name, std::string& out) {
  if (!is_plain_word(name)) {
    out += json_text(name);
    return;
  }
  out += '"';
  out += name;
  out += '"';
}

Ordered head(const systems::Plan& plan, std::uint64_t seed) {
  Ordered out{{"ldfi_trace", 1},
              {"system", plan.name + " " + plan.fingerprint},
              {"seed", std::to_string(seed)}};
  if (!plan.deterministic()) out["deterministic"] = false;
  out["spec"] = systems::spec_json(plan.fspec);
  return out;
}

/// Writes a JSON object. Callers must write its members in the order of the recording format. A key
/// includes its punctuation, `,"key":`, because separate appends would take most of the time.
class Writer {
 public:
  /// Begins an object. `name` must be a plain word, which needs no escapes.
  Writer(std::string& out, std::string_view name) : out_(out) {
    out_ += R"({"e":")";
    out_ += name;
    out_ += '"';
  }

  void text(std::string_view key, const std::string& value) {
    out_ += key;
    write_quoted(value, out_);
  }
  template <std::integral Number>
  void number(std::string_view key, Number value) {
    out_ += key;
    append_number(value, out_);
  }
  void raw(std::string_view key, std::string_view text) {
    out_ += key;
    out_ += text;
  }
  void message(std::string_view key, const systems::MessageId& id) {
    out_ += key;
    char between = '[';
    for (const std::string* one : {&id.from, &id.to, &id.type}) {
      out_ += std::exchange(between, ',');
      write_quoted(*one, out_);
    }
    out_ += ',';
    append_number(id.number, out_);
    out_ += ']';
  }
  void end() { out_ += "}\n"; }

 private:
  std::string& out_;
};

void write_sending(const Happening& event, Writer& out) {
  out.raw(R"(,"fate":")", name_of(event.fate));
  out.raw("\"", "");
  out.number(R"(,"arrive":)", event.arrives);
  if (event.again) out.number(R"(,"again":)", *event.again);
  const Envelope& message = *event.message;
  out.text(R"(,"fp":)", message.content.fingerprint);
  if (shows_body(message)) out.raw(R"(,"body":)", message.body_text);
}

void write_call(const Happening& event, Writer& out) {
  constexpr std::string_view node = R"(,"node":)";
  out.number(R"(,"op":)", event.operation);
  out.text(R"(,"client":)", event.client);
  if (event.kind != EventKind::answer) out.text(node, event.node);
  if (event.kind == EventKind::hear) return;
  if (event.waits) out.raw(R"(,"waits":)", "true");
  out.raw(R"(,"body":)", event.message->body_text);
  if (event.kind == EventKind::answer && !event.node.empty()) out.text(node, event.node);
  if (event.starting) out.raw(R"(,"starting":)", "true");
}

void write(const Happening& event, std::string& text) {
  Writer out(text, systems::row_of(event.kind).name);
  out.number(R"(,"t":)", event.time);
  if (event.kind == EventKind::send || event.kind == EventKind::recv ||
      event.kind == EventKind::hold) {
    out.message(R"(,"id":)", event.id);
    if (event.kind == EventKind::send) write_sending(event, out);
    if (event.silent) out.raw(R"(,"silent":)", "true");
    if (event.starting) out.raw(R"(,"starting":)", "true");
  } else if (event.kind == EventKind::invoke || event.kind == EventKind::answer ||
             event.kind == EventKind::hear) {
    write_call(event, out);
  } else {
    out.text(R"(,"node":)", event.node);
    if (event.back) out.number(R"(,"back":)", *event.back);
    if (event.said) out.number(R"(,"said":)", *event.said);
    if (!event.complaints.empty()) out.raw(R"(,"x_stderr":)", json_text(event.complaints));
  }
  if (!event.carries.empty()) out.raw(R"(,"carries":)", json_text(event.carries));
  out.end();
}

}  // namespace

std::string line(const Ordered& object) {
  return json_text(object) + "\n";
}

Recorder::Recorder(const systems::Plan& plan, std::uint64_t seed)
    : seed_(seed), beginning_(json_text(head(plan, seed))) {
  beginning_.back() = ',';
}

std::string Recorder::header(const systems::Assignment& assigned) const {
  std::string out = beginning_;
  if (assigned.deliveries) {
    out += "\"deliveries\":" + json_text(systems::to_texts(assigned.deliveries)) + ",";
  }
  return out + "\"faults\":" + json_text(systems::to_texts(assigned.faults)) + "}\n";
}

std::string Recorder::recording(const systems::Assignment& assigned,
                                const std::vector<Happening>& events,
                                const check::Judgement& judged) const {
  if (!judged.undecided.empty()) return undecided_recording(assigned, judged.undecided);
  std::string out = header(assigned);
  constexpr std::size_t about = 150;  // bytes of an average line
  out.reserve(out.size() + about * (events.size() + 1));
  for (const Happening& event : events) {
    const std::size_t before = out.size();
    write(event, out);
    if (out.size() - before > max_line) {
      throw Misbehaved("an answer is too long for a recording: it has more than a MiB");
    }
  }
  Ordered verdict{{"e", "verdict"}};
  verdict["result"] = !judged.violated.empty() ? "fail" : judged.judged ? "pass" : "vacuous";
  if (!judged.violated.empty()) verdict["violated"] = judged.violated;
  return out + line(verdict);
}

std::string Recorder::invalid_recording(const systems::Assignment& assigned,
                                        const std::string& why) const {
  return header(assigned) + line({{"e", "verdict"}, {"result", "invalid"}, {"x_why", why}});
}

std::string Recorder::undecided_recording(const systems::Assignment& assigned,
                                          const std::string& why) const {
  return header(assigned) +
         line({{"e", "verdict"}, {"result", "invalid"}, {"x_why", why}, {"x_undecided", true}});
}

}  // namespace ldfi::drive
