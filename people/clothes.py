"""Clothes: shells over the mesh that MakeHuman has for tights, cut at a neckline, with hems, collars and lapels."""
import math

import numpy as np

from data import FACES
from geometry import Surface, cut, lattice, normals, ramp, resample, soften, triangles, tube, unit
from shape import subdivide
from stage import Nodes, add_mesh


def crew(height, slope, middle=-0.35):
    """A round neckline: what lies above is cut away."""
    return lambda p: p[:, 1] - (height - slope * (p[:, 2] - middle))


def vee(lowest, slope, height=5.46):
    """A neckline that goes down to a point in front."""
    return lambda p: np.maximum(p[:, 1] - (height - 0.30 * (p[:, 2] + 0.35)),
                                np.where(p[:, 2] > -0.15, p[:, 1] - lowest - slope * np.sqrt(p[:, 0] ** 2 + 0.006), -1))


class Clothes:
    """`parts`: (points, faces, fabric, thickness, smoothing) of each piece, on the undisplaced body."""

    def __init__(self, shape, look):
        self.parts = []
        self._shells = []
        self._look = look
        self._take_tights(shape)
        getattr(self, f'_{look["kind"]}')()

    def _take_tights(self, shape):
        v = shape.base
        faces = [f for f, _ in FACES['helper-tights']
                 if v[f][:, 1].mean() > 3.4 and abs(v[f][:, 0]).mean() < 2.6 and v[f][:, 1].min() > 2.5]
        place = {}
        local = [[place.setdefault(i, len(place)) for i in f] for f in faces]
        points, quads, _ = subdivide(v[sorted(place, key=place.get)], local, 2)
        beside = [[] for _ in points]
        for quad in quads:
            for k in range(4):
                i, j = quad[k], quad[(k + 1) % 4]
                beside[i].append(j)
                beside[j].append(i)
        most = max(map(len, beside))
        around = np.array([near + [i] * (most - len(near)) for i, near in enumerate(beside)])
        # Cloth spans the hollows of a body.
        share = 0.5 * ramp(5.75, 5.2, points[:, 1])[:, None]
        for _ in range(14):
            points = points + share * (points[around].mean(1) - points)
        self._base, self._tris = points, triangles(quads)
        self._out = normals(points, self._tris)

    def _fold(self, p, size):
        """Soft folds, and those that pull from the armpits to the neck."""
        slow = np.sin(p[:, 0] * 5 + p[:, 1] * 3 + 1.7 * np.sin(p[:, 1] * 2.1)) * np.sin(p[:, 1] * 4.3 - p[:, 0] * 2.2)
        pull = np.sin((p[:, 1] + 0.55 * abs(p[:, 0])) * 13 + 2.2 * np.sin(p[:, 0] * 2.4)) * ramp(0.6, 1.3, abs(p[:, 0]))
        return size * (slow + 0.7 * pull + 0.4 * np.sin(p[:, 0] * 11 + p[:, 2] * 6 + p[:, 1] * 5))

    def _shell(self, off, neckline, fabric, thick=0.035, folds=0.010):
        """A piece that keeps `off` the body: its points and triangles, and its edges around the neck."""
        far = off + self._fold(self._base, folds) * ramp(5.5, 5.1, self._base[:, 1])
        points = self._base + self._out * far[:, None]
        points, tris, edges = cut(points, self._tris, neckline(points))
        self.parts.append((points, tris, fabric, thick, 0))
        self._shells.append((points, tris))
        return points, tris, [edge for edge in edges if edge[:, 1].mean() > 4.2 and len(edge) > 20]

    def _hem(self, edge, high, wide, fabric, lift=0.0):
        line = soften(resample(edge, 160, True), 10) + [0, lift, 0]
        points, faces = tube(line, high, wide)
        self.parts.append((points, faces, fabric, 0, 0))

    def _sweater(self):
        look = self._look
        _, _, edges = self._shell(0.06, crew(look.get('neck', 5.62), look.get('tilt', 0.42)), 'cloth')
        self._hem(edges[0], 0.050, 0.028, 'rib', 0.02)

    def _turtleneck(self):
        self._shell(0.055, lambda p: p[:, 1] - 5.62, 'cloth')
        p = self._base
        away = unit((p - [0, 0, 0.22]) * [1, 0, 1])
        up = (p[:, 1] - 5.36) / 0.54
        p = p + away * (0.085 + 0.05 * np.sin(np.clip(up, 0, 1) * math.pi))[:, None]
        wanted = np.maximum(p[:, 1] - 5.90 - 0.02 * np.sin(p[:, 0] * 6), 5.36 - p[:, 1])
        points, tris, edges = cut(p, self._tris, wanted)
        self.parts.append((points, tris, 'rib', 0.05, 0))
        for edge in edges[:2]:
            self._hem(edge, 0.030, 0.045, 'rib')

    def _blouse(self):
        look = self._look
        _, _, edges = self._shell(0.05, vee(look.get('neck', 4.95), look.get('slope', 1.0)), 'cloth')
        self._hem(edges[0], 0.022, 0.02, 'cloth')

    def _cardigan(self):
        _, _, edges = self._shell(0.035, crew(5.58, 0.40), 'under', 0.02, 0.006)
        self._hem(edges[0], 0.025, 0.02, 'under')
        points, tris, edges = self._shell(0.115, vee(self._look.get('neck', 4.45), 1.45, 5.60), 'cloth', 0.05, 0.014)
        self._hem(edges[0], 0.030, 0.060, 'rib')

    def _jacket(self):
        """Over a shirt with a collar, or over a plain top."""
        if self._look.get('collar', True):
            points, tris, edges = self._shell(0.035, crew(5.68, 0.30), 'under', 0.02, 0.004)
            self._collar(edges[0])
            self._placket(points, tris)
        else:
            top = vee(self._look.get('top', 5.0), 0.9, 5.5)
            _, _, edges = self._shell(0.035, top, 'under', 0.02, 0.006)
            self._hem(edges[0], 0.016, 0.014, 'under')
        points, tris, edges = self._shell(0.115, vee(self._look.get('neck', 3.95), 1.75, 5.62), 'cloth', 0.05, 0.014)
        self._lapels(points, tris, edges[0])

    def _shirt(self):
        points, tris, edges = self._shell(0.045, crew(5.68, 0.30), 'under', 0.02, 0.012)
        self._collar(edges[0])
        self._placket(points, tris)

    def _collar(self, edge):
        """It stands around the neck, folds over, and is open in front."""
        line = soften(resample(edge, 220, True), 8)
        middle = line.mean(0)
        around = np.arctan2(line[:, 0] - middle[0], line[:, 2] - middle[2])
        order = np.argsort(around)
        line, around = line[order], around[order]
        gap = 0.20
        at = np.r_[np.linspace(gap, math.pi, 60), np.linspace(-math.pi, -gap, 60)[1:]]
        thrice = np.r_[around - 2 * math.pi, around, around + 2 * math.pi]
        ring = np.stack([np.interp(at, thrice, np.tile(line[:, k], 3)) for k in range(3)], 1)
        out = unit((ring - middle) * [1, 0, 1])
        front = np.exp(-((abs(at) - gap) / 0.55) ** 2)[:, None]
        # How far out and up, and how much the front goes out and down.
        profile = ((-0.03, -0.03, 0, 0), (-0.055, 0.09, 0, 0.10), (-0.055, 0.155, 0, 0.10), (-0.03, 0.18, 0, 0.10),
                   (0.01, 0.165, 0, 0.12), (0.055, 0.08, 0.05, 0.13), (0.10, -0.02, 0.10, 0.26))
        rows = [ring + out * (x + fx * front) + np.array([0, 1.0, 0]) * (y - fy * front) for x, y, fx, fy in profile]
        points, faces = lattice(np.stack(rows, 1))
        self.parts.append((points, faces, 'under', 0.022, 2))

    def _placket(self, points, tris):
        front = Surface(points, tris)
        on = lambda x, y: front.hit((x, y, 4), (0, 0, -1))
        heights = [y for y in np.linspace(5.22, 4.2, 40) if on(0, y) and on(0.075, y) and on(-0.075, y)]
        rows = [[on(x, y)[0] + [0, 0, off] for y in heights]
                for x, off in ((-0.075, 0.004), (-0.07, 0.022), (0, 0.026), (0.07, 0.022), (0.075, 0.004))]
        strip, faces = lattice(np.array(rows))
        self.parts.append((strip, faces, 'under', 0.01, 1))
        turn = np.linspace(0, 2 * math.pi, 16, endpoint=False)
        for y in (5.13, 4.86, 4.6):
            if on(0, y):
                middle = on(0, y)[0] + [0, 0, 0.035]
                rings = [middle + np.stack([r * np.cos(turn), r * np.sin(turn), 0 * turn + z], 1)
                         for r, z in ((0.001, 0.004), (0.018, 0.004), (0.026, 0.010), (0.034, 0.006), (0.034, -0.006))]
                button, faces = lattice(np.stack(rings), False, True)
                self.parts.append((button, faces, 'button', 0, 0))

    def _lapels(self, points, tris, edge):
        """Cloth that is folded back along the edge, with a notch."""
        on = Surface(points, tris)
        line = soften(resample(edge, 240, True), 6)
        line = np.roll(line, -line[:, 2].argmin(), 0)
        high = (line[:, 1] - line[:, 1].min()) / np.ptp(line[:, 1])
        out = np.stack([np.sign(line[:, 0]), 0 * high, 0 * high], 1) * 0.9
        out = unit(out + unit((line - line.mean(0)) * [1, 0, 1]) * 0.3)
        wide = np.interp(high, [0, 0.25, 0.55, 0.60, 0.66, 0.8, 1], [0.10, 0.34, 0.52, 0.34, 0.40, 0.34, 0.22])
        wide = np.convolve(np.r_[wide[-3:], wide, wide[:3]], np.ones(3) / 3, 'same')[3:-3]
        rows = []
        for part in (-0.03, 0.0, 0.25, 0.5, 0.75, 1.0):
            reach = (wide * max(part, 0))[:, None]
            row = line + out * reach - np.array([0, 1, 0]) * reach * (0.28 * (high[:, None] > 0.8) + 0.02)
            rows.append(soften(np.array([self._over(on, point, part) for point in row]), 2))
        lapel, faces = lattice(np.stack(rows, 1), True)
        self.parts.append((lapel, faces, 'cloth', 0.03, 1))

    @staticmethod
    def _over(on, point, part):
        place, normal, _ = on.nearest(point)
        if normal @ (place - [0, place[1], 0.2]) < 0:
            normal = -normal
        return place + normal * (0.05 + 0.05 * math.sin(math.pi * min(1, max(part, 0.02))) if part >= 0 else 0)

    def surface(self):
        """What hair and chains lie on: points and triangles."""
        points = np.vstack([p for p, _ in self._shells])
        starts = np.r_[0, np.cumsum([len(p) for p, _ in self._shells])[:-1]]
        return points, np.vstack([tris + start for (_, tris), start in zip(self._shells, starts)])

    def add(self, shape):
        fabrics = {}
        for points, faces, fabric, thick, smooth in self.parts:
            if fabric not in fabrics:
                fabrics[fabric] = fabric_material(fabric, self._look)
            add_mesh('cloth', shape.turned(points), faces, fabrics[fabric], points, thick=thick, smooth=smooth)


