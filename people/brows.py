"""Brows and beards: short strands on the undisplaced face. Each is (points, the point of the skin that carries it)."""
import numpy as np

from geometry import Surface, face_areas, normals, ramp, unit


class Brows:
    def __init__(self, shape, look, rng):
        self._shape, self._look = shape, look
        self._skin = Surface(shape.points, shape.tris)
        # How much brow is on each point of the skin: thin brows show skin that is darker below them.
        self.mask = np.zeros(len(shape.points))
        self.strands = []
        for side, sign in (('l', 1), ('r', -1)):
            self._lift = look.get('height', 0.165) + rng.normal(0, 0.004)
            self._grow_side(shape.eyes[side][0], sign, rng)

    def _middle(self, eye, sign, t):
        """The line of a brow from its inner end (0) to its outer (1), seen from the front."""
        arch = self._look.get('arch', 0.05) * np.interp(t, [0, 0.3, 0.62, 0.8, 1], [0.22, 0.55, 1, 0.84, 0.02])
        return np.stack([eye[0] + sign * (-0.165 + self._look.get('length', 0.42) * t), eye[1] + self._lift + arch], -1)

    def _wide(self, t):
        return self._look.get('width', 0.028) * np.interp(t, [0, 0.12, 0.35, 0.65, 1], [0.66, 1.0, 0.92, 0.58, 0.14])

    def _grow_side(self, eye, sign, rng):
        points = self._shape.points
        t = np.linspace(0, 1, 60)
        far = np.linalg.norm(points[:, None, :2] - self._middle(eye, sign, t)[None], axis=2)
        nearest = t[far.argmin(1)]
        here = np.exp(-(far.min(1) / (self._wide(nearest) * 0.85 + 0.005)) ** 2) * ramp(0, 0.14, nearest)
        self.mask = np.maximum(self.mask, here * (points[:, 2] > 0.8))
        for _ in range(self._look.get('count', 400)):
            t, across = rng.beta(1.5, 1.45), np.clip(rng.normal(0, 0.48), -1.15, 1.15)
            x, y = self._middle(eye, sign, t)
            found = self._skin.hit((x, y + across * self._wide(t), 5), (0, 0, -1))
            if found:
                self.strands.append((self._strand(found[0], sign, t, across, rng), self._shape.tris[found[2]][0]))

    def _strand(self, at, sign, t, across, rng):
        """Upright at the inner end, then along the brow; the upper ones bend down, the lower ones up."""
        along = unit(np.array([sign, np.interp(t, [0, 0.3, 0.62, 1], [0.28, 0.35, -0.05, -0.75]) * 0.7, -0.25]))
        upwards = (np.interp(t, [0, 0.15, 0.5, 1], [1.5, 0.75, 0.25, 0.0])
                   - across * np.interp(t, [0, 0.3, 1], [0.1, 0.7, 0.7]))
        way = unit(along + [0, upwards, 0] + rng.normal(0, self._look.get('mess', 0.16), 3))
        length = rng.uniform(0.055, 0.10) * np.interp(t, [0, 0.2, 0.7, 1], [0.8, 1.05, 0.95, 0.6])
        out = [at]
        for k in range(4):
            place, normal, _ = self._skin.nearest(out[-1] + way * length / 4)
            out.append(place + normal * (0.004 + 0.004 * (k + 1) * (1 - 0.25 * k)))
            way = unit(way + [sign * 0.10, -0.06 * np.sign(upwards), 0])
        return np.array(out)


def grow_beard(shape, mask, look, rng):
    weight = mask[shape.tris].mean(1) * face_areas(shape.points, shape.tris)
    chosen = rng.choice(len(weight), look['count'], p=weight / weight.sum())
    outwards = normals(shape.points, shape.tris)
    strands = []
    for tri, share in zip(shape.tris[chosen], rng.dirichlet((1, 1, 1), len(chosen))):
        root, normal = (shape.points[tri] * share[:, None]).sum(0), unit(outwards[tri].sum(0))
        down = np.array([np.sign(root[0]) * 0.12, -1, 0.15])
        down = unit(down - normal * (down @ normal))
        dense = mask[tri].mean()
        length = look['length'] * rng.uniform(0.6, 1.15) * (0.45 + 0.65 * dense)
        if root[1] < shape.mouth[1] - 0.2:
            length *= 1.5
        way = unit(down * 0.75 + normal * 0.75 + rng.normal(0, 0.22, 3))
        curl = rng.normal(0, look.get('curl', 0.25), 3)
        strand = [root]
        for _ in range(5):
            strand.append(strand[-1] + way * length / 5)
            way = unit(way + curl * 0.5 + down * 0.12)
        strands.append((np.array(strand), tri[0]))
    return strands
