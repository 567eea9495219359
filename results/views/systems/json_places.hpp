// Finds the places of the keys of a JSON object, and of the elements of its lists, in the text of the object.
//
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
  /// If the text is not a JSON object, the places are meaningless.
  explicit JsonPlaces(std::string_view text);

  /// Returns the place of the key in the outermost object. If the key occurs twice, returns the last place.
  /// If the object does not have the key, returns the first byte of the text.
  [[nodiscard]] SourceRange key(const std::string& key, FileId file) const;
  /// Returns the place of an element of the list that is the key's value. Returns the place of the key if
  /// there is no such element.
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
  std::size_t line_begin_ = 0;  ///< offset of the line that the scan has reached
  std::size_t seen_ = 0;        ///< offset up to which line breaks have been counted
  int line_ = 1;
};

}  // namespace ldfi::results
