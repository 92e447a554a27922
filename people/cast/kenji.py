"""Young and easy-going, in his twenties: swept dark hair, a grey sweater, a city at night."""
PERSON = dict(
    seed=12,
    shape={
        'macrodetails/universal-male-young-averagemuscle-averageweight': 0.7,
        'macrodetails/universal-male-young-averagemuscle-minweight': 0.3,
        'macrodetails/asian-male-young': 1,
        'head/head-oval': 0.35, 'head/head-scale-horiz-decr': 0.45,
        'chin/chin-height-decr': 0.1, 'chin/chin-prominent-incr': 0.25, 'chin/chin-width-decr': 0.4,
        'nose/nose-scale-depth-incr': 0.35, 'nose/nose-greek-incr': 0.25, 'nose/nose-scale-vert-decr': 0.15,
        'nose/nose-volume-decr': 0.15, 'mouth/mouth-trans-up': 0.2, 'mouth/mouth-lowerlip-volume-decr': 0.2,
        'mouth/mouth-scale-vert-decr': 0.15, 'eyes/*-eye-height2-incr': 0.35, 'eyes/*-eye-scale-incr': 0.3,
        'eyes/*-eye-epicanthus-in': 0.3, 'cheek/*-cheek-bones-incr': 0.3, 'cheek/*-cheek-volume-decr': 0.6,
    },
    turn=(4, 0, -2),
    manner={'mouthSmileLeft': 0.72, 'mouthSmileRight': 0.64, 'cheekSquint': 0.24, 'browInnerUp': 0.08, 'eyeWide': 0.08,
            'mouthDimple': 0.12},
    skin=dict(tone=(0.46, 0.28, 0.18), lip=(0.36, 0.16, 0.13), blood=0.7, liner_strength=0.4, gloss=0.4, shine=0.3, specular=0.34),
    eyes=dict(colour=(0.035, 0.018, 0.009), lashes=dict(length=0.75)),
    brows=dict(count=560, width=0.029, height=0.158, arch=0.030, fill=0.10, length=0.42, radius=0.0011, darker=1),
    beard=dict(fill=0.05),
    hair=dict(
        kind='crop', male=True, length=0.40, part=0.25, count=36000, guides=900, clump=0.80, clumps=420, frizz=0.012,
        soft=0.06, steps=14, layer=0.03, fly=0.04, side=0.20, sweep=0.85, rise=0.5, uneven=0.14, radius=0.0030,
        mess=0.06, colour=(0.026, 0.021, 0.020), spread=0.3, root=(0.012, 0.010, 0.010), root_strength=0.85),
    clothes=dict(kind='sweater', neck=5.58, tilt=0.34, colour=(0.115, 0.125, 0.14), rib=(0.095, 0.105, 0.12), weave='knit'),
    light=dict(kind='evening', key=1.0, key_height=6.0, ambient_strength=0.2, top=2.0, bounce=0.15, fill=0.8, rim=1.4, from_right=True, rim_colour=(0.62, 0.74, 1.0)),
    room=dict(
        wall=(0.02, 0.03, 0.06), ambient=(0.3, 0.4, 0.8), ambient_strength=0.15,
        fstop=0.24,
        things=[('city', dict(lit=0.34, colours=[(1, 0.62, 0.30), (0.5, 0.6, 1), (1, 0.45, 0.32), (0.9, 0.85, 0.7), (0.5, 0.9, 0.9)],
                              bars=(-15.5,)))],
        lamps=[]),
)
