// The messages between a worker, its nursery and the nursery's keepers. Each message is one packet, which may
// carry descriptors. Private to worker/drive.
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
  open,   ///< opens a place for a node; the answer is the pid of its keeper
  start,  ///< starts a process in a place; the answer is its pid
  /// Forks a process from a zygote, which is started if none runs; EAGAIN means to repeat the request.
  fork,
  /// Ends all processes in a place; the answer is the status of the one that was started last.
  end,
  close,   ///< closes a place, and ends everything in it
  killed,  ///< the answer is 1 if a SIGKILL has ended the process that was started last, else 0
  /// The answer is the number of processes that the kernel ended because the place's cgroup was full.
  full,
  alive,  ///< requests an answer from the keeper; ECHILD if the keeper is dead
  own     ///< names a folder to be removed at the end
};

/// A request. Its text consists of words, each followed by a NUL.
struct Message {
  Ask ask = Ask::start;
  std::string text;
  std::vector<Descriptor> descriptors;
};

/// An answer: a pid or a status, or an error.
struct Answer {
  std::int32_t value = 0;
  std::int32_t error = 0;    ///< errno, or 0
  std::uint32_t layers = 0;  ///< bits of sandbox::Layers
  std::int32_t zygote = 0;   ///< pid of the zygote in the place, or 0
  bool group = false;        ///< a cgroup bounds the memory of the place
  std::array<char, 200> why{};
};

/// The following functions return false if the other side is closed.
bool send_packet(int socket, void* bytes, std::size_t size, const std::vector<int>& descriptors);
bool send_message(int socket, Ask ask, const std::string& text,
                  const std::vector<int>& descriptors = {});
bool receive_message(int socket, Message& message);
bool send_answer(int socket, const Answer& answer, const std::vector<int>& descriptors = {});
bool receive_answer(int socket, Answer& answer, std::vector<Descriptor>* descriptors = nullptr);

std::vector<std::string> words_of(std::string_view text);

}  // namespace ldfi::drive
