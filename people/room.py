"""The room behind a person: a picture of its own, out of focus, with real depth and lights."""
import math

import bpy
import numpy as np
from mathutils import Vector

import render
from stage import Nodes, add_mesh, clear, plain

WIDTH, HEIGHT = 1280, 720
# The room is soft: half its pixels are enough to render.
RENDERED = 0.5
# The camera, in front of somebody who is sharp while the wall is not; decimetres from the wall.
FAR, SHARP = 44, 10


def render_room(look, seed, samples, threads):
    """The picture, linear, at a part of its size."""
    clear()
    render.set_up(samples, threads)
    scene = bpy.context.scene
    scene.render.film_transparent = False
    scene.render.resolution_x, scene.render.resolution_y = round(WIDTH * RENDERED), round(HEIGHT * RENDERED)
    _camera(look)
    rng = np.random.default_rng(seed + 77)
    _walls(look)
    for kind, thing in look['things']:
        THINGS[kind](thing, rng)
    for at, size, power, colour in look['lamps']:
        _area(at, size, power, colour)
    world = bpy.data.worlds.new('world')
    scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes['Background']
    sky.inputs[0].default_value = (*look.get('ambient', (0.5, 0.5, 0.5)), 1)
    sky.inputs[1].default_value = look.get('ambient_strength', 0.3)
    return render.take_picture('room')


def _camera(look):
    camera = bpy.data.cameras.new('camera')
    camera.lens, camera.sensor_width = 60, 36
    camera.dof.use_dof = True
    camera.dof.focus_distance, camera.dof.aperture_fstop = SHARP, look.get('fstop', 0.16)
    made = bpy.data.objects.new('camera', camera)
    bpy.context.scene.collection.objects.link(made)
    bpy.context.scene.camera = made
    made.location = (0, -FAR, 0)
    made.rotation_euler = (math.radians(90), 0, math.radians(look.get('turned', 0)))


def _area(at, size, power, colour):
    light = bpy.data.lights.new('lamp', 'AREA')
    light.size, light.energy, light.color = size, power, colour
    lamp = bpy.data.objects.new('lamp', light)
    bpy.context.scene.collection.objects.link(lamp)
    lamp.location = (at[0], -at[2], at[1])
    lamp.rotation_euler = (Vector((0, 0, 0)) - lamp.location).to_track_quat('-Z', 'Y').to_euler()


def _glow(colour, strength):
    n = Nodes('glow', 'ShaderNodeEmission')
    return n.set(Color=colour, Strength=strength).material


def _box(low, high, material):
    x, y, z = zip(low, high)
    corners = np.array([(x[i], y[j], z[k]) for i in (0, 1) for j in (0, 1) for k in (0, 1)], float)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    made = add_mesh('box', corners, faces, material)
    made.data.polygons.foreach_set('use_smooth', [False] * len(faces))
    return made


def _sheet(corners, material):
    return add_mesh('sheet', np.array(corners, float), [(0, 1, 2, 3)], material)


def _walls(look):
    n = Nodes('wall')
    shade = n.between(n.noise(n.rest, 0.25, 3), 0.3, 0.7)
    n.set(Base_Color=n.mix(np.array(look['wall']) * 0.94, np.array(look['wall']) * 1.05, shade), Roughness=0.9)
    _sheet([(-60, -40, 0), (60, -40, 0), (60, 40, 0), (-60, 40, 0)], n.material)
    if 'corner' in look:
        # Another wall comes towards us, and takes the light differently.
        x = look['corner']
        _sheet([(x, -40, 0), (x, -40, 60), (x, 40, 60), (x, 40, 0)], n.material)


