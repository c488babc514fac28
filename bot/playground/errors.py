"""What the stand-in refuses, in Discord's words and numbers."""

from __future__ import annotations

from enum import Enum
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


class Code(Enum):
    """Refusals with a number of their own: status, code and message."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    UNKNOWN_ROUTE = (404, 0, "404: Not Found")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    TOO_MANY_FOLLOWUPS = (
        400,
        40094,
        "This interaction has hit the maximum number of follow up messages.",
    )
    TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    FOREIGN_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CANNOT_MESSAGE_USER = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_KIND = (400, 50024, "Cannot execute action on this channel type")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")

    def error(self) -> ApiError:
        """Return the error to raise."""
        return ApiError(*self.value)


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
        message = f"Must be between {low} and {high} in length."
        self.fault(path, "BASE_TYPE_BAD_LENGTH", message)


def form_error(path: str, code: str, message: str) -> ApiError:
    """Return error 50035 with one fault."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)
