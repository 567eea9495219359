// The first record of a journal, which identifies the run. Runs with equal settings and versions
// have the same jobs, so one run may use the answers of the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "common/farm/wire/codec.hpp"

namespace ldfi::journal {

struct Setting {
  std::string name;
  std::string value;
  bool operator==(const Setting&) const = default;
};

struct Header {
  /// Format of the journal that was read; format_version in a new journal.
  std::uint32_t format = 0;
  std::string version;  ///< version of ldfi-farm that wrote the journal
  std::vector<Setting> settings;
  std::string started;  ///< start of the run in UTC, ISO 8601
  std::vector<std::string> command_line;
  std::vector<std::string> nodes{};  ///< names of the nodes of a program, by NodeId
  /// Names of relations, by NamedId. They are needed to print the faults of executions.
  std::vector<std::string> stored{};
};

wire::Bytes encode_header(const Header& header);
/// Returns the header. If the journal's format is not format_version, reads only `format`. Throws
/// wire::DecodeError if the bytes are not a header.
Header decode_header(std::span<const char> bytes);

/// Returns a phrase such as "eot is 6 there and 7 here" for each setting in which two runs differ.
/// Empty if their settings are equal.
std::vector<std::string> differences(const Header& then, const Header& now);

}  // namespace ldfi::journal
