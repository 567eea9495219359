#include "common/systems/faults/fault_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "common/base/text.hpp"
#include "common/systems/fields.hpp"

namespace ldfi::systems {
namespace {

/// Returns true if the set has a fault that loses, delays or duplicates the message.
bool has_fate(const FaultSet& faults, const MessageId& id) {
  bool out = false;
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (Kind::place == Place::message) out = out || faults.has<Kind>(id);
  });
  return out;
}

/// Returns true if another fault of the set makes this fault impossible.
template <class Kind>
bool is_contradicted(const FaultSet& faults, const Kind& fault) {
  if constexpr (Kind::place == Place::message) {
    return has_fate(faults, fault.where());
  } else if constexpr (requires { fault.contradicts(faults); }) {
    return fault.contradicts(faults);
  } else {
    return false;
  }
}

bool is_contradicted(const FaultSet& faults, const Fault& fault) {
  return std::visit([&faults](const auto& one) { return is_contradicted(faults, one); }, fault);
}

}  // namespace

std::string to_text(const Fault& fault) {
  return std::visit(
      [](const auto& one) { return fmt::format("{}({})", one.letter, one.arguments()); }, fault);
}

std::optional<Fault> read_fault(std::string_view text) {
  if (text.size() < 3 || text[1] != '(' || text.back() != ')') return std::nullopt;
  std::optional<Fault> out;
  each_kind([&]<class Kind>(Kind*) {
    if (out || Kind::letter != text[0]) return;
    if (auto one = Kind::read(text.substr(2, text.size() - 3))) out = *std::move(one);
  });
  return out;
}

std::vector<std::string> split_faults(std::string_view line) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;
  for (const char c : line) {
    inside = c == '(' || (inside && c != ')');
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (inside || !space) {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

std::string_view fault_forms() {
  static const std::string text = [] {
    std::string out = "write ";
    each_kind([&]<class Kind>(Kind*) {
      if (index_of < Kind >> 0) out += index_of<Kind> + 1 == kind_count ? ", or " : ", ";
      out += Kind::forms;
    });
    return out +
           ". Messages are numbered from 0: ack#0 is the first ack of its channel. Activations are "
           "numbered from 1: #1 is the first message, request or timer that the node handles";
  }();
  return text;
}

std::vector<std::string> to_texts(const FaultSet& faults) {
  std::vector<std::string> out;
  for (const Fault& one : faults) out.push_back(to_text(one));
  return out;
}

std::vector<std::string> to_texts(const Deliveries& deliveries) {
  std::vector<std::string> out;
  if (!deliveries) return out;
  for (const MessageId& one : *deliveries) out.push_back(to_text(one));
  return out;
}

std::string to_text(const std::set<MessageId>& deliveries) {
  return deliveries.empty() ? "none" : fmt::format("{}", fmt::join(to_texts(deliveries), " "));
}

std::string add_or_explain(std::set<MessageId>& deliveries, std::string_view text) {
  const auto id = read_message(text);
  if (!id) return shown(text) + " is not a message";
  return deliveries.insert(*id).second ? "" : shown(text) + " is given twice";
}

std::string to_text(const FaultSet& faults) {
  return faults.empty() ? "none" : fmt::format("{}", fmt::join(to_texts(faults), " "));
}

std::string add_or_explain(FaultSet& faults, std::string_view text) {
  const auto fault = read_fault(text);
  if (!fault) return shown(text) + " is not a fault";
  if (faults.contains(*fault)) return shown(text) + " is given twice";
  if (!is_contradicted(faults, *fault) && faults.add(*fault)) return "";
  const auto other = std::ranges::find_if(faults, [&fault](const Fault& one) {
    FaultSet alone{one};
    return is_contradicted(alone, *fault) || !alone.add(*fault);
  });
  return fmt::format("{} and {} exclude each other", shown(text), to_text(*other));
}

bool add_fault(FaultSet& faults, std::string_view text) {
  return add_or_explain(faults, text).empty();
}

}  // namespace ldfi::systems
