#include "results/views/systems/json_places.hpp"

#include <algorithm>

#include "common/systems/json_text.hpp"

namespace ldfi::results {
namespace {

/// Returns the offset after the string, number or word that begins at `begin`. For a list or an object,
/// returns the offset of the next delimiter.
std::size_t end_of_token(std::string_view text, std::size_t begin) {
  if (text[begin] != '"') {
    return std::min(text.find_first_of(",:]}[{ \t\r\n", begin + 1), text.size());
  }
  std::size_t end = begin + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2U : 1U;
  return std::min(end + 1, text.size());
}

}  // namespace

JsonPlaces::JsonPlaces(std::string_view text) {
  std::size_t depth = 0;
  bool key_is_next = false;
  bool in_list = false;  ///< true if the value of the last key is a list
  std::string key;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t end = end_of_token(text, i);
    const bool opens = c == '{' || c == '[';
    if (c == '}' || c == ']') depth -= std::min<std::size_t>(depth, 1);
    if (c == ',' && depth == 1) key_is_next = true;
    const bool is_value = std::string_view(",:]} \t\r\n").find(c) == std::string_view::npos;
    if (is_value && depth == 1 && key_is_next) {
      const systems::JsonText read = systems::read_json(text.substr(i, end - i));
      key = read.value && read.value->is_string() ? read.value->get<std::string>() : "";
      keys_[key] = place_of(text, i, end);
      elements_.erase(key);
      key_is_next = false;
    } else if (is_value && depth == 2 && in_list) {
      elements_[key].push_back(place_of(text, i, end));
    }
    if (opens) {
      ++depth;
      if (depth == 1) key_is_next = c == '{';
      if (depth == 2) in_list = c == '[';
    }
    i = is_value && !opens ? end : i + 1;
  }
}

JsonPlaces::Place JsonPlaces::place_of(std::string_view text, std::size_t begin, std::size_t end) {
  for (; seen_ < begin; ++seen_) {
    if (text[seen_] != '\n') continue;
    ++line_;
    line_begin_ = seen_ + 1;
  }
  return {line_, static_cast<int>(begin - line_begin_) + 1, static_cast<int>(end - begin)};
}

SourceRange JsonPlaces::range(const Place& place, FileId file) {
  return {file, place.line, place.column, place.length};
}

SourceRange JsonPlaces::key(const std::string& key, FileId file) const {
  const auto found = keys_.find(key);
  return range(found == keys_.end() ? Place{} : found->second, file);
}

SourceRange JsonPlaces::element(const std::string& key, std::size_t index, FileId file) const {
  const auto found = elements_.find(key);
  if (found == elements_.end() || index >= found->second.size()) return this->key(key, file);
  return range(found->second[index], file);
}

}  // namespace ldfi::results
