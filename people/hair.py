"""Hair of the head: guides that are combed, fall and lie on what is below them, and the strands between them."""
import math

import numpy as np

from geometry import Surface, face_areas, normals, ramp, unit
from stage import Nodes

# Height of the hairline over the eyes, by the angle around the head from its front.
ANGLES = {False: (0, 18, 34, 46, 56, 66, 76, 86, 96, 108, 125, 150, 180),
          True: (0, 18, 32, 42, 52, 62, 74, 84, 96, 108, 125, 150, 180)}
HEIGHTS = {False: (0.64, 0.64, 0.61, 0.53, 0.43, 0.28, 0.10, 0.10, 0.20, 0.0, -0.35, -0.60, -0.62),
           True: (0.66, 0.655, 0.64, 0.52, 0.42, 0.36, 0.02, -0.05, 0.17, 0.0, -0.30, -0.55, -0.58)}
# How much farther from its hairline a head of hair is as dense as elsewhere. What is combed over a parting lies closer.
THIN = {'falling': 0.0, 'crop': 0.015, 'curls': 0.025}
# A parting: where it is beside a straight line, as (how far, how often) of sines along the head; half its width.
PART_LINE = ((0.016, 41), (0.012, 97))
PART_GAP = 0.011
# Hair that reaches less far, in decimetres, is disordered less.
LONG = 0.5
# Points of a strand of long hair, from its root, that are kept off the skin.
NEAR_ROOT = 9
# No hair sends back more light than this in its shadow.
GLOW = 0.04
DOWN = np.array([0, -1.0, 0])


class Scalp:
    """The undisplaced head that hair grows on, and the clothes that it falls on."""

    def __init__(self, shape, look, clothes):
        self.points, self.tris, self.eye_y = shape.points, shape.tris, shape.eye_y
        self._look = look
        self._ear = ramp(0.15, 0.5, shape.masks['ears'])
        self._normals = normals(self.points, self.tris)
        self._skin = Surface(self.points, self.tris)
        over, tris = clothes
        self._all = Surface(np.vstack([self.points, over]), np.vstack([self.tris, tris + len(self.points)]))

    def cover(self, points):
        """How far inside the hairline a place is, 0..1."""
        around = np.degrees(np.arctan2(abs(points[..., 0]), points[..., 2] - 0.42))
        male = self._look.get('male', False)
        line = np.interp(around, ANGLES[male], HEIGHTS[male])
        line = line + self._look.get('line', 0) * ramp(75, 30, around)
        # At the parting hair grows lower, which closes it in front.
        if self._look['kind'] == 'falling':
            near = _beside_part(self._look, points[..., 0], 0.13) * (points[..., 2] > 0.6)
            line = line - self._look.get('peak', 0.045) * near
        else:
            # No hairline is a line.
            x = points[..., 0]
            wander = 0.011 * np.sin(x * 23 + 1.3) + 0.010 * np.sin(x * 47 + 0.5) + 0.008 * np.sin(x * 101)
            line = line + wander * (points[..., 2] > 0.3)
        # Receding corners.
        line = line + self._look.get('recede', 0) * np.exp(-((around - 32) / 14) ** 2)
        return points[..., 1] - self.eye_y - line

    def density(self):
        """For each point of the skin: how densely hair grows there, 0..1."""
        thin = THIN[self._look['kind']]
        return ramp(-0.045 - thin / 3, self._look.get('soft', 0.06) + thin, self._uneven_cover()) ** (1.2 + 8 * thin) * (
            1 - self._ear)

    def shade(self):
        """For each point of the skin: how much of the colour of hair shows on it, 0..1. Between the first hairs it is bare."""
        start = 0.02 if self._look['kind'] == 'falling' else -0.03
        return ramp(start, start + 0.16 + self._look.get('soft', 0.06), self._uneven_cover()) * (1 - self._ear)

    def _uneven_cover(self):
        p = self.points
        return self.cover(p) + 0.022 * np.sin(p[:, 0] * 31 + 1) * np.sin(p[:, 0] * 13 + p[:, 2] * 17)

    def roots(self, count, rng):
        """Places, normals, how far from the hairline (0..1), and the nearest point of the skin, of roots."""
        weight = face_areas(self.points, self.tris) * self.density()[self.tris].mean(1)
        tri = self.tris[rng.choice(len(self.tris), count, p=weight / weight.sum())]
        share = rng.dirichlet((1, 1, 1), count)
        places = (self.points[tri] * share[..., None]).sum(1)
        edge = ramp(-0.05, self._look.get('soft', 0.06) + THIN[self._look['kind']], self.cover(places))
        return places, unit(self._normals[tri].mean(1)), edge, tri[:, 0]

    def kept_off(self, strands, far):
        """Strands whose points near the root lie at least `far` [n, points] off the skin: what is curved sinks into it."""
        for strand, wanted in zip(strands, far):
            for q in range(1, len(wanted)):
                place, normal, _ = self._skin.nearest(strand[q])
                if (strand[q] - place) @ normal < wanted[q]:
                    strand[q] = place + normal * wanted[q]
        return strands

    def nearest(self, point):
        """Far below the eyes, of the clothes too."""
        place, normal, _ = (self._all if point[1] < self.eye_y - 0.5 else self._skin).nearest(point)
        return place, normal


