#include "test/unit/results/hdf5/file_reader.hpp"

#include <regex>

#include "results/hdf5/handles.hpp"

namespace ldfi::results {
namespace {

std::string numbered(const std::string& name) {
  static const std::regex digits("/[0-9]{4}");
  return std::regex_replace(name, digits, "/NNNN");
}

struct Visit {
  std::set<std::string>* names;
  std::string path;
};

herr_t visit_attribute(hid_t /*object*/, const char* name, const H5A_info_t* /*info*/, void* data) {
  const auto* visit = static_cast<Visit*>(data);
  visit->names->insert(numbered(visit->path + "@" + name));
  return 0;
}

void add_columns(hid_t dataset, const std::string& path, std::set<std::string>& names) {
  const Handle type = checked(H5Dget_type(dataset), H5Tclose, "H5Dget_type", path);
  if (H5Tget_class(type.get()) != H5T_COMPOUND) return;
  for (unsigned i = 0; i < static_cast<unsigned>(H5Tget_nmembers(type.get())); ++i) {
    char* column = H5Tget_member_name(type.get(), i);
    names.insert(numbered(path + "." + column));
    H5free_memory(column);
  }
}

herr_t visit_object(hid_t root, const char* name, const H5O_info_t* info, void* data) {
  auto& names = *static_cast<std::set<std::string>*>(data);
  const std::string path = std::string(name) == "." ? "/" : std::string("/") + name;
  if (path != "/") names.insert(numbered(path));
  const Handle object = checked(H5Oopen(root, name, H5P_DEFAULT), H5Oclose, "H5Oopen", path);
  Visit visit{&names, path};
  check(H5Aiterate2(object.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, visit_attribute, &visit),
        "H5Aiterate", path);
  if (info->type == H5O_TYPE_DATASET) add_columns(object.get(), path, names);
  return 0;
}

struct Opened {
  Handle dataset;
  std::size_t rows;
};

Opened open_dataset(std::int64_t file, const std::string& name) {
  Handle dataset = checked(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose, "H5Dopen", name);
  const Handle space = checked(H5Dget_space(dataset.get()), H5Sclose, "H5Dget_space", name);
  const auto rows = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get()));
  return {std::move(dataset), rows};
}

/// Reads a dataset, or one column of it, as values of `type`.
template <class T>
std::vector<T> read(std::int64_t file, const std::string& name, const std::string& column,
                    hid_t type) {
  const Opened opened = open_dataset(file, name);
  std::vector<T> values(opened.rows);
  if (values.empty()) return values;
  Handle memory = checked(H5Tcopy(type), H5Tclose, "H5Tcopy", name);
  if (!column.empty()) {
    Handle row = checked(H5Tcreate(H5T_COMPOUND, sizeof(T)), H5Tclose, "H5Tcreate", name);
    check(H5Tinsert(row.get(), column.c_str(), 0, type), "H5Tinsert", column);
    check(H5Dread(opened.dataset.get(), row.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          "H5Dread", name);
    return values;
  }
  check(H5Dread(opened.dataset.get(), memory.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        "H5Dread", name);
  return values;
}

std::vector<std::string> owned(const std::vector<char*>& pointers) {
  std::vector<std::string> out;
  for (char* pointer : pointers) {
    out.emplace_back(pointer);
    H5free_memory(pointer);
  }
  return out;
}

}  // namespace

FileReader::FileReader(const std::string& path)
    : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {
  if (file_ < 0) hdf5_failed("H5Fopen", path);
}

FileReader::~FileReader() {
  H5Fclose(file_);
}

std::set<std::string> FileReader::names() const {
  std::set<std::string> out;
  check(H5Ovisit2(file_, H5_INDEX_NAME, H5_ITER_INC, visit_object, &out, H5O_INFO_BASIC),
        "H5Ovisit", "/");
  return out;
}

std::vector<std::string> FileReader::texts(const std::string& dataset) const {
  return owned(read<char*>(file_, dataset, "", string_type().get()));
}

std::vector<std::string> FileReader::texts(const std::string& table,
                                           const std::string& column) const {
  return owned(read<char*>(file_, table, column, string_type().get()));
}

std::vector<std::int64_t> FileReader::numbers(const std::string& table,
                                              const std::string& column) const {
  return read<std::int64_t>(file_, table, column, H5T_NATIVE_INT64);
}

std::vector<std::int64_t> FileReader::numbers(const std::string& dataset) const {
  return read<std::int64_t>(file_, dataset, "", H5T_NATIVE_INT64);
}

std::vector<double> FileReader::reals(const std::string& table, const std::string& column) const {
  return read<double>(file_, table, column, H5T_NATIVE_DOUBLE);
}

std::string FileReader::text_attribute(const std::string& object, const std::string& name) const {
  const Handle attribute =
      checked(H5Aopen_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
              H5Aclose, "H5Aopen", name);
  char* value = nullptr;
  check(H5Aread(attribute.get(), string_type().get(), &value), "H5Aread", name);
  return owned({value}).front();
}

std::uint64_t FileReader::attribute(const std::string& object, const std::string& name) const {
  const Handle attribute =
      checked(H5Aopen_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
              H5Aclose, "H5Aopen", name);
  std::uint64_t value = 0;
  check(H5Aread(attribute.get(), H5T_NATIVE_UINT64, &value), "H5Aread", name);
  return value;
}

}  // namespace ldfi::results
