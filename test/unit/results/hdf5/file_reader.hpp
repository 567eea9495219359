// A small reader of results files, with which tests check what was written.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ldfi::results {

class FileReader {
 public:
  explicit FileReader(const std::string& path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  /// Returns the names of all groups, datasets, columns and attributes, written as in
  /// results/SCHEMA.md: `/cells.eot`, `/@seed`. A number of four digits is written NNNN.
  [[nodiscard]] std::set<std::string> names() const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& dataset) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& table,
                                               const std::string& column) const;
  [[nodiscard]] std::vector<std::int64_t> numbers(const std::string& table,
                                                  const std::string& column) const;
  [[nodiscard]] std::vector<std::int64_t> numbers(const std::string& dataset) const;
  [[nodiscard]] std::vector<double> reals(const std::string& table,
                                          const std::string& column) const;
  [[nodiscard]] std::string text_attribute(const std::string& object,
                                           const std::string& name) const;
  [[nodiscard]] std::uint64_t attribute(const std::string& object, const std::string& name) const;

 private:
  std::int64_t file_;
};

}  // namespace ldfi::results
