#include "common/prove/certificate/cells.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace ldfi::certificate {
namespace {

namespace fs = std::filesystem;

bool is_there(const std::string& folder, std::string_view name) {
  std::error_code error;
  return fs::exists(fs::symlink_status(fs::path(folder) / name, error));
}

/// Returns true if a path with this name leads to a folder directly below the folder of the list.
bool is_plain(const std::string& name) {
  return !name.empty() && name.size() < 256 && name != "." && name != ".." &&
         name.find_first_of(std::string("/\0", 2)) == std::string::npos;
}

/// Throws Rejected if some folder does not belong to a cell of the list. Without this check, a copy
/// of a sweep could lose the verdict of a cell unnoticed.
void require_listed(const std::string& folder, const std::vector<ListedCell>& cells) {
  std::set<std::string> decided;
  for (const ListedCell& cell : cells) {
    if (cell.decided) decided.insert(cell.name);
  }
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    const std::string name = it->path().filename();
    std::error_code none;
    if (fs::is_directory(it->symlink_status(none)) && !decided.contains(name))
      throw Rejected(std::string(cells_file) + " does not list the folder " + name);
  }
  if (error) throw Rejected("cannot read the folder");
}

}  // namespace

bool has_cells(const std::string& folder) {
  return is_there(folder, cells_file);
}

std::vector<ListedCell> read_cells(const std::string& folder) {
  const std::string file(cells_file);
  if (is_there(folder, "claim.txt")) throw Rejected(file + " beside claim.txt");
  std::istringstream lines(read_file(folder, file));
  std::string text;
  std::getline(lines, text);
  require_version(file, text, cells_format);
  std::vector<ListedCell> out;
  std::set<std::string> seen;
  for (int number = 2; std::getline(lines, text); ++number) {
    const auto fail = [&](const std::string& why) {
      throw Rejected(file + ":" + std::to_string(number) + ": " + why);
    };
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string key = text.substr(0, blank);
    const std::string name = text.substr(std::min(blank + 1, text.size()));
    const bool specification = key.starts_with("specification"), open = key.ends_with("undecided");
    if (key != "cell" && key != "undecided" && key != "specification" &&
        key != "specification-undecided")
      fail("unknown word: " + text);
    if (!out.empty() && out.front().specification != specification)
      fail("a list names either cells of a sweep or specifications, not both");
    if (!is_plain(name)) fail("this is not the name of a folder: " + name);
    if (!seen.insert(name).second) fail("the name is listed twice: " + name);
    if (out.size() == most_cells)
      fail("the list names more than 10000 cells, the limit of ldfi-check");
    std::error_code error;
    if (!open && fs::is_symlink(fs::path(folder) / name, error)) fail(name + " is a symbolic link");
    out.push_back({name, !open, specification});
  }
  if (std::ranges::none_of(out, &ListedCell::decided))
    throw Rejected(file + ": no cell has a claim");
  require_listed(folder, out);
  return out;
}

std::string to_text(const std::vector<ListedCell>& cells) {
  std::string out = first_line(cells_format) + "\n";
  for (const ListedCell& cell : cells) {
    const std::string what = cell.specification ? "specification" : "cell";
    const std::string open = cell.specification ? what + "-undecided" : "undecided";
    out += (cell.decided ? what : open) + " " + cell.name + "\n";
  }
  return out;
}

CellSubject subject_of(const std::string& folder, const Claim& claim) {
  CellSubject out{claim.programs, {}, claim.limits.nodes, claim.limits.pre, claim.limits.post};
  for (const std::string& name : claim.programs)
    out.texts.push_back(read_file(folder, program_path(name)));
  return out;
}

}  // namespace ldfi::certificate
