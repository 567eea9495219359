#include "results/hdf5/specification_tables.hpp"

#include <fmt/core.h>

#include <charconv>
#include <limits>
#include <set>

#include "common/base/text.hpp"
#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

/// Parses when a specification is judged. Returns 5 for `after 5`, 0 for `always`, and an inner
/// nullopt for `finally`. Returns nullopt for any other text.
std::optional<std::optional<int>> when_named(const std::string& text) {
  constexpr std::string_view after = "after ";
  if (text == "always") return 0;
  if (text == "finally") return std::optional<int>();
  int tick = 0;
  const char* end = text.data() + text.size();
  if (!text.starts_with(after)) return std::nullopt;
  const auto [stop, error] = std::from_chars(text.data() + after.size(), end, tick);
  const bool whole = error == std::errc() && stop == end;
  if (!whole || tick < 1 || tick == std::numeric_limits<int>::max()) return std::nullopt;
  return fmt::format("after {}", tick) == text ? std::optional<std::optional<int>>(tick)
                                               : std::nullopt;
}

class SpecificationSource {
 public:
  SpecificationSource(Reader& reader, const std::string& group, Cell& cell)
      : reader_(reader),
        table_(group + "/specifications"),
        falsifies_(group + "/falsifies"),
        cell_(cell) {}

  void read() {
    const auto names = reader_.texts(table_, "name");
    const auto severities = reader_.texts(table_, "severity");
    const auto whens = reader_.texts(table_, "when");
    const auto parents = reader_.integers(table_, "explains");
    auto texts = reader_.texts(table_, "text");
    const auto verdicts = reader_.texts(table_, "verdict");
    for (std::size_t i = 0; i < names.size(); ++i) {
      SpecificationResult one;
      one.says = {checked_name(names[i]),
                  known("severity", severity_named(severities[i]), severities[i], "a severity"),
                  known("when", when_named(whens[i]), whens[i], "a time"),
                  parent(parents[i], i),
                  std::move(texts[i]),
                  {}};
      one.verdict = known("verdict", verdict_named(verdicts[i]), verdicts[i], "a verdict");
      cell_.specifications.push_back(std::move(one));
    }
    falsifiers();
    if (const char* problem = malformed(cell_)) reader_.damaged(table_, problem);
  }

 private:
  [[nodiscard]] std::string checked_name(const std::string& name) {
    if (name.empty() || printable(name) != name) {
      reader_.damaged(table_ + ".name", fmt::format("`{}` is not a name", shown_line(name)));
    }
    if (!names_.insert(name).second) {
      reader_.damaged(table_ + ".name", fmt::format("there are two of `{}`", shown_line(name)));
    }
    return name;
  }

  template <class T>
  [[nodiscard]] T known(const char* column, const std::optional<T>& found, const std::string& text,
                        const char* what) const {
    if (found) return *found;
    reader_.damaged(fmt::format("{}.{}", table_, column),
                    fmt::format("`{}` is not {}", shown_line(text), what));
  }

  /// Returns the row of the specification that the specification in row `own` helps to explain. It
  /// must be before `own`. Returns nullopt if there is none.
  [[nodiscard]] std::optional<std::uint32_t> parent(std::int64_t row, std::size_t own) const {
    if (row == -1) return std::nullopt;
    if (row < 0 || static_cast<std::uint64_t>(row) >= own) {
      reader_.damaged(table_ + ".explains", fmt::format("row {} is not before row {}", row, own));
    }
    return static_cast<std::uint32_t>(row);
  }

  void falsifiers() {
    const auto specifications = reader_.counts(falsifies_, "specification");
    const auto falsifiers = reader_.counts(falsifies_, "falsifier");
    for (std::size_t i = 0; i < falsifiers.size(); ++i) {
      auto& rows = cell_
                       .specifications[checked_row(reader_, falsifies_ + ".specification",
                                                   specifications[i], cell_.specifications.size())]
                       .falsifiers;
      const std::uint32_t row =
          checked_row(reader_, falsifies_ + ".falsifier", falsifiers[i], cell_.falsifiers.size());
      if (!rows.empty() && rows.back() >= row) {
        reader_.damaged(falsifies_ + ".falsifier",
                        fmt::format("row {} does not come after {}", row, rows.back()));
      }
      rows.push_back(row);
    }
  }

  Reader& reader_;
  std::string table_;
  std::string falsifies_;
  Cell& cell_;
  std::set<std::string> names_;
};

}  // namespace

void write_specifications(hid_t group, const Cell& cell) {
  Table table({{"name", Column::text},
               {"severity", Column::text},
               {"when", Column::text},
               {"explains", Column::i64},
               {"text", Column::text},
               {"verdict", Column::text}});
  Table falsifies({{"specification", Column::u32}, {"falsifier", Column::u32}});
  for (std::uint32_t i = 0; i < cell.specifications.size(); ++i) {
    const auto& [says, verdict, falsifiers] = cell.specifications[i];
    table.text(says.name).text(name_of(says.severity)).text(says.when());
    table.i64(says.explains ? std::int64_t{*says.explains} : -1);
    table.text(says.text).text(name_of(verdict));
    for (const std::uint32_t falsifier : falsifiers) falsifies.u32(i).u32(falsifier);
  }
  table.write(group, "specifications");
  falsifies.write(group, "falsifies");
}

void read_specifications(Reader& reader, const std::string& group, FailOn fail_on, Cell& cell) {
  SpecificationSource(reader, group, cell).read();
  for (SpecificationResult& one : cell.specifications) one.says.fail_on = fail_on;
}

}  // namespace ldfi::results
