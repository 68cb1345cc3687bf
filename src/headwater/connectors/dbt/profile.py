"""How OpenLineage names the warehouse of a dbt project: read from its profile, as dbt-ol does."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from headwater.connectors.dbt.artifacts import read_artifact
from headwater.connectors.variables import with_environment
from headwater.errors import BadInputError

ENV_VAR = re.compile(r"\{\{\s*env_var\(\s*['\"](\w+)['\"]\s*(?:,\s*['\"]([^'\"]*)['\"]\s*)?\)[^}]*\}\}")
HINT = "give the namespace of the warehouse as OpenLineage names it, such as postgres://host:5432"

Profile = Mapping[str, Any]


def _host_and_port(scheme: str, port: int) -> Callable[[Profile], str]:
    return lambda profile: f"{scheme}://{profile['host']}:{profile.get('port') or port}"


def _spark(profile: Profile) -> str:
    ports = {"http": 443, "odbc": 443, "thrift": 10001}
    port = profile.get("port") or ports.get(str(profile.get("method")))
    return f"spark://{profile['host']}" + (f":{port}" if port else "")


NAMESPACES: Mapping[str, Callable[[Profile], str]] = {
    "athena": lambda profile: f"awsathena://athena.{profile['region_name']}.amazonaws.com",
    "bigquery": lambda _profile: "bigquery",
    "clickhouse": _host_and_port("clickhouse", 8123),
    "databricks": lambda profile: f"databricks://{profile['host']}",
    "duckdb": lambda profile: f"duckdb://{profile['path']}",
    "postgres": _host_and_port("postgres", 5432),
    "redshift": _host_and_port("redshift", 5439),
    "snowflake": lambda profile: f"snowflake://{profile['account']}",
    "spark": _spark,
    "sqlserver": lambda profile: f"mssql://{profile['server']}:{profile.get('port') or 1433}",
    "trino": _host_and_port("trino", 8080),
}


def find_namespace(target: Path, profiles_dir: Path | None, chosen: str | None) -> str:
    """From the profile beside the project, or in the user's own folder, as dbt looks for it."""
    if read_artifact(target / "manifest.json", "manifest").metadata.get("adapter_type") == "bigquery":
        return "bigquery"
    project = target.resolve().parent
    places = [profiles_dir] if profiles_dir else [project, Path.home() / ".dbt"]
    file = next((place / "profiles.yml" for place in places if (place / "profiles.yml").exists()), None)
    if file is None:
        looked = " and ".join(str(place) for place in places)
        raise BadInputError("profiles.yml", f"not found in {looked}: {HINT}")
    output = _output(file, _profile_name(project / "dbt_project.yml"), chosen)
    kind = str(output.get("type"))
    if kind not in NAMESPACES:
        raise BadInputError(f"{file}: type", f"`{kind}` is not known here: {HINT}")
    try:
        return NAMESPACES[kind]({name: _rendered(value, f"{file}: {name}") for name, value in output.items()})
    except KeyError as error:
        raise BadInputError(f"{file}: {error.args[0]}", f"required for {kind}: {HINT}") from error


def _profile_name(file: Path) -> str | None:
    name = _yaml(file).get("profile") if file.exists() else None
    return name if isinstance(name, str) else None


def _output(file: Path, name: str | None, chosen: str | None) -> Profile:
    profiles = {key: value for key, value in _yaml(file).items() if key != "config"}
    # Without a dbt_project.yml beside it, a file of one profile leaves no choice.
    profile = profiles.get(name) if name else next(iter(profiles.values())) if len(profiles) == 1 else None
    if not isinstance(profile, dict):
        raise BadInputError(f"{file}: {name or 'profile'}", f"no such profile: {HINT}")
    target = chosen or _rendered(profile.get("target", "default"), f"{file}: target")
    output = (profile.get("outputs") or {}).get(target)
    if not isinstance(output, dict):
        raise BadInputError(f"{file}: outputs.{target}", f"no such target: {HINT}")
    return output


def _rendered(value: Any, place: str) -> Any:
    """`{{ env_var('NAME') }}` as the environment says; other templates stay as they are."""
    if not isinstance(value, str):
        return value
    match = ENV_VAR.fullmatch(value.strip())
    if match is None:
        return value
    return with_environment(f"${{{match[1]}}}", place, default=match[2])


def _yaml(file: Path) -> dict[str, Any]:
    try:
        found = yaml.safe_load(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeError, yaml.YAMLError) as error:
        raise BadInputError(str(file), f"can't be read: {error}") from error
    return found if isinstance(found, dict) else {}
