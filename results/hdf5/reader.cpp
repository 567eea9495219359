// Reads an untrusted file. The file may refer to other files (external links, external or virtual
// storage) or claim wrong sizes. It may let a million rows share one string, or use unexpected
// types. All this is refused, mostly before anything is read. Integers of another width are
// allowed, because HDF5 converts them.
#include "results/hdf5/reader.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <system_error>

#include "results/hdf5/seal.hpp"

namespace ldfi::results {
namespace {

/// A results file may need this much memory, plus `bytes_per_byte` times the size of the file.
constexpr std::uint64_t bytes_at_least = std::uint64_t{64} << 20U;
constexpr std::uint64_t bytes_per_byte = 16;
/// Most times by which a compressed table may be larger than its bytes in the file.
constexpr std::uint64_t max_compression = 64;

/// The filters that a file may use, because h5repack may have added them. Other filters are rare or
/// code of third parties.
constexpr std::array filters{H5Z_FILTER_DEFLATE, H5Z_FILTER_SHUFFLE, H5Z_FILTER_FLETCHER32};

/// Returns the text with the bytes C0 80 replaced by NUL, see results/SCHEMA.md.
std::string restored(const char* stored) {
  std::string out = stored == nullptr ? "" : stored;
  for (std::size_t at = 0; (at = out.find("\xC0\x80", at)) != std::string::npos; ++at) {
    out.replace(at, 2, 1, '\0');
  }
  return out;
}

/// Throws EnvironmentError if the path is not a regular file, because HDF5 could block forever on a FIFO or a
/// device.
void require_file(const std::string& path) {
  const auto failed = [&path](const char* call) {
    throw EnvironmentError(
        fmt::format("{} {}: {}", call, path, std::generic_category().message(errno)));
  };
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) failed("stat");
  if (S_ISDIR(status.st_mode)) throw EnvironmentError(fmt::format("open {}: is a directory", path));
  if (!S_ISREG(status.st_mode)) {
    throw EnvironmentError(fmt::format("open {}: it is not a regular file", path));
  }
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) failed("open");
  ::close(fd);
}

ReadLimits for_file(ReadLimits limits, const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return limits;  // H5Fopen() will report the error
  const auto size = static_cast<std::uint64_t>(status.st_size);
  limits.max_bytes = std::min(limits.max_bytes, bytes_at_least + bytes_per_byte * size);
  return limits;
}

Handle open_file(const std::string& path) {
  require_file(path);
  if (!begins_as_hdf5(path)) throw DamagedFile(path, "", "it is not an HDF5 file");
  if (!seal_holds(path)) {
    throw DamagedFile(path, "", "its seal does not match: a byte was changed, cut off or appended");
  }
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) throw DamagedFile(path, "", "HDF5 cannot open it; it is damaged");
  return {file, H5Fclose};
}

std::string member(const std::string& dataset, const std::string& column) {
  return column.empty() ? dataset : dataset + "." + column;
}

/// Returns the type for one column in memory. If the dataset has no columns, returns a copy of
/// `type`.
Handle memory_type(const std::string& column, hid_t type, std::size_t size) {
  if (column.empty()) return checked(H5Tcopy(type), H5Tclose, "H5Tcopy", "memory type");
  Handle row = checked(H5Tcreate(H5T_COMPOUND, size), H5Tclose, "H5Tcreate", column);
  check(H5Tinsert(row.get(), column.c_str(), 0, type), "H5Tinsert", column);
  return row;
}

/// The memory that may still be used for strings. It is checked during reading, because many rows
/// may share one stored string.
struct Budget {
  std::uint64_t left;
  bool exceeded;
};

void* allocate(std::size_t size, void* data) {
  auto* budget = static_cast<Budget*>(data);
  if (size > budget->left) {
    budget->exceeded = true;
    return nullptr;
  }
  budget->left -= size;
  return ::operator new(size, std::nothrow);
}

void release(void* memory, void* /*data*/) {
  ::operator delete(memory);
}

