"""A small bot written with discord.py, which uses each thing the stand-in must play."""

import io

import discord
from discord import app_commands, ui
from PIL import Image


def picture(name: str = "board.png", *, width: int = 8, alt: str | None = None) -> discord.File:
    """A PNG of one colour."""
    data = io.BytesIO()
    Image.new("P", (width, 4)).save(data, "PNG")
    data.seek(0)
    return discord.File(data, name, description=alt)


class Controls(ui.View):
    """Buttons and a select under a public message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Update", custom_id="update")
    async def update(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.edit_message(content="updated", view=self)

    @ui.button(label="Private", custom_id="private")
    async def private(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.send_message("only you", ephemeral=True)
        await interaction.followup.send("and more", ephemeral=True)

    @ui.button(label="Defer", custom_id="defer")
    async def defer(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later", attachments=[picture("new.png")])

    @ui.button(label="Write", custom_id="write")
    async def write(self, interaction: discord.Interaction, _: ui.Button) -> None:
        await interaction.response.send_modal(Words())

    @ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, _: ui.Button) -> None:
        raise AssertionError("a disabled button was pressed")

    @ui.select(
        custom_id="pick",
        options=[
            discord.SelectOption(label="d4", value="d4", default=True),
            discord.SelectOption(label="e5", value="e5"),
        ],
    )
    async def pick(self, interaction: discord.Interaction, select: ui.Select) -> None:
        await interaction.response.send_message(f"picked {select.values[0]}", ephemeral=True)

    @ui.button(label="Silent", custom_id="silent", row=2)
    async def silent(self, interaction: discord.Interaction, _: ui.Button) -> None:
        """Never answers."""


class Words(ui.Modal, title="Words"):
    """A modal with a text input in a label."""

    word = ui.Label(text="Word", component=ui.TextInput(custom_id="word", max_length=10))

    def __init__(self) -> None:
        super().__init__(custom_id="words")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, ui.TextInput)
        await interaction.response.send_message(f"wrote {self.word.component.value}")


class SampleBot(discord.Client):
    """Connects with the intent GUILDS, as the product does."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        chosen = intents or discord.Intents(guilds=True)
        super().__init__(intents=chosen, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.waiting: discord.Interaction | None = None
        _add_commands(self)

    async def setup_hook(self) -> None:
        self.add_view(Controls())
        await self.tree.sync()

    async def before_identify_hook(self, _: int | None, *, initial: bool = False) -> None:
        """Leaves out the library's five seconds before a second IDENTIFY."""

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


def _add_commands(bot: SampleBot) -> None:
    @bot.tree.command(description="Posts a board")
    @app_commands.describe(opponent="Who", game="Which", size="How wide")
    @app_commands.choices(game=[app_commands.Choice(name="Deflexion", value="deflexion")])
    async def challenge(
        interaction: discord.Interaction,
        opponent: discord.Member,
        game: app_commands.Choice[str] | None = None,
        size: app_commands.Range[int, 1, 9] = 8,
    ) -> None:
        text = f"{opponent.mention}: {game.value if game else 'any'}"
        await interaction.response.send_message(
            text, file=picture(width=size, alt="a board"), view=Controls()
        )

    @bot.tree.command(description="Moves")
    @app_commands.describe(action="What")
    async def move(interaction: discord.Interaction, action: str) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send(f"moved {action}")

    @move.autocomplete("action")
    async def suggest(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [each for each in ("d4-e5", "d4-d5", "a1 left") if each.startswith(current)]
        return [app_commands.Choice(name=each, value=each) for each in found]

    @bot.tree.command(description="Says what a file holds, and keeps it")
    @app_commands.describe(file="Which")
    async def read(interaction: discord.Interaction, file: discord.Attachment) -> None:
        kept = [await file.to_file(), picture()]
        text = f"{file.size} bytes: {(await file.read()).decode()}"
        await interaction.response.send_message(text, ephemeral=True, files=kept)

    @bot.tree.command(description="Answers only when the test does")
    async def wait(interaction: discord.Interaction) -> None:
        bot.waiting = interaction

    @bot.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"Hello {member.mention}")

    layout = app_commands.Group(name="layout", description="Layouts")

    @layout.command(name="show", description="Shows one")
    @app_commands.describe(name="Which")
    async def show(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"layout {name}")

    bot.tree.add_command(layout)
