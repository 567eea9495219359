// What a node may see, do and use up, and which of these layers the machine allows without root
// (docs/reference/sandbox.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::sandbox {

/// Each is a bit of `Layers`.
enum Layer : std::uint32_t {
  users = 1,      ///< a user namespace: no capability means anything
  network = 2,    ///< no interface, not even its own loopback, and no sockets but Unix ones
  ipc = 4,        ///< its own shared memory and queues of System V
  processes = 8,  ///< it knows no process but its own, and all of them end with their keeper
  files = 16,     ///< it writes in its folder alone, which is bounded, and sees no homes
  calls = 32,     ///< system calls that no node needs are refused
};
using Layers = std::uint32_t;

inline constexpr Layers every_layer = users | network | ipc | processes | files | calls;
inline constexpr std::array<std::string_view, 6> layer_names{"users",     "network", "ipc",
                                                             "processes", "files",   "calls"};

/// The largest number of descriptors that a process may have open.
inline constexpr std::uint64_t most_descriptors = 4096;

struct Confinement {
  bool shut_in = true;  ///< false: no layer at all
  bool network_of_machine = false;
  std::uint64_t memory = 0;                      ///< bytes of a process
  std::uint64_t disk = 0;                        ///< bytes of all its files
  std::uint64_t tasks = 0;                       ///< processes and threads
  std::uint64_t descriptors = most_descriptors;  ///< that a process may have open
  std::string folder;                            ///< its own, outside; exists
  std::string library;                           ///< a file that it has to see, or empty
  std::vector<std::string> system;  ///< absolute: folders of the system, and links to such folders
  std::vector<std::string> hidden;  ///< absolute: homes in these folders, which are empty for it
  std::vector<std::string> shown;   ///< absolute: other folders, files and links that it reads
};

/// Where things are for the node itself.
struct View {
  std::string home;
  std::string clock;  ///< a folder
  std::string library;
};
View view_of(const Confinement& confinement, Layers layers);

/// Returns the names in /tmp that lead to what is shown: they are mount points in a node's own /tmp.
std::vector<std::string> names_shown_in_tmp(const Confinement& confinement);

/// Words, each with a NUL behind it; none has one in it.
std::string packed(const Confinement& confinement);
/// What packed() made.
Confinement unpacked(std::string_view text);

/// The names of layers, with commas.
std::string names_of(Layers layers);
/// What this asks for.
Layers wanted(const Confinement& confinement);

}  // namespace ldfi::sandbox
