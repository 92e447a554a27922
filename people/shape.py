"""The body of a person: the base mesh, shaped, posed and subdivided, with the places that everything else needs."""
import math

import bpy
import numpy as np

from data import BASE, BASE_UV, FACES, add_targets, add_units, group_points, mask_at
from geometry import ramp, triangles

# Everybody's eyes stand here: numbers elsewhere are relative to it. (Male targets alone lift a body by 20 cm.)
EYES = np.array([0, 6.79, 1.115])
# What the head turns around.
NECK = np.array([0, 5.75, 0.25])

# What differs between the two sides of everybody's face, and by how much at most.
UNEVEN_PAIRS = ('eyes/{}-eye-height2-incr', 'eyes/{}-eye-trans-up', 'cheek/{}-cheek-volume-incr',
                'cheek/{}-cheek-trans-up', 'ears/{}-ear-wing-incr', 'ears/{}-ear-scale-incr')
UNEVEN = {'asym/asym-nose-1-l': 0.25, 'asym/asym-mouth-1-l': 0.22, 'asym/asym-jaw-1-l': 0.3,
          'asym/asym-brown-1-l': 0.3, 'asym/asym-eye-1-r': 0.15}


class Shape:
    def __init__(self, person):
        self._turn = np.radians(person.get('turn', (0, 0, 0)))
        rng = np.random.default_rng(person['seed'])
        points = add_targets(BASE.copy(), person['shape'])
        points += EYES - np.mean([points[group_points(f'helper-{side}-eye')].mean(0) for side in 'lr'], 0)
        uneven = person.get('uneven', 1.6)
        for name in UNEVEN_PAIRS:
            add_targets(points, {name.format(side): uneven * rng.normal(0, 0.07) for side in 'lr'})
        add_targets(points, {name: uneven * rng.uniform(-most, most) for name, most in UNEVEN.items()})
        self.base = _lower_arms(points, person.get('arms', 36))
        # Middle and radius of each eyeball.
        self.eyes = {}
        for side in 'lr':
            ball = self.base[group_points(f'helper-{side}-eye')]
            self.eyes[side] = ((ball.min(0) + ball.max(0)) / 2, np.ptp(ball[:, 0]) / 2)
        self.iris = person['eyes'].get('size', 0.0615)
        self._lid_cover = person['eyes'].get('lid_cover', 0.015)
        self._take_body()
        # At rest the lids lie on the irises, and the face smiles a little.
        self.manner = dict(person['manner'])
        self.rest = self.pose({})

    def _take_body(self):
        kept = [(face, uv) for face, uv in FACES['body']
                if self.base[face][:, 1].mean() > 4.3 and abs(self.base[face][:, 0]).mean() < 2.3]
        place = {}
        self._faces = [[place.setdefault(i, len(place)) for i in face] for face, _ in kept]
        self._body = np.array(sorted(place, key=place.get))
        uv = np.concatenate([BASE_UV[corners] for _, corners in kept])
        self.points, self.quads, self.uv = subdivide(self.base[self._body], self._faces, 2, uv)
        self.tris = triangles(self.quads)
        self.masks = {}
        flat = self.quads.ravel()
        for name in ('lips', 'ears', 'eyelids', 'inside-mouth'):
            values = np.zeros(len(self.points))
            values[flat] = mask_at(name, self.uv)
            self.masks[name] = values
        self._find_landmarks()

    def _find_landmarks(self):
        """Places of the undisplaced, neutral face."""
        p, lips = self.points, self.points[self.masks['lips'] > 0.5]
        eye_y = (self.eyes['l'][0][1] + self.eyes['r'][0][1]) / 2
        middle = p[(abs(p[:, 0]) < 0.06) & (p[:, 1] > eye_y - 0.55) & (p[:, 1] < eye_y - 0.1)]
        chin = p[(abs(p[:, 0]) < 0.05) & (p[:, 1] > 5.7) & (p[:, 1] < lips[:, 1].min() - 0.12)]
        self.eye_y = eye_y
        self.nose = middle[middle[:, 2].argmax()]
        self.mouth = lips.mean(0)
        self.chin = chin[chin[:, 2].argmax()]
        self.eye = (self.eyes['l'][0] + self.eyes['r'][0] * [-1, 1, 1]) / 2

    def pose(self, units, shut=0.0):
        """The base mesh with the person's manner and more units; `shut` closes the eyes, 0..1."""
        points = self.base.copy()
        weights = {**self.manner}
        for name, weight in units.items():
            weights[name] = weights.get(name, 0) + weight
        add_units(points, weights)
        for side, name in (('l', 'eyeBlinkLeft'), ('r', 'eyeBlinkRight')):
            rest = self._lid_weight(points, side, name)
            add_units(points, {name: rest + (1 - rest) * shut})
        return points

    def _lid_weight(self, points, side, name):
        """How far an upper lid has to go down (or up) to cover the top of its iris by as much as lids do."""
        shut = add_units(points.copy(), {name: 1})
        open_y, shut_y = (self._lid_height(side, base) for base in (points, shut))
        return float(np.clip((open_y - self.iris + self._lid_cover) / (open_y - shut_y), -0.4, 0.35))

    def _lid_height(self, side, base):
        """Of the upper lid's edge over the middle of the eye: lashes grow a little above it."""
        roots, middle = self.lash_roots(side, '2', base), self.eyes[side][0]
        return np.interp(middle[0], roots[:, 0], roots[:, 1]) - 0.004 - middle[1]

    def dense(self, base):
        """The subdivided body of a posed base mesh."""
        return subdivide(base[self._body], self._faces, 2)[0]

    def lash_roots(self, side, row, base):
        """Where the upper ("2") or lower ("1") lashes grow, from the one corner to the other."""
        strip = base[group_points(f'helper-{side}-eyelashes-{row}')]
        far = np.linalg.norm(strip - self.eyes[side][0], axis=1)
        roots = strip[far < np.percentile(far, 52)]
        return roots[np.argsort(roots[:, 0])]

    def turned(self, points):
        """Points as the head has turned them; the body below stays."""
        flat = np.asarray(points, float).reshape(-1, 3)
        share = ramp(5.25, 6.15, flat[:, 1])
        out = flat - NECK
        for angle, (i, j) in zip(self._turn, ((2, 0), (1, 2), (0, 1))):
            c, s = np.cos(angle * share), np.sin(angle * share)
            out[:, i], out[:, j] = out[:, i] * c - out[:, j] * s, out[:, i] * s + out[:, j] * c
        return (out + NECK).reshape(np.shape(points))


