"""The 478 points of a pack. The mesh tells where they are; edges of lips, lids and irises are put where they are seen."""
import json
from pathlib import Path

import bpy
import numpy as np
from scipy.ndimage import gaussian_filter1d

import render
from geometry import Surface
from stage import Nodes

BINDING = Path(__file__).parent / 'points.json'
FACE_POINTS = 468

# As server/src/faces/photo/mesh-points.ts has them: from left to right, lips from the outer edge to the line between them.
UPPER_LIP = ((61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291), (76, 184, 74, 73, 72, 11, 302, 303, 304, 408, 306),
             (62, 183, 42, 41, 38, 12, 268, 271, 272, 407, 292), (78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308))
LOWER_LIP = ((61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291), (76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306),
             (62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292), (78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308))
# Upper edge, lower edge, the skin above and below: of the eye at the left of the picture, which is the person's right.
EYES = {'r': ((33, 246, 161, 160, 159, 158, 157, 173, 133), (33, 7, 163, 144, 145, 153, 154, 155, 133),
              (130, 247, 30, 29, 27, 28, 56, 190, 243), (130, 25, 110, 24, 23, 22, 26, 112, 243)),
        'l': ((362, 398, 384, 385, 386, 387, 388, 466, 263), (362, 382, 381, 380, 374, 373, 390, 249, 263),
              (463, 414, 286, 258, 257, 259, 260, 467, 359), (463, 341, 256, 252, 253, 254, 339, 255, 359))}
IRISES = {'r': 468, 'l': 473}
PARTS = ('body', 'white', 'cap')
# The outline below the eyes, and how far the face's edge may be from where the mesh has it: parts of the face's size.
JAW = (454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234)
EDGE_NEAR = 0.10
# Decimetres between a jaw and the neck behind it.
STEP = 0.12
# Depth of the outer corners of the eyes, in pixels of a pack at full size: the drawer counts from there.
CORNER_DEPTH = 16
# How far above and below the edges of lids their skin is held, in widths of an eye.
LID_SKIN = 0.11
# How much nearer to the nose than the middle of their lids both irises may be together, in widths of an eye. In deep sockets
# the lids hide the inner corners, and eyes that look straight into the camera seem to squint.
CROSSED = 0.03


def find_points(person, size):
    """[478, 3]: x, y and depth in pixels of the layers."""
    camera, shape = person.camera, person.shape
    bound = np.array(json.loads(BINDING.read_text()))
    corners, shares = bound[:, :3].astype(int), bound[:, 3:]
    at_rest = lambda base: (shape.turned(base)[corners] * shares[..., None]).sum(1)
    seen = camera.seen(at_rest(shape.rest))
    scale = camera.pixels_per_unit(seen[:, 2].mean())
    depth = (seen[:, 2] - seen[[33, 263], 2].mean()) * scale + CORNER_DEPTH * size
    points = np.zeros((478, 3))
    points[:FACE_POINTS] = np.column_stack([seen[:, :2], depth])
    known = _edges(person, points)
    _spread(points, known)
    for i, place in known.items():
        points[i, :2] = place
    for side, first in IRISES.items():
        disc = camera.seen(person.eyes.disc(side))
        points[first:first + 5, :2] = disc[:, :2]
        points[first:first + 5, 2] = points[EYES[side][0][4], 2]
        # A disc that is drawn is round, however the eye is turned.
        radius = np.linalg.norm(disc[1:, :2] - disc[0, :2], axis=1).mean()
        points[first + 1:first + 5, :2] = disc[0, :2] + radius * np.array([(1, 0), (0, -1), (-1, 0), (0, 1)])
    _uncross(points)
    return points


def _uncross(points):
    """Moves both irises outwards where they are nearer to the nose than `CROSSED`."""
    corners = {side: (EYES[side][0][0], EYES[side][0][-1]) for side in IRISES}
    width = {side: points[right, 0] - points[left, 0] for side, (left, right) in corners.items()}
    place = {side: (points[IRISES[side], 0] - points[corners[side][0], 0]) / width[side] for side in IRISES}
    excess = max(0, place['r'] - place['l'] - CROSSED) / 2
    points[468:473, 0] -= excess * width['r']
    points[473:478, 0] += excess * width['l']


def _edges(person, points):
    """Where edges are seen, from a picture of what is lip, lower lip, and skin."""
    lip, lower, skin = _parts(person)
    known = {}
    for side, rows in EYES.items():
        _take_lids(known, points, (skin < 0.5), skin, rows)
    _take_lips(known, points, lip, lower)
    _take_jaw(known, points, person)
    return known


def _parts(person):
    """What each pixel shows, 0..1: lip, what the jaw moves, skin."""
    n = Nodes('parts', 'ShaderNodeEmission')
    n.set(Color=n.vector(n.attribute('lip'), n.attribute('lower'), n.attribute('skin')))
    layer, cycles = bpy.context.view_layer, bpy.context.scene.cycles
    person.show(PARTS)
    # Hair would slow down even rays that do not see it.
    hidden = [made for kind, objects in person.objects.items() if kind not in PARTS for made in objects]
    for made in hidden:
        made.hide_render = True
    layer.material_override, cycles.use_denoising = n.material, False
    picture = render.take_picture('parts', samples=24)
    layer.material_override, cycles.use_denoising = None, True
    for made in hidden:
        made.hide_render = False
    return picture[..., 0], picture[..., 1], picture[..., 2] + 1 - picture[..., 3]


