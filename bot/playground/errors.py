"""What the stand-in refuses, in Discord's words and numbers."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A decoded JSON object, as it travels."""


class ApiError(Exception):
    """A request of the bot that Discord would refuse; carries status, code and body."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors


class Refused(Exception):
    """Something a member's app would not let the member do; carries the sentence shown."""


def unauthorized() -> ApiError:
    """Return the refusal of a wrong or missing bot token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_route() -> ApiError:
    """Return the refusal of an address that does not exist."""
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    """Return error 10003."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """Return error 10004."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """Return error 10007: the account exists, but not in this guild."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """Return error 10008."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """Return error 10013."""
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    """Return error 10015: no such application, or an interaction that was never answered."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """Return error 10062: never existed, or older than 3 seconds and unanswered."""
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    """Return error 40060: a second response to one interaction."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def too_large() -> ApiError:
    """Return error 40005: an upload over the size limit of one attachment."""
    return ApiError(413, 40005, "Request entity too large")


def missing_access() -> ApiError:
    """Return error 50001: the bot cannot see the channel."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return error 50013: the bot sees the channel, but lacks a permission."""
    return ApiError(403, 50013, "Missing Permissions")


def foreign_message() -> ApiError:
    """Return error 50005: an edit of somebody else's message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """Return error 50006."""
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_message_user() -> ApiError:
    """Return error 50007: the account takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def invalid_webhook_token() -> ApiError:
    """Return error 50027: a wrong token, or one older than 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def thread_archived() -> ApiError:
    """Return error 50083: an edit in an archived thread, or a locked one without the right."""
    return ApiError(400, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    """Return error 160004: a message holds at most one thread."""
    return ApiError(400, 160004, "A thread has already been created for this message")


class Form:
    """Faults of one request body, gathered and then refused together as error 50035.

    Paths are dotted, as in `components.0.components.2.label`; Discord answers them nested.
    """

    def __init__(self) -> None:
        self._errors: Json = {}

    def fault(self, path: str, code: str, message: str) -> None:
        """Note one fault at a place of the body."""
        place = self._errors
        for part in path.split("."):
            place = place.setdefault(part, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def text(self, value: object, path: str, low: int, high: int) -> str:
        """Return the text, or an empty one after noting why it is not between the lengths."""
        if value is None and low == 0:
            return ""
        if value is None:
            self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.fault(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif low > len(value) or len(value) > high:
            self._length(path, low, high)
        else:
            return value
        return ""

    def number(self, value: object, path: str, low: int, high: int) -> int:
        """Return the whole number, or the lower bound after noting what is wrong."""
        if value is None:
            self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, int) or isinstance(value, bool):
            self.fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not low <= value <= high:
            self.fault(path, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
        else:
            return value
        return low

    def objects(self, value: object, path: str, low: int, high: int) -> list[Json]:
        """Return the list of objects, or an empty one after noting what is wrong."""
        if value is None and low == 0:
            return []
        if value is None:
            self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        elif not low <= len(value) <= high:
            self._length(path, low, high)
        else:
            return value
        return []

    def close(self) -> None:
        """Raise error 50035 when any fault was noted."""
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", self._errors)

    def _length(self, path: str, low: int, high: int) -> None:
        self.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")


def form_error(path: str, code: str, message: str) -> ApiError:
    """Return error 50035 with one fault."""
    form = Form()
    form.fault(path, code, message)
    try:
        form.close()
    except ApiError as error:
        return error
    raise AssertionError("a form with a fault closed")
