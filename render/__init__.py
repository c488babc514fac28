"""From a view of a game to pixels.

A painter per game makes a :class:`Scene` of a view and the last events; one compositor turns any
scene into a picture, and the same scene gives the words for those who cannot see it.
"""

from render.animation import animate, animate_shot
from render.compositor import draw
from render.painters import position_scene, scene
from render.scene import Scene
from render.themes import THEMES
from render.words import alt_text, describe

__all__ = [
    "THEMES",
    "Scene",
    "alt_text",
    "animate",
    "animate_shot",
    "describe",
    "draw",
    "position_scene",
    "scene",
]
