#include "worker/kernel/sockets/packet.hpp"

#include "worker/kernel/descriptors.hpp"

namespace ldfi::kernel {

void Bundle::add(File& file) {
  ++file.references;
  files[count++] = &file;
}

Bundle* copy_bundle(const Bundle& bundle) {
  auto* const out = allocate_object<Bundle>();
  for (int i = 0; i < bundle.count; ++i) out->add(*bundle.files[i]);
  return out;
}

void release_bundle(Bundle* bundle) {
  if (bundle == nullptr) return;
  for (int i = 0; i < bundle->count; ++i) drop(*bundle->files[i]);
  release(bundle, sizeof *bundle);
}

Packet* make_packet(const Pieces& from, std::size_t size) {
  auto* const out = new (allocate(sizeof(Packet) + size)) Packet;
  out->size = size;
  if (from.take(0, out->bytes(), size) == 0) return out;
  release_packet(*out);
  return nullptr;
}

void release_packet(Packet& packet) {
  release_bundle(packet.bundle);
  release(&packet, packet.cost());
}

void PacketQueue::push(Packet& packet) {
  packet.next = nullptr;
  (first_ == nullptr ? first_ : last_->next) = &packet;
  last_ = &packet;
  ++count_;
  bytes_ += packet.left();
  cost_ += packet.cost();
}

void PacketQueue::take(std::size_t bytes) {
  first_->taken += bytes;
  bytes_ -= bytes;
}

Packet& PacketQueue::pop() {
  Packet& out = *first_;
  first_ = out.next;
  --count_;
  bytes_ -= out.left();
  cost_ -= out.cost();
  return out;
}

void PacketQueue::clear() {
  while (first_ != nullptr) release_packet(pop());
}

}  // namespace ldfi::kernel
