// The settings of a node's sandbox: what the node may see, do and use of the machine. The sandbox
// consists of layers. Some machines allow some layers only to root (docs/reference/sandbox.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::sandbox {

/// The layers of a sandbox. Each layer is one bit of `Layers`.
enum Layer : std::uint32_t {
  users = 1,      ///< a user namespace, in which capabilities have no effect
  network = 2,    ///< no network interface, not even loopback; only Unix sockets work
  ipc = 4,        ///< own shared memory and message queues of System V
  processes = 8,  ///< only its own processes are visible, and all of them end with the keeper,
                  ///< their ancestor
  files = 16,     ///< only the node's folders are writable, their size is limited, and home folders
                  ///< are hidden
  calls = 32,     ///< system calls that no node needs return an error
};
using Layers = std::uint32_t;

inline constexpr Layers every_layer = users | network | ipc | processes | files | calls;
inline constexpr std::array<std::string_view, 6> layer_names{"users",     "network", "ipc",
                                                             "processes", "files",   "calls"};

/// The largest number of descriptors that a process may have open.
inline constexpr std::uint64_t most_descriptors = 4096;

struct Confinement {
  bool shut_in = true;  ///< false if the node needs no sandbox
  bool network_of_machine = false;
  std::uint64_t memory = 0;  ///< most bytes of memory that one process may use
  std::uint64_t disk = 0;    ///< most bytes that all files of the node may have together
  std::uint64_t tasks = 0;   ///< most processes and threads of the node
  std::uint64_t descriptors = most_descriptors;  ///< most descriptors that a process may have open
  std::string folder;   ///< the node's own folder outside of the sandbox, which must exist
  std::string library;  ///< absolute path of another file that the node must see, or empty
  /// Absolute paths of the operating system's folders, and of links to such folders.
  std::vector<std::string> system;
  /// Absolute paths of home folders inside the folders of `system`. The node sees these homes as
  /// empty folders.
  std::vector<std::string> hidden;
  /// Absolute paths of other folders, files and links that the node may read.
  std::vector<std::string> shown;
};

/// The paths at which a node sees its folders and its library.
struct View {
  std::string home;
  std::string clock;  ///< folder of the node's clock
  std::string library;
};
View view_of(const Confinement& confinement, Layers layers);

/// Returns the names of entries in /tmp that are or contain files which the node may read. In the
/// node's own /tmp, they are mount points, so they cannot be removed.
std::vector<std::string> names_shown_in_tmp(const Confinement& confinement);

/// Returns the settings as words, each followed by a NUL. No word may contain a NUL.
std::string packed(const Confinement& confinement);
/// Reads settings in the form that packed() returns.
Confinement unpacked(std::string_view text);

/// Returns the names of the layers, separated by commas.
std::string names_of(Layers layers);
/// Returns the layers that these settings need.
Layers wanted(const Confinement& confinement);

}  // namespace ldfi::sandbox
