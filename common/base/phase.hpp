// What this process is doing now, in one word such as "grounding" or "solving", for people who
// watch a run. Phases nest, and current() returns the innermost phase. Only the working thread may
// create phases, but any thread may call current().
//
//   const Phase phase("grounding");
#pragma once

#include <atomic>

namespace ldfi {

class Phase {
 public:
  /// Begins a phase, which ends with this object. `name` must be a string literal, because only the
  /// pointer is stored.
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
