"""Settings by argument, by variables of three systems, and by default."""

import pytest

from headwater_sdk.complaints import Complaints
from headwater_sdk.errors import SettingsError
from headwater_sdk.settings import TYPES, VARIABLES, default_spool, read_settings


@pytest.mark.parametrize("variable", VARIABLES["url"])
def test_the_address_comes_from_any_of_the_known_variables(variable: str) -> None:
    assert read_settings({variable: "http://h:1/"}, {}, Complaints()).url == "http://h:1"


def test_arguments_go_before_variables_and_our_own_variables_before_others() -> None:
    environment = {"HEADWATER_NAMESPACE": "ours", "OPENLINEAGE_NAMESPACE": "theirs"}
    assert read_settings(environment, {}, Complaints()).namespace == "ours"
    assert read_settings(environment, {"namespace": "given"}, Complaints()).namespace == "given"


def test_every_setting_has_a_variable() -> None:
    assert set(VARIABLES) == set(TYPES)


@pytest.mark.parametrize(
    ("variable", "value"),
    [("HEADWATER_SDK_TIMEOUT", "soon"), ("HEADWATER_SDK_BATCH_SIZE", "0"), ("HEADWATER_URL", "localhost")],
)
def test_a_variable_that_can_not_be_read_is_left_out_and_said(
    variable: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    read = read_settings({variable: value}, {}, Complaints())
    assert read == read_settings({}, {}, Complaints())
    assert variable in caplog.text


def test_an_argument_that_can_not_be_read_is_an_error_of_the_caller() -> None:
    with pytest.raises(SettingsError, match="timeout: must be a number"):
        read_settings({}, {"timeout": "soon"}, Complaints())
    with pytest.raises(TypeError, match="no setting is called 'tiemout'"):
        read_settings({}, {"tiemout": 1}, Complaints())


def test_it_is_off_without_an_address_and_where_openlineage_is_disabled() -> None:
    assert not read_settings({}, {}, Complaints()).is_active
    disabled = {"OPENLINEAGE_URL": "http://h", "OPENLINEAGE_DISABLED": "true"}
    assert not read_settings(disabled, {}, Complaints()).is_active


def test_the_spool_lies_in_the_users_folder_for_state() -> None:
    assert str(default_spool({"XDG_STATE_HOME": "/state"})) == "/state/headwater-sdk"
    assert read_settings({}, {"spool": "off"}, Complaints()).spool_folder is None