def _beside_part(look, x, wide):
    """1 on the parting, 0 at this distance from it."""
    return ramp(wide, 0, abs(x + look.get('part', 0.16)))


# Ways of growing. Each tells of a root: heading, length, how far it rises off the skin, how it is pulled down, how far it keeps off.

def _falling(look, eye_y, root, side, top):
    """Long hair and bobs: aside from the parting, back, and down."""
    height, z = root[1] - eye_y, root[2]
    near = _beside_part(look, root[0], 0.25)
    # In front a `curtain` goes aside before it goes back, and beside the parting all lies flat.
    back = (0.15 + 0.75 * ramp(0.35, 1.1, z)) * (1 - look.get('curtain', 0.1) * near * ramp(0.8, 1.1, z))
    heading = np.array([side * (0.9 * top + 0.25), 0.30 * top, -back * look.get('comb', 0.9)])
    if top <= 0.5:
        heading = heading + DOWN * 0.9
    length = max(0.35, root[1] - eye_y - look['end'] + 0.6 * top + 0.1)
    rise = look.get('rise', 0.2) * top * (1 - near * (0.7 - 0.5 * ramp(0.8, 1.1, z))) + 0.03
    if _is_fringe(look, root, height):
        heading = np.array([-0.9 * look['fringe'], 0.05, 0.35])
        length, rise = 0.95 + 0.25 * abs(root[0] + look.get('part', 0.16)), 0.5
    return heading, length, rise, look.get('gravity', 0.26)


def _is_fringe(look, root, height):
    near = abs(root[0] + look.get('part', 0.16)) < 0.62
    return bool(look.get('fringe')) and root[2] > 1.0 and height > 0.45 and near


def _crop(look, eye_y, root, side, top):
    """Short: forward and aside on the top, down at the sides."""
    over = ramp(0.60, 0.88, root[1] - eye_y)
    front = ramp(0.55, 1.25, root[2]) * ramp(0.35, 0.6, root[1] - eye_y)
    out = unit(root - np.array([0, eye_y + 0.35, 0.45]))
    ahead = look.get('ahead', 0.75) * over if root[2] < 1.0 else look.get('ahead_front', 0.25) * over
    heading = np.array([look.get('sweep', 0.55) * over + 0.12 * out[0] * (1 - over),
                        -0.9 * (1 - over) + 0.25 * over, ahead - 0.25 * (1 - over)])
    short = look.get('side', 0.22)
    length = look['length'] * (short + (1 - short) * over) * (1 + 0.30 * front)
    return heading, length, look.get('rise', 0.75) * over + 0.14, look.get('gravity', 0.05)


def _curls(look, eye_y, root, side, top, normal, edge):
    """Curls stand off the head."""
    out = unit(root - np.array([0, eye_y + 0.35, 0.45]))
    inside = ramp(-0.02, 0.30, edge)
    sides = look.get('side', 0.8)
    length = look['length'] * (0.45 + 0.55 * inside) * (sides + (1 - sides) * top)
    return out * 0.8 + normal * 0.6 + [0, 0.10, 0], length * (1 + look.get('crown', 0) * top), 0.4, 0.0


KINDS = {'falling': _falling, 'crop': _crop, 'curls': _curls}