std::string describe(const std::string& file, const std::string& object,
                     const std::string& problem) {
  return object.empty() ? fmt::format("{}: {}", file, problem)
                        : fmt::format("{}: {}: {}", file, object, problem);
}

}  // namespace

DamagedFile::DamagedFile(const std::string& file, const std::string& object,
                         const std::string& problem)
    : InputError(Diagnostic{Severity::error,
                            "results-file",
                            {FileId(~0U), 0, 0, 1},
                            describe(file, object, problem),
                            {}}) {}

Reader::Reader(const std::string& path, const ReadLimits& limits)
    : path_(path), limits_(for_file(limits, path)), file_(open_file(path)) {}

void Reader::damaged(const std::string& object, const std::string& problem) const {
  throw_if_out_of_memory();
  throw DamagedFile(path_, object, problem);
}

std::string Reader::too_large() const {
  return fmt::format("the file holds more than {} MiB", limits_.max_bytes >> 20U);
}

void Reader::spend(std::uint64_t bytes, const std::string& where) {
  if (bytes > limits_.max_bytes - bytes_) {
    damaged(where, too_large());
  }
  bytes_ += bytes;
}

bool Reader::has(const std::string& object) const {
  for (std::size_t end = object.find('/', 1);; end = object.find('/', end + 1)) {
    const std::string part = object.substr(0, end);
    if (H5Lexists(file_.get(), part.c_str(), H5P_DEFAULT) <= 0) return false;
    H5L_info_t info;
    if (H5Lget_info(file_.get(), part.c_str(), &info, H5P_DEFAULT) < 0 ||
        info.type != H5L_TYPE_HARD) {
      damaged(part, "it is a link to something else");
    }
    if (end == std::string::npos) return true;
  }
}

void Reader::check_storage(hid_t dataset, const std::string& name) const {
  const Handle list = checked(H5Dget_create_plist(dataset), H5Pclose, "H5Dget_create_plist", name);
  if (H5Pget_layout(list.get()) == H5D_VIRTUAL || H5Pget_external_count(list.get()) != 0) {
    damaged(name, "its values stand in another file");
  }
  for (int i = 0; i < H5Pget_nfilters(list.get()); ++i) {
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(list.get(), static_cast<unsigned>(i), nullptr,
                                               &values, nullptr, 0, nullptr, nullptr);
    if (std::find(filters.begin(), filters.end(), filter) == filters.end()) {
      damaged(
          name,
          "it is compressed by a filter that ldfi-results does not read; write it with ldfi-farm");
    }
  }
}

/// Reports damage if a table claims rows but was never written, because HDF5 would make up values.
void Reader::check_rows(hid_t dataset, std::uint64_t rows, const std::string& name) const {
  const Handle list = checked(H5Dget_create_plist(dataset), H5Pclose, "H5Dget_create_plist", name);
  const Handle type = checked(H5Dget_type(dataset), H5Tclose, "H5Dget_type", name);
  const std::uint64_t row = std::max<std::uint64_t>(1, H5Tget_size(type.get()));
  const std::uint64_t factor = H5Pget_nfilters(list.get()) > 0 ? max_compression : 1;
  if (rows > H5Dget_storage_size(dataset) * factor / row) {
    damaged(name, fmt::format("it claims {} rows, and has no room for them", rows));
  }
}

Handle Reader::column_type(hid_t dataset, const std::string& name,
                           const std::string& column) const {
  Handle type = checked(H5Dget_type(dataset), H5Tclose, "H5Dget_type", name);
  if (column.empty()) return type;
  if (H5Tget_class(type.get()) != H5T_COMPOUND) damaged(name, "it is not a table");
  const int index = H5Tget_member_index(type.get(), column.c_str());
  if (index < 0) damaged(name, fmt::format("there is no column {}", column));
  return checked(H5Tget_member_type(type.get(), static_cast<unsigned>(index)), H5Tclose,
                 "H5Tget_member_type", name);
}

