// The present activity of this process in one word, such as "grounding" or "solving", for people
// who watch a run. Phases nest, and the innermost phase is shown. Only the working thread creates
// phases. Any thread may call current().
//
//   const Phase phase("grounding");
#pragma once

#include <atomic>

namespace ldfi {

class Phase {
 public:
  /// Begins a phase. `name` must be a string literal, because only the pointer is kept.
  explicit Phase(const char* name) : outer_(current_.exchange(name)) {}
  ~Phase() { current_ = outer_; }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

  [[nodiscard]] static const char* current() { return current_; }

 private:
  inline static std::atomic<const char*> current_{"starting"};
  const char* outer_;
};

}  // namespace ldfi
