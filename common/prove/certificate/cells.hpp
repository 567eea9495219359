// A folder of certificates, one for each cell of a sweep or, for every EOT, for each specification, and the list of
// them (docs/reference/certificate-format.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

inline constexpr std::string_view cells_file = "cells.txt";
/// How the list begins, with the version of the format.
inline constexpr std::string_view cells_format = "ldfi-certificates";
inline constexpr std::size_t most_cells = 10'000;

struct ListedCell {
  std::string name;            ///< of its folder
  bool decided = false;        ///< it has a certificate; else nothing is claimed of it
  bool specification = false;  ///< it is called like the specification that it is about
};

/// Whether the folder has a list of cells.
bool has_cells(const std::string& folder);
/// In their order. Throws Rejected for names that lead elsewhere, for a cell that is listed twice, for a
/// link, where nothing is claimed of any, where there are folders of no decided cell, and where the folder
/// is a certificate of its own, too.
std::vector<ListedCell> read_cells(const std::string& folder);
/// The list as it is read.
std::string to_text(const std::vector<ListedCell>& cells);

/// What the cells of a sweep have in common: what is said of one program and its nodes.
struct CellSubject {
  std::vector<std::string> programs, texts, nodes;
  std::string pre, post;
  bool operator==(const CellSubject&) const = default;
};
/// Throws Rejected where a text cannot be read.
CellSubject subject_of(const std::string& folder, const Claim& claim);

}  // namespace ldfi::certificate
