"""Skin: where it is red, dark, shiny, wrinkled; and its material."""
import numpy as np
from scipy.spatial import cKDTree

from geometry import blob, normals, ramp, resample, soften
from hair import PART_LINE
from stage import Nodes


# The fold of an upper lid: its height over the lashes at the middle of the eye, and how much of that is left towards the
# nose (negative) and the temple.
FOLD = 0.046
FOLD_ALONG = ((-0.14, -0.09, 0, 0.09, 0.16, 0.22), (0.45, 0.78, 1, 1, 0.82, 0.60))


def skin_masks(shape):
    """Numbers 0..1 for each point of the dense body."""
    p = shape.points
    mirrored = np.stack([abs(p[:, 0]), p[:, 1], p[:, 2]], 1)
    n, e = shape.nose, shape.eye
    lips, ears, lids = (shape.masks[name] for name in ('lips', 'ears', 'eyelids'))
    both = lambda centre, size: blob(mirrored, centre, size)
    inner = (e[0] - 0.15, e[1] - 0.02, e[2] + 0.15)
    ear = ramp(0.2, 0.8, ears)
    red = (blob(p, n, (0.13, 0.10, 0.12)) + 0.95 * both((0.32, n[1] + 0.02, n[2] - 0.25), (0.16, 0.12, 0.25))
           + 0.35 * blob(p, shape.chin, (0.16, 0.10, 0.2)) + 0.55 * ear
           + 0.5 * both((0.11, n[1] - 0.03, n[2] - 0.13), (0.05, 0.05, 0.08))
           + 0.3 * both(inner, (0.07, 0.06, 0.1)) + 0.3 * lids)
    dark = (0.80 * both((e[0] - 0.05, e[1] - 0.13, e[2] + 0.16), (0.12, 0.040, 0.2))
            + 0.6 * both(inner, (0.05, 0.06, 0.1)) + 0.35 * lids)
    freckles = (both((0.22, n[1] + 0.10, n[2] - 0.22), (0.26, 0.13, 0.4))
                + 0.8 * blob(p, (0, n[1] + 0.12, n[2]), (0.12, 0.14, 0.2))
                + 0.25 * blob(p, (0, shape.eye_y + 0.45, n[2] - 0.2), (0.6, 0.3, 0.4)))
    shine = (blob(p, (0, shape.eye_y + 0.38, n[2] - 0.2), (0.35, 0.22, 0.3)) + blob(p, n, (0.10, 0.2, 0.2))
             + 0.7 * blob(p, shape.chin, (0.14, 0.1, 0.2))
             + 0.5 * both((0.36, n[1] + 0.16, n[2] - 0.3), (0.10, 0.06, 0.2)))
    masks = {'red': red, 'dark': dark, 'freckle': freckles, 'shine': shine, 'lip': lips, 'ear': ear,
             'inside': shape.masks['inside-mouth'], 'lidline': _lid_line(shape),
             'matt': both((e[0], e[1] + 0.05, e[2] + 0.15), (0.13, 0.07, 0.2)),
             'yellow': blob(p, (0, shape.eye_y + 0.42, n[2] - 0.2), (0.42, 0.20, 0.4))
             + 0.7 * both((0.16, shape.mouth[1] - 0.02, shape.mouth[2] - 0.1), (0.10, 0.16, 0.25)),
             'smileline': 0.6 * smile_line(shape, 0.055) + 0.5 * smile_line(shape, 0.022),
             'beard': _beard(shape, mirrored, ear), 'fold': np.clip(-wrinkles(shape, 1) / 0.006, 0, 1)}
    return {name: np.clip(values, 0, 1) for name, values in masks.items()}