Reader::Opened Reader::open(const std::string& name, const std::string& column) {
  if (!has(name)) damaged(name, "it is missing");
  const hid_t id = H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT);
  if (id < 0) damaged(name, "it is not a dataset that HDF5 can read");
  Handle dataset(id, H5Dclose);
  check_storage(id, name);
  const Handle space = checked(H5Dget_space(id), H5Sclose, "H5Dget_space", name);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  const hssize_t rows = H5Sget_simple_extent_npoints(space.get());
  if (rank < 0 || rank > 1 || rows < 0) damaged(name, "it is not a list");
  if (static_cast<std::uint64_t>(rows) > limits_.max_rows) {
    damaged(name, fmt::format("it has {} rows, more than {}", rows, limits_.max_rows));
  }
  Handle type = column_type(id, name, column);
  check_rows(id, static_cast<std::uint64_t>(rows), name);
  spend(static_cast<std::uint64_t>(rows) * 16, name);
  return {std::move(dataset), std::move(type), static_cast<std::uint64_t>(rows)};
}

void Reader::require_text(hid_t type, const std::string& where) const {
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) <= 0) {
    damaged(where, "it does not hold strings of variable length");
  }
}

void Reader::require_number(hid_t type, const std::string& where) const {
  const H5T_class_t kind = H5Tget_class(type);
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Tget_size(type) > 8) {
    damaged(where, "it does not hold numbers");
  }
}

// Without this, HDF5 allocates and clears 1 MiB twice for each dataset. That took nine tenths of
// the time for a file with many small datasets.
Handle Reader::room_for(const Opened& opened, std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 20U;
  const Handle type = checked(H5Dget_type(opened.dataset.get()), H5Tclose, "H5Dget_type", "room");
  const std::size_t one = 2 * std::max(size, std::max<std::size_t>(1, H5Tget_size(type.get())));
  const std::size_t rows = std::min<std::size_t>(opened.rows, most / one + 1);
  Handle list = checked(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "H5Pcreate", "transfer");
  check(H5Pset_buffer(list.get(), one * std::max<std::size_t>(1, rows), nullptr, nullptr),
        "H5Pset_buffer", "transfer");
  return list;
}

std::vector<std::string> Reader::texts(const std::string& dataset, const std::string& column) {
  const Opened opened = open(dataset, column);
  const std::string where = member(dataset, column);
  require_text(opened.type.get(), where);
  if (opened.rows == 0) return {};
  // HDF5 does not convert strings, so the type in memory must have the character set of the file.
  // ASCII is also valid UTF-8.
  const Handle memory = memory_type(column, opened.type.get(), sizeof(char*));
  const Handle space = checked(H5Dget_space(opened.dataset.get()), H5Sclose, "H5Dget_space", where);
  Budget budget{limits_.max_bytes - bytes_, false};
  const Handle transfer = room_for(opened, sizeof(char*));
  check(H5Pset_vlen_mem_manager(transfer.get(), allocate, &budget, release, nullptr),
        "H5Pset_vlen_mem_manager", where);
  std::vector<char*> pointers(opened.rows, nullptr);
  const herr_t read = H5Dread(opened.dataset.get(), memory.get(), H5S_ALL, H5S_ALL, transfer.get(),
                              static_cast<void*>(pointers.data()));
  std::vector<std::string> out;
  if (read >= 0) {
    for (const char* pointer : pointers) out.push_back(restored(pointer));
  }
  for (char* pointer : pointers) release(pointer, nullptr);
  if (read < 0) damaged(where, budget.exceeded ? too_large() : "its strings cannot be read");
  bytes_ = limits_.max_bytes - budget.left;
  return out;
}

