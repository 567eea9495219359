// The messages between a worker, its nursery (the process that starts others for it) and the
// keepers (one process for each node, the ancestor of the node's processes). Each message is one
// packet, which may carry descriptors. Private to worker/drive.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

inline constexpr std::size_t max_message = std::size_t{128} << 10U;
inline constexpr std::size_t max_descriptors = 3;

enum class Ask : std::uint8_t {
  open,   ///< opens a place: makes the folders of a node and its keeper, whose pid is the answer
  start,  ///< starts a process in a place; the answer is the pid of the process
  /// Forks a process from a zygote (worker/zygote), which is started if none runs. The error EAGAIN
  /// means that the request must be repeated.
  fork,
  /// Ends all processes in a place. The answer is the exit status of the process that was started
  /// last.
  end,
  close,   ///< ends all processes in a place and its keeper
  killed,  ///< the answer is 1 if a SIGKILL has ended the process that was started last, else 0
  /// The answer is the number of processes in the place that the kernel has ended because the
  /// cgroup was full.
  full,
  alive,  ///< checks that the keeper answers; the error is ECHILD if it is dead
  own     ///< names a folder that the nursery removes at its end
};

/// A request. Its text is a list of words, each followed by a NUL.
struct Message {
  Ask ask = Ask::start;
  std::string text;
  std::vector<Descriptor> descriptors;
};

/// An answer to a request: a number (a pid, a status or a count), or an error.
struct Answer {
  std::int32_t value = 0;
  std::int32_t error = 0;    ///< errno, or 0
  std::uint32_t layers = 0;  ///< bits of sandbox::Layers
  std::int32_t zygote = 0;   ///< pid of the zygote in the place, or 0
  bool group = false;        ///< true if a cgroup limits the memory of the place
  std::array<char, 200> why{};
};

/// The following functions return false if the other end of the socket is closed.
bool send_packet(int socket, void* bytes, std::size_t size, const std::vector<int>& descriptors);
bool send_message(int socket, Ask ask, const std::string& text,
                  const std::vector<int>& descriptors = {});
bool receive_message(int socket, Message& message);
bool send_answer(int socket, const Answer& answer, const std::vector<int>& descriptors = {});
bool receive_answer(int socket, Answer& answer, std::vector<Descriptor>* descriptors = nullptr);

std::vector<std::string> words_of(std::string_view text);

}  // namespace ldfi::drive