def lid_folds(shape, look):
    """Upper lids: the height over the lashes in parts of the fold's, where there is a fold (0..1), and its relief.

    `look` (`crease` of a person's eyes): `height`, a factor, and `strength`, 0..1.
    """
    p = shape.points
    high, where = np.zeros(len(p)), np.zeros(len(p))
    outwards = normals(p, shape.tris)
    for side, sign in (('l', 1), ('r', -1)):
        centre = shape.eyes[side][0]
        line = soften(resample(shape.lash_roots(side, '2', shape.base), 40), 10, closed=False)
        line = line[np.argsort(line[:, 0])]
        aside = (p[:, 0] - centre[0]) * sign
        fold = FOLD * look.get('height', 1) * np.interp(aside, *FOLD_ALONG)
        here = (p[:, 1] - np.interp(p[:, 0], line[:, 0], line[:, 1])) / fold
        # The inner side of a lid lies on the eye, and has no fold.
        outside = ((p - centre) * outwards).sum(1) > 0
        shown = (ramp(-0.150, -0.095, aside) * ramp(0.21, 0.13, aside) * ramp(-0.6, 0, here) * ramp(5, 3, here)
                 * outside * (np.linalg.norm(p - centre, axis=1) < 0.4))
        high, where = np.where(shown > where, here, high), np.maximum(where, shown)
    bump = lambda at, wide: np.exp(-((high - at) / wide) ** 2)
    relief = -0.011 * bump(1, 0.24) + 0.007 * bump(1.8, 0.55) - 0.003 * bump(0.5, 0.3)
    strength = look.get('strength', 1)
    return np.clip(high, 0, 4), where * strength, relief * where * strength


def _lid_line(shape):
    """The edges of the lids, where lashes grow and where some wear a line."""
    out = np.zeros(len(shape.points))
    for side in 'lr':
        for row, strength in (('2', 1.0), ('1', 0.45)):
            far, _ = cKDTree(shape.lash_roots(side, row, shape.base)).query(shape.points)
            out = np.maximum(out, strength * np.exp(-(far / 0.016) ** 2))
    return out


def _beard(shape, mirrored, ear):
    """Where a beard grows: cheeks and chin between two lines around the jaw, over the lip, and between both."""
    x, z, high = mirrored[:, 0], mirrored[:, 2], mirrored[:, 1] - shape.mouth[1]
    around = np.degrees(np.arctan2(x, z - 0.35))
    top = np.interp(around, [0, 10, 20, 30, 42, 55, 66, 76, 84, 90],
                    [-0.11, -0.10, 0.02, -0.10, -0.08, 0.02, 0.30, 0.60, 0.72, 0.75])
    bottom = np.interp(around, [0, 20, 40, 60, 80, 90], [-0.50, -0.50, -0.46, -0.30, -0.02, 0.2])
    # No edge of a beard is a line.
    wander = 0.035 * np.sin(mirrored[:, 0] * 37 + shape.points[:, 0] * 5) + 0.030 * np.sin(mirrored[:, 1] * 53 + z * 19)
    cheeks = ramp(0.06, -0.13, high - top + wander) * ramp(-0.10, 0.05, high - bottom + wander) * ramp(92, 86, around)
    over_lip = (np.exp(-((high - 0.16 + wander / 3) / 0.058) ** 2) * ramp(0.38, 0.22, x)
                * ramp(-0.02, 0.04, z - shape.mouth[2] + 0.22))
    joint = (np.exp(-((x - 0.30) / 0.045) ** 2) * ramp(0.20, 0.10, high) * ramp(-0.25, -0.1, high) * (z > 0.9))
    grown = np.maximum(np.maximum(cheeks, over_lip), joint)
    return (grown * (1 - ramp(0.1, 0.4, shape.masks['lips'])) * (1 - ear)
            * (1 - shape.masks['inside-mouth']))


def smile_line(shape, wide):
    """The fold from the nose to the corner of the mouth, 0..1."""
    p = shape.points
    high = p[:, 1] - shape.mouth[1]
    beside = np.interp(p[:, 1], [shape.mouth[1] - 0.22, shape.mouth[1], shape.nose[1] - 0.05], [0.31, 0.33, 0.19])
    # It ends below the wings of the nose: there the skin is thin before the nostrils.
    return (np.exp(-((abs(p[:, 0]) - beside) / wide) ** 2) * ramp(-0.25, -0.02, high) * ramp(0.27, 0.14, high)
            * (p[:, 2] > 0.9))


