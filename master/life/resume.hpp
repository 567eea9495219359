// Makes the data that is needed to resume a run: the header of its journal, and the command.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/journal/header.hpp"

namespace ldfi::app {

/// Returns the header of a run's journal without the inputs: the version, and every option that affects the
/// answer or the search. Leaves out budgets, names of files, and options that only affect output.
journal::Header header_of_options(const std::vector<std::string>& arguments,
                                  const config::Options& options);

/// Returns a setting that identifies an input by its contents instead of its path.
journal::Setting text_setting(const std::string& name, const std::string& text);

/// Returns the shell command that resumes this run: the same command line with --resume.
std::string resume_command(const std::vector<std::string>& arguments, bool resumed, int ranks);

}  // namespace ldfi::app
