"""Brows and beards: short strands on the undisplaced face. Each is (points, the point of the skin that carries it)."""
import numpy as np

from geometry import Surface, face_areas, normals, ramp, unit

# From the inner end of a brow (0) to its outer: where hairs stand, how wide the brow is, how long hairs are.
ALONG = np.linspace(0, 1, 101)
DENSITY = np.interp(ALONG, [0, 0.06, 0.22, 0.55, 0.80, 1], [0.05, 0.26, 0.80, 1.0, 0.66, 0.08])
WIDTH = ((0, 0.10, 0.30, 0.60, 0.85, 1), (0.72, 0.92, 1.0, 0.76, 0.40, 0.14))
LENGTH = ((0, 0.15, 0.5, 0.8, 1), (0.5, 0.8, 1.0, 0.85, 0.5))


class Brows:
    def __init__(self, shape, look, rng):
        self._shape, self._look = shape, look
        self._skin = Surface(shape.points, shape.tris)
        # How much brow is on each point of the skin: thin brows show skin that is darker below them.
        self.mask = np.zeros(len(shape.points))
        self.strands = []
        for side, sign in (('l', 1), ('r', -1)):
            # No two brows are alike.
            self._lift = look.get('height', 0.170) + rng.normal(0, 0.005)
            self._arch = look.get('arch', 0.05) * rng.normal(1, 0.10)
            self._inner = rng.normal(-0.165, 0.006)
            self._grow_side(shape.eyes[side][0], sign, rng)

    def _middle(self, eye, sign, t):
        """The line of a brow from its inner end (0) to its outer (1), seen from the front."""
        arch = self._arch * np.interp(t, [0, 0.3, 0.62, 0.8, 1], [self._look.get('inner', 0.4), 0.68, 1, 0.80, 0.06])
        return np.stack([eye[0] + sign * (self._inner + self._look.get('length', 0.42) * t), eye[1] + self._lift + arch], -1)

    def _wide(self, t):
        return self._look.get('width', 0.042) * np.interp(t, *WIDTH)

    def _grow_side(self, eye, sign, rng):
        points = self._shape.points
        far = np.linalg.norm(points[:, None, :2] - self._middle(eye, sign, ALONG)[None], axis=2)
        nearest = ALONG[far.argmin(1)]
        here = np.exp(-(far.min(1) / (self._wide(nearest) * 0.8 + 0.005)) ** 2) * np.interp(nearest, ALONG, DENSITY)
        self.mask = np.maximum(self.mask, here * (points[:, 2] > 0.8))
        for _ in range(self._look.get('count', 300)):
            t = np.clip(rng.choice(ALONG, p=DENSITY / DENSITY.sum()) + rng.normal(0, 0.02), 0, 1)
            # Some stand outside of the rest, most of them below the arch.
            across = rng.normal(-0.6, 1.0) if t > 0.15 and rng.random() < 0.04 else np.clip(rng.normal(0, 0.52), -1.1, 1.25)
            x, y = self._middle(eye, sign, t)
            found = self._skin.hit((x, y + across * self._wide(t), 5), (0, 0, -1))
            if found:
                self.strands.append((self._strand(found[0], sign, t, across, rng), self._shape.tris[found[2]][0]))

    def _strand(self, at, sign, t, across, rng):
        """Upright at the inner end, then along the brow; the upper ones bend down, the lower ones up."""
        along = unit(np.array([sign, np.interp(t, [0, 0.3, 0.62, 1], [0.28, 0.35, -0.05, -0.75]) * 0.7, -0.25]))
        upwards = (np.interp(t, [0, 0.12, 0.35, 0.6, 1], [1.25, 0.85, 0.50, 0.2, 0.0])
                   - across * np.interp(t, [0, 0.25, 1], [0.15, 0.75, 0.6]))
        way = unit(along + [0, upwards, 0] + rng.normal(0, self._look.get('mess', 0.18), 3))
        length = self._look.get('long', 0.085) * rng.uniform(0.5, 1.15) * np.interp(t, *LENGTH)
        out = [at]
        for k in range(4):
            place, normal, _ = self._skin.nearest(out[-1] + way * length / 4)
            out.append(place + normal * (0.003 + 0.004 * (k + 1) * (1 - 0.22 * k)))
            way = unit(way + [sign * 0.16, -0.10 * np.sign(upwards), 0])
        return np.array(out)


def grow_beard(shape, mask, look, rng):
    """Dense in the middle; towards its edges hairs are fewer, shorter and finer, and nowhere are they even."""
    patchy = 1 + 0.45 * np.sin(shape.points * 23).sum(1) * np.sin(shape.points[:, ::-1] * 11 + 2).sum(1) / 3
    grown = mask ** 1.25 * np.clip(patchy, 0.3, 1.6)
    weight = grown[shape.tris].mean(1) * face_areas(shape.points, shape.tris)
    chosen = rng.choice(len(weight), look['count'], p=weight / weight.sum())
    outwards = normals(shape.points, shape.tris)
    strands = []
    for tri, share in zip(shape.tris[chosen], rng.dirichlet((1, 1, 1), len(chosen))):
        root, normal = (shape.points[tri] * share[:, None]).sum(0), unit(outwards[tri].sum(0))
        high = root[1] - shape.mouth[1]
        # From the middle of the lip to both sides; below, down and to the chin.
        aside = np.sign(root[0]) * (0.12 + 0.9 * ramp(0.04, 0.12, high) * ramp(0.34, 0.2, abs(root[0])))
        down = np.array([aside, -1, 0.15])
        down = unit(down - normal * (down @ normal))
        dense = mask[tri].mean()
        length = look['length'] * rng.uniform(0.4, 1.2) * (0.22 + 0.88 * dense ** 1.5)
        if high < -0.2:
            length *= look.get('chin', 1.5)
        way = unit(down * 0.85 + normal * 0.6 + rng.normal(0, 0.26, 3))
        curl = rng.normal(0, look.get('curl', 0.25), 3)
        strand = [root]
        for _ in range(5):
            strand.append(strand[-1] + way * length / 5)
            way = unit(way + curl * 0.5 + down * 0.12)
        strands.append((np.array(strand), tri[0]))
    return strands
