# Every third-party library the project uses, in one place. docs/explanation/libraries.md says why each is here.
find_package(Threads REQUIRED)
find_package(MPI REQUIRED COMPONENTS CXX)
find_package(cryptominisat5 REQUIRED)
find_library(LDFI_CADICAL NAMES libcadical.a cadical REQUIRED)
find_path(LDFI_CADICAL_INCLUDE cadical.hpp REQUIRED)
# Static where there is an archive (shared otherwise), since loading shared libraries is a third of a small run. Debian's
# shared HDF5 is the worst: it brings curl, Kerberos and LDAP along for a driver that nobody here asks for.
set(HDF5_USE_STATIC_LIBRARIES ON)
find_package(HDF5 REQUIRED COMPONENTS C)
set(Boost_USE_STATIC_LIBS ON)
find_package(Boost 1.74 QUIET COMPONENTS serialization)
if(NOT Boost_FOUND)
  set(Boost_USE_STATIC_LIBS OFF)
  find_package(Boost 1.74 REQUIRED COMPONENTS serialization)
endif()
find_library(LDFI_YAML_CPP NAMES libyaml-cpp.a yaml-cpp REQUIRED)
find_path(LDFI_YAML_CPP_INCLUDE yaml-cpp/yaml.h REQUIRED)
find_library(LDFI_XXHASH NAMES libxxhash.a xxhash REQUIRED)
find_path(LDFI_XXHASH_INCLUDE xxhash.h REQUIRED)
find_library(LDFI_UTF8PROC NAMES libutf8proc.a utf8proc REQUIRED)
find_path(LDFI_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tsl-robin-map REQUIRED)
# The system's Python has the system's modules (h5py); another one that stands first on PATH may not.
find_program(LDFI_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(LDFI_PYTHON python3 REQUIRED)
if(LDFI_TESTS)
  find_package(GTest REQUIRED)
endif()
if(LDFI_BENCH)
  find_package(benchmark REQUIRED)
endif()

# HDF5 asks for everything that any of its drivers may need, by shared libraries. What it needs here has archives.
find_library(LDFI_SZIP libsz.a)
find_library(LDFI_AEC libaec.a)
find_library(LDFI_ZLIB libz.a)
set(ldfi_hdf5_archives ${HDF5_C_LIBRARIES})
list(FILTER ldfi_hdf5_archives INCLUDE REGEX "/libhdf5[a-z_]*\\.a$")
list(APPEND ldfi_hdf5_archives ${LDFI_SZIP} ${LDFI_AEC} ${LDFI_ZLIB} ${CMAKE_DL_LIBS})

# Whether a program can be linked that loads nothing at all: not with sanitizers, and not where one of the archives is missing.
include(CheckCXXSourceCompiles)
set(LDFI_STATIC_FLAG -static-pie)
set(LDFI_STATIC OFF)
if(LDFI_SZIP AND LDFI_AEC AND LDFI_ZLIB AND NOT LDFI_SANITIZE AND NOT LDFI_FUZZ)
  set(CMAKE_REQUIRED_FLAGS -std=c++20)
  set(CMAKE_REQUIRED_LINK_OPTIONS ${LDFI_STATIC_FLAG})
  set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS} ${LDFI_CADICAL_INCLUDE})
  set(CMAKE_REQUIRED_LIBRARIES ${LDFI_CADICAL} ${LDFI_YAML_CPP} ${LDFI_XXHASH} ${LDFI_UTF8PROC} ${ldfi_hdf5_archives})
  file(READ ${PROJECT_SOURCE_DIR}/common/base/fmt/format.cpp ldfi_fmt_source)
  check_cxx_source_compiles("${ldfi_fmt_source}
    #include <cadical.hpp>
    #include <hdf5.h>
    #include <string>
    #include <thread>
    int main() {
      CaDiCaL::Solver solver;
      std::thread thread([] { H5open(); });
      thread.join();
      return fmt::format(\"{}\", solver.vars()).size() == 1 ? 0 : 1;
    }" LDFI_LINKS_STATICALLY)
  if(LDFI_LINKS_STATICALLY)
    set(LDFI_STATIC ON)
  endif()
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
add_library(ldfi_hdf5_library INTERFACE)
if(LDFI_STATIC)
  target_include_directories(ldfi_hdf5_library SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
  target_include_directories(ldfi_hdf5_library SYSTEM INTERFACE ${ZLIB_INCLUDE_DIRS})
  target_link_libraries(ldfi_hdf5_library INTERFACE ${ldfi_hdf5_archives})
else()
  target_link_libraries(ldfi_hdf5_library INTERFACE HDF5::HDF5 ZLIB::ZLIB)
endif()
