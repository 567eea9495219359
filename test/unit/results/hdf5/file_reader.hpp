// Just enough of a reader to hold a written results file to what it should say.
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

  /// Everything there is, written as in results/SCHEMA.md: `/cells.eot`, `/@seed`, numbers as NNNN.
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
