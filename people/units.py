"""What each of ARKit's 52 units does to the 468 points of a pack: python people/units.py writes it for everybody. It renders nothing."""
import json
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

import stage
from camera import SHOWN, Camera
from data import UNITS as FILES
from data import add_units
from geometry import Surface
from pack import SERVED, pack_json
from person import read_person
from points import EYES, FACE_POINTS, LOWER_LIP, UPPER_LIP
from shape import Shape

# As server/src/faces/director/blend-shapes.ts has them.
UNITS = sorted(file.stem for file in FILES.glob('*.target'))
# Of the distance between the outer corners of the eyes: what one step of the file is.
STEP = 1 / 20000
AVERAGE = SERVED / 'average'
# Units that part the lips; with all others they stay on each other.
OPENING = ('jawOpen', 'mouthFunnel', 'mouthLowerDown', 'mouthUpperUp', 'mouthClose')
# The mesh's own purses lips half as far as people do.
STRENGTH = {'mouthPucker': 1.6}
# Nearest places of the skin whose moves a point makes.
NEAREST = 4
# Points of the outline and those in front of them.
CHIN = ((152, 175), (148, 171), (377, 396), (176, 140), (400, 369), (149, 170), (378, 395), (150, 169), (379, 394))
# Decimetres by which what is seen may lie behind what is in front.
BEHIND = 0.01


def make_units(folder):
    """[52, 468, 3]: how far each unit takes each point, x along the eyes, y to the chin, z away from the viewer; and the points."""
    pack = json.loads((folder / 'pack.json').read_text())
    points = np.array(pack['points'])[:FACE_POINTS]
    look = read_person(folder.name)
    stage.clear()
    shape = Shape(look)
    camera = Camera(look.get('camera', {}), shape, pack['shown']['width'] / SHOWN['width'])
    places = shape.turned(shape.dense(shape.rest))
    seen = camera.seen(places)
    depth = camera.pixels_per_unit(seen[:, 2].mean())
    posed = (camera.seen(shape.turned(shape.dense(add_units(shape.rest.copy(), {name: 1})))) for name in UNITS)
    moves = np.stack([(where - seen) * [1, 1, depth] * STRENGTH.get(name, 1) for name, where in zip(UNITS, posed)])
    nearest, shares = _bind(points, seen, moves, _are_seen(places, shape.tris, camera))
    moved = (moves[:, nearest] * shares[None, ..., None]).sum(2)
    _keep_shut(moved)
    _keep_chin(moved[UNITS.index('jawOpen')])
    origin = points[[33, 263]].mean(0) * [1, 1, 0]
    return _in_face_units(moved, points), _in_face_units(points - origin, points)


def _are_seen(places, tris, camera):
    skin, ways = Surface(places, tris), places - camera.place
    far = np.linalg.norm(ways, axis=1)
    found = [skin.hit(camera.place, way / length) for way, length in zip(ways, far)]
    return np.array([hit is None or np.linalg.norm(hit[0] - camera.place) > length - BEHIND
                     for hit, length in zip(found, far)])


def _bind(points, seen, moves, is_seen):
    """For each point, the places of the skin beside it that are seen, and their shares; of the right lip, and of the right lid."""
    down = {name: moves[UNITS.index(name), :, 1] for name in ('jawOpen', 'eyeBlinkLeft', 'eyeBlinkRight')}
    falls = {name: move / move.max() for name, move in down.items()}
    jaw, lids = falls['jawOpen'], np.maximum(falls['eyeBlinkLeft'], falls['eyeBlinkRight'])
    some = {'upper lip': jaw < 0.3, 'lower lip': jaw > 0.5, 'upper lid': lids > 0.3, 'lower lid': lids < 0.1}
    kind = {}
    for name, rows in (('upper lip', UPPER_LIP), ('lower lip', LOWER_LIP)):
        kind |= {point: name for row in rows for point in row[1:-1]}
    for upper, lower, *_ in EYES.values():
        kind |= {point: 'upper lid' for point in upper[2:-2]} | {point: 'lower lid' for point in lower[1:-1]}
    nearest, shares = np.zeros((FACE_POINTS, NEAREST), int), np.zeros((FACE_POINTS, NEAREST))
    for name in (None, *some):
        which = np.where(is_seen & some.get(name, True))[0]
        wanted = [i for i in range(FACE_POINTS) if kind.get(i) == name]
        far, at = cKDTree(seen[which, :2]).query(points[wanted, :2], NEAREST)
        nearest[wanted] = which[at]
        share = 1 / (far ** 2 + 1)
        shares[wanted] = share / share.sum(1, keepdims=True)
    return nearest, shares


def _keep_shut(moved):
    """Lips stay on each other unless a unit parts them; what closes a mouth closes it, and a shut line is even."""
    upper, lower = (np.array(rows[3]) for rows in (UPPER_LIP, LOWER_LIP))
    for name, move in zip(UNITS, moved):
        if not name.startswith(OPENING):
            move[upper] = move[lower] = (move[upper] + move[lower]) / 2
    jaw, close = moved[UNITS.index('jawOpen')], moved[UNITS.index('mouthClose')]
    middle = (jaw[upper] + close[upper] + jaw[lower] + close[lower]) / 2
    close[upper], close[lower] = middle - jaw[upper], middle - jaw[lower]


def _keep_chin(jaw):
    """The outline of an open jaw is what was the front of the chin: the skin that was there has turned below it."""
    for outline, front in CHIN:
        jaw[outline] = np.maximum(jaw[outline], 0.9 * jaw[front]) * [0, 1, 0] + jaw[outline] * [1, 0, 1]


def _in_face_units(moved, points):
    """As the drawer counts: the distance of the eyes' outer corners is 1, and x runs along them."""
    along = points[263, :2] - points[33, :2]
    apart = np.linalg.norm(along)
    c, s = along / apart
    x, y, z = np.moveaxis(moved, -1, 0)
    return np.stack([x * c + y * s, y * c - x * s, z], -1) / apart


def both_sides(weights):
    """Weights by the names of units; a name without a side stands for both."""
    names = {unit: (unit, unit.removesuffix('Left').removesuffix('Right')) for unit in UNITS}
    return {unit: weights[name] for unit, both in names.items() for name in both if name in weights}


def write_units(folder):
    """Into the folder of a pack, whose points are known."""
    moved, points = make_units(folder)
    manner = both_sides(read_person(folder.name)['manner'])
    _save(folder, moved, {unit: weight for unit, weight in manner.items() if weight})
    return moved, points


def write_average(people):
    """Of everybody: what photographs are moved by."""
    moved, points = (np.mean(some, 0) for some in zip(*people))
    AVERAGE.mkdir(exist_ok=True)
    (AVERAGE / 'pack.json').write_text(pack_json(points * 1000))
    _save(AVERAGE, moved, {})


def _save(folder, moved, manner):
    steps = np.round(moved / STEP)
    assert abs(steps).max() < 2 ** 15
    (folder / 'units.bin').write_bytes(steps.astype('<i2').tobytes())
    pack = json.loads((folder / 'pack.json').read_text())
    (folder / 'pack.json').write_text(pack_json(pack['points'], pack.get('shown'), manner))
    print(f'{folder.name}: the farthest move is {abs(moved).max():.2f}', flush=True)


if __name__ == '__main__':
    cast = sorted(file.stem for file in (Path(__file__).parent / 'cast').glob('[a-z]*.py'))
    write_average([write_units(SERVED / identity) for identity in cast])
