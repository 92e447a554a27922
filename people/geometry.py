"""Small geometry in numpy: ramps, meshes, lines, tubes."""
import math

import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree


def ramp(start, end, x):
    """0 at `start`, 1 at `end`, smooth between them; `end` may be the smaller one."""
    t = np.clip((x - start) / (end - start), 0, 1)
    return t * t * (3 - 2 * t)


def blob(points, centre, size):
    """1 at the centre, falling off with the size along each axis."""
    return np.exp(-(((points - np.array(centre)) / np.array(size)) ** 2).sum(-1) / 2)


def unit(vectors):
    return vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-12)


def triangles(faces):
    return np.array([(f[0], f[k], f[k + 1]) for f in faces for k in range(1, len(f) - 1)])


def face_areas(points, tris):
    a, b, c = (points[tris[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


def normals(points, tris):
    out = np.zeros_like(points)
    flat = np.cross(points[tris[:, 1]] - points[tris[:, 0]], points[tris[:, 2]] - points[tris[:, 0]])
    for k in range(3):
        np.add.at(out, tris[:, k], flat)
    return unit(out)


class Surface:
    """A mesh that answers what is nearest and what a ray meets."""

    def __init__(self, points, tris):
        self._tree = BVHTree.FromPolygons([Vector(p) for p in points], [list(map(int, t)) for t in tris])

    def nearest(self, point):
        """(place, normal, triangle) of the nearest point."""
        place, normal, index, _ = self._tree.find_nearest(Vector(point))
        return np.array(place), np.array(normal), index

    def hit(self, start, direction):
        """(place, normal, triangle) of what a ray meets first, or None."""
        place, normal, index, _ = self._tree.ray_cast(Vector(start), Vector(direction))
        return None if place is None else (np.array(place), np.array(normal), index)


def cut(points, tris, value):
    """The part of a mesh where `value` is negative, cut exactly: points, triangles, and the lines of the cut, longest first."""
    points = list(points)
    inside = value < 0
    made, kept, border = {}, [], {}

    def between(i, j):
        key = (min(i, j), max(i, j))
        if key not in made:
            t = value[key[0]] / (value[key[0]] - value[key[1]])
            made[key] = len(points)
            points.append(points[key[0]] + t * (points[key[1]] - points[key[0]]))
        return made[key]

    for tri in tris:
        count = inside[tri].sum()
        if count == 3:
            kept.append(list(tri))
        if count in (0, 3):
            continue
        corners, edge = [], []
        for k in range(3):
            i, j = tri[k], tri[(k + 1) % 3]
            if inside[i]:
                corners.append(i)
            if inside[i] != inside[j]:
                corners.append(between(i, j))
                edge.append(corners[-1])
        kept += [[corners[0], corners[k], corners[k + 1]] for k in range(1, len(corners) - 1)]
        border.setdefault(edge[0], []).append(edge[1])
        border.setdefault(edge[1], []).append(edge[0])
    lines, seen = [], set()
    for start in sorted(border, key=lambda i: len(border[i])):
        if start in seen:
            continue
        line = [start]
        while line:
            seen.add(line[-1])
            following = [i for i in border[line[-1]] if i not in seen]
            if not following:
                break
            line.append(following[0])
        lines.append(line)
    points = np.array(points)
    used, flat = np.unique(np.array(kept), return_inverse=True)
    return points[used], flat.reshape(-1, 3), [points[line] for line in sorted(lines, key=len, reverse=True)]


def resample(line, count, closed=False):
    """Points at equal distances along a line."""
    line = np.vstack([line, line[:1]]) if closed else np.asarray(line, float)
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    at = np.linspace(0, length[-1], count, endpoint=not closed)
    return np.stack([np.interp(at, length, line[:, k]) for k in range(line.shape[1])], 1)


def soften(line, times, closed=True):
    """A line without its corners; ends of an open one stay."""
    line = line.copy()
    for _ in range(times):
        mean = (np.roll(line, 1, 0) + 2 * line + np.roll(line, -1, 0)) / 4
        if closed:
            line = mean
        else:
            line[1:-1] = mean[1:-1]
    return line


def lattice(rows, closed_u=False, closed_v=False):
    """Points [u, v, 3] as a mesh of quads."""
    nu, nv = rows.shape[:2]
    quads = []
    for i in range(nu if closed_u else nu - 1):
        for j in range(nv if closed_v else nv - 1):
            ii, jj = (i + 1) % nu, (j + 1) % nv
            quads.append((i * nv + j, ii * nv + j, ii * nv + jj, i * nv + jj))
    return rows.reshape(-1, 3), quads


def tube(line, high, wide=None, closed=True, sides=12, up=(0, 1, 0), taper=None):
    """A tube around a line, of an oval section: `high` along `up`, `wide` beside it."""
    wide = wide or high
    along = unit(np.roll(line, -1, 0) - np.roll(line, 1, 0)) if closed else unit(np.gradient(line, axis=0))
    side = unit(np.cross(along, np.broadcast_to(np.array(up, float), line.shape)))
    over = unit(np.cross(side, along))
    turn = np.linspace(0, 2 * math.pi, sides, endpoint=False)[None, :, None]
    ring = side[:, None] * np.cos(turn) * wide + over[:, None] * np.sin(turn) * high
    if taper is not None:
        ring = ring * taper[:, None, None]
    return lattice(line[:, None] + ring, closed, True)


def ball(centre, radius, rings=16):
    a = np.linspace(0, math.pi, rings)[:, None]
    b = np.linspace(0, 2 * math.pi, 2 * rings, endpoint=False)[None]
    rows = np.stack([np.sin(a) * np.cos(b), np.cos(a) + 0 * b, np.sin(a) * np.sin(b)], -1)
    return lattice(rows * radius + np.asarray(centre), False, True)
