#include "worker/kernel/sockets/refusal.hpp"

#include <sys/socket.h>

#include "worker/kernel/identity.hpp"
#include "worker/kernel/link.hpp"
#include "worker/kernel/memory.hpp"

namespace ldfi::kernel {
namespace {

/// A family (level -1), or an option.
struct Refused {
  int level;
  int name;
};

struct Refusals {
  List<Refused> reported;
};

constinit Refusals refusals;

/// Returns true if this was not reported before.
bool is_new(int level, int name) {
  for (const Refused& one : refusals.reported) {
    if (one.level == level && one.name == name) return false;
  }
  refusals.reported.push({level, name});
  return true;
}

constexpr const char* unsupported =
    ", which the library kernel of virtual time does not support: the call fails with ";

}  // namespace

/// Programs ask for network devices by netlink, and have other ways if that fails, so it is not reported.
long refuse_family(int family) {
  if (family == AF_NETLINK || !is_new(-1, family)) return -EAFNOSUPPORT;
  Text text;
  text.add(program()).add(" makes a socket of the address family ").add_number(family);
  report_deviation(text.add(unsupported).add("EAFNOSUPPORT"));
  return -EAFNOSUPPORT;
}

long refuse_option(int level, int name) {
  if (!is_new(level, name)) return -ENOPROTOOPT;
  Text text;
  text.add(program()).add(" uses option ").add_number(name).add(" of level ").add_number(level);
  report_deviation(text.add(" of a socket").add(unsupported).add("ENOPROTOOPT"));
  return -ENOPROTOOPT;
}

}  // namespace ldfi::kernel