def fabric_material(fabric, look):
    """Knitted, ribbed, woven or silken."""
    n = Nodes(fabric)
    colour = np.array({'cloth': look['colour'], 'rib': look.get('rib', look['colour']),
                       'under': look.get('under', (0.7, 0.7, 0.7)), 'button': (0.62, 0.60, 0.56)}[fabric])
    weave = {'rib': 'rib', 'under': look.get('under_weave', 'silk'), 'button': 'plain'}.get(fabric, look['weave'])
    rest = n.rest
    x, y, z = (n.axis(rest, k) for k in range(3))
    base = n.mix(colour * 1.10, colour * 0.80, n.between(n.noise(rest, 7, 5), 0.3, 0.7))
    rough, sheen = 0.82, 0.35
    if weave == 'rib':
        around = look['kind'] in ('turtleneck', 'sweater')
        across = n.times(n.math('ARCTAN2', x, n.plus(z, -0.12)), 26) if around else n.times(x, 34)
        height = n.math('ABSOLUTE', n.math('SINE', across))
        base = n.mix(n.mix(base, (0, 0, 0), 0.45), base, height)
        relief = n.bump(n.noise(rest, 50, 3), 0.004, n.bump(height, 0.022))
    elif weave == 'knit':
        column = n.math('PINGPONG', n.times(x, 30), 0.5)
        stitch = n.math('SINE', n.times(n.plus(n.times(y, 30), n.times(column, 1.6)), 2 * math.pi))
        height = n.plus(n.times(stitch, 0.35), n.math('SINE', n.times(column, 2 * math.pi)))
        base = n.mix(n.mix(base, (0, 0, 0), 0.25), base, n.between(height, -0.5, 1))
        relief = n.bump(n.noise(rest, 40, 4), 0.006, n.bump(height, 0.007))
    elif weave == 'wool':
        thread = n.math('SINE', n.times(n.plus(x, y), 240))
        relief = n.bump(thread, 0.0015, n.bump(n.noise(rest, 90, 3, 0.7), 0.005))
        base = n.mix(base, colour * 1.5, n.times(n.between(n.noise(rest, 120, 2), 0.55, 0.75), 0.35))
    else:
        relief = n.bump(n.noise(rest, 60, 3), 0.002)
        rough, sheen = look.get('rough', 0.6), 0.12
    # No cloth lies flat: it has soft creases that are finer than the folds of the mesh.
    crease = n.noise(n.stretched(rest, (1, 1.6, 1)), 3.2, 4, 0.5)
    relief = n.bump(crease, 0.05 if fabric in ('cloth', 'under') else 0, relief)
    return n.set(Base_Color=base, Normal=relief, Roughness=rough, Sheen_Weight=sheen, Sheen_Roughness=0.45,
                 Specular_IOR_Level=0.25).material
