#include "common/journal/header.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/farm/wire/archive.hpp"
#include "common/journal/frame.hpp"

namespace ldfi::journal {

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Setting>
void fields(Archive& ar, T& setting) {
  ar(setting.name, setting.value);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Header>
void fields(Archive& ar, T& h) {
  ar(h.version, h.settings, h.started, h.command_line, h.nodes, h.stored);
}

wire::Bytes encode_header(const Header& header) {
  wire::Bytes bytes;
  wire::OutputArchive ar(bytes);
  ar(format_version, header);
  return bytes;
}

Header decode_header(std::span<const char> bytes) {
  Header header;
  wire::read_whole(bytes, "the header", [&header](wire::InputArchive& ar) {
    ar(header.format);
    const bool known = header.format == format_version;
    if (known) ar(header);
    return known;
  });
  return header;
}

namespace {

const std::string* find(const Header& header, const std::string& name) {
  const auto it = std::find_if(header.settings.begin(), header.settings.end(),
                               [&](const Setting& s) { return s.name == name; });
  return it == header.settings.end() ? nullptr : &it->value;
}

std::string shown(const std::string* value) {
  if (value == nullptr) return "unknown";
  return value->empty() ? "not set" : shown_line(*value);
}

}  // namespace

std::vector<std::string> differences(const Header& then, const Header& now) {
  std::vector<std::string> out;
  const auto compare = [&out](const std::string& name, const std::string* a, const std::string* b) {
    if (a != nullptr && b != nullptr && *a == *b) return;
    out.push_back(fmt::format("{} is {} there and {} here", name, shown(a), shown(b)));
  };
  compare("version", &then.version, &now.version);
  for (const Setting& s : then.settings) compare(printable(s.name), &s.value, find(now, s.name));
  for (const Setting& s : now.settings) {
    if (find(then, s.name) == nullptr) compare(s.name, nullptr, &s.value);
  }
  return out;
}

}  // namespace ldfi::journal
