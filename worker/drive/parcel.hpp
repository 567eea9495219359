// The messages between the nursery, its keepers and their worker. Each is one packet, with descriptors.
// Private to worker/drive.
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
  open,   ///< opens a place for a node; answers with the pid of its keeper
  start,  ///< starts a process in a place; answers with its pid
  fork,   ///< the same, forked from a zygote, which is started first if needed; EAGAIN: ask again
  /// Ends all processes in a place; answers with the status of the last one that was started.
  end,
  close,   ///< closes a place with all that is in it
  killed,  ///< answers 1 if a SIGKILL has ended the process that was started last, else 0
  /// Answers with the number of processes that the kernel ended because the place's cgroup was full.
  full,
  alive,  ///< only asks the keeper for an answer; ECHILD if the keeper is dead
  own     ///< names a folder to remove at the end
};

/// A request. Its text consists of words, each followed by a NUL.
struct Message {
  Ask ask = Ask::start;
  std::string text;
  std::vector<Descriptor> descriptors;
};

/// An answer: a pid or a status, or the error.
struct Answer {
  std::int32_t value = 0;
  std::int32_t error = 0;    ///< errno
  std::uint32_t layers = 0;  ///< sandbox::Layers
  std::int32_t zygote = 0;   ///< pid of the zygote of the place, or 0
  bool group = false;        ///< the place has a cgroup that bounds its memory
  std::array<char, 200> why{};
};

/// Returns false if the other side is closed. The same holds for the functions below.
bool send_packet(int socket, void* bytes, std::size_t size, const std::vector<int>& descriptors);
bool send_message(int socket, Ask ask, const std::string& text,
                  const std::vector<int>& descriptors = {});
bool receive_message(int socket, Message& message);
bool send_answer(int socket, const Answer& answer, const std::vector<int>& descriptors = {});
bool receive_answer(int socket, Answer& answer, std::vector<Descriptor>* descriptors = nullptr);

std::vector<std::string> words_of(std::string_view text);

}  // namespace ldfi::drive
