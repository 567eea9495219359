// Checked access to the datasets and attributes of an untrusted file. Private to this folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/hdf5/handles.hpp"
#include "results/hdf5/hdf5_source.hpp"

namespace ldfi::results {

/// All functions check what they read. An object is named by its path, such as
/// `/details/0000/executions`, and a column of a table by its own name. An empty column name means
/// the dataset itself. All functions throw DamagedFile.
class Reader {
 public:
  /// Opens the file. Throws EnvironmentError if that fails, and DamagedFile if the file is not HDF5.
  Reader(const std::string& path, const ReadLimits& limits);

  [[nodiscard]] bool has(const std::string& object) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& dataset,
                                               const std::string& column = "");
  [[nodiscard]] std::vector<std::int64_t> integers(const std::string& dataset,
                                                   const std::string& column = "");
  [[nodiscard]] std::vector<std::uint64_t> counts(const std::string& dataset,
                                                  const std::string& column = "");
  [[nodiscard]] std::vector<double> reals(const std::string& dataset, const std::string& column);
  [[nodiscard]] std::string text_attribute(const std::string& object, const std::string& name);
  [[nodiscard]] std::int64_t integer_attribute(const std::string& object, const std::string& name);
  [[nodiscard]] std::uint64_t count_attribute(const std::string& object, const std::string& name);

  [[noreturn]] void damaged(const std::string& object, const std::string& problem) const;

 private:
  struct Opened {
    Handle dataset;
    Handle type;  ///< type of the column in the file
    std::uint64_t rows;
  };
  [[nodiscard]] Opened open(const std::string& dataset, const std::string& column);
  [[nodiscard]] Handle column_type(hid_t dataset, const std::string& name,
                                   const std::string& column) const;
  void check_storage(hid_t dataset, const std::string& name) const;
  void check_rows(hid_t dataset, std::uint64_t rows, const std::string& name) const;
  [[nodiscard]] Handle attribute(const std::string& object, const std::string& name) const;
  template <class T>
  std::vector<T> numbers(const std::string& dataset, const std::string& column, hid_t memory);
  template <class T>
  T attribute_number(const std::string& object, const std::string& name, hid_t memory);
  void require_number(hid_t type, const std::string& where) const;
  /// Returns settings for a read with buffers that are large enough to convert the rows of `opened`
  /// to values of `size` bytes.
  [[nodiscard]] static Handle room_for(const Opened& opened, std::size_t size);
  void require_text(hid_t type, const std::string& where) const;
  [[nodiscard]] std::string too_large() const;
  void spend(std::uint64_t bytes, const std::string& where);

  SilentErrors silent_;
  std::string path_;
  ReadLimits limits_;
  std::uint64_t bytes_ = 0;
  Handle file_;
};

}  // namespace ldfi::results
