#include "common/systems/faults/socket_type.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>

namespace ldfi::systems {
namespace {

constexpr std::string_view datagram_prefix = "udp.";

/// The words in names, by SocketEvent. Bytes have no word.
constexpr std::array<std::string_view, 6> words{"", "syn", "synack", "refused", "fin", "rst"};

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && (text == "0" || text.front() != '0') ? std::optional(out) : std::nullopt;
}

}  // namespace

std::string to_text(const SocketType& type) {
  if (type.event == SocketEvent::datagram) return fmt::format("{}{}", datagram_prefix, type.port);
  std::string out = fmt::format("{}{}{}", type.port, type.from_connector ? '>' : '<',
                                words.at(static_cast<std::size_t>(type.event)));
  if (type.connection > 0) out += fmt::format(".{}", type.connection);
  return out;
}

std::optional<SocketType> read_socket_type(std::string_view name) {
  SocketType out;
  if (name.starts_with(datagram_prefix)) {
    const auto port = number<std::uint16_t>(name.substr(datagram_prefix.size()));
    if (!port) return std::nullopt;
    out.port = *port;
    out.event = SocketEvent::datagram;
    return out;
  }
  const std::size_t arrow = name.find_first_of("<>");
  if (arrow == std::string_view::npos) return std::nullopt;
  const auto port = number<std::uint16_t>(name.substr(0, arrow));
  if (!port) return std::nullopt;
  out.port = *port;
  out.from_connector = name[arrow] == '>';
  std::string_view word = name.substr(arrow + 1);
  if (const std::size_t dot = word.find('.'); dot != std::string_view::npos) {
    const auto connection = number<std::uint64_t>(word.substr(dot + 1));
    if (!connection || *connection == 0) return std::nullopt;
    out.connection = *connection;
    word = word.substr(0, dot);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words.at(i) != word) continue;
    out.event = static_cast<SocketEvent>(i);
    return out;
  }
  return std::nullopt;
}

bool may_be_lost(std::string_view type) {
  const auto socket = read_socket_type(type);
  return !socket || socket->event == SocketEvent::syn || socket->event == SocketEvent::datagram;
}

std::string connection_of(const MessageId& message) {
  const auto socket = read_socket_type(message.type);
  if (!socket || socket->event == SocketEvent::datagram) return "";
  const bool forth = socket->from_connector;
  return fmt::format("{},{},{}.{}", forth ? message.from : message.to,
                     forth ? message.to : message.from, socket->port, socket->connection);
}

bool may_come_from_machine(std::string_view type) {
  const auto socket = read_socket_type(type);
  return socket && (socket->event == SocketEvent::rst || socket->event == SocketEvent::refused);
}

std::string channel_of(ArrivalOrder order, const MessageId& message) {
  if (order == ArrivalOrder::any) return "";
  std::string out = message.from + ',' + message.to;
  if (order == ArrivalOrder::fifo) return out;
  const auto socket = read_socket_type(message.type);
  if (!socket || socket->event == SocketEvent::datagram) return "";
  return fmt::format("{},{}{}.{}", out, socket->port, socket->from_connector ? '>' : '<',
                     socket->connection);
}

}  // namespace ldfi::systems
