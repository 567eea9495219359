#include "worker/drive/parcel.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

union Control {
  std::array<char, CMSG_SPACE(sizeof(int) * max_descriptors)> bytes;
  cmsghdr header;
};

/// Receives a packet. Returns its size, or nullopt if the other end of the socket is closed.
std::optional<std::size_t> receive_packet(int socket, void* bytes, std::size_t size,
                                          std::vector<Descriptor>& descriptors) {
  iovec part{bytes, size};
  Control control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes.data();
  header.msg_controllen = control.bytes.size();
  ssize_t got = 0;
  do got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return std::nullopt;
  descriptors.clear();
  const cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    std::array<int, max_descriptors> numbers{};
    const std::size_t length = rights->cmsg_len - CMSG_LEN(0);
    std::memcpy(numbers.data(), CMSG_DATA(rights), length);
    for (std::size_t i = 0; i < length / sizeof(int); ++i) descriptors.emplace_back(numbers.at(i));
  }
  return static_cast<std::size_t>(got);
}

}  // namespace

bool send_packet(int socket, void* bytes, std::size_t size, const std::vector<int>& descriptors) {
  LDFI_REQUIRE(descriptors.size() <= max_descriptors, "a packet has at most three descriptors");
  iovec part{bytes, size};
  Control control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (const std::size_t length = sizeof(int) * descriptors.size(); length > 0) {
    header.msg_control = control.bytes.data();
    header.msg_controllen = CMSG_SPACE(length);
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(length);
    std::memcpy(CMSG_DATA(rights), descriptors.data(), length);
  }
  ssize_t sent = 0;
  do sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

bool send_message(int socket, Ask ask, const std::string& text,
                  const std::vector<int>& descriptors) {
  LDFI_REQUIRE(text.size() < max_message, "the text is short enough for its receiver");
  std::string bytes(1, static_cast<char>(ask));
  bytes += text;
  return send_packet(socket, bytes.data(), bytes.size(), descriptors);
}

bool receive_message(int socket, Message& message) {
  std::string bytes(max_message, '\0');
  const auto got = receive_packet(socket, bytes.data(), bytes.size(), message.descriptors);
  if (!got) return false;
  message.ask = static_cast<Ask>(bytes[0]);
  message.text = bytes.substr(1, *got - 1);
  return true;
}

bool send_answer(int socket, const Answer& answer, const std::vector<int>& descriptors) {
  Answer copy = answer;
  return send_packet(socket, &copy, sizeof copy, descriptors);
}

bool receive_answer(int socket, Answer& answer, std::vector<Descriptor>* descriptors) {
  std::vector<Descriptor> all;
  const auto got = receive_packet(socket, &answer, sizeof answer, all);
  if (descriptors != nullptr) *descriptors = std::move(all);
  return got == sizeof answer;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\0');
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size() - 1) + 1);
  }
  return out;
}

}  // namespace ldfi::drive
