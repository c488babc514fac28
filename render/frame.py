"""The picture without anything that changes: the band with its captions, and the bare squares."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.canvas import OVERSAMPLING, Canvas
from render.palette import quantised
from render.scene import Board, Caption, Cell, Orientation, Tile
from render.sprites.fortress import emblem, emblem_shape
from render.themes import Theme
from render.tiles import compose, grounds

BAND: Final = 40
"""The band's width in pixels."""
BOARD_WIDTH: Final = 720
"""The widest a board may be, in pixels: a picture is at most 800 wide."""
LARGEST_SQUARE: Final = 72
LABEL_SIZE: Final = 19
LABEL_MIDDLE: Final = 22
"""How far a caption's middle is from the picture's edge."""
CAPTION_HEIGHT: Final = 26
"""How much higher the band is at the top and the bottom of a board with captions."""
CAPTION_INSET: Final = 11
CAPTION_SIZE: Final = 18
EMBLEM_ROOM: Final = 30
LINE_INSET: Final = 7
LINE_WIDTH: Final = 1


def square_size(board: Board) -> int:
    """Return the side of the board's squares in pixels: even, so that a beam's edges are sharp."""
    return min(LARGEST_SQUARE, BOARD_WIDTH // board.columns // 2 * 2)


def origin(board: Board) -> tuple[int, int]:
    """Return how far from the left and from the top of its picture the board begins, in pixels."""
    return BAND, BAND + (CAPTION_HEIGHT if board.is_captioned else 0)


@lru_cache(16)
def frame(board: Board, orientation: Orientation, theme: Theme) -> Image.Image:
    """Return the empty board with its frame in the theme's palette. Do not draw on it."""
    return quantised(compose_frame(board, orientation, theme), board, theme)


def compose_frame(
    board: Board,
    orientation: Orientation,
    theme: Theme,
    scale: int = 1,
    oversampling: int = OVERSAMPLING,
) -> Image.Image:
    """Return the empty board with its frame in full colour, ``scale`` times as large."""
    size = square_size(board) * scale
    left, top = (margin * scale for margin in origin(board))
    width, height = board.columns * size + 2 * left, board.rows * size + 2 * top
    image = Image.new("RGB", (width, height), theme.band)
    _draw_line(image, theme, scale, oversampling)
    _draw_labels(image, board, orientation, theme, scale)
    for cell, ground in grounds(board).items():
        place = board.place(cell, orientation)
        match orientation:
            case Orientation.UPRIGHT:
                lying = ground
            case Orientation.TURNED:
                lying = ground.turned()
        square = compose(lying, Tile(), theme, size, oversampling)
        image.paste(square, (left + place.column * size, top + place.row * size))
    return image


def compose_caption(caption: Caption, theme: Theme) -> Image.Image:
    """Return a caption in full colour, after the emblem of its seat if it has one."""
    font = ImageFont.load_default(CAPTION_SIZE)
    start = 0 if caption.seat is None else EMBLEM_ROOM
    image = Image.new("RGB", (start + round(font.getlength(caption.text)), CAPTION_HEIGHT))
    image.paste(theme.band, (0, 0, *image.size))
    middle = CAPTION_HEIGHT // 2
    ImageDraw.Draw(image).text((start, middle), caption.text, theme.label, font, anchor="lm")
    if caption.seat is not None:
        canvas = Canvas(CAPTION_HEIGHT)
        tones = theme.sides[caption.seat]
        emblem_shape(canvas, tones, (46, 50), 36, theme.label)
        emblem(canvas, tones, (46, 50), 30)
        drawn = canvas.finish()
        image.paste(drawn, mask=drawn)
    return image


def _draw_line(image: Image.Image, theme: Theme, scale: int, factor: int) -> None:
    """Draw the thin line round the picture, its round corners smoothed by drawing them larger."""
    inset, width = LINE_INSET * scale * factor, LINE_WIDTH * scale * factor
    mask = Image.new("L", (image.width * factor, image.height * factor))
    box = (inset, inset, mask.width - 1 - inset, mask.height - 1 - inset)
    ImageDraw.Draw(mask).rounded_rectangle(box, 8 * scale * factor, outline=255, width=width)
    image.paste(theme.line, mask=mask.reduce(factor))


def _draw_labels(
    image: Image.Image, board: Board, orientation: Orientation, theme: Theme, scale: int
) -> None:
    """Write the files along the top and the bottom and the ranks on both sides."""
    size = square_size(board) * scale
    left, top = (margin * scale for margin in origin(board))
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(LABEL_SIZE * scale)
    # Labels stand as far from the board, whether or not there are captions beyond them.
    beyond = (BAND - LABEL_MIDDLE) * scale
    taken = {board.place(emitter.cell, orientation) for emitter in board.emitters}
    for index, text in enumerate(board.files):
        column = board.place(Cell(index, 0), orientation).column
        x = left + column * size + size // 2
        for row, y in ((-1, top - beyond), (board.rows, image.height - top + beyond)):
            if Cell(column, row) not in taken:
                draw.text((x, y), text, theme.label, font, anchor="mm")
    for index, text in enumerate(board.ranks):
        row = board.place(Cell(0, index), orientation).row
        y = top + row * size + size // 2
        for column, x in ((-1, left - beyond), (board.columns, image.width - left + beyond)):
            if Cell(column, row) not in taken:
                draw.text((x, y), text, theme.label, font, anchor="mm")
