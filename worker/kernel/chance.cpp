#include "worker/kernel/chance.hpp"

#include <sys/random.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/link.hpp"

namespace ldfi::kernel {
namespace {

constinit std::uint64_t drawn = 0;

long fill(const Pieces& to) {
  const std::size_t count = to.bytes();
  for (std::size_t i = 0; i < count; i += sizeof(std::uint64_t)) {
    const std::uint64_t word = draw();
    const std::size_t here = count - i < sizeof word ? count - i : sizeof word;
    if (to.put(i, &word, here) != 0) return -EFAULT;
  }
  return static_cast<long>(count);
}

class RandomFile : public File {
 public:
  long read(const Pieces& to) override { return fill(to); }
  long read_at(const Pieces& to, long /*place*/) override { return fill(to); }
  long write(const Pieces& from) override { return static_cast<long>(from.bytes()); }
  std::uint32_t mode() override { return 0020666; }
  void close() override { release(this, sizeof *this); }
};

long getrandom_call(const Call& call) {
  constexpr std::uint64_t known = GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE;
  if ((call[2] & ~known) != 0) return -EINVAL;
  iovec one{at_address<void>(call[0]), call[1]};
  return fill({&one, 1});
}

}  // namespace

/// SplitMix64.
std::uint64_t draw() {
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15;
  std::uint64_t out = random_seed() + step * ++drawn;
  out = (out ^ out >> 30U) * 0xbf58476d1ce4e5b9;
  out = (out ^ out >> 27U) * 0x94d049bb133111eb;
  return out ^ out >> 31U;
}

File* make_random_file(int status) {
  return make_file<RandomFile>(status);
}

constexpr Entry calls_of_chance[] = {{SYS_getrandom, {"getrandom", getrandom_call}}, {0, {}}};

}  // namespace ldfi::kernel
