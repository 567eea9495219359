// The confinement of a node: what it may see, do and use of the machine. It consists of layers; a machine
// may not allow all of them without root (docs/reference/sandbox.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::sandbox {

/// The layers of a sandbox. Each is a bit of `Layers`.
enum Layer : std::uint32_t {
  users = 1,      ///< a user namespace, in which capabilities have no effect
  network = 2,    ///< no interface, not even a loopback, and only Unix sockets
  ipc = 4,        ///< its own shared memory and queues of System V
  processes = 8,  ///< it sees only its own processes, and all of them end with their keeper
  files = 16,     ///< it writes only to its folder, whose size is bounded, and sees no homes
  calls = 32,     ///< system calls that no node needs fail
};
using Layers = std::uint32_t;

inline constexpr Layers every_layer = users | network | ipc | processes | files | calls;
inline constexpr std::array<std::string_view, 6> layer_names{"users",     "network", "ipc",
                                                             "processes", "files",   "calls"};

/// The largest number of descriptors that a process may have open.
inline constexpr std::uint64_t most_descriptors = 4096;

struct Confinement {
  bool shut_in = true;  ///< false: no layer is wanted
  bool network_of_machine = false;
  std::uint64_t memory = 0;                      ///< bytes that a process may use
  std::uint64_t disk = 0;                        ///< bytes that all its files may have together
  std::uint64_t tasks = 0;                       ///< number of processes and threads
  std::uint64_t descriptors = most_descriptors;  ///< number that a process may have open
  std::string folder;               ///< the node's own folder, outside of the sandbox; exists
  std::string library;              ///< a file that the node must see, or empty
  std::vector<std::string> system;  ///< absolute: folders of the system, and links to such folders
  /// Absolute: homes in these folders, which the node sees as empty folders.
  std::vector<std::string> hidden;
  /// Absolute: other folders, files and links that the node may read.
  std::vector<std::string> shown;
};

/// The paths of its things as the node sees them.
struct View {
  std::string home;
  std::string clock;  ///< a folder
  std::string library;
};
View view_of(const Confinement& confinement, Layers layers);

/// Returns the names in /tmp that lead to what is shown: they are mount points in a node's own /tmp.
std::vector<std::string> names_shown_in_tmp(const Confinement& confinement);

/// Writes a confinement as words, each followed by a NUL. No word may contain a NUL.
std::string packed(const Confinement& confinement);
/// Reads the text that packed() has written.
Confinement unpacked(std::string_view text);

/// Returns the names of the layers, separated by commas.
std::string names_of(Layers layers);
/// Returns the layers that this confinement needs.
Layers wanted(const Confinement& confinement);

}  // namespace ldfi::sandbox
