// Wraps HDF5's handles and error codes in C++. Private to this folder and its tests. No other code includes
// hdf5.h.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace ldfi::results {

/// Owns an HDF5 identifier, which the destructor closes.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  [[nodiscard]] hid_t get() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

/// Throws bad_alloc if the last HDF5 call failed because memory ran out.
void throw_if_out_of_memory();

/// Throws bad_alloc if memory ran out. Otherwise throws EnvironmentError with the text "CALL
/// OBJECT: REASON". The reason is the innermost one on HDF5's stack of errors.
[[noreturn]] void hdf5_failed(const char* call, const std::string& object);

/// Returns an owner of `id`. If `id` shows that the call failed, throws like hdf5_failed().
inline Handle checked(hid_t id, Handle::Close close, const char* call, const std::string& object) {
  if (id < 0) hdf5_failed(call, object);
  return {id, close};
}

/// Throws like hdf5_failed() if `status` shows that the call failed.
inline void check(herr_t status, const char* call, const std::string& object) {
  if (status < 0) hdf5_failed(call, object);
}

/// Keeps HDF5 from printing on stderr while the object exists.
class SilentErrors {
 public:
  SilentErrors();
  ~SilentErrors();
  SilentErrors(const SilentErrors&) = delete;
  SilentErrors& operator=(const SilentErrors&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Returns the type of variable-length UTF-8 strings.
Handle string_type();
/// Returns the HDF5 type that h5py reads as bool.
Handle boolean_type();

}  // namespace ldfi::results
