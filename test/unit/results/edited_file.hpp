// A results file that a test changes with HDF5 and reads again.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "results/hdf5/handles.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/hdf5/hdf5_source.hpp"
#include "results/hdf5/seal.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {

/// Writes sample_run() to a results file in a temporary folder.
class EditedFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("ldfi_edited_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    Hdf5Sink(path()).write(sample_run());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name = "x.h5") const { return folder_ / name; }

  /// Appends the checksum (seal) to the file, because HDF5 cut the seal off when the file was
  /// edited.
  void seal_again() const {
    std::ostringstream out;
    out << std::ifstream(path(), std::ios::binary).rdbuf();
    const std::string text = out.str();
    std::vector<std::byte> bytes;
    for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
    seal(bytes);
    std::ofstream(path(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }

  /// Returns the error of reading the file, or an empty text.
  [[nodiscard]] std::string problem(const ReadLimits& limits = {}) const {
    if (!seal_holds(path())) seal_again();
    try {
      const RunRecord run = read_run(path(), limits);
    } catch (const DamagedFile& e) {
      return e.what();
    }
    return "";
  }
  [[nodiscard]] Handle edit() const {
    return {H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose};
  }

  /// Writes `value`, which has the HDF5 type `type`, into a column of every row.
  template <class T>
  void set(const std::string& table, const std::string& column, hid_t type, T value) const {
    const Handle file = edit();
    const Handle dataset(H5Dopen2(file.get(), table.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle space(H5Dget_space(dataset.get()), H5Sclose);
    const std::vector<T> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())),
                                value);
    const Handle row(H5Tcreate(H5T_COMPOUND, sizeof(T)), H5Tclose);
    ASSERT_GE(H5Tinsert(row.get(), column.c_str(), 0, type), 0);
    ASSERT_GE(H5Dwrite(dataset.get(), row.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  }
  void set(const std::string& table, const std::string& column, const char* text) const {
    set(table, column, string_type().get(), text);
  }

  std::filesystem::path folder_;
  SilentErrors silent_;
};

}  // namespace ldfi::results
