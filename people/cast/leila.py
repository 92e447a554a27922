"""Easy to talk to, twenty-two: long dark waves, an olive shirt, a living room in the evening."""
PERSON = dict(
    seed=63,
    shape={
        'macrodetails/universal-female-young-averagemuscle-averageweight': 1,
        'macrodetails/caucasian-female-young': 0.75, 'macrodetails/asian-female-young': 0.25,
        'head/head-round': 0.2, 'head/head-oval': 0.2, 'nose/nose-scale-horiz-decr': 0.15, 'nose/nose-volume-decr': 0.15,
        'chin/chin-height-decr': 0.2, 'chin/chin-width-decr': 0.25, 'eyes/*-eye-scale-incr': 0.45,
        'mouth/mouth-upperlip-volume-incr': 0.3, 'mouth/mouth-lowerlip-volume-incr': 0.35,
        'cheek/*-cheek-volume-incr': 0.2, 'torso/measure-shoulder-dist-decr': 0.8, 'torso/torso-scale-horiz-decr': 0.5,
    },
    turn=(5, 0, -3),
    manner={'mouthSmileLeft': 0.70, 'mouthSmileRight': 0.76, 'cheekSquint': 0.28, 'browInnerUp': 0.12,
            'mouthDimple': 0.16},
    skin=dict(tone=(0.50, 0.30, 0.20), lip=(0.42, 0.14, 0.125), blood=0.9, freckles=0.25, liner_strength=0.6, gloss=0.7),
    eyes=dict(colour=(0.06, 0.050, 0.018), lashes=dict(length=1.1)),
    brows=dict(count=440, width=0.027, height=0.160, arch=0.040, fill=0.10, darker=0.9, radius=0.0011),
    hair=dict(
        kind='falling', end=-1.7, part=-0.05, lift=0.10, layer=0.14, count=36000, clump=0.70, clumps=800, wave=0.075,
        wave_turns=3.0, gravity=0.28, rise=0.30, face=0.72, fly=0.05, frizz=0.016, uneven=0.14, steps=24, radius=0.0031,
        melanin=0.86, redness=0.35, root=(0.030, 0.018, 0.012), root_strength=0.9),
    clothes=dict(kind='shirt', colour=(0.12, 0.13, 0.06), under=(0.13, 0.14, 0.065), under_weave='wool', weave='wool'),
    light=dict(kind='evening', key=0.95),
    room=dict(
        wall=(0.22, 0.16, 0.13), ambient=(1.0, 0.78, 0.6), ambient_strength=0.18,
        things=[('lamp', dict(at=(-13, 2, 7), size=2.6, bright=3.0, power=2200)),
                ('shelf', dict({'from': 6, 'to': 27}, wood=(0.22, 0.14, 0.08), low=-14, rows=7,
                               books=[(0.30, 0.10, 0.08), (0.10, 0.16, 0.18), (0.40, 0.30, 0.16), (0.44, 0.40, 0.34)])),
                ('picture', dict(at=(-4, 9), wide=7, high=9, colours=((0.30, 0.22, 0.16), (0.14, 0.18, 0.20))))],
        lamps=[((-10, 12, 20), 10, 2400, (1.0, 0.80, 0.58))]),
)