def wrinkles(shape, strength, lines=0.0):
    """Folds as heights over the skin. Those that come with age: forehead, corners of the eyes, under them, lips, neck.

    `lines`: how deep the folds from nose to mouth are at least, which everybody has who smiles.
    """
    p = shape.points
    x, y = abs(p[:, 0]), p[:, 1] - shape.eye_y
    wander = 0.25 * np.sin(p[:, 0] * 7 + 1) + 0.18 * np.sin(p[:, 0] * 17) + 0.10 * np.sin(p[:, 0] * 31)
    folds = lambda t: 0.25 - np.exp(-((np.mod(t, 1) - 0.5) / 0.16) ** 2)
    broken = 0.6 + 0.4 * np.sin(p[:, 0] * 8 + y * 37 + 2)
    out = (0.010 * broken * np.exp(-((y - 0.40) / 0.13) ** 2) * ramp(0.55, 0.3, x) * ramp(0.8, 1.1, p[:, 2])
           * folds(y / 0.085 + wander * 0.35))
    dx, dy = x - shape.eye[0] - 0.20, p[:, 1] - shape.eye[1]
    far, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    out += (0.009 * np.exp(-((far - 0.13) / 0.07) ** 2) * ramp(1.0, 0.3, abs(angle)) * (p[:, 2] > 0.6)
            * folds(angle * 2.6 + far * 3 * np.sin(angle * 3) + wander * 0.3))
    below = np.hypot((x - shape.eye[0]) / 1.25, dy)
    out += (0.005 * np.exp(-((below - 0.21) / 0.06) ** 2) * ramp(-0.02, -0.10, dy) * (p[:, 2] > 0.9)
            * folds(below / 0.045 + wander * 0.2))
    high = p[:, 1] - shape.mouth[1]
    out += (0.003 * np.exp(-((abs(high) - 0.15) / 0.07) ** 2) * ramp(0.26, 0.16, x) * (p[:, 2] > 1.1)
            * folds(p[:, 0] / 0.040 + 0.4 * wander))
    out += (0.008 * np.exp(-((p[:, 1] - 5.62) / 0.16) ** 2) * ramp(0.1, 0.4, p[:, 2])
            * folds((p[:, 1] + 0.12 * p[:, 0] ** 2) / 0.16 + wander * 0.2))
    return out * strength - 0.008 * max(strength, lines) * smile_line(shape, 0.026)


