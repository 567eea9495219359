#include "common/systems/check/register_call.hpp"

#include <cmath>

namespace ldfi::check {
namespace {

using Json = nlohmann::json;

void append_float(double value, std::string& out) {
  // 2^63, the first number above the largest std::int64_t.
  constexpr double beyond = 9'223'372'036'854'775'808.0;
  if (value == std::floor(value) && std::abs(value) < 2 * beyond) {
    // Every integer in this range fits into 64 bits, so its conversion is exact.
    if (value >= 0) {
      out += std::to_string(static_cast<std::uint64_t>(value));
      return;
    }
    if (value >= -beyond) {
      out += std::to_string(static_cast<std::int64_t>(value));
      return;
    }
  }
  out += Json(value).dump();
}

void append_string(const std::string& text, std::string& out) {
  out += '"' + std::to_string(text.size()) + ':';
  out += text;
}

// Appends the canonical text of a value. The recursion is bounded, because the JSON reader limits
// the depth of values.
void append_canonical(const Json& value, std::string& out) {  // NOLINT(misc-no-recursion)
  switch (value.type()) {
    case Json::value_t::string:
      return append_string(value.get_ref<const std::string&>(), out);
    case Json::value_t::number_float:
      return append_float(value.get<double>(), out);
    case Json::value_t::array:
      out += '[';
      for (const Json& one : value) {
        append_canonical(one, out);
        out += ',';
      }
      out += ']';
      return;
    case Json::value_t::object:
      out += '{';
      for (const auto& [key, one] : value.items()) {
        append_string(key, out);
        append_canonical(one, out);
        out += ',';
      }
      out += '}';
      return;
    default:
      out += value.dump();
  }
}

}  // namespace

std::string canonical_text(const Json& value) {
  std::string out;
  append_canonical(value, out);
  return out;
}

ValueNumber ValueNumbers::number_of(const Json& value) {
  return numbers_.emplace(canonical_text(value), static_cast<ValueNumber>(numbers_.size()))
      .first->second;
}

}  // namespace ldfi::check
