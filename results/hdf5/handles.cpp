#include "results/hdf5/handles.hpp"

#include <fmt/core.h>

#include <new>

#include "common/base/errors.hpp"

namespace ldfi::results {
namespace {

herr_t keep_description(unsigned /*depth*/, const H5E_error2_t* error, void* reason) {
  if (error->desc != nullptr) *static_cast<std::string*>(reason) = error->desc;
  return 0;
}

herr_t look_for_memory(unsigned /*depth*/, const H5E_error2_t* error, void* found) {
  if (error->maj_num == H5E_RESOURCE && error->min_num == H5E_NOSPACE) {
    *static_cast<bool*>(found) = true;
  }
  return 0;
}

}  // namespace

void throw_if_out_of_memory() {
  bool found = false;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, look_for_memory, &found);
  if (found) throw std::bad_alloc();
}

void hdf5_failed(const char* call, const std::string& object) {
  throw_if_out_of_memory();
  std::string reason = "unknown reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_description, &reason);
  throw EnvironmentError(fmt::format("{} {}: {}", call, object, reason));
}

SilentErrors::SilentErrors() {
  // Keeps HDF5 from closing itself when the process exits, which takes as long as its start and is
  // useless. Must be the first call of HDF5.
  H5dont_atexit();
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

SilentErrors::~SilentErrors() {
  H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

Handle string_type() {
  Handle type = checked(H5Tcopy(H5T_C_S1), H5Tclose, "H5Tcopy", "string");
  check(H5Tset_size(type.get(), H5T_VARIABLE), "H5Tset_size", "string");
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "H5Tset_cset", "string");
  return type;
}

Handle boolean_type() {
  Handle type = checked(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose, "H5Tenum_create", "bool");
  for (const auto& [name, value] : {std::pair<const char*, signed char>{"FALSE", 0}, {"TRUE", 1}}) {
    check(H5Tenum_insert(type.get(), name, &value), "H5Tenum_insert", "bool");
  }
  return type;
}

}  // namespace ldfi::results