def _window(thing, rng):
    """Panes that glow, with bars between them, a frame and a curtain at each side."""
    x, y, wide, high = thing['at'][0], thing['at'][1], thing.get('wide', 12), thing.get('high', 16)
    cols, rows = thing.get('panes', (2, 3))
    colour = np.array(thing.get('colour', (0.95, 0.97, 1.0)))
    for i in range(cols):
        for j in range(rows):
            left, low = x - wide / 2 + i * wide / cols, y - high / 2 + j * high / rows
            strength = thing.get('bright', 2.2) * (0.72 + 0.28 * j / max(1, rows - 1)) * rng.uniform(0.92, 1.05)
            right, top = left + wide / cols, low + high / rows
            _sheet([(left, low, 0.4), (right, low, 0.4), (right, top, 0.4), (left, top, 0.4)], _glow(colour, strength))
    bar = plain('bar', thing.get('frame', (0.75, 0.73, 0.70)), 0.6)
    for i in range(cols + 1):
        at = x - wide / 2 + i * wide / cols
        _box((at - 0.25, y - high / 2, 0.5), (at + 0.25, y + high / 2, 1.0), bar)
    for j in range(rows + 1):
        at = y - high / 2 + j * high / rows
        _box((x - wide / 2, at - 0.2, 0.5), (x + wide / 2, at + 0.2, 0.9), bar)
    cloth = thing.get('curtain')
    if cloth:
        for side in (-1, 1):
            t = np.linspace(0, 1, 60)
            edge = x + side * (wide / 2 + 0.5)
            along = edge + side * (t - 0.25) * 3.6
            deep = 1.6 + 0.45 * np.sin(t * 32 + side)
            rows_ = np.stack([np.stack([along, 0 * t + h, deep], 1) for h in (y - high, y + high)], 1)
            faces = [(2 * k, 2 * k + 2, 2 * k + 3, 2 * k + 1) for k in range(59)]
            add_mesh('curtain', rows_.reshape(-1, 3), faces, plain('curtain', cloth, 0.9))


def _shelf(thing, rng):
    """Books of many sizes, some that lean, and gaps."""
    left, right = thing['from'], thing['to']
    wood = plain('wood', thing.get('wood', (0.16, 0.09, 0.05)), 0.6)
    pages = [plain('book', np.array(c) * k, 0.75) for c in thing['books'] for k in (0.7, 1.0, 1.25)]
    step, low = thing.get('step', 4.4), thing.get('low', -13)
    _box((left, -30, 0), (right, 30, 0.3), wood)
    for side in (left, right):
        _box((side - 0.3, -30, 0), (side + 0.3, 30, 3.6), wood)
    for row in range(thing.get('rows', 7)):
        floor = low + row * step
        _box((left, floor - 0.3, 0), (right, floor, 3.6), wood)
        x = left + 0.5
        while x < right - 0.9:
            wide, high = rng.uniform(0.28, 0.75), rng.uniform(2.3, 3.6)
            if rng.random() < 0.10:
                x += rng.uniform(0.6, 2.6)
                continue
            book = _box((x, floor, 0.8), (x + wide * 0.94, floor + high, rng.uniform(2.6, 3.3)),
                        pages[rng.integers(len(pages))])
            if rng.random() < 0.08:
                book.rotation_euler[1] = 0.03
            x += wide


def _leaves(thing, rng):
    """Long leaves around a place, in several greens."""
    x, y, z = thing['at']
    greens = [Nodes('leaf').set(Base_Color=np.array(thing.get('colour', (0.08, 0.20, 0.07))) * k, Roughness=0.45,
                                Subsurface_Weight=0.3, Subsurface_Scale=0.2).material for k in (0.5, 0.9, 1.4, 2.0)]
    t = np.linspace(0, 1, 10)
    for _ in range(thing.get('count', 60)):
        angle, rise = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 1.5)
        long, wide = rng.uniform(2.5, 6.5) * thing.get('size', 1), rng.uniform(0.3, 0.7) * thing.get('size', 1)
        way = np.array([math.cos(angle), rise, math.sin(angle) * 0.8])
        way /= np.linalg.norm(way)
        middle = np.array([x, y, z]) + way * long * t[:, None] - np.array([0, 1.0, 0]) * (long * 0.35 * t[:, None] ** 2)
        across = np.cross(way, [0.2, 0.3, 1.0])
        across = across / np.linalg.norm(across) * (wide * np.sin(math.pi * np.clip(t, 0.03, 1)) ** 0.7)[:, None]
        strip = np.stack([middle - across, middle + across], 1).reshape(-1, 3)
        faces = [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(9)]
        add_mesh('leaf', strip, faces, greens[rng.integers(4)])
    if thing.get('pot'):
        _box((x - 1.4, y - 3.4, z - 1.4), (x + 1.4, y, z + 1.4), plain('pot', thing['pot'], 0.7))


