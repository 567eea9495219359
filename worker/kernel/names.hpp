// Files about names of nodes and users, which programs read to find addresses. The library kernel has them
// itself, so that a name means a node of the system and not a computer in the network of this machine.
#pragma once

#include "worker/kernel/file.hpp"

namespace ldfi::kernel {

/// Reads the file `hosts` in the folder of the link: lines such as "10.0.0.1 n0". Without this file, programs
/// read the files of Linux.
void begin_names(const char* folder);
/// The name of this node.
const char* node_name();
/// True if the library kernel has the file of this path itself. Nobody may write it.
bool is_own_file(const char* path);
/// Opens such a file. Returns null if the library kernel does not have the file itself.
File* open_own_file(const char* path, int status);

}  // namespace ldfi::kernel
