"""The settings, from the environment and ``.env``; the README explains each."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

DISCORD_API = "https://discord.com/api/v10"


class BadSettings(Exception):
    """A setting is wrong or missing; the text is one sentence without any value."""


def _address(*schemes: str) -> AfterValidator:
    def check(text: str) -> str:
        try:
            parts = urlsplit(text)
            is_whole = bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_whole = False
        if not is_whole or parts.scheme not in schemes:
            wanted = " or ".join(f"{scheme}://" for scheme in schemes)
            raise ValueError(f"it must be an address that begins with {wanted}")
        return text.rstrip("/")

    return AfterValidator(check)


def _numbers(text: object) -> object:
    return text.split(",") if isinstance(text, str) else text


def _upper_case(text: object) -> object:
    return text.upper() if isinstance(text, str) else text


class Settings(BaseSettings):
    """What the bot is told from outside."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    database_url: SecretStr = SecretStr("sqlite+aiosqlite:///var/ricochet.db")
    discord_api_base: Annotated[str, _address("http", "https")] = DISCORD_API
    discord_gateway_url: Annotated[str, _address("ws", "wss")] | None = None
    shard_count: Annotated[int, Field(ge=1)] | None = None
    shard_ids: Annotated[
        tuple[Annotated[int, Field(ge=0)], ...] | None, NoDecode, BeforeValidator(_numbers)
    ] = None
    dev_guild: Annotated[int, Field(ge=1)] | None = None
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper_case)
    ] = "INFO"
    health_port: Annotated[int, Field(ge=1, le=65535)] | None = None

    @property
    def token(self) -> str:
        """The token. Raises ``BadSettings`` when there is none."""
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not token:
            raise BadSettings(
                "DISCORD_TOKEN is not set: put it into the environment or into .env, or run "
                "“make play” to play in a browser without Discord."
            )
        if not (token.isascii() and token.isprintable() and " " not in token):
            raise BadSettings("DISCORD_TOKEN holds a character that no token has: copy it anew.")
        return token


def load() -> Settings:
    """Return the settings. Raises ``BadSettings`` naming every one that is wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(part) for part in fault['loc'][:1]).upper()}: {_words(fault['msg'])}"
            for fault in error.errors(include_input=False, include_context=False)
        )
        raise BadSettings(f"Wrong settings: {faults}.") from None
    except (SettingsError, UnicodeDecodeError, OSError):
        raise BadSettings("The settings cannot be read: is .env a text file?") from None
    if settings.shard_ids is not None:
        if settings.shard_count is None:
            raise BadSettings("SHARD_IDS is set without SHARD_COUNT: set both or neither.")
        if max(settings.shard_ids) >= settings.shard_count:
            raise BadSettings("SHARD_IDS must all be below SHARD_COUNT.")
    return settings


def wants_playground() -> bool:
    """Return whether there is no token; settings that are wrong are for the bot to name."""
    try:
        return not load().discord_token
    except BadSettings:
        return False


def _words(message: str) -> str:
    text = message.removeprefix("Value error, ")
    return text[:1].lower() + text[1:]
