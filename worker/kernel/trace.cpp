#include "worker/kernel/trace.hpp"

#include "worker/kernel/context.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t room = 1 << 16;
constinit int target = -1;
constinit char buffer[room] = {};
constinit std::size_t used = 0;

}  // namespace

void begin_trace(int descriptor) {
  target = descriptor;
}

void trace(const Call& call, long result) {
  if (target < 0) return;
  const Row& row = row_of(call.number);
  Text line;
  line.add_number(static_cast<long>(now())).add(" ").add_number(current().number).add(" ");
  if (row.name != nullptr) {
    line.add(row.name);
  } else {
    line.add_number(call.number);
  }
  for (int i = 0; i < 6; ++i) line.add(i == 0 ? "(" : ", ").add_hex(call[i]);
  line.add(") = ").add_number(result).add("\n");
  if (used + line.size() > room) flush_trace();
  memcpy(buffer + used, line.text(), line.size());
  used += line.size();
}

void flush_trace() {
  if (target < 0 || used == 0) return;
  linux_call(SYS_write, target, address_of(&buffer[0]), static_cast<long>(used));
  used = 0;
}

}  // namespace ldfi::kernel
