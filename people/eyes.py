"""Eyeballs with their wet line, and lashes. The iris is a part of its own, because the drawer moves it."""
import math

import numpy as np

from geometry import lattice, resample, soften, tube, unit
from stage import Nodes, add_mesh, add_strands, glass, plain

# Of the eye's radius: the ball is a little smaller than the socket that was modelled around it.
BALL = 0.978
CORNEA = 0.098
# Eyes that look at something point past it, outwards, by this angle's tangent: what sees sharply lies beside the axis.
OUTWARDS = 0.07


class Eyes:
    """The eyes look into the camera. `cap` is the white in the place of the iris, for eyes that are shown without one."""

    def __init__(self, shape, person, camera_at):
        self._shape = shape
        self._look = person['eyes']
        self._aims = {side: self._aim(side, sign, camera_at) for side, sign in (('l', 1), ('r', -1))}
        white, iris = self._white_material(), self._iris_material()
        self.objects = {'white': [], 'cap': [], 'iris': [], 'glints': [], 'wet': []}
        for side in 'lr':
            ball, cap, disc, cornea = self._profiles(side)
            for kind, profile, material in (('white', ball, white), ('cap', cap, white), ('iris', disc, iris),
                                            ('glints', cornea, glass('cornea', 0.012, 2.3))):
                rows, faces = lattice(_spin(profile), False, True)
                made = add_mesh(kind, self._placed(side, rows), faces, material, rest=rows)
                self.objects[kind].append(made)
            self.objects['wet'].append(self._wet_line(side))

    def _aim(self, side, sign, camera_at):
        """The turn of an eye that looks into the camera, from a head that may be turned."""
        centre = self._shape.turned(self._shape.eyes[side][0])
        ahead = unit(camera_at - centre)
        ahead = unit(ahead + sign * OUTWARDS * unit(np.cross([0, 1, 0], ahead)))
        right = unit(np.cross([0, 1, 0], ahead))
        return np.stack([right, np.cross(ahead, right), ahead], 1)

    def _placed(self, side, points):
        return points @ self._aims[side].T + self._shape.turned(self._shape.eyes[side][0])

    def disc(self, side):
        """The iris: its middle, and points of its edge at the right, top, left and bottom, in space."""
        radius = self._shape.eyes[side][1] * BALL
        high = math.sqrt(radius ** 2 - self._shape.iris ** 2)
        r = self._shape.iris
        return self._placed(side, np.array([[0, 0, high], [r, 0, high], [0, r, high], [-r, 0, high], [0, -r, high]]))

    def _profiles(self, side):
        """Distance from the axis and height along it: ball, cap, the iris that is sunk in, the cornea over it."""
        radius, r = self._shape.eyes[side][1] * BALL, self._shape.iris
        edge = math.asin(r / radius)
        ball, cap = (np.stack([radius * np.sin(turn), radius * np.cos(turn)], 1)
                     for turn in (np.linspace(edge, math.pi, 50), np.linspace(0, edge, 20)))
        across = np.linspace(0, 1.02 * r, 22)
        sunk = 0.004 + 0.008 * (across < r) + 0.010 * np.clip(1 - across / r, 0, 1)
        disc = np.stack([across, math.sqrt(radius ** 2 - r ** 2) - sunk], 1)
        wide = 1.16 * r
        across = np.linspace(0, wide, 20)
        bow = np.sqrt(CORNEA ** 2 - across ** 2) - math.sqrt(CORNEA ** 2 - wide ** 2)
        return ball, cap, disc, np.stack([across, math.sqrt(radius ** 2 - wide ** 2) + 0.0012 + bow], 1)

    def _white_material(self):
        n = Nodes('white')
        radius, r = self._shape.eyes['l'][1] * BALL, self._shape.iris
        rest = n.rest
        far = _far_from_axis(n, rest)
        white = np.array(self._look.get('white', (0.66, 0.62, 0.585)))
        colour = n.mix(white, white * [0.84, 0.62, 0.56], n.times(n.between(far, r * 1.3, radius), 0.7))
        veins = n.cells(n.shaken(rest, 25, 0.05), 24, 'DISTANCE_TO_EDGE')
        seen = n.times(n.between(veins.outputs['Distance'], 0.035, 0), n.between(far, r * 1.2, radius))
        colour = n.mix(colour, (0.62, 0.22, 0.18), n.times(seen, 0.35))
        return n.set(Base_Color=colour, Roughness=0.30, Coat_Weight=0.6, Coat_Roughness=0.08,
                     Subsurface_Weight=0.2, Subsurface_Scale=0.02,
                     Normal=n.bump(n.noise(rest, 45, 3), 0.0016)).material

    def _iris_material(self):
        n = Nodes('iris')
        r, iris = self._shape.iris, np.array(self._look['colour'])
        rest = n.rest
        far = _far_from_axis(n, rest)
        angle = n.math('ARCTAN2', n.axis(rest, 0), n.axis(rest, 1))

        def fibres(out, around, detail, seed):
            """Noise that runs from the pupil outwards."""
            at = n.vector(n.times(n.math('COSINE', angle), around), n.times(n.math('SINE', angle), around),
                          n.plus(n.times(far, out), seed))
            return n.noise(at, 1, detail, 0.65)

        coarse, fine = fibres(12, 5.5, 4, 0), fibres(30, 11, 3, 4)
        both = n.plus(n.times(coarse, 0.65), n.times(fine, 0.35))
        colour = n.mix(iris * 0.40, np.minimum(iris * 2.3 + 0.012, 1), n.between(both, 0.36, 0.62))
        inner = np.array(self._look.get('inner', iris * [1.9, 1.3, 0.8]))
        ring = n.plus(n.times(coarse, 0.018), far)
        colour = n.mix(inner, colour, n.between(ring, r * 0.42 + 0.009, r * 0.66 + 0.009))
        colour = n.mix(colour, iris * 0.13, n.between(n.plus(n.times(fine, 0.006), far), r * 0.78, r))
        pupil = self._look.get('pupil', 0.37)
        colour = n.mix((0.002, 0.002, 0.002), colour, n.between(far, r * pupil, r * (pupil + 0.04)))
        return n.set(Base_Color=colour, Roughness=0.30).material

    def _wet_line(self, side):
        """The tear that lies along the lower lid."""
        shape = self._shape
        centre, radius = shape.eyes[side]
        line = soften(resample(shape.lash_roots(side, '1', shape.rest), 40), 6, closed=False)
        out = unit(line - centre)
        length = np.minimum(np.linalg.norm(line - centre, axis=1) - 0.004, radius * BALL + 0.004)
        line = centre + out * length[:, None] + [0, 0.004, 0]
        thin = np.sin(np.linspace(0.05, math.pi - 0.05, 40)) ** 0.4
        points, faces = tube(line, 0.0050, 0.0060, closed=False, sides=8, taper=thin)
        return add_mesh('wet', shape.turned(points), faces, glass('wet', 0.04, 1.6))


