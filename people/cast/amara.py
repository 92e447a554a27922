"""Bright and confident, in her thirties: natural curls, an emerald blouse, a terracotta wall."""
PERSON = dict(
    seed=30,
    shape={
        'macrodetails/universal-female-young-averagemuscle-averageweight': 0.7,
        'macrodetails/universal-female-young-averagemuscle-maxweight': 0.3,
        'macrodetails/african-female-young': 1,
        'head/head-oval': 0.2, 'cheek/*-cheek-bones-incr': 0.35, 'cheek/*-cheek-volume-incr': 0.15,
        'eyes/*-eye-scale-incr': 0.35, 'nose/nose-scale-horiz-decr': 0.35, 'nose/nose-volume-decr': 0.2,
        'mouth/mouth-scale-horiz-incr': 0.15, 'chin/chin-width-decr': 0.1, 'torso/measure-shoulder-dist-decr': 0.5,
    },
    turn=(-3, -1, -2),
    manner={'mouthSmileLeft': 0.62, 'mouthSmileRight': 0.58, 'cheekSquint': 0.28, 'browInnerUp': 0.10,
            'mouthDimple': 0.16},
    skin=dict(tone=(0.20, 0.098, 0.060), lip=(0.26, 0.080, 0.078), red=(1.02, 0.68, 0.62), blood=0.45,
              dark=(0.66, 0.58, 0.57), liner_strength=0.7, gloss=0.7, specular=0.5),
    eyes=dict(colour=(0.045, 0.020, 0.009), lashes=dict(length=1.2)),
    brows=dict(count=520, width=0.025, height=0.158, arch=0.050, fill=0.10, radius=0.0011, darker=1),
    hair=dict(
        kind='curls', length=0.62, count=17000, guides=700, clump=0.55, clumps=2600, curl=0.034, curl_turns=5.0,
        frizz=0.03, steps=34, layer=0.02, side=0.85, crown=0.10, radius=0.0042, tip=0.7, fly=0.05, uneven=0.16,
        soft=0.16, melanin=0.975, redness=0.3, spread=0.25, root=(0.010, 0.007, 0.006), root_strength=0.9),
    earrings=dict(of='gold', size=0.045),
    necklace=dict(of='gold', drop=0.72),
    clothes=dict(kind='blouse', neck=4.78, slope=1.25, colour=(0.022, 0.16, 0.085), weave='silk', rough=0.5),
    light=dict(kind='window', key=1.15, rim=1.3, fill=1.6, key_colour=(1.0, 0.91, 0.80)),
    room=dict(
        wall=(0.52, 0.22, 0.12), ambient=(1.0, 0.85, 0.72), ambient_strength=0.32,
        things=[('leaves', dict(at=(-12, -7, 9), count=60, size=1.0)),
                ('picture', dict(at=(12, 5), wide=10, high=12, frame=(0.30, 0.20, 0.12),
                                 colours=((0.62, 0.42, 0.26), (0.30, 0.12, 0.07)))),
                ('board', dict(low=(-30, -17, 0), high=(30, -14, 3.5), colour=(0.30, 0.18, 0.10)))],
        lamps=[((-16, 10, 18), 10, 7000, (1.0, 0.90, 0.76))]),
)