def _city(thing, rng):
    """A pane over a city at night: lights in rows of windows, near and far, and the bars of the pane."""
    _sheet([(-60, -40, 0.2), (60, -40, 0.2), (60, 40, 0.2), (-60, 40, 0.2)],
           _glow(thing.get('sky', (0.020, 0.030, 0.075)), 1.0))
    colours = thing['colours']
    x = -34.0
    while x < 34:
        wide, top = rng.uniform(2.5, 6), rng.uniform(-5, 8)
        shade = np.array(thing.get('house', (0.010, 0.014, 0.032))) * rng.uniform(0.6, 1.8)
        _sheet([(x, -40, 0.3), (x + wide, -40, 0.3), (x + wide, top, 0.3), (x, top, 0.3)], _glow(shade, 1.0))
        for h in np.arange(top - 0.8, -14, -0.9):
            for a in np.arange(x + 0.35, x + wide - 0.3, 0.62):
                if rng.random() < thing.get('lit', 0.24):
                    colour, power = colours[rng.integers(len(colours))], rng.uniform(0.6, thing.get('power', 9))
                    _sheet([(a, h, 0.4), (a + 0.26, h, 0.4), (a + 0.26, h + 0.34, 0.4), (a, h + 0.34, 0.4)],
                           _glow(colour, power))
        x += wide + rng.uniform(0, 1.2)
    for at in thing.get('bars', ()):
        _box((at - 0.5, -40, 3), (at + 0.5, 40, 4), plain('bar', (0.02, 0.02, 0.025), 0.5))


def _picture(thing, rng):
    x, y, wide, high = *thing['at'], thing.get('wide', 7), thing.get('high', 9)
    _box((x - wide / 2 - 0.4, y - high / 2 - 0.4, 0), (x + wide / 2 + 0.4, y + high / 2 + 0.4, 0.5),
         plain('frame', thing.get('frame', (0.10, 0.07, 0.05)), 0.5))
    n = Nodes('art')
    at = n.noise(n.rest, 0.35, 2)
    n.set(Base_Color=n.mix(thing['colours'][0], thing['colours'][1], n.between(at, 0.42, 0.58)), Roughness=0.8)
    _box((x - wide / 2, y - high / 2, 0.5), (x + wide / 2, y + high / 2, 0.6), n.material)


def _lamp(thing, rng):
    """A shade that glows, and the light that it gives."""
    x, y, z = thing['at']
    turn = np.linspace(0, 2 * math.pi, 32, endpoint=False)
    size = thing.get('size', 2.2)
    rows = np.stack([np.stack([x + r * size * np.cos(turn), 0 * turn + y + h * size, z + r * size * np.sin(turn)], 1)
                     for r, h in ((1.0, -0.7), (0.62, 0.75))])
    faces = [(k, (k + 1) % 32, 32 + (k + 1) % 32, 32 + k) for k in range(32)]
    colour = thing.get('colour', (1.0, 0.66, 0.34))
    add_mesh('shade', rows.reshape(-1, 3), faces, _glow(colour, thing.get('bright', 5)))
    _box((x - 0.2, y - 30, z - 0.2), (x + 0.2, y - 0.7 * size, z + 0.2), plain('foot', (0.12, 0.09, 0.06), 0.4))
    point = bpy.data.lights.new('bulb', 'POINT')
    point.energy, point.color, point.shadow_soft_size = thing.get('power', 900), colour, size * 0.6
    bulb = bpy.data.objects.new('bulb', point)
    bpy.context.scene.collection.objects.link(bulb)
    bulb.location = (x, -z - size * 1.3, y)


def _board(thing, rng):
    """A box: furniture, a beam, the edge of a door."""
    _box(thing['low'], thing['high'], plain('board', thing['colour'], thing.get('rough', 0.6)))


THINGS = {'window': _window, 'shelf': _shelf, 'leaves': _leaves, 'city': _city, 'picture': _picture, 'lamp': _lamp,
          'board': _board}