def _grow(scalp, places, roots_normals, look, rng):
    kind, steps, eye_y = look['kind'], look.get('steps', 26), scalp.eye_y
    out = np.zeros((len(places), steps + 1, 3))
    part, keep_off = look.get('part', 0.16), look.get('lift', 0.09)
    for i, (root, normal) in enumerate(zip(places, roots_normals)):
        side = 1 if root[0] + part > 0 else -1
        top = ramp(0.55, 0.95, root[1] - eye_y)
        more = (normal, float(scalp.cover(root))) if kind == 'curls' else ()
        heading, length, rise, gravity = KINDS[kind](look, eye_y, root, side, top, *more)
        off = 0.01 + 0.05 * top
        if kind == 'falling':
            off = keep_off * (0.35 + 0.65 * top) * (1 - 0.5 * _beside_part(look, root[0], 0.25))
        if kind != 'curls':
            heading = heading - normal * (heading @ normal)
        way = unit(unit(heading) + normal * rise + rng.normal(0, look.get('mess', 0.04), 3))
        step = length * rng.uniform(0.94, 1.04) / steps
        at = root.copy()
        out[i, 0] = at
        fringe = kind == 'falling' and _is_fringe(look, root, root[1] - eye_y)
        for q in range(steps):
            along = (q + 1) / steps
            pull, strength = DOWN, gravity
            if kind == 'falling':
                pull = _fall(look, eye_y, at, root, side, along, q, fringe)
                strength = gravity * (0.45 + 0.9 * along)
            way = unit(way * (1 - strength) + unit(pull) * strength)
            following = at + way * step
            if kind != 'curls':
                following = _off_skin(scalp, following, off * ramp(0, 0.25, along), eye_y)
            moved = following - at
            if np.linalg.norm(moved) > 1e-5:
                way = unit(moved)
            at = following
            out[i, q + 1] = at
    if kind != 'curls':
        for _ in range(3):
            out[:, 1:-1] = (out[:, :-2] + 2 * out[:, 1:-1] + out[:, 2:]) / 4
    return out


def _fall(look, eye_y, at, root, side, along, q, fringe):
    """Where hair is pulled while it falls: off the face, inwards at its ends, in slow waves."""
    pull = DOWN
    outwards = unit(np.array([at[0], 0, at[2] - 0.35]))
    if at[1] < eye_y + 0.1:
        if look.get('tuck'):
            pull = pull - outwards * look['tuck'] * ramp(0.55, 1, along)
        else:
            pull = pull + outwards * 0.10 * math.sin(q * 0.55 + 1.5 * side + at[2])
            pull = pull + [0, 0, 0.10 * (1 if root[2] > 0.15 else -0.6)]
    before = ramp(0.45, 0.8, at[2]) * ramp(0.85, 0.5, at[1] - eye_y)
    free = look.get('face', 0.70) * ramp(0.62, 0.1, at[1] - eye_y) + 0.12
    if before > 0 and abs(at[0]) < free and not (fringe and at[1] > eye_y + 0.3):
        pull = pull + [side * look.get('open', 1.6) * before, 0, -0.8 * before]
    return pull


def _off_skin(scalp, at, off, eye_y):
    place, normal = scalp.nearest(at)
    far = (at - place) @ normal
    wanted = 0.07 if at[1] < eye_y - 0.6 else off * (1 if at[1] > eye_y - 0.2 else 0.8) + 0.012
    if np.linalg.norm(at - place) < 0.35 and -0.25 < far < wanted:
        return place + normal * wanted
    return at


