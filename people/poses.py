"""Renders people in the poses of benches/likeness, which the bench holds the drawer against: python people/poses.py maya daniel."""
import argparse
import json
from pathlib import Path

from PIL import Image

import render
from camera import SHOWN
from data import FACES, group_points
from eyes import add_lashes
from pack import SERVED
from person import Person, read_person
from stage import add_mesh, plain
from units import STRENGTH, both_sides

POSES = Path(__file__).parent.parent / 'benches/likeness/poses.json'
# The smile of the drawer's face at rest, which is the person's own.
REST_SMILE = 0.3
INSIDE = {'helper-upper-teeth': (0.80, 0.76, 0.68), 'helper-lower-teeth': (0.76, 0.71, 0.63), 'helper-tongue': (0.50, 0.16, 0.15)}


def render_pose(identity, pose, size, samples, threads):
    """Developed, in the frame that a pack shows."""
    look = read_person(identity)
    own = both_sides(look['manner'])
    for unit, weight in both_sides(pose).items():
        rest, mine = (REST_SMILE, own.get(unit, 0)) if unit.startswith('mouthSmile') else (0, own.get(unit, 0))
        beside = (weight - rest) / (1 - rest) * (1 - mine) if weight >= rest else (weight / rest - 1) * mine
        if not unit.startswith('eyeBlink'):
            own[unit] = mine + beside * STRENGTH.get(unit, 1)
    person = Person({**look, 'manner': own}, size, samples, threads)
    shut = pose.get('eyeBlink', 0)
    if shut:
        person.shut_eyes(shut)
        person.objects['lashes'] = [add_lashes(person.shape, look, person.shape.pose({}, shut))]
    person.objects['inside'] = [_add_inside(person.shape, group, colour) for group, colour in INSIDE.items()]
    for cap in person.objects['cap']:
        cap.hide_render = True
    person.show([kind for kind in person.objects if kind != 'cap'])
    picture = render.to_image(render.develop(render.take_picture(f'{identity} {pose}')[..., :3]))
    # To the part of a pixel what the pack shows, which may have been made at another size.
    shown = json.loads((SERVED / identity / 'pack.json').read_text())['shown']
    scale = SHOWN['width'] * size / shown['width']
    left, top, width, height = (shown[side] * scale for side in ('left', 'top', 'width', 'height'))
    frame = tuple(2 * round(side / 2) for side in (width, height))
    return picture.transform(frame, Image.EXTENT, (left, top, left + width, top + height), Image.BICUBIC)


def _add_inside(shape, group, colour):
    points = group_points(group)
    place = {point: i for i, point in enumerate(points)}
    faces = [[place[i] for i in face] for face, _ in FACES[group]]
    return add_mesh(group, shape.turned(shape.rest[points]), faces, plain(group, colour, 0.25), smooth=2)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('people', nargs='+')
    parser.add_argument('--size', type=float, default=0.5)
    parser.add_argument('--samples', type=int, default=12)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--out', type=Path, default=POSES.parent / 'rendered')
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for one in asked.people:
        for name, wanted in json.loads(POSES.read_text()).items():
            shown = render_pose(one, wanted, asked.size, asked.samples, asked.threads)
            shown.save(asked.out / f'{one}-{name}.webp', quality=92, method=6)
