// Protects this process from untrusted processes that share memory with it through a file. If such
// a process truncates the file, access to the shared page raises SIGBUS, which would end this
// process. A guarded page is then replaced by an empty page, and counts as lost.
#pragma once

#include <cstddef>
#include <string>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Guards a page. Does nothing if 1000 pages are guarded already. All calls must come from one
/// thread.
void guard_page(void* page, std::size_t bytes);
void forget_page(const void* page);
bool is_page_lost(const void* page);

/// A new file that is mapped into memory and guarded.
class SharedPage {
 public:
  /// Creates the file, which must not exist, with zeros. Throws EnvironmentError.
  SharedPage(const std::string& path, std::size_t bytes);
  ~SharedPage();
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  [[nodiscard]] void* memory() const { return memory_; }
  [[nodiscard]] bool is_lost() const { return is_page_lost(memory_); }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_;
};

/// Creates a FIFO and opens it for reading and writing without waiting. Throws EnvironmentError.
[[nodiscard]] Descriptor make_fifo(const std::string& path);

}  // namespace ldfi::drive
