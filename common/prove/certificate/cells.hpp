// A folder of certificates and the list of them: one for each cell of a sweep or, for every EOT,
// one for each specification (docs/reference/certificate-format.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

inline constexpr std::string_view cells_file = "cells.txt";
/// The first word of the list. The version of the format follows it.
inline constexpr std::string_view cells_format = "ldfi-certificates";
inline constexpr std::size_t most_cells = 10'000;

struct ListedCell {
  std::string name;  ///< name of the cell and of its folder
  /// True if the cell has a certificate; otherwise nothing is claimed about it.
  bool decided = false;
  /// True if the cell has the name of the specification that it is about.
  bool specification = false;
};

/// Returns whether the folder has a list of cells.
bool has_cells(const std::string& folder);
/// Reads the list in its order. Throws Rejected for a name that leads out of the folder, a cell
/// listed twice, or a link. Also throws if no cell is decided, if a folder belongs to no decided
/// cell, or if the folder is itself a certificate.
std::vector<ListedCell> read_cells(const std::string& folder);
/// Returns the list in the form that read_cells() reads.
std::string to_text(const std::vector<ListedCell>& cells);

/// The parts of a claim that all cells of a sweep share: the program and its nodes.
struct CellSubject {
  std::vector<std::string> programs, texts, nodes;
  std::string pre, post;
  bool operator==(const CellSubject&) const = default;
};
/// Throws Rejected if a text cannot be read.
CellSubject subject_of(const std::string& folder, const Claim& claim);

}  // namespace ldfi::certificate
