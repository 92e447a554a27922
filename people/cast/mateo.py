"""Calm on the phone and off it, thirty-five, heavier: wavy brown hair, a short beard, a green sweater, a kitchen."""
PERSON = dict(
    seed=71,
    shape={
        'macrodetails/universal-male-young-averagemuscle-averageweight': 0.45,
        'macrodetails/universal-male-young-averagemuscle-maxweight': 0.55,
        'macrodetails/caucasian-male-young': 0.8, 'macrodetails/asian-male-young': 0.2,
        'head/head-round': 0.25, 'head/head-fat-incr': 0.25, 'nose/nose-scale-horiz-incr': 0.1,
        'nose/nose-volume-incr': 0.1, 'eyes/*-eye-scale-incr': 0.35, 'mouth/mouth-lowerlip-volume-incr': 0.15,
    },
    turn=(-5, 0, -1),
    manner={'mouthSmileLeft': 0.74, 'mouthSmileRight': 0.68, 'cheekSquint': 0.30, 'browInnerUp': 0.10,
            'mouthDimple': 0.20},
    skin=dict(tone=(0.46, 0.275, 0.185), lip=(0.38, 0.15, 0.13), blood=0.9, liner_strength=0.35, gloss=0.35, pores=1.2),
    eyes=dict(colour=(0.07, 0.042, 0.016), lashes=dict(length=0.85)),
    brows=dict(count=560, width=0.031, height=0.152, arch=0.034, fill=0.10, darker=0.9, radius=0.0012),
    beard=dict(count=12000, length=0.035, curl=0.35, fill=0.28, radius=0.0017),
    hair=dict(
        kind='crop', male=True, length=0.55, part=-0.2, count=32000, guides=900, clump=0.75, clumps=500, frizz=0.016,
        soft=0.06, steps=16, layer=0.05, fly=0.05, side=0.28, sweep=-0.7, rise=0.5, uneven=0.16, radius=0.0030,
        mess=0.08, wave=0.035, wave_turns=1.6, melanin=0.84, redness=0.35, spread=0.3, root=(0.032, 0.020, 0.013),
        root_strength=0.85),
    clothes=dict(kind='sweater', neck=5.60, tilt=0.36, colour=(0.045, 0.10, 0.075), rib=(0.038, 0.085, 0.063), weave='knit'),
    light=dict(kind='window', fill=1.2),
    room=dict(
        wall=(0.60, 0.56, 0.50), ambient_strength=0.40,
        things=[('window', dict(at=(-16, 5), wide=13, high=14)),
                ('board', dict(low=(4, 3, 0), high=(30, 3.7, 5), colour=(0.36, 0.24, 0.14))),
                ('board', dict(low=(-30, -20, 0), high=(30, -8, 9), colour=(0.62, 0.62, 0.60))),
                ('leaves', dict(at=(9, 4.5, 3), count=36, size=0.6)),
                ('lamp', dict(at=(16, 9, 9), size=1.8, bright=2.4, power=900))],
        lamps=[((-16, 9, 18), 13, 7500, (1.0, 0.97, 0.92))]),
)
