// Reads and writes the list of a folder's certificates. A sweep has one for each cell (a run with
// one set of limits). A proof for every EOT has one for each specification.
// docs/reference/certificate-format.md describes the list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

inline constexpr std::string_view cells_file = "cells.txt";
/// The first word of the list. The version of the format follows this word.
inline constexpr std::string_view cells_format = "ldfi-certificates";
inline constexpr std::size_t most_cells = 10'000;

struct ListedCell {
  std::string name;  ///< name of the cell and of its folder
  /// True if the cell has a certificate. Otherwise the folder claims nothing about the cell.
  bool decided = false;
  /// True if `name` is the name of a specification, which the certificate is about.
  bool specification = false;
};

/// Returns true if the folder has a list of cells.
bool has_cells(const std::string& folder);
/// Returns the cells in the order of the list. Throws Rejected for a name that leads out of the
/// folder, a cell that is listed twice, or a link. Also throws if no cell has a certificate, if a
/// folder belongs to no cell with a certificate, or if the folder is itself a certificate.
std::vector<ListedCell> read_cells(const std::string& folder);
/// Returns the list in the form that read_cells() reads.
std::string to_text(const std::vector<ListedCell>& cells);

/// The parts of a claim that all cells of a sweep share: the program and its nodes.
struct CellSubject {
  std::vector<std::string> programs, texts, nodes;
  std::string pre, post;
  bool operator==(const CellSubject&) const = default;
};
/// Returns the part of the claim that must be the same in all cells of a sweep. Throws Rejected if
/// a program text cannot be read.
CellSubject subject_of(const std::string& folder, const Claim& claim);

}  // namespace ldfi::certificate
