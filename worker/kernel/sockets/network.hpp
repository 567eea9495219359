// The network between nodes: messages that the worker carries. Without a worker there are no other nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "worker/kernel/net_page.h"

namespace ldfi::kernel {

using NetMessage = ldfi_net_message;

/// Maps the network in the folder of the link. Does nothing if the folder has no network.
void begin_network(const char* folder);
/// The number of this node, or -1 without network.
int own_node();
/// The number of nodes, or 0 without network.
int node_count();
/// Returns the number of a new connection that this node asks for.
std::uint32_t next_connection();
/// Sends a message to another node. If the outbox is full, the message waits for the next activation.
void post(const NetMessage& head, const void* bytes);
/// Called when an activation begins: hands out the messages of the inbox.
void take_messages();
/// True if messages wait for the next activation, because the outbox was full.
bool is_outbox_full();

}  // namespace ldfi::kernel
