"""How Spark is set up; no session is started here."""

import os
import zipfile
from pathlib import Path

import pytest

from headwater.pipeline.cluster import submit_file, zip_package
from headwater.pipeline.session import _configuration, _submitted
from headwater.settings import Settings, load_settings


def test_spark_asks_for_a_secret_and_writes_for_its_owner_alone() -> None:
    configuration = _configuration(Settings(), Path("/home of/spark"))
    assert configuration["spark.authenticate"] == "true"
    assert configuration["spark.hadoop.fs.permissions.umask-mode"] == "077"


def test_a_path_with_a_space_is_one_option_of_java() -> None:
    options = _configuration(Settings(), Path("/home of/spark"))["spark.driver.extraJavaOptions"]
    assert options.startswith('"-Dderby.system.home=/home of/spark/derby" ')


def test_a_cluster_is_not_told_addresses_and_folders_of_this_machine() -> None:
    found = _configuration(
        Settings(spark_master="spark://master:7077", spark_tasks=8), Path("/home of/spark")
    )
    assert not {"spark.driver.host", "spark.driver.bindAddress", "spark.local.dir"}.intersection(found)
    assert found["spark.sql.shuffle.partitions"] == "8"


@pytest.mark.parametrize(
    ("master", "expected"),
    [("local", False), ("local[2]", False), ("local-cluster[2,1,1024]", True), ("spark://m:7077", True)],
)
def test_only_a_local_master_has_no_executors_of_its_own(master: str, expected: bool) -> None:
    assert Settings(spark_master=master).on_cluster is expected


def test_what_the_environment_says_of_spark_goes_before_our_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HEADWATER_SPARK_CONF_driver_host", "10.0.0.7")
    monkeypatch.setenv("HEADWATER_SPARK_CONF_executorEnv_A__B", "c")
    settings = load_settings()
    assert settings.spark_conf == {"spark.driver.host": "10.0.0.7", "spark.executorEnv.A_B": "c"}
    assert "spark.driver.host" not in _configuration(settings, tmp_path)


def test_settings_of_spark_reach_it_by_a_file_that_is_gone_afterwards(tmp_path: Path) -> None:
    conf = {"spark.authenticate.secret": "se cr=et"}
    assert submit_file(conf, tmp_path).stat().st_mode & 0o077 == 0
    with _submitted(conf, tmp_path):
        named = os.environ["PYSPARK_SUBMIT_ARGS"].split('"')[1]
        assert Path(named).read_text() == "spark.authenticate.secret = se\\ cr\\=et\n"
    assert not Path(named).exists()
    assert "PYSPARK_SUBMIT_ARGS" not in os.environ


def test_executors_get_the_package_and_what_it_reads(tmp_path: Path) -> None:
    names = zipfile.ZipFile(zip_package(tmp_path / "headwater.zip")).namelist()
    wanted = {"headwater/pipeline/read.py", "headwater/timemachine/weights.json"}
    assert wanted <= set(names)
    assert not [name for name in names if "web_build" in name or "__pycache__" in name]
