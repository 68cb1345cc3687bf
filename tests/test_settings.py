"""Settings come from arguments, the environment and `.env`, in this order; a wrong one is named."""

from pathlib import Path

import pytest

from headwater.errors import SetupError
from headwater.settings import Settings, load_settings


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    return tmp_path


def test_the_environment_goes_before_the_file_and_an_argument_before_both(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / ".env").write_text("HEADWATER_PORT=8100\nHEADWATER_POOL_SIZE=3\nOTHER=1\n")
    assert (load_settings().port, load_settings().pool_size) == (8100, 3)
    monkeypatch.setenv("HEADWATER_PORT", "8200")
    assert (load_settings().port, load_settings(port=8300).port) == (8200, 8300)


def test_the_names_that_openmetadata_users_know_work_in_the_file_too(folder: Path) -> None:
    (folder / ".env").write_text("OM_URL=http://catalog:8585\nOM_TOKEN=a.b.c\n")
    found = load_settings()
    assert (found.openmetadata_url, found.openmetadata_token) == ("http://catalog:8585", "a.b.c")


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "secret"), ("POOL_SIZE", "0"), ("CORS_ORIGINS", "*"), ("CORS_ORIGINS", "https://a.example/x")],
)
def test_a_wrong_value_is_named(folder: Path, name: str, value: str) -> None:
    (folder / ".env").write_text(f"HEADWATER_{name}={value}\n")
    with pytest.raises(SetupError, match=f"HEADWATER_{name}") as told:
        load_settings()
    assert "secret" not in str(told.value)


def test_a_file_that_is_no_text_is_told(folder: Path) -> None:
    (folder / ".env").write_bytes(b"\xff\xfe\x00HEADWATER_PORT=1")
    with pytest.raises(SetupError, match=r"\.env can't be read"):
        load_settings()
