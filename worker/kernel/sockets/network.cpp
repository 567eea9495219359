#include "worker/kernel/sockets/network.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include "worker/kernel/layout.hpp"
#include "worker/kernel/link.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/sockets/remote.hpp"

namespace ldfi::kernel {
namespace {

/// A message for which the outbox had no room.
struct Waiting {
  Waiting* next;
  NetMessage head;

  [[nodiscard]] unsigned char* bytes() { return reinterpret_cast<unsigned char*>(this + 1); }
};

struct Network {
  ldfi_net_page* page = nullptr;
  Waiting* first = nullptr;  ///< messages for the next activation
  Waiting* last = nullptr;
};

constinit Network network;

/// The bytes that a message uses in a box.
std::size_t length_in_box(const NetMessage& head) {
  constexpr std::size_t alignment = 8;
  return (sizeof head + head.size + alignment - 1) / alignment * alignment;
}

bool fits(const NetMessage& head) {
  return length_in_box(head) <= ldfi_net_box_bytes - network.page->outbox.used;
}

void put(const NetMessage& head, const void* bytes) {
  ldfi_net_box& box = network.page->outbox;
  memcpy(box.bytes + box.used, &head, sizeof head);
  memcpy(box.bytes + box.used + sizeof head, bytes, head.size);
  box.used += length_in_box(head);
  note_output();
}

void put_waiting() {
  while (network.first != nullptr && fits(network.first->head)) {
    Waiting* const one = network.first;
    network.first = one->next;
    put(one->head, one->bytes());
    release(one, sizeof *one + one->head.size);
  }
}

}  // namespace

void begin_network(const char* folder) {
  Text path;
  path.add(folder).add("/net");
  const long file = linux_call(SYS_openat, AT_FDCWD, address_of(path.text()), O_RDWR | O_CLOEXEC);
  if (is_error(file)) return;
  const long at = linux_call(SYS_mmap, static_cast<long>(net_page_begin), sizeof(ldfi_net_page),
                             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
  if (is_error(at)) give_up("the library kernel cannot map its network");
  linux_call(SYS_close, file);
  network.page = at_address<ldfi_net_page>(static_cast<std::uint64_t>(at));
}

int own_node() {
  return network.page == nullptr ? -1 : static_cast<int>(network.page->node);
}

int node_count() {
  return network.page == nullptr ? 0 : static_cast<int>(network.page->nodes);
}

std::uint32_t next_connection() {
  return ++network.page->connections;
}

void post(const NetMessage& message, const void* bytes) {
  NetMessage head = message;
  head.output = written_bytes();
  if (network.first == nullptr && fits(head)) return put(head, bytes);
  auto* const one = static_cast<Waiting*>(allocate(sizeof(Waiting) + head.size));
  one->next = nullptr;
  one->head = head;
  memcpy(one->bytes(), bytes, head.size);
  (network.first == nullptr ? network.first : network.last->next) = one;
  network.last = one;
}

void take_messages() {
  if (network.page == nullptr) return;
  put_waiting();
  ldfi_net_box& box = network.page->inbox;
  const std::uint64_t used = box.used;
  for (std::uint64_t at = 0; at < used;) {
    NetMessage head{};
    memcpy(&head, box.bytes + at, sizeof head);
    receive_from_node(head, box.bytes + at + sizeof head);
    at += length_in_box(head);
  }
  box.used = 0;
}

bool is_outbox_full() {
  return network.first != nullptr;
}

}  // namespace ldfi::kernel
