// Finds positions (line, column and length) in the text of a JSON object: of its keys, and of the
// elements of its lists. Error messages show them.
//   const JsonPlaces places(text);
//   diagnostic.where = places.element("faults", 2, file);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::results {

class JsonPlaces {
 public:
  /// `text` should be a JSON object. Otherwise the positions have no meaning.
  explicit JsonPlaces(std::string_view text);

  /// Returns the position of a key of the outermost object. If the key occurs twice, returns the
  /// last position. If the object does not have the key, returns the position of the first byte of
  /// the text.
  [[nodiscard]] SourceRange key(const std::string& key, FileId file) const;
  /// Returns the position of an element of the list that is the key's value. If there is no such
  /// element, returns the position of the key.
  [[nodiscard]] SourceRange element(const std::string& key, std::size_t index, FileId file) const;

 private:
  struct Place {
    int line = 1;
    int column = 1;
    int length = 1;
  };
  static SourceRange range(const Place& place, FileId file);
  [[nodiscard]] Place place_of(std::string_view text, std::size_t begin, std::size_t end);

  std::map<std::string, Place> keys_;
  std::map<std::string, std::vector<Place>> elements_;
  std::size_t line_begin_ = 0;  ///< offset at which the line begins that the scan has reached
  std::size_t seen_ = 0;        ///< offset up to which line breaks have been counted
  int line_ = 1;
};

}  // namespace ldfi::results
