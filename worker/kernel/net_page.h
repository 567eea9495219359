/* The network of a node, as its library kernel shares it with the worker: two boxes of messages. The worker
 * fills the inbox before it wakes the library kernel, which takes all messages of it. The library kernel
 * fills the outbox while the node runs, and the worker takes all messages of it after that. */
#ifndef LDFI_WORKER_KERNEL_NET_PAGE_H
#define LDFI_WORKER_KERNEL_NET_PAGE_H

#include <stdint.h>

enum ldfi_net_kind {
  ldfi_net_connect = 1, /* a node asks for a connection (syn) */
  ldfi_net_accepted,    /* the connection is made (synack) */
  ldfi_net_refused,     /* nobody listens at the port */
  ldfi_net_segment,     /* bytes of a connection */
  ldfi_net_end,         /* the sender sends no more bytes (fin) */
  ldfi_net_reset,       /* the connection is broken (rst) */
  ldfi_net_datagram     /* a datagram of UDP */
};

/* The head of a message. Its bytes follow; the next message begins at a multiple of 8. */
struct ldfi_net_message {
  uint32_t size;           /* number of bytes behind the head */
  uint16_t kind;           /* one of ldfi_net_kind */
  uint16_t node;           /* in the outbox the receiving node, in the inbox the sending one */
  uint32_t connection;     /* number that the connecting node has given to the connection */
  uint16_t connector;      /* the node that has asked for the connection */
  uint16_t connector_port; /* port of the node that connects; of a datagram, the sender's port */
  uint16_t listener_port;  /* port of the node that listens; of a datagram, the receiver's port */
  uint16_t reserved[3];
  /* In the outbox: how many bytes the node's processes had written to the node's standard output when they sent
   * this message, since the start of the node. So the worker knows the order of lines and messages. */
  uint64_t output;
};

enum { ldfi_net_box_bytes = 1 << 20 };

struct ldfi_net_box {
  uint64_t used; /* bytes of the messages in the box */
  unsigned char bytes[ldfi_net_box_bytes];
};

struct ldfi_net_page {
  uint32_t node;  /* number of this node, from 0 on */
  uint32_t nodes; /* number of nodes; node i has the address 10.0.0.0 + i + 1 */
  struct ldfi_net_box inbox;
  struct ldfi_net_box outbox;
  /* Number of the last connection that this node has asked for. The worker gives each start of a node
   * a higher number. So messages of an earlier connection never belong to a later one. */
  uint32_t connections;
};

#endif
