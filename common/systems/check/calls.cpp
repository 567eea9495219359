#include "common/systems/check/calls.hpp"

#include <fmt/core.h>

#include <cmath>

#include "common/base/text.hpp"
#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

using Json = nlohmann::json;

const std::string& type_of(const Json& body) {
  static const std::string none;
  const Json& type = field(body, "type");
  return type.is_string() ? type.get_ref<const std::string&>() : none;
}

const Json& field(const Json& body, const char* key) {
  static const Json none;
  if (!body.is_object()) return none;
  const auto found = body.find(key);
  return found == body.end() ? none : *found;
}

std::string shown(const Json& value) {
  constexpr std::size_t longest = 200;
  return beginning(value.dump(-1, ' ', false, Json::error_handler_t::replace), longest);
}

std::string time_text(std::int64_t nanoseconds) {
  struct Unit {
    std::int64_t nanoseconds;
    int digits;  ///< number of decimal places with which a time in this unit is exact
    const char* name;
  };
  constexpr Unit units[] = {{1'000'000, 6, "ms"}, {1'000, 3, "µs"}};
  for (const Unit& unit : units) {
    if (nanoseconds < unit.nanoseconds) continue;
    std::string fraction = fmt::format(".{:0{}}", nanoseconds % unit.nanoseconds, unit.digits);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    if (fraction == ".") fraction.clear();
    return fmt::format("{}{} {}", nanoseconds / unit.nanoseconds, fraction, unit.name);
  }
  return fmt::format("{} ns", nanoseconds);
}

std::optional<Integer> integer_of(const Json& value) {
  if (value.is_number_unsigned()) return Integer{value.get<std::uint64_t>()};
  if (value.is_number_integer()) return Integer{value.get<std::int64_t>()};
  return std::nullopt;
}

std::optional<Integer> whole_of(const Json& value) {
  if (!value.is_number_float()) return integer_of(value);
  // 2^63, the first number above the largest std::int64_t.
  constexpr double beyond = 9'223'372'036'854'775'808.0;
  const auto real = value.get<double>();
  if (real < -beyond || real >= 2 * beyond || std::trunc(real) != real) return std::nullopt;
  return static_cast<Integer>(real);
}

bool is_equal(const Json& one, const Json& other) {
  return canonical_text(one) == canonical_text(other);
}

bool ValueLess::operator()(const Json& one, const Json& other) const {
  const auto left = whole_of(one);
  const auto right = whole_of(other);
  if (left && right) return *left < *right;
  if (left || right) return left.has_value();
  return canonical_text(one) < canonical_text(other);
}

bool yes(const Call& call) {
  constexpr std::string_view done = "_ok";
  if (!call.returned) return false;
  const std::string& asked = type_of(call.body);
  const std::string& said = type_of(call.response);
  return said.size() == asked.size() + done.size() && said.starts_with(asked) &&
         said.ends_with(done);
}

std::optional<std::int64_t> error_of(const Call& call) {
  if (!call.returned || type_of(call.response) != "error") return std::nullopt;
  const Json& code = field(call.response, "code");
  return code.is_number_integer() ? code.get<std::int64_t>() : 0;
}

bool refused(const Call& call) {
  const auto code = error_of(call);
  return code && *code != 0 && *code != 13;
}

std::map<std::string, const Call*> last_calls(const History& history, std::string_view type) {
  std::map<std::string, const Call*> out;
  for (const Call& call : history.calls) {
    const bool up = !history.down.contains(call.node) && !history.ended.contains(call.node);
    if (up && type_of(call.body) == type) out[call.node] = &call;
  }
  std::erase_if(out, [](const auto& last) { return last.second->in_vain; });
  return out;
}

}  // namespace ldfi::check