def _far_from_axis(n, rest):
    x, y = n.axis(rest, 0), n.axis(rest, 1)
    return n.math('POWER', n.plus(n.times(x, x), n.times(y, y)), 0.5)


def _spin(profile, sides=64):
    turn = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    across, high = profile[:, :1], profile[:, 1:]
    return np.stack([across * np.cos(turn), across * np.sin(turn), high + 0 * turn], -1)


def add_lashes(shape, person, base):
    """Upper and lower lashes of a posed base mesh, as one object."""
    look = person['eyes'].get('lashes', {})
    rng = np.random.default_rng(person['seed'] + 9)
    long, strands, radii = look.get('length', 1.0), [], []
    for side, sign in (('l', 1), ('r', -1)):
        centre = shape.eyes[side][0]
        for row, count in (('2', int(240 * (0.6 + 0.4 * long))), ('1', 80)):
            roots = soften(resample(shape.lash_roots(side, row, base), 60), 16, closed=False)
            for t in np.sort(rng.uniform(0.05, 0.98, count)):
                root = roots[min(59, int(t * 59.9))] + rng.normal(0, 0.0009, 3)
                aside = (root[0] - centre[0]) / 0.16 * sign
                out = unit(root - centre)
                if row == '2':
                    # Longest towards the outer corner, in curves that rise.
                    length = long * (0.036 + 0.018 * np.clip(aside, -1, 1)) * rng.uniform(0.7, 1.1)
                    way = out * 0.95 + [sign * aside * 0.35, -0.18, 0.45] + rng.normal(0, 0.07, 3)
                    bend = np.array([0, 0.22, -0.02])
                else:
                    length = long * 0.022 * rng.uniform(0.6, 1.1)
                    way = out * 0.8 + [sign * aside * 0.3, -0.55, 0.3] + rng.normal(0, 0.10, 3)
                    bend = np.array([0, 0.04, 0])
                strand, way = [root], unit(way)
                for _ in range(6):
                    strand.append(strand[-1] + way * length / 6)
                    way = unit(way + bend)
                strands.append(strand)
                radii.append(0.00085 if row == '2' else 0.0006)
    material = plain('lash', look.get('colour', (0.012, 0.008, 0.006)), Specular_IOR_Level=0.3)
    return add_strands('lashes', shape.turned(np.array(strands)), material, radii, 0.15)
