#include "worker/kernel/input.hpp"

#include <fcntl.h>

namespace ldfi::kernel {
namespace {

class Input : public File {
 public:
  long read(const Pieces& to) override {
    if (events() == 0) return -EAGAIN;
    return linux_call(SYS_readv, 0, address_of(to.items), to.count);
  }
  long read_at(const Pieces& to, long place) override {
    return linux_call(SYS_preadv, 0, address_of(to.items), to.count, place);
  }
  long seek(long offset, int from) override { return linux_call(SYS_lseek, 0, offset, from); }
  std::uint32_t events() override {
    pollfd one{0, POLLIN, 0};
    linux_call(SYS_poll, address_of(&one), 1, 0);
    return static_cast<std::uint32_t>(one.revents);
  }
  [[nodiscard]] int real() const override { return 0; }
  [[nodiscard]] bool is_of_worker() const override { return true; }
  void close() override { linux_call(SYS_close, 0); }
};

constinit Input* input = nullptr;

}  // namespace

File* make_input() {
  input = make_file<Input>(O_RDONLY);
  return input;
}

bool is_input_awaited() {
  return input != nullptr && (input->waiters != nullptr || input->watches != nullptr);
}

void notify_input() {
  if (is_input_awaited() && input->events() != 0) input->notify();
}

}  // namespace ldfi::kernel
