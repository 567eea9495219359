// Handles the output of nodes in an execution: passes on lines of JSON to other nodes and to clients, and
// messages of sockets to other nodes.
#include <fmt/core.h>

#include <list>
#include <queue>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "worker/drive/execution.hpp"

namespace ldfi::drive {

using nlohmann::json;
using systems::EventKind;

std::size_t Execution::receiver_of(const systems::Operation& operation) const {
  if (plan_.client_command.empty()) return *node_named(operation.node);
  const auto client = std::ranges::find(plan_.clients, operation.client);
  LDFI_REQUIRE(client != plan_.clients.end(), "a program acts for each client");
  return plan_.nodes.size() + static_cast<std::size_t>(client - plan_.clients.begin());
}

Said Execution::pass(std::size_t node, const Envelope& message) {
  if (!message.packet) return tell(node, message.text);
  if (interrupt_) interrupt_();
  nodes_[node].expect_silence(patience_ms_);
  network_.note_arrival(*message.packet);
  return nodes_[node].deliver(*message.packet, clock_);
}

void Execution::send_packet(std::size_t from, Packet packet) {
  const std::size_t to = packet.head.node;
  send(from, to, network_.message_of(from, std::move(packet)));
}

void Execution::send_for_machine(const std::vector<Network::Answer>& answers) {
  for (const Network::Answer& one : answers) send(one.from, one.to, one.message);
}

std::optional<std::string> Execution::forward(std::size_t node, const EnvelopePtr& message) {
  const std::string& to = message->dest;
  if (to == initiator) {
    if (!greeted_[node]) greet(node, message->body());
  } else if (const auto other = node_named(to)) {
    if (!crashes_midway(node)) send(node, *other, message);
  } else if (asked_.contains(to)) {
    answer(node, message);
  } else {
    count_message();
    const json& body = message->body();
    if (!body.contains("msg_id")) return std::nullopt;
    constexpr int no_such_node = 1;
    json back{{"type", "error"}, {"code", no_such_node}, {"in_reply_to", body["msg_id"]}};
    back["text"] = fmt::format("there is no node {}", shown(to));
    return json{{"src", to}, {"dest", nodes_[node].name()}, {"body", std::move(back)}}.dump();
  }
  return std::nullopt;
}

void Execution::hear(std::size_t node, Said said) {
  // A message without a receiver is answered at once with an error, since it never left the node.
  // Answers to this error are handled in the same way.
  std::queue<std::string, std::list<std::string>> back;
  for (;;) {
    auto packet = said.packets.begin();
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
      for (; packet != said.packets.end() && packet->head.output < said.ends[i]; ++packet) {
        send_packet(node, std::move(*packet));
      }
      if (auto one = forward(node, said.messages[i])) back.push(*std::move(one));
      // The node has crashed, so the messages that it has not sent are lost.
      if (history_.down.contains(nodes_[node].name())) return;
    }
    for (; packet != said.packets.end(); ++packet) send_packet(node, std::move(*packet));
    if (said.ended || back.empty()) break;
    said = tell(node, back.front());
    back.pop();
  }
  if (!said.ended) return;
  if (node >= plan_.nodes.size()) {
    throw Misbehaved(
        with_stderr(fmt::format("{}, the program of a client, ended", nodes_[node].name()),
                    nodes_[node].last_complaints()));
  }
  nodes_[node].kill();
  history_.ended.insert(nodes_[node].name());
  add(EventKind::exit, nodes_[node].name()).complaints = nodes_[node].last_complaints();
  send_for_machine(network_.end_connections_of(node));
}

void Execution::answer(std::size_t node, const EnvelopePtr& message) {
  const json& body = message->body();
  if (!body.contains("in_reply_to") || !body["in_reply_to"].is_number_unsigned()) return;
  const auto found = open_.find({message->dest, body["in_reply_to"]});
  // Ignores a second answer to the same request, and an answer to an unknown request.
  if (found == open_.end()) return;
  if (crashes_midway(node)) return;
  check::Call& call = history_.calls[found->second];
  call.returned = clock_;
  call.response = said_in(message);
  Happening& event = add(EventKind::answer);
  event.operation = found->second;
  event.client = call.client;
  event.message = message;
  if (plan_.fspec.midway) event.node = nodes_[node].name();
  event.starting = speaks_outside_activation(node);
  open_.erase(found);
}

}  // namespace ldfi::drive
