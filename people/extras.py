"""Glasses, earrings, chains and pearls. Each function returns the objects that it adds."""
import math

import numpy as np

from geometry import Surface, ball, lattice, resample, soften, tube
from stage import add_mesh, glass, plain


def _gold():
    return plain('gold', (0.83, 0.58, 0.25), 0.18, Metallic=1)


def _pearl():
    return plain('pearl', (0.86, 0.82, 0.76), 0.18, Coat_Weight=0.6, Subsurface_Weight=0.3, Subsurface_Scale=0.03)


def add_glasses(shape, look):
    frame = plain('frame', look['colour'], 0.2, Coat_Weight=0.6)
    lens = glass('lens', 0.0, 0.35)
    p, ears, left = shape.points, shape.masks['ears'], shape.eyes['l'][0]
    bridge = p[(abs(p[:, 0]) < 0.05) & (abs(p[:, 1] - shape.eye_y + 0.06) < 0.06), 2].max()
    front = max(left[2] + shape.eyes['l'][1] + 0.13, bridge - 0.02)
    wide, high, square = look.get('wide', 0.27), look.get('high', 0.20), look.get('square', 0.72)
    put = lambda points: shape.turned(points)
    made = []
    turn = np.linspace(0, 2 * math.pi, 90, endpoint=False)
    x = np.sign(np.cos(turn)) * abs(np.cos(turn)) ** square * wide
    y = np.sign(np.sin(turn)) * abs(np.sin(turn)) ** square * high
    for side, sign in (('l', 1), ('r', -1)):
        eye = shape.eyes[side][0]
        rim = np.stack([eye[0] + sign * 0.025 + x, eye[1] - 0.045 + y,
                        front - 0.165 * abs(eye[0] + x) ** 2 + 0.02 * y / high], 1)
        points, faces = tube(rim, 0.013, 0.020, up=(0, 0, 1))
        made.append(add_mesh('rim', put(points), faces, frame))
        discs = rim.mean(0) + (rim - rim.mean(0)) * np.linspace(0, 1, 6)[:, None, None]
        points, faces = lattice(discs, False, True)
        made.append(add_mesh('lens', put(points), faces, lens))
        made[-1].visible_shadow = False
        hinge = rim[(rim[:, 0] * sign).argmax()]
        ear = p[(ears > 0.5) & (p[:, 0] * sign > 0)]
        behind = ear[(ear[:, 1] - ear[:, 2] * 0.2).argmax()]
        temple = np.array([hinge, hinge + [sign * 0.02, 0.02, -0.10],
                           [sign * (abs(behind[0]) + 0.03), shape.eye_y + 0.03, 0.75], behind + [0, 0.01, 0.05],
                           behind + [-sign * 0.02, -0.15, -0.16]])
        points, faces = tube(soften(resample(temple, 40), 6, closed=False), 0.020, 0.010, closed=False)
        made.append(add_mesh('temple', put(points), faces, frame))
    t = np.linspace(-1, 1, 20)
    arc = np.stack([t * (left[0] + 0.035 - wide), shape.eye_y - 0.02 + 0.035 * (1 - t ** 2), front + 0.005 + 0 * t], 1)
    points, faces = tube(arc, 0.013, closed=False)
    return [*made, add_mesh('bridge', put(points), faces, frame)]


def add_earrings(shape, look):
    material = _gold() if look['of'] == 'gold' else _pearl()
    made = []
    for sign in (1, -1):
        ear = shape.points[(shape.masks['ears'] > 0.5) & (shape.points[:, 0] * sign > 0)]
        lobe = ear[ear[:, 1].argmin()]
        points, faces = ball(lobe + [sign * 0.035, 0.04, 0.03], look.get('size', 0.034))
        made.append(add_mesh('earring', shape.turned(points), faces, material))
    return made


def add_necklace(shape, look, clothes):
    """A row of pearls or a chain that lies on skin and clothes, `drop` below the neck in front."""
    over, tris = clothes
    on = Surface(np.vstack([shape.points, over]), np.vstack([shape.tris, tris + len(shape.points)]))
    pearls = look['of'] == 'pearls'
    turn = np.linspace(-math.pi, math.pi, 66 if pearls else 200, endpoint=False)
    heights = 5.66 - look.get('drop', 0.5) * 0.36 * (1 + np.cos(turn)) ** 1.25 / 2 ** 0.25
    line = []
    for angle, y in zip(turn, heights):
        way = np.array([math.sin(angle), 0, math.cos(angle)])
        start = np.array([0, y, 0.15])
        found = on.hit(start + way * 3, -way)
        line.append(found[0] + found[1] * (0.03 if pearls else 0.012) if found else start + way * 0.6)
    line = soften(np.array(line), 4)
    if pearls:
        material = _pearl()
        return [add_mesh('pearl', shape.turned(points), faces, material)
                for points, faces in (ball(at, 0.040, 12) for at in resample(line, 62, True))]
    links = 1 + 0.5 * np.sin(np.arange(300) * 2.1)
    points, faces = tube(resample(line, 300, True), 0.0075, taper=links)
    return [add_mesh('chain', shape.turned(points), faces, _gold())]
