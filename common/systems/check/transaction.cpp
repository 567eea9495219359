#include "common/systems/check/transaction.hpp"

#include <fmt/core.h>

#include "common/systems/check/calls.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;
using Kind = MicroOperation::Kind;

std::optional<Kind> kind_of(const Json& name) {
  if (name == "r") return Kind::read;
  if (name == "w") return Kind::write;
  if (name == "append") return Kind::append;
  return std::nullopt;
}

std::optional<std::vector<MicroOperation>> operations_of(const Json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<MicroOperation> out;
  for (const Json& one : list) {
    const auto kind = one.is_array() && one.size() == 3 ? kind_of(one[0]) : std::nullopt;
    if (!kind) return std::nullopt;
    out.push_back({*kind, identity_of(one[1]), one[2]});
  }
  return out;
}

bool answers(const std::vector<MicroOperation>& asked, const std::vector<MicroOperation>& said) {
  if (asked.size() != said.size()) return false;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i].kind != said[i].kind || asked[i].key != said[i].key) return false;
    if (asked[i].kind != Kind::read && !is_equal(asked[i].value, said[i].value)) return false;
  }
  return true;
}

/// Returns the value with each floating-point number that equals an integer replaced by that
/// integer.
Json with_integers(const Json& value) {
  if (value.is_number_float()) {
    const auto whole = whole_of(value);
    if (!whole) return value;
    return *whole < 0 ? Json(static_cast<std::int64_t>(*whole))
                      : Json(static_cast<std::uint64_t>(*whole));
  }
  if (!value.is_structured()) return value;
  Json out = value;
  for (Json& one : out) one = with_integers(one);
  return out;
}

std::string text_up_to(const Transaction& one, std::size_t most) {
  const char* const names[] = {"r", "w", "append"};
  std::string out = fmt::format("T{} [", one.number);
  for (std::size_t i = 0; i < one.operations.size() && i < most; ++i) {
    const MicroOperation& what = one.operations[i];
    const bool unknown = what.kind == Kind::read && one.end != Transaction::End::committed;
    out += fmt::format("{}{} {}{}", i == 0 ? "" : ", ", names[static_cast<std::size_t>(what.kind)],
                       what.key, unknown ? "" : " " + shown(what.value));
  }
  return out + (one.operations.size() > most ? ", …]" : "]");
}

}  // namespace

std::optional<Transaction> transaction_of(const Call& call, std::size_t number,
                                          std::string& wrong) {
  if (type_of(call.body) != "txn") return std::nullopt;
  auto asked = operations_of(field(call.body, "txn"));
  if (!asked) return std::nullopt;
  Transaction out{number, &call, Transaction::End::open, std::move(*asked)};
  if (refused(call)) out.end = Transaction::End::aborted;
  if (!yes(call)) return out;
  auto said = operations_of(field(call.response, "txn"));
  if (!said || !answers(out.operations, *said)) {
    wrong = fmt::format("{} answers {} with {}", call.node, text_of(out),
                        shown(field(call.response, "txn")));
    return out;
  }
  out.end = Transaction::End::committed;
  out.operations = std::move(*said);
  return out;
}

std::string identity_of(const Json& value) {
  return with_integers(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(const Transaction& one) {
  constexpr std::size_t most = 4;
  return text_up_to(one, most);
}

std::string whole_text_of(const Transaction& one) {
  return text_up_to(one, one.operations.size());
}

}  // namespace ldfi::check