def _parts_of_way(count):
    """From the left to the right, closer to each other at the ends."""
    even = np.linspace(0, 1, count)
    return 0.5 * even + 0.25 * (1 - np.cos(np.pi * even))


def _crossing(values, start, step):
    """Where a column of values falls below one half, going on from a pixel: between pixels."""
    y = start
    while 0 < y + step < len(values) - 1 and values[y + step] >= 0.5:
        y += step
    here, there = values[y], values[y + step]
    return y + 0.5 + step * (here - 0.5) / max(1e-6, here - there)


def _take_lids(known, points, is_eye, skin, rows):
    upper, lower, above, below = rows
    left, right = points[upper[0]], points[upper[-1]]
    pad = 0.35 * (right[0] - left[0])
    box = np.zeros_like(is_eye)
    middle = (left[1] + right[1]) / 2
    box[int(middle - 1.6 * pad):int(middle + 1.6 * pad), int(left[0] - pad):int(right[0] + pad)] = True
    seen = is_eye & box
    columns = np.where(seen.any(0))[0]
    eye = 1 - skin
    edges = []
    for x in columns:
        rows_ = np.where(seen[:, x])[0]
        inside = rows_[len(rows_) // 2]
        edges.append((_crossing(eye[:, x], inside, -1), _crossing(eye[:, x], inside, 1)))
    edges = gaussian_filter1d(np.array(edges), 1.2, axis=0, mode='nearest')
    ends = columns[0], columns[-1] + 1
    corner = [edges[k].mean() for k in (0, -1)]
    xs = np.r_[ends[0], columns + 0.5, ends[1]]
    curves = [np.r_[corner[0], edges[:, k], corner[1]] for k in (0, 1)]
    reach = LID_SKIN * (ends[1] - ends[0])
    for k, part in enumerate(_parts_of_way(len(upper))):
        x = ends[0] + part * (ends[1] - ends[0])
        top, bottom = (np.interp(x, xs, curve) for curve in curves)
        aside = 2 * part - 1
        known[upper[k]], known[lower[k]] = (x, top), (x, bottom)
        known[above[k]] = (x + aside * reach * 0.7, top - reach * (1 - 0.7 * aside ** 2))
        known[below[k]] = (x + aside * reach * 0.7, bottom + reach * (1 - 0.7 * aside ** 2))


def _take_lips(known, points, lip, lower):
    left, right = points[61, :2], points[291, :2]
    columns = np.arange(int(left[0]) + 1, int(right[0]) - 1)
    t = (columns - left[0]) / (right[0] - left[0])
    guess = np.interp(t, np.linspace(0, 1, 11), [points[[13, 14], 1].mean() if 0 < k < 10 else
                                                 (left, right)[k // 10][1] for k in range(11)])
    lines = []
    for x, expected in zip(columns, guess):
        reach = int(0.10 * (right[0] - left[0])) + 3
        rows = np.arange(int(expected) - reach, int(expected) + reach)
        rise = np.diff(lower[rows, x])
        # The line is where what the jaw moves begins.
        line = rows[rise.argmax()] + 1.0
        top, bottom = (_crossing(lip[:, x], int(line) + start, step) for start, step in ((-2, -1), (2, 1)))
        lines.append((top, line, bottom))
    lines = gaussian_filter1d(np.array(lines), 2.0, axis=0, mode='nearest')
    xs = np.r_[left[0], columns + 0.5, right[0]]
    ends = [lines[k, 1] for k in (0, -1)]
    top, line, bottom = (np.r_[ends[0], lines[:, k], ends[1]] for k in range(3))
    for rows, outer, sign in ((UPPER_LIP, top, -1), (LOWER_LIP, bottom, 1)):
        for r, row in enumerate(rows):
            for k, part in enumerate(_parts_of_way(len(row))):
                x = left[0] + part * (right[0] - left[0])
                inner, edge = np.interp(x, xs, line), np.interp(x, xs, outer)
                # Lips have some height up to their corners, where their colour ends before.
                least = 0.03 * (right[0] - left[0]) * np.sin(np.pi * part) ** 0.7
                edge = inner + sign * max(sign * (edge - inner), least)
                known[row[k]] = (x, edge + (inner - edge) * r / 3)


def _take_jaw(known, points, person):
    """The outline lies where the face ends before what is behind it: it tears from that when a head turns."""
    skin, camera = Surface(person.surface, person.shape.tris), person.camera

    def far(pixel):
        found = skin.hit(camera.place, camera.ray(pixel))
        return np.linalg.norm(found[0] - camera.place) if found else 1e3

    middle = points[list(JAW), :2].mean(0)
    for point in JAW:
        way = points[point, :2] - middle
        steps = np.linspace(1 - EDGE_NEAR, 1 + EDGE_NEAR, 41)
        depths = np.array([far(middle + way * step) for step in steps])
        jumps = np.where(np.diff(depths) > STEP)[0]
        if len(jumps):
            known[point] = tuple(middle + way * steps[jumps[0]])


def _spread(points, known):
    """What lies beside a point that was put on its edge goes with it."""
    fixed = np.array(sorted(known))
    moved = np.array([known[i] for i in fixed]) - points[fixed, :2]
    free = np.setdiff1d(np.arange(FACE_POINTS), fixed)
    near = 0.12 * np.linalg.norm(points[263, :2] - points[33, :2])
    far = np.linalg.norm(points[free, None, :2] - points[None, fixed, :2], axis=2)
    weight = np.exp(-(far / near) ** 2)
    points[free, :2] += (weight @ moved) / np.maximum(weight.sum(1, keepdims=True), 1)