def grow_hair(scalp, look, rng):
    """Strands [n, steps, 3] of the undisplaced head; of each its thickness, the point of the skin that carries it, and its tone."""
    count = look['count']
    guide_at, guide_normal, _, _ = scalp.roots(look.get('guides', 650), rng)
    guides = _grow(scalp, guide_at, guide_normal, look, rng)
    steps = guides.shape[1]
    t = np.linspace(0, 1, steps)
    at, _, edge, skin = scalp.roots(count, rng)
    parted = look['kind'] == 'falling'
    # The parting is no straight line, and some strands cross it.
    line = at[:, 0] + look.get('part', 0.16) + sum(far * np.sin(at[:, 2] * often) for far, often in PART_LINE)
    side = np.sign(line + rng.normal(0, 0.012, count)) * parted
    at[:, 0] += np.sign(line) * np.clip(PART_GAP - abs(line), 0, None) * parted
    guide_side = np.sign(guide_at[:, 0] + look.get('part', 0.16)) * parted
    clumps = look.get('clumps', 1100)
    strands, clump = np.zeros((count, steps, 3)), np.zeros(count, int)
    shapes = guides - guides[:, :1]
    for a in range(0, count, 4000):
        some = slice(a, a + 4000)
        far = np.linalg.norm(at[some, None] - guide_at[None], axis=2) + 9 * (side[some, None] != guide_side[None])
        near = np.argpartition(far, 3, axis=1)[:, :3]
        weight = 1 / (np.take_along_axis(far, near, 1) + 0.015) ** 2
        weight /= weight.sum(1, keepdims=True)
        strands[some] = at[some, None] + (shapes[near] * weight[:, :, None, None]).sum(1)
        far = np.linalg.norm(at[some, None] - at[None, :clumps], axis=2) + 9 * (side[some, None] != side[None, :clumps])
        clump[some] = far.argmin(1)
    strands = _layered(strands, scalp, look, rng, t)
    middle = strands[:clumps].copy()
    loose = rng.random(count) < look.get('fly', 0.03)
    hold = look.get('clump', 0.6) * rng.uniform(0.5, 1.1, count) * np.where(loose, 0.15, 1)
    strands += (middle[clump] - strands) * (hold[:, None] * ramp(0.05, 0.9, t))[:, :, None]
    # Locks lie across each other, and single hairs stand off the head in a bow; short hair less.
    size = np.minimum(1, np.linalg.norm(strands[:, -1] - strands[:, 0], axis=1) / LONG)
    stray = rng.normal(0, look.get('stray', 0.026), (clumps, 3))[clump] * size[:, None]
    strands += stray[:, None] * ramp(0.08, 0.8, t)[:, None]
    high = np.where(loose, rng.uniform(0, look.get('bow', 0.07), count) * size, 0)
    bow = high[:, None] * np.sin(math.pi * np.minimum(t * 1.3, 1))
    strands += unit(strands - [0, scalp.eye_y + 0.3, 0.35]) * bow[:, :, None]
    phase = rng.uniform(0, 2 * math.pi, (clumps, 3))[clump]
    strands = _waved(strands, look, rng, t, phase)
    walk = np.cumsum(rng.normal(0, 1, strands.shape), axis=1)
    walk -= walk[:, :1]
    strands += walk * (look.get('frizz', 0.006) / math.sqrt(steps) * np.where(loose, 4, 1))[:, None, None]
    if parted:
        layer = 0.008 + 0.026 * rng.random(count)
        strands = scalp.kept_off(strands, layer[:, None] * ramp(0, 0.12, t[:NEAR_ROOT]))
    longest = rng.uniform(1 - 2.2 * look.get('uneven', 0.07), 1, clumps)[clump]
    strands = _trimmed(strands, look, rng, edge, parted, longest)
    tone = np.clip(rng.normal(0, 0.6, clumps)[clump] + rng.normal(0, 0.4, count), -1, 1)
    return strands, (0.36 + 0.64 * ramp(0, 0.8, edge)) * np.where(loose, 0.55, 1), skin, tone


def _layered(strands, scalp, look, rng, t):
    """Strands lie over each other: the head of hair has a depth."""
    out = unit(strands - np.array([0, scalp.eye_y + 0.3, 0.35]))
    out[:, :, 1] *= 0.4
    over = rng.random(len(strands)) ** 1.3 * look.get('layer', 0.10)
    if look['kind'] == 'falling':
        over *= 1 - 0.8 * _beside_part(look, strands[:, 0, 0], 0.25)
    return strands + out * (over[:, None] * ramp(0, 0.28, t) * (1 - 0.55 * t))[:, :, None]