def skin_material(skin, hair, brows, beard, seed):
    """`skin`, `hair`, `brows`, `beard`: those parts of a person's file. No two people have their spots in the same places."""
    n = Nodes('skin')
    tone = np.array(skin['tone'])
    rest = n.moved(n.rest, (0.37 * seed, 0.23 * seed, 0.11 * seed))
    patches = lambda scale, low, high, detail=4, rough=0.6: n.between(n.noise(rest, scale, detail, rough), low, high)
    # Large patches, small ones, and grain: no skin has one colour.
    colour = n.mix(tone * [1.03, 1.04, 1.06], tone * [0.95, 0.90, 0.84], patches(1.7, 0.35, 0.65))
    colour = n.mix(colour, tone * [0.82, 0.72, 0.66], n.times(patches(9, 0.45, 0.72, 5, 0.65), 0.50))
    colour = n.mix(colour, tone * [1.04, 0.80, 0.74], n.times(patches(15, 0.48, 0.70, 4), 0.40))
    colour = n.mix(colour, tone * [1.02, 0.74, 0.68], n.times(patches(4.5, 0.50, 0.74, 5, 0.65), 0.35 * skin.get('blood', 0.75)))
    colour = n.mix(colour, tone * [0.98, 0.96, 0.80], n.times(n.attribute('yellow'), 0.5))
    colour = n.mix(colour, tone * [1.12, 1.10, 1.06], n.times(patches(40, 0.50, 0.68, 3), 0.50))
    colour = n.mix(colour, tone * [0.72, 0.56, 0.50], n.times(patches(58, 0.48, 0.70, 5, 0.7), 0.60))
    red = tone * skin.get('red', (0.98, 0.50, 0.44))
    flush = n.times(n.attribute('red'), n.between(patches(8, 0.30, 0.70), 0, 1, (0.55, 1)))
    colour = n.mix(colour, red, n.times(flush, 0.8 * skin.get('blood', 0.75)))
    under = tone * skin.get('dark', (0.70, 0.58, 0.62))
    colour = n.mix(colour, under, n.times(n.attribute('dark'), skin.get('under_eyes', 0.6)))
    colour = n.mix(colour, tone * [0.82, 0.62, 0.56], n.times(n.attribute('smileline'), 0.45))
    # Lids are thinner and darker than skin around them. Light hardly comes out of a fold.
    high, folded = n.attribute('lidheight'), n.attribute('lidfold')
    lid = n.times(n.between(high, 1.15, 0.8), folded)
    colour = n.mix(colour, tone * [0.74, 0.56, 0.50], n.times(lid, 0.40))
    crease = n.times(n.math('POWER', n.between(n.math('ABSOLUTE', n.plus(high, -1)), 0.34, 0), 1.6), folded)
    colour = n.mix(colour, tone * [0.40, 0.24, 0.19], n.times(crease, 0.62))
    deep = n.times(n.attribute('fold'), min(0.6, 0.45 * skin.get('wrinkles', 0)))
    colour = n.mix(colour, tone * [0.62, 0.44, 0.38], deep)
    colour = _freckles(n, rest, colour, tone * [0.50, 0.29, 0.19], skin.get('freckles', 0))
    colour = _age_spots(n, rest, colour, tone * [0.70, 0.55, 0.42], skin.get('spots', 0))
    colour = _spots(n, colour, tone * [0.34, 0.20, 0.16], 5, 0.09, (0.45, 0.5), 0.012, 40, rest, skin.get('moles', 0.7))
    # Hair shows through where it is thin, and a parting is bare.
    root = np.array(hair['root'])
    shade = n.times(n.attribute('scalp'), n.between(n.noise(rest, 45, 3), 0.30, 0.55, (0.55, 1)))
    if hair['kind'] == 'falling':
        shade = n.times(shade, n.between(_beside_part(n, hair), 0.008, 0.035, (0.35, 1)))
    colour = n.mix(colour, root, n.times(shade, hair.get('root_strength', 0.75)))
    brow = np.array(brows.get('hair', {}).get('colour', root)) * brows.get('darker', 0.6) if 'hair' in brows else root
    stubble = n.times(n.attribute('beard'), patches(60, 0.2, 0.6, 3))
    colour = n.mix(colour, root, n.times(stubble, beard.get('fill', 0)))
    colour = n.mix(colour, brow * 0.8 + tone * 0.2, n.times(n.attribute('brow'), brows.get('fill', 0.2)))
    lip, is_lip = np.array(skin['lip']), n.attribute('lip')
    lines = n.noise(n.stretched(rest, (60, 9, 9)), 1, 3, 0.5)
    lip_colour = n.mix(lip * [1.12, 1.15, 1.15], lip * [0.72, 0.60, 0.62], n.between(lines, 0.35, 0.7))
    colour = n.mix(colour, lip_colour, n.times(n.between(is_lip, 0.05, 0.85), skin.get('lip_strength', 0.85)))
    colour = n.mix(colour, (0.20, 0.035, 0.035), n.attribute('inside'))
    colour = n.mix(colour, skin.get('liner', (0.04, 0.022, 0.02)),
                   n.times(n.attribute('lidline'), skin.get('liner_strength', 0.5)))
    gloss = skin.get('gloss', 0.5)
    rough = n.between(patches(55, 0, 1, 3), 0, 1, (0.43, 0.64))
    rough = n.plus(rough, n.times(n.attribute('shine'), -0.12 * skin.get('shine', 1)))
    rough = n.plus(rough, n.times(n.attribute('matt'), 0.16))
    rough = n.mix_values(rough, 0.27, n.times(is_lip, gloss))
    rough = n.mix_values(rough, 0.15, n.attribute('inside'))
    pores = n.cells(rest, 62, 'SMOOTH_F1')
    n.put(0.6, pores.inputs['Smoothness'])
    depth = skin.get('pores', 1)
    relief = n.bump(n.between(pores.outputs['Distance'], 0, 0.55), 0.0027 * depth)
    relief = n.bump(n.noise(rest, 28, 6, 0.62), 0.0031 * depth, relief)
    relief = n.bump(n.noise(rest, 9, 3, 0.5), 0.0028 * depth, relief)
    relief = n.bump(n.times(n.noise(n.stretched(rest, (70, 11, 11)), 1, 2, 0.5), is_lip), 0.0075, relief)
    dull = n.plus(n.attribute('scalp'), n.times(n.attribute('matt'), 0.55))
    n.shader.subsurface_method = 'RANDOM_WALK_SKIN'
    # Skin is dull, with a film that shines where it is oily; light that spreads too far in it makes it wax.
    film = n.times(n.attribute('shine'), 0.16 * skin.get('shine', 1))
    return n.set(Base_Color=colour, Roughness=rough, Normal=relief, Subsurface_Weight=0.8,
                 Subsurface_Radius=(1, 0.32, 0.17), Subsurface_Scale=skin.get('depth', 0.013),
                 Specular_IOR_Level=n.between(dull, 0, 1, (skin.get('specular', 0.42), 0.02)),
                 Coat_Weight=n.plus(n.times(is_lip, 0.35 * gloss), film), Coat_Normal=relief,
                 Coat_Roughness=n.between(is_lip, 0, 1, (0.34, 0.16)),
                 Sheen_Weight=n.between(n.attribute('scalp'), 0, 1, (0.06, 0)), Sheen_Roughness=0.4).material


