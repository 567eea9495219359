// What the nursery, its keepers and their worker say to each other: one packet each, with
// descriptors. Private to worker/drive.
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
  open,    ///< a place for a node; the answer's value is the pid of its keeper
  start,   ///< a process in it: a pid
  fork,    ///< the same, from a zygote, which is started first if there is none; EAGAIN: ask again
  end,     ///< all processes in it: the status of the one that was started last
  close,   ///< a place, with all that is in it
  killed,  ///< returns 1 if a SIGKILL has ended the process that was started last
  full,  ///< returns the number of processes that the kernel has ended because the cgroup of the place was full
  alive,  ///< a reply from the keeper of a place, without any effect; ECHILD if the keeper is dead
  own     ///< a folder to remove at the end
};

/// Text is words, each with a NUL behind it.
struct Message {
  Ask ask = Ask::start;
  std::string text;
  std::vector<Descriptor> descriptors;
};

/// A pid or a status, or why not.
struct Answer {
  std::int32_t value = 0;
  std::int32_t error = 0;    ///< errno
  std::uint32_t layers = 0;  ///< sandbox::Layers
  std::int32_t zygote = 0;   ///< of the place, if it has one: a pid
  bool group = false;        ///< the place has a cgroup that bounds its memory
  std::array<char, 200> why{};
};

/// False if there is nobody on the other side.
bool send_packet(int socket, void* bytes, std::size_t size, const std::vector<int>& descriptors);
bool send_message(int socket, Ask ask, const std::string& text,
                  const std::vector<int>& descriptors = {});
bool receive_message(int socket, Message& message);
bool send_answer(int socket, const Answer& answer, const std::vector<int>& descriptors = {});
bool receive_answer(int socket, Answer& answer, std::vector<Descriptor>* descriptors = nullptr);

std::vector<std::string> words_of(std::string_view text);

}  // namespace ldfi::drive
