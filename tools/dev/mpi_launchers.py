"""How ranks are started by each library's mpirun, on a small machine that others use too."""

import os
import shutil

# Nothing of the network, and ranks that wait give way: see unittests/Runtime/Mpi/MpiTest.cpp.
LAUNCHERS = {
    "openmpi": (
        "mpirun.openmpi --oversubscribe --mca plm isolated --mca pml ob1 --mca btl self,vader "
        "--mca btl_vader_single_copy_mechanism none --mca mpi_yield_when_idle 1"
    ).split(),
    "mpich": "mpiexec.mpich -launcher fork".split(),
}
ROOT_MAY = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def missing(library, build):
    """What keeps ranks from being started by it, or an empty text."""
    command, plugin = LAUNCHERS[library][0], build / "lib" / f"libweir-mpi-{library}.so"
    if not shutil.which(command):
        return f"expects {command} to be installed (tools/dev/packages.txt)"
    if not plugin.exists():
        return f"expects {plugin}, which was not built for want of the library's headers"
    return "expects no sanitizer, whose library mpirun would load, too" if "LD_PRELOAD" in os.environ else ""
