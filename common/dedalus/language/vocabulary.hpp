// The relations of a program: their ids by name, and how they are used so far (arity, first
// mention, whether anything derives them). A relation exists from its first mention on.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/types.hpp"

namespace ldfi::dedalus {

inline constexpr std::string_view crash_name = "crash";
inline constexpr std::string_view clock_name = "clock";
inline constexpr std::string_view restart_name = "restart";
inline constexpr std::string_view down_name = "down";
inline constexpr std::string_view paused_name = "paused";
/// Names of the relation of written-back relations, and of the relation of all relations that are
/// written to disks. Generated rules read them.
inline constexpr std::string_view writeback_name = "written_back[system]";
inline constexpr std::string_view flush_name = "sync[any]";
/// Name of the relation of paused nodes, which generated rules read.
inline constexpr std::string_view standing_name = "paused[standing]";
inline constexpr std::string_view ioerror_name = "ioerror";
inline constexpr std::string_view corrupt_name = "corrupt";
/// Name of the relation of damaged relations, which generated rules read.
inline constexpr std::string_view corrupted_name = "corrupted[disk]";
inline constexpr std::string_view sync_name = "sync";

class Vocabulary {
 public:
  static constexpr std::size_t max_columns = 63;

  enum class Use : std::uint8_t { fact, head, body };
  struct Info {
    SourceRange first;  ///< place of the first mention, which determines the arity
    /// Place of the first use in a body; nullopt if there is none.
    std::optional<SourceRange> body;
    bool defined = false;  ///< true if a fact or head mentions it
    TypeNode first_column = 0;
  };

  Vocabulary(Program& program, TypeSolver& types, Report& report)
      : program_(program), types_(types), report_(report) {}

  /// Returns the relation's id. Returns nullopt after reporting that the name is reserved or the
  /// arity differs.
  std::optional<RelationId> mention(std::string_view name, std::size_t arity, SourceRange where,
                                    Use use);
  [[nodiscard]] std::optional<RelationId> find(std::string_view name) const {
    const auto known = ids_.find(name);
    return known == ids_.end() ? std::nullopt : std::optional(known->second);
  }
  [[nodiscard]] const Info& info(RelationId id) const { return infos_[id.index()]; }
  [[nodiscard]] TypeNode column(RelationId id, std::size_t index) const {
    return infos_[id.index()].first_column + static_cast<TypeNode>(index);
  }

 private:
  RelationId declare(std::string_view name, std::size_t arity, SourceRange where);
  void declare_crash(RelationId id);
  bool allowed(std::string_view name, SourceRange where, Use use);

  Program& program_;
  TypeSolver& types_;
  Report& report_;
  // The keys refer to the texts of the sources.
  std::unordered_map<std::string_view, RelationId> ids_;
  std::vector<Info> infos_;
};

}  // namespace ldfi::dedalus
