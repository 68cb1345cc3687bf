"""Whoever starts the system can end it: no process is left behind."""

import signal

import psutil
import pytest

from tests.server.system import RunningSystem, launch, new_home, wait_for

pytestmark = pytest.mark.server


def assert_all_gone(processes: list[psutil.Process]) -> None:
    _gone, alive = psutil.wait_procs(processes, timeout=10)
    assert [process.cmdline() for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


def test_a_term_signal_in_the_middle_of_the_start_leaves_nothing_behind() -> None:
    with new_home() as home:
        system = launch(home)
        wait_for("the API process", lambda: is_starting(system), 60)
        processes = system.everything()

        system.stop(signal.SIGTERM)

        assert system.process.returncode == 0, system.told()
        assert_all_gone(processes)


def test_ctrl_c_stops_api_worker_jvm_and_postgres(system_to_stop: RunningSystem) -> None:
    system = system_to_stop
    wait_for("the JVM", system.java, 60)
    processes = system.everything()
    assert {"java", "postgres"} <= {process.name() for process in processes}
    assert system.child("api")
    assert system.child("worker")

    system.stop(signal.SIGINT)

    assert system.process.returncode == 0
    assert_all_gone(processes)
    assert "stopped; all data is kept" in system.told()


def is_starting(system: RunningSystem) -> bool:
    assert system.process.poll() is None, system.told()
    return system.child("worker") is not None
