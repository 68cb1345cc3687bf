"""Any setting of Spark from the environment: `…SPARK_CONF_executor_memory` is `spark.executor.memory`."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

PREFIX = "HEADWATER_SPARK_CONF_"


class SparkVariables(PydanticBaseSettingsSource):
    """The field `spark_conf` from all variables with the prefix; the environment goes before `.env`."""

    def __init__(self, settings_class: type[BaseSettings], env_file: str | Path | None) -> None:
        super().__init__(settings_class)
        self._env_file = env_file

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        of_file = dotenv_values(self._env_file) if self._env_file else {}
        found = spark_conf({**of_file, **os.environ})
        return {"spark_conf": found} if found else {}


class WithSparkVariables(BaseSettings):
    """Settings with a field `spark_conf`."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        spark = SparkVariables(settings_cls, getattr(dotenv_settings, "env_file", None))
        return init_settings, spark, env_settings, dotenv_settings, file_secret_settings


def spark_conf(variables: Mapping[str, str | None]) -> dict[str, str]:
    """Names are Spark's, case included; `_` stands for a dot and `__` for an underscore.

    >>> spark_conf({"HEADWATER_SPARK_CONF_executorEnv_MY__KEY": "a"})
    {'spark.executorEnv.MY_KEY': 'a'}
    >>> spark_conf({"HEADWATER_SPARK_CONF_spark.ui.port": "1"})
    {'spark.ui.port': '1'}
    """
    return {_key(name.removeprefix(PREFIX)): value or "" for name, value in variables.items() if _is(name)}


def _is(name: str) -> bool:
    return name.startswith(PREFIX) and len(name) > len(PREFIX)


def _key(name: str) -> str:
    dotted = name if "." in name else name.replace("__", "\0").replace("_", ".").replace("\0", "_")
    return dotted if dotted.startswith("spark.") else f"spark.{dotted}"
