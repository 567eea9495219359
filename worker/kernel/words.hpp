// Texts in the memory of the library kernel, such as the arguments of a program.
#pragma once

#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"

namespace ldfi::kernel {

/// A list of texts, which it owns until clear() is called.
class Words {
 public:
  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] const char* operator[](std::size_t i) const { return texts_[i]; }

  /// Adds a copy of the text.
  void push(const char* text) { push(text, length_of(text)); }
  void push(const char* text, std::size_t length) {
    auto* const copy = static_cast<char*>(allocate(length + 1));
    memcpy(copy, text, length);
    texts_.push(copy);
  }
  void clear() {
    for (char* const text : texts_) release(text, length_of(text) + 1);
    texts_.clear();
  }

 private:
  List<char*> texts_;
};

}  // namespace ldfi::kernel
