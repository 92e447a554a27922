"""Makes the face pack of a person: python people/make.py maya. The README beside this file tells more."""
import argparse
import time
from pathlib import Path

import bpy

import layers
import render
import room
from pack import SERVED, draw_thumbnails, write_pack
from person import Person, read_person
from points import find_points
from units import write_units

CAST = sorted(file.stem for file in (Path(__file__).parent / 'cast').glob('[a-z]*.py'))


def make(identity, size, samples, threads, out):
    started = time.time()
    look = read_person(identity)
    # The room first: what is mixed on a screen over it later depends on it.
    behind = room.render_room(look['room'], look['seed'], samples, threads)
    person = Person(look, size, samples, threads)
    print(f'{identity}: built after {time.time() - started:.0f} s', flush=True)
    # A room is developed as it is, and a person with an exposure of their own; where they mix, the room makes up for it.
    view = bpy.context.scene.view_settings
    exposure, view.exposure = view.exposure, 0
    backdrop = layers.enlarged(render.develop(behind[..., :3]), room.WIDTH, room.HEIGHT)
    view.exposure = exposure
    camera = person.camera
    framed = layers.frame_room(behind[..., :3] * 2 ** -exposure, camera.shown(), (camera.width, camera.height))
    points = find_points(person, size)
    drawn = layers.render_layers(person, framed, points)
    write_pack(identity, backdrop, points, camera.shown(), drawn, out)
    write_units(out / identity)
    if out == SERVED:
        draw_thumbnails([identity])
    print(f'{identity}: made in {time.time() - started:.0f} s', flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('people', nargs='+', choices=CAST, metavar='person', help=', '.join(CAST))
    parser.add_argument('--size', type=float, default=0.75, help='of the layers, in parts of 1040 x 1072')
    parser.add_argument('--samples', type=int, default=24, help='of each pixel')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--out', type=Path, default=SERVED)
    asked = parser.parse_args()
    for one in asked.people:
        make(one, asked.size, asked.samples, asked.threads, asked.out)
