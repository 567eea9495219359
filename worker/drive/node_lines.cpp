// Parses the output of a node, line by line.
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "common/base/text.hpp"
#include "common/systems/json_text.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

using Json = nlohmann::json;

bool Node::read_output() {
  std::array<char, 16384>
      bytes;  // NOLINT: not initialised, because clearing it takes longer than reading
  for (;;) {
    const ssize_t got = ::read(child_->out.get(), bytes.data(), bytes.size());
    if (got == 0) return false;
    if (got < 0) return true;
    input_.append(bytes.data(), static_cast<std::size_t>(got));
    output_ += static_cast<std::uint64_t>(got);
    printed_ += static_cast<std::uint64_t>(got);
    if (output_ > limits_.output)
      misbehaved("printed more than limits.output allows in one execution");
    if (static_cast<std::size_t>(got) < bytes.size() || input_.size() > limits_.line) return true;
  }
}

bool Node::take_output(Said& said) {
  if (clock_) clock_->end_lease();
  const bool more = read_output();
  if (output_kind_ == Output::log) {
    complaints_.add(input_);
    input_.clear();
    return more;
  }
  if (take_lines(said)) misbehaved("answered with ldfi/1, but system.time is not extended");
  if (input_.size() > limits_.line) misbehaved("printed a line that is longer than limits.line");
  return more;
}

bool Node::take_lines(Said& said) {
  std::size_t begin = 0;
  bool done = false;
  const std::string_view all = input_;
  for (std::size_t end = 0; !done; begin = end + 1) {
    end = all.find('\n', begin);
    if (end == std::string::npos) break;
    line_end_ = printed_ - (all.size() - end - 1);
    done = take(all.substr(begin, end - begin), said);
  }
  input_.erase(0, begin);
  return done;
}

bool Node::take(std::string_view line, Said& said) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > limits_.line) misbehaved("printed a line that is longer than limits.line");
  if (line.empty()) return false;
  if (EnvelopePtr message = known_.message(line)) {
    hear(std::move(message), said);
    return false;
  }
  if (const Done* const done = known_.done(line, told_)) {
    note(*done);
    return true;
  }
  return read(line, said);
}

void Node::hear(EnvelopePtr message, Said& said) {
  if (said.messages.size() >= limits_.messages)
    misbehaved("sent more messages than limits.messages allows");
  said.messages.push_back(std::move(message));
  said.ends.push_back(line_end_);
}

bool Node::read(std::string_view line, Said& said) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  systems::JsonText text = systems::read_json(line);
  if (text.too_deep) {
    misbehaved(fmt::format("printed JSON that is nested deeper than {} levels: {}",
                           systems::deepest_json, shown_line(line)));
  }
  if (text.twice) {
    misbehaved(
        fmt::format("printed the key {} twice in one object, so readers may take either value: {}",
                    always_quoted(beginning(*text.twice)), shown_line(line)));
  }
  std::optional<Json>& message = text.value;
  if (!message || line.starts_with(mark))
    misbehaved("printed a line that is not JSON: " + shown_line(line));
  if (text.wide) {
    misbehaved(fmt::format(
        "printed the integer {}, which does not fit into 64 bits (a string can hold it): {}",
        shown(*text.wide), shown_line(line)));
  }
  const auto has = [](const Json& object, const char* key) {
    return object.is_object() && object.contains(key) && object[key].is_string();
  };
  if (!has(*message, "dest"))
    misbehaved("printed a message without \"dest\", the name of its receiver: " + shown_line(line));
  Json& body = (*message)["body"];  // a missing body counts as empty, as in Maelstrom
  if (body.is_null()) body = Json::object();
  if (!body.is_object())
    misbehaved("printed a message whose body is not an object: " + shown_line(line));
  if ((*message)["dest"] != "$farm") {
    if (!has(*message, "src")) (*message)["src"] = name_;
    EnvelopePtr made = seal(*std::move(message));
    known_.add(line, made);
    hear(std::move(made), said);
    return false;
  }
  if (!has(body, "type") || body["type"] != "done")
    misbehaved("sent $farm a message of an unknown type (it takes \"done\"): " + shown_line(line));
  const Done what = done(body);
  known_.add(line, told_, what);
  note(what);
  return true;
}

void Node::note(const Done& done) {
  wake_ = done.wake;
  state_ = done.state;
}

Done Node::done(const Json& body) {
  Done out;
  if (body.contains("n") && body["n"] != told_) {
    misbehaved(fmt::format("answered done for line {}, but line {} was the last one",
                           body["n"].dump(), told_));
  }
  if (body.contains("wake") && !body["wake"].is_null()) {
    const Json& wake = body["wake"];
    if (!wake.is_number_integer() || wake < 0 || wake > last_time) {
      misbehaved("gave a \"wake\" that is not a time in nanoseconds: " + shown_line(wake.dump()));
    }
    out.wake = wake.get<std::int64_t>();
  }
  if (body.contains("state") && !body["state"].is_null()) {
    if (!body["state"].is_string()) misbehaved("gave a \"state\" that is not a string");
    out.state = body["state"].get<std::string>();
  }
  return out;
}

}  // namespace ldfi::drive
