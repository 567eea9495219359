// What sockets do not support. Each family and each option is named once on stderr.
#pragma once

namespace ldfi::kernel {

/// Reports a family of addresses. Returns -EAFNOSUPPORT.
long refuse_family(int family);
/// Reports an option. Returns -ENOPROTOOPT.
long refuse_option(int level, int name);

}  // namespace ldfi::kernel
