"""ldfi-farm for Spack (jobs/README.md). A test compares it with CMakeLists.txt."""

from spack.package import *


class LdfiFarm(CMakePackage):
    """Lineage-driven fault injection farm for Dedalus programs: searches protocols, and real
    systems, for the least faults that break a promise, or proves that there are none."""

    # There is no archive to download: `spack dev-build ldfi-farm@0.1.0` builds the checkout.
    license("Apache-2.0")

    version("0.1.0")

    variant("harden", default=True, description="Stack protector, checked calls")
    variant("python", default=True, description="What our Python packages use")
    variant("plots", default=False, description="Pictures, and pytest", when="+python")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")

    depends_on("mpi")
    depends_on("cadical")
    depends_on("cryptominisat@5:")
    depends_on("hdf5")
    depends_on("boost@1.74:+serialization")
    depends_on("yaml-cpp")
    depends_on("xxhash")
    depends_on("utf8proc")
    depends_on("zlib-api")
    depends_on("cli11", type="build")
    depends_on("fmt", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("robin-map", type="build")
    # Makes man pages and completions, runs `ldfi-results serve` and the language server.
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("googletest", type="test")

    with when("+python"):
        depends_on("py-h5py", type="run")
        depends_on("py-pandas", type="run")
        depends_on("py-networkx", type="run")
    with when("+plots"):
        depends_on("py-matplotlib", type="run")
        depends_on("py-pytest", type="run")
    depends_on("graphviz", type="run", when="+python")

    # C++20 with ranges; the sandbox of real systems is made of namespaces.
    conflicts("%gcc@:11", msg="C++20 needs GCC 12")
    conflicts("platform=darwin", msg="Linux only")
    conflicts("platform=windows", msg="Linux only")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("LDFI_TESTS", self.run_tests),
            self.define("LDFI_UNIT_TESTS", False),
            self.define_from_variant("LDFI_HARDEN", "harden"),
            self.define("LDFI_PYTHON", self.spec["python"].command.path),
        ]

    def setup_run_environment(self, env):
        # Nodes that jobs start find the program by this name (jobs/run.sbatch).
        env.set("LDFI_FARM", self.prefix.bin.join("ldfi-farm"))
        for packages in find(self.prefix.lib, "site-packages", recursive=True):
            env.prepend_path("PYTHONPATH", packages)
