#include "results/views/history/micro_operations.hpp"

#include <fmt/core.h>

#include <cstddef>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;

std::string excerpt(const Json& value) {
  return shown_line(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool is_transaction_step(const Json& one) {
  return one.is_array() && one.size() == 3 &&
         (one[0] == "r" || one[0] == "w" || one[0] == "append");
}

bool is_send(const Json& one) {
  return one.size() == 3 && one[0] == "send";
}

bool is_poll(const Json& one, bool is_answer) {
  if (one.empty() || one[0] != "poll" || one.size() > 2) return false;
  return !is_answer || (one.size() == 2 && one[1].is_object());
}

}  // namespace

std::string transaction_problem(const Json& list) {
  if (!list.is_array()) {
    return fmt::format("a transaction is a list such as [[:r 1 nil] [:append 1 5]], and not {}",
                       excerpt(list));
  }
  for (const Json& one : list) {
    if (is_transaction_step(one)) continue;
    return fmt::format(
        "cannot read {} as a micro-operation. It is [:r key value], [:w key value] or "
        "[:append key value]",
        excerpt(one));
  }
  return "";
}

std::string log_problem(const Json& list, bool is_answer) {
  if (!list.is_array()) {
    return fmt::format("operations on logs are a list such as [[:send 1 5] [:poll]], and not {}",
                       excerpt(list));
  }
  for (const Json& one : list) {
    if (one.is_array() && (is_send(one) || is_poll(one, is_answer))) continue;
    return fmt::format("cannot read {} as an operation on logs. It is [:send key {}] or [:poll{}]",
                       excerpt(one), is_answer ? "[offset message]" : "message",
                       is_answer ? " {key [[offset message] …]}" : "");
  }
  return "";
}

}  // namespace ldfi::results