def _beside_part(n, hair):
    """How far a place is from the parting, as hair grows beside it."""
    rest = n.rest
    line, z = n.plus(n.axis(rest, 0), hair.get('part', 0.16)), n.axis(rest, 2)
    for far, often in PART_LINE:
        line = n.plus(line, n.times(n.math('SINE', n.times(z, often)), far))
    return n.math('ABSOLUTE', line)


def _freckles(n, rest, colour, freckle, strength):
    for scale, size, part in ((13, 0.34, 1), (21, 0.40, 1), (33, 0.46, 1), (50, 0.48, 0.8)) if strength else ():
        colour = _spots(n, colour, freckle, scale, size, (0.20, 0.75), 0.016, 45, rest,
                        n.times(n.attribute('freckle'), strength * part))
    return colour


def _age_spots(n, rest, colour, spot, strength):
    for scale, size in ((4.2, 0.30), (8, 0.26)) if strength else ():
        colour = _spots(n, colour, spot, scale, size, (0.55, 0.8), 0.07, 12, rest, strength)
    return colour


def _spots(n, colour, spot, scale, size, chosen, shake, shake_scale, rest, strength):
    """Cells of which some are spots, each of its own size and strength, and none with an edge."""
    cells = n.cells(n.shaken(rest, shake_scale, shake), scale)
    own = cells.outputs['Color']
    radius = n.times(n.axis(own, 0), size)
    shown = n.times(n.between(cells.outputs['Distance'], radius, n.times(radius, 0.4)), n.between(n.axis(own, 1), *chosen))
    return n.mix(colour, spot, n.times(shown, strength))
