#include "worker/kernel/shared_maps.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include "worker/kernel/context.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

constinit std::uint64_t maps_without_file = 0;

List<SharedMap>& maps() {
  return current().space->shared_maps;
}

Word moved(const Word& word, std::uint64_t by) {
  return {word.owner, word.part, word.place + by};
}

/// Returns the map at an address, or null.
const SharedMap* map_at(std::uint64_t address) {
  for (const SharedMap& one : maps()) {
    if (one.begin <= address && address < one.end) return &one;
  }
  return nullptr;
}

}  // namespace

void note_map(std::uint64_t at, std::uint64_t bytes, int flags, long file, std::uint64_t offset) {
  forget_map(at, bytes);
  if ((flags & MAP_SHARED) == 0) return;  // also a bit of MAP_SHARED_VALIDATE
  SharedMap out{at, page_ceiling(at + bytes), {}};
  if ((flags & MAP_ANONYMOUS) != 0) {
    out.first.part = ++maps_without_file;
  } else {
    struct stat about {};
    linux_call(SYS_fstat, file, address_of(&about));
    out.first = {about.st_dev, about.st_ino, offset};
  }
  maps().push(out);
}

void forget_map(std::uint64_t at, std::uint64_t bytes) {
  const std::uint64_t end = page_ceiling(at + bytes);
  const std::size_t count = maps().size();
  for (std::size_t i = count; i > 0; --i) {
    const SharedMap one = maps()[i - 1];
    if (one.end <= at || end <= one.begin) continue;
    maps().remove(i - 1);
    if (one.begin < at) maps().push({one.begin, at, one.first});
    if (end < one.end) maps().push({end, one.end, moved(one.first, end - one.begin)});
  }
}

void move_map(std::uint64_t from, std::uint64_t old_bytes, std::uint64_t to,
              std::uint64_t new_bytes) {
  const SharedMap* const found = map_at(from);
  const bool is_shared = found != nullptr;
  const Word first = is_shared ? moved(found->first, from - found->begin) : Word{};
  forget_map(from, old_bytes);
  forget_map(to, new_bytes);
  if (is_shared) maps().push({to, page_ceiling(to + new_bytes), first});
}

Word word_at(std::uint64_t address, bool is_private) {
  const SharedMap* const found = is_private ? nullptr : map_at(address);
  if (found != nullptr) return moved(found->first, address - found->begin);
  return {static_cast<std::uint64_t>(address_of(current().space)), 0, address};
}

}  // namespace ldfi::kernel