def _lower_arms(points, degrees):
    """The base stands with its arms out: they go down about the shoulders, which sink a little."""
    out, x, y = points.copy(), abs(points[:, 0]), points[:, 1]
    angle = -math.radians(degrees) * ramp(0.75, 2.0, x) * ramp(6.2, 5.3, y)
    dx, dy = x - 1.35, y - 4.62
    out[:, 0] = np.sign(points[:, 0]) * (1.35 + dx * np.cos(angle) - dy * np.sin(angle))
    out[:, 1] = 4.62 + dx * np.sin(angle) + dy * np.cos(angle) - 0.10 * ramp(0.5, 1.4, x) * ramp(6.0, 5.2, y)
    return out


def subdivide(points, faces, levels, uv=None):
    """Catmull-Clark, as Blender does it: points, quads, and the texture coordinates of their corners."""
    mesh = bpy.data.meshes.new('cage')
    mesh.from_pydata(points.tolist(), [], [list(map(int, face)) for face in faces])
    if uv is not None:
        mesh.uv_layers.new(name='uv').data.foreach_set('uv', uv.astype(np.float32).ravel())
    cage = bpy.data.objects.new('cage', mesh)
    bpy.context.scene.collection.objects.link(cage)
    modifier = cage.modifiers.new('smooth', 'SUBSURF')
    modifier.levels = levels
    smooth = cage.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    out = np.zeros(len(smooth.vertices) * 3, np.float32)
    smooth.vertices.foreach_get('co', out)
    quads = np.zeros(len(smooth.polygons) * 4, np.int32)
    smooth.polygons.foreach_get('vertices', quads)
    corners = None
    if uv is not None:
        corners = np.zeros(len(smooth.loops) * 2, np.float32)
        smooth.uv_layers[0].data.foreach_get('uv', corners)
        corners = corners.reshape(-1, 2)
    bpy.data.objects.remove(cage)
    bpy.data.meshes.remove(mesh)
    return out.reshape(-1, 3).astype(float), quads.reshape(-1, 4), corners