template <class T>
std::vector<T> Reader::numbers(const std::string& dataset, const std::string& column,
                               hid_t memory) {
  const Opened opened = open(dataset, column);
  const std::string where = member(dataset, column);
  Handle type = checked(H5Tcopy(memory), H5Tclose, "H5Tcopy", where);
  if (H5Tget_class(opened.type.get()) == H5T_ENUM) {  // h5py writes bool as this type
    const Handle base = checked(H5Tget_super(opened.type.get()), H5Tclose, "H5Tget_super", where);
    require_number(base.get(), where);
    std::vector<signed char> bytes(opened.rows, 0);
    if (H5Tget_size(opened.type.get()) != 1) damaged(where, "it does not hold true and false");
    const Handle row = memory_type(column, opened.type.get(), 1);
    if (opened.rows > 0 && H5Dread(opened.dataset.get(), row.get(), H5S_ALL, H5S_ALL,
                                   room_for(opened, 1).get(), bytes.data()) < 0) {
      damaged(where, "its values cannot be read");
    }
    return {bytes.begin(), bytes.end()};
  }
  require_number(opened.type.get(), where);
  std::vector<T> values(opened.rows, T{});
  const Handle row = memory_type(column, type.get(), sizeof(T));
  if (opened.rows > 0 && H5Dread(opened.dataset.get(), row.get(), H5S_ALL, H5S_ALL,
                                 room_for(opened, sizeof(T)).get(), values.data()) < 0) {
    damaged(where, "its values cannot be read");
  }
  return values;
}

std::vector<std::int64_t> Reader::integers(const std::string& dataset, const std::string& column) {
  return numbers<std::int64_t>(dataset, column, H5T_NATIVE_INT64);
}

std::vector<std::uint64_t> Reader::counts(const std::string& dataset, const std::string& column) {
  return numbers<std::uint64_t>(dataset, column, H5T_NATIVE_UINT64);
}

std::vector<double> Reader::reals(const std::string& dataset, const std::string& column) {
  return numbers<double>(dataset, column, H5T_NATIVE_DOUBLE);
}

Handle Reader::attribute(const std::string& object, const std::string& name) const {
  if (object != "/" && !has(object)) damaged(object, "it is missing");
  if (H5Aexists_by_name(file_.get(), object.c_str(), name.c_str(), H5P_DEFAULT) <= 0) {
    damaged(object, fmt::format("there is no attribute {}", name));
  }
  const hid_t id =
      H5Aopen_by_name(file_.get(), object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  if (id < 0) damaged(object, fmt::format("its attribute {} cannot be read", name));
  Handle found(id, H5Aclose);
  const Handle space = checked(H5Aget_space(id), H5Sclose, "H5Aget_space", name);
  if (H5Sget_simple_extent_npoints(space.get()) != 1) {
    damaged(object, fmt::format("its attribute {} is not one value", name));
  }
  return found;
}

std::string Reader::text_attribute(const std::string& object, const std::string& name) {
  const Handle found = attribute(object, name);
  const Handle type = checked(H5Aget_type(found.get()), H5Tclose, "H5Aget_type", name);
  require_text(type.get(), object + "@" + name);
  char* value = nullptr;
  if (H5Aread(found.get(), type.get(), static_cast<void*>(&value)) < 0) {
    damaged(object, fmt::format("its attribute {} cannot be read", name));
  }
  std::string out = restored(value);
  H5free_memory(value);
  spend(out.size(), object);
  return out;
}

template <class T>
T Reader::attribute_number(const std::string& object, const std::string& name, hid_t memory) {
  const Handle found = attribute(object, name);
  const Handle type = checked(H5Aget_type(found.get()), H5Tclose, "H5Aget_type", name);
  require_number(type.get(), object + "@" + name);
  T value{};
  if (H5Aread(found.get(), memory, &value) < 0) {
    damaged(object, fmt::format("its attribute {} cannot be read", name));
  }
  return value;
}

std::int64_t Reader::integer_attribute(const std::string& object, const std::string& name) {
  return attribute_number<std::int64_t>(object, name, H5T_NATIVE_INT64);
}

std::uint64_t Reader::count_attribute(const std::string& object, const std::string& name) {
  return attribute_number<std::uint64_t>(object, name, H5T_NATIVE_UINT64);
}

}  // namespace ldfi::results
