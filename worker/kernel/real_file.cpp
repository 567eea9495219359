#include "worker/kernel/real_file.hpp"

#include <fcntl.h>

#include "worker/kernel/link.hpp"

namespace ldfi::kernel {
namespace {

class RealFile : public File {
 public:
  long read(const Pieces& to) override {
    return linux_call(SYS_readv, descriptor_, address_of(to.items), to.count);
  }
  long write(const Pieces& from) override {
    return linux_call(SYS_writev, descriptor_, address_of(from.items), from.count);
  }
  long read_at(const Pieces& to, long place) override {
    return linux_call(SYS_preadv, descriptor_, address_of(to.items), to.count, place);
  }
  long write_at(const Pieces& from, long place) override {
    return linux_call(SYS_pwritev, descriptor_, address_of(from.items), from.count, place);
  }
  long seek(long offset, int from) override {
    return linux_call(SYS_lseek, descriptor_, offset, from);
  }
  [[nodiscard]] int real() const override { return descriptor_; }
  bool is_watchable() override { return false; }
  void close() override { linux_call(SYS_close, descriptor_); }

  int descriptor_ = -1;
};

class Output : public RealFile {
 public:
  long write(const Pieces& from) override {
    note_output();
    const long out = RealFile::write(from);
    if (out > 0 && descriptor_ == 1) note_written(static_cast<std::size_t>(out));
    return out;
  }
  std::uint32_t events() override { return POLLOUT; }
  bool is_watchable() override { return true; }
  [[nodiscard]] bool is_of_worker() const override { return true; }
  /// The number of the descriptor stays in use, since no other file may become the node's output.
  void close() override {
    const long nothing =
        linux_call(SYS_openat, AT_FDCWD, address_of("/dev/null"), O_RDWR | O_CLOEXEC);
    if (is_error(nothing)) return RealFile::close();
    linux_call(SYS_dup3, nothing, descriptor_, 0);
    linux_call(SYS_close, nothing);
  }
};

}  // namespace

File* make_real_file(int descriptor, int status) {
  auto* const out = make_file<RealFile>(status);
  out->descriptor_ = descriptor;
  return out;
}

File* make_output(int descriptor) {
  auto* const out = make_file<Output>(O_WRONLY);
  out->descriptor_ = descriptor;
  return out;
}

}  // namespace ldfi::kernel
