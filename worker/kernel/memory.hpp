// The memory of the library kernel itself, and careful access to that of the guest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "worker/kernel/linux.hpp"

extern "C" {
/// Copies memory that may not exist. Returns 0 or -EFAULT.
long ldfi_copy(void* to, const void* from, std::size_t count);
void* memcpy(void* to, const void* from, std::size_t count) noexcept;
void* memset(void* to, int value, std::size_t count) noexcept;
int memcmp(const void* one, const void* other, std::size_t count) noexcept;
}

namespace ldfi::kernel {

/// Makes all variables of the library kernel, its heap, and the clock shared: later processes of the node
/// see the same memory at the same addresses. Only kernel stacks belong to one process.
void share_memory();

/// Returns zeroed memory of the library kernel. Ends the process if there is none left.
void* allocate(std::size_t bytes);
/// Frees memory from allocate(); `bytes` is what was asked for.
void release(void* memory, std::size_t bytes);

template <typename T>
T* allocate_object() {
  return new (allocate(sizeof(T))) T;
}

/// Copies a value from the guest's memory. Returns 0 or -EFAULT.
template <typename T>
long read_guest(T& out, std::uint64_t address) {
  return ldfi_copy(&out, at_address<void>(address), sizeof(T));
}
/// Copies a value into the guest's memory. Returns 0 or -EFAULT.
template <typename T>
long write_guest(std::uint64_t address, const T& value) {
  return ldfi_copy(at_address<void>(address), &value, sizeof(T));
}
/// Copies a text with its final NUL. Returns its length, -EFAULT, or -ENAMETOOLONG.
long read_guest_text(char* out, std::size_t room, std::uint64_t address);

/// An array that grows. Its elements are plain values.
template <typename T>
class List {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }

  void push(const T& item) {
    if (size_ == room_) grow();
    items_[size_++] = item;
  }
  /// Removes the first `count` elements, and keeps the order of the others.
  void remove_first(std::size_t count) {
    for (std::size_t i = count; i < size_; ++i) items_[i - count] = items_[i];
    size_ -= count;
  }
  /// Removes one element, and keeps the order of the others.
  void remove(std::size_t at) {
    for (std::size_t i = at + 1; i < size_; ++i) items_[i - 1] = items_[i];
    --size_;
  }
  void clear() {
    if (items_ != nullptr) release(items_, room_ * sizeof(T));
    items_ = nullptr;
    size_ = room_ = 0;
  }

 private:
  void grow() {
    constexpr std::size_t least = 16;
    const std::size_t more = room_ == 0 ? least : 2 * room_;
    T* const items = static_cast<T*>(allocate(more * sizeof(T)));
    if (items_ != nullptr) {
      memcpy(items, items_, size_ * sizeof(T));
      release(items_, room_ * sizeof(T));
    }
    items_ = items;
    room_ = more;
  }

  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace ldfi::kernel
