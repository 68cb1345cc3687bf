"""How Spark is set up; no session is started here."""

from pathlib import Path

from headwater.pipeline.session import _configuration
from headwater.settings import Settings


def test_spark_asks_for_a_secret_and_writes_for_its_owner_alone() -> None:
    configuration = _configuration(Settings(), Path("/home of/spark"))
    assert configuration["spark.authenticate"] == "true"
    assert configuration["spark.hadoop.fs.permissions.umask-mode"] == "077"


def test_a_path_with_a_space_is_one_option_of_java() -> None:
    options = _configuration(Settings(), Path("/home of/spark"))["spark.driver.extraJavaOptions"]
    assert options.startswith('"-Dderby.system.home=/home of/spark/derby" ')
