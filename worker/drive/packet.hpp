// A message between the sockets of two nodes, as library kernels (worker/kernel) exchange it.
#pragma once

#include <string>

#include "worker/kernel/net_page.h"

namespace ldfi::drive {

struct Packet {
  ldfi_net_message head{};  ///< `head.size` is the number of bytes
  std::string bytes{};
};

}  // namespace ldfi::drive