def _waved(strands, look, rng, t, phase):
    wave = look.get('wave', 0)
    if wave:
        turns = look.get('wave_turns', 2) * t[None, :, None] * (1 + 0.15 * np.sin(phase[:, :1, None]))
        strands = strands + wave * ramp(0.1, 0.6, t)[None, :, None] * np.sin(
            2 * math.pi * turns + phase[:, None] * look.get('wave_spread', 0.35))
    curl = look.get('curl', 0)
    if curl:
        along = unit(np.gradient(strands, axis=1))
        one = unit(np.cross(along, np.array([0.3, 0.2, 1.0])))
        other = np.cross(along, one)
        own = rng.uniform(0.8, 1.2, len(strands))[:, None] * t * 2 * math.pi * look.get('curl_turns', 4)
        turn = (own + phase[:, :1] + rng.normal(0, 0.5, len(strands))[:, None])[:, :, None]
        strands = strands + curl * ramp(0, 0.25, t)[None, :, None] * (one * np.cos(turn) + other * np.sin(turn))
    return strands


def _trimmed(strands, look, rng, edge, parted, longest):
    """No two locks (`longest`) or strands end at one length; at the hairline grow some that are short and fine."""
    count, steps, _ = strands.shape
    uneven = look.get('uneven', 0.07)
    length = longest * np.minimum(np.clip(rng.normal(1, uneven, count), 0.6, None), 1)
    short = (edge < 0.5) & (rng.random(count) < 0.35)
    if parted:
        length = np.where(short, 0.12 + 0.25 * rng.random(count), length)
    else:
        length = length * np.where(edge < 0.5, 0.25 + 1.2 * edge, 1)
    at = length[:, None] * np.linspace(0, steps - 1, steps)
    low = np.minimum(at.astype(int), steps - 2)
    part = (at - low)[:, :, None]
    row = np.arange(count)[:, None]
    strands = strands[row, low] * (1 - part) + strands[row, low + 1] * part
    # The fine ones go where they like.
    size = np.minimum(1, np.linalg.norm(strands[:, -1] - strands[:, 0], axis=1) / LONG)
    way = rng.normal(0, look.get('wisps', 0.05), (count, 3)) * size[:, None]
    strands[short] += way[short][:, None] * np.linspace(0, 1, steps)[:, None] ** 1.5
    return strands


def hair_material(name, look, darker=1.0, glow=0.0):
    """`melanin` makes black to blond; grey and red need a `colour`, which varies from strand to strand.

    `glow`: how much of its colour hair keeps in shadow. Light is followed through a few strands only, and that which comes
    through many of them is what keeps the hair beside a neck from being black.
    """
    n = Nodes(name, 'ShaderNodeBsdfHairPrincipled')
    n.shader.parametrization = 'COLOR' if 'colour' in look else 'MELANIN'
    n.set(Roughness=look.get('rough', 0.28), Radial_Roughness=0.34, Random_Roughness=0.2)
    spread = look.get('spread', 0.5)
    # Locks are lighter or darker than others, and hair is lightest at its ends.
    light = n.plus(n.times(n.attribute('tone'), 0.6), n.times(n.node('ShaderNodeHairInfo').outputs['Intercept'], 0.5))
    if 'colour' in look:
        colour = np.array(look['colour']) * darker
        chance = n.node('ShaderNodeHairInfo').outputs['Random']
        lightest = np.minimum(colour * (1 + 0.75 * spread), 0.95)
        part = n.plus(n.times(n.math('POWER', chance, 1.2), 0.75), n.times(light, 0.3))
        n.set(Color=n.mix(colour * (1 - 0.75 * spread), lightest, n.between(part, -0.1, 1.1)))
    else:
        melanin = min(1, look['melanin'] + (1 - darker) * 0.3)
        n.set(Melanin=n.plus(n.times(light, -0.30 * (1 - melanin)), melanin), Melanin_Redness=look.get('redness', 0.2),
              Random_Color=spread)
    if glow:
        own = n.node('ShaderNodeEmission')
        colour = np.array(look['root']) + 0.005
        n.put(colour * min(1, GLOW / colour.max()), own.inputs['Color'])
        chance = n.node('ShaderNodeHairInfo').outputs['Random']
        n.put(n.between(n.math('POWER', chance, 1.5), 0, 1, (0.2 * glow, 1.9 * glow)), own.inputs['Strength'])
        both = n.node('ShaderNodeAddShader')
        n.put(n.shader.outputs[0], both.inputs[0])
        n.put(own.outputs[0], both.inputs[1])
        n.end(both.outputs[0])
        n.material.cycles.emission_sampling = 'NONE'
    return n.material
