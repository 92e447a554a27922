"""Carries the 468 points of the product's face mesh to the base mesh, once: writes points.json.

The product's own network finds them in a render of a plain head; a ray through each meets a triangle of the base mesh.
So a point means on every person what it means to the drawer.
"""
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import render
from cast import maya
from data import FACES
from geometry import Surface, triangles
from person import Person
from points import BINDING, FACE_POINTS

HERE = Path(__file__).parent


def bind():
    # An even head, from straight ahead, without what hangs before it.
    points = _find({**maya.PERSON, 'uneven': 0, 'turn': (0, 0, 0)})
    BINDING.write_text('[\n  ' + ',\n  '.join(json.dumps(point) for point in points) + '\n]\n')


def _find(look):
    person = Person(look, 0.5, 24, 2)
    person.show([kind for kind in person.objects if kind not in ('cap', 'fringe', 'earrings')])
    picture = render.take_picture('plain head')
    shown = render.develop(picture[..., :3] + (1 - picture[..., 3:]) * 0.3)
    with tempfile.TemporaryDirectory() as folder:
        path = f'{folder}/head.png'
        render.to_image(shown).save(path)
        found = subprocess.run(['node', str(HERE / 'find-points.mjs'), path], check=True, capture_output=True, text=True)
    points = np.array(json.loads(found.stdout)['points'])[:FACE_POINTS, :2]
    base = person.shape.turned(person.shape.rest)
    tris = triangles([face for face, _ in FACES['body']])
    head = tris[base[tris][:, :, 1].min(1) > 5.2]
    surface = Surface(base, head)
    middle = points.mean(0)
    return [_meet(surface, base, head, person.camera, point, middle) for point in points]


def _meet(surface, base, tris, camera, pixel, middle):
    """The corners of the triangle behind a pixel and their shares; beside the head, of the nearest that is on it."""
    for inwards in np.linspace(0, 0.3, 60):
        found = surface.hit(camera.place, camera.ray(pixel + (middle - pixel) * inwards))
        if found:
            place, _, index = found
            corners = tris[index]
            a, b, c = base[corners]
            shares = np.linalg.lstsq(np.stack([a, b, c], 1), place, rcond=None)[0]
            return [*map(int, corners), *(round(float(s), 4) for s in shares / shares.sum())]
    raise SystemExit(f'No part of the head lies behind {pixel}.')


if __name__ == '__main__':
    bind()
