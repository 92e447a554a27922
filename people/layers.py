"""The layers of a pack, from what Cycles renders of a person."""
import bpy
import numpy as np
from PIL import Image
from scipy.interpolate import LinearNDInterpolator
from scipy.ndimage import gaussian_filter, map_coordinates

import render
from points import EYES

BEHIND = ('body', 'clothes', 'white', 'cap', 'wet', 'hair', 'brows', 'beard', 'lashes', 'necklace')
BEFORE = ('fringe', 'glasses', 'earrings')
# Of an iris that a pack holds: larger than it is drawn.
IRIS_SIZE = 128


def render_layers(person, room, points):
    """`room`: linear, at the size of the layers' frame. Values 0..1: {'person': (colours, alpha), ...}."""
    person.show(BEHIND)
    behind = render.take_picture('person')
    person.show(BEFORE, holding=[kind for kind in person.objects if kind in BEHIND])
    before = render.take_picture('front')
    backdrop = render.develop(room)
    developed, alpha = _blendable(behind, backdrop, room)
    under = developed * alpha[..., None] + backdrop * (1 - alpha[..., None])
    linear = behind[..., :3] + room * (1 - behind[..., 3:])
    return {'person': (developed, alpha), 'front': _blendable(before, under, linear),
            'lids': _render_lids(person, points), 'iris': _render_iris(person, points)}


def _blendable(picture, under, linear_under):
    """Colours and alpha that look, mixed on a screen over `under`, as the picture does over it in linear light.

    A strand that covers half a pixel of bright skin is much brighter in linear light than the mean of what screens show.
    """
    cover = picture[..., 3]
    shown = render.develop(picture[..., :3] / np.maximum(cover, 1e-4)[..., None])
    wanted = render.develop(picture[..., :3] + linear_under * (1 - cover[..., None]))
    apart = shown - under
    # Where both are alike, alpha does not matter: then it stays what it is.
    certain = (apart ** 2).sum(-1) + 1e-3
    alpha = (((wanted - under) * apart).sum(-1) + 1e-3 * cover) / certain
    alpha = np.where((cover < 0.004) | (cover > 0.996), np.round(cover), np.clip(alpha, 0, 1))
    return shown * (cover > 0.004)[..., None], alpha


def _render_lids(person, points):
    """Skin over the eyes. It is brought back from shut lids to where open ones are: the drawer moves it down again."""
    xs = np.concatenate([points[list(row)] for rows in EYES.values() for row in rows])
    apart = points[263, 0] - points[33, 0]
    pad = 0.30 * apart
    height, width = person.camera.height, person.camera.width
    box = (int(xs[:, 0].min() - pad), int(xs[:, 1].min() - pad), int(xs[:, 0].max() + pad), int(xs[:, 1].max() + pad))
    person.shut_eyes(1.0)
    person.show(('body', 'brows', 'hair', 'white'))
    picture = render.take_picture('lids', box)
    person.shut_eyes(0.0)
    shown = render.develop(picture[..., :3])
    from_at, to_at = _lid_motion(person, points)
    rows, cols = np.mgrid[box[1]:box[3], box[0]:box[2]].astype(float) + 0.5
    shift = LinearNDInterpolator(from_at, to_at - from_at, fill_value=0)(np.stack([cols, rows], -1))
    shift = gaussian_filter(shift, (1, 1, 0))
    at = [rows + shift[..., 1] - box[1] - 0.5, cols + shift[..., 0] - box[0] - 0.5]
    pulled = np.stack([map_coordinates(shown[..., k], at, order=1, mode='nearest') for k in range(3)], -1)
    colours, alpha = np.zeros((height, width, 3)), np.zeros((height, width))
    colours[box[1]:box[3], box[0]:box[2]] = pulled
    alpha[box[1]:box[3], box[0]:box[2]] = _soft_ovals(points, cols, rows)
    return colours, alpha


def _soft_ovals(points, cols, rows):
    out = np.zeros(cols.shape)
    for upper, lower, *_ in EYES.values():
        left, right = points[upper[0]], points[upper[-1]]
        middle, half = (left + right) / 2, (right[0] - left[0]) / 2
        far = np.hypot((cols - middle[0]) / (1.45 * half), (rows - middle[1] + 0.15 * half) / (1.0 * half))
        out = np.maximum(out, np.clip((1 - far) / 0.22, 0, 1))
    return out * out * (3 - 2 * out)


def _lid_motion(person, points):
    """Places of open eyes, and where the same skin is when they are shut."""
    shape, camera = person.shape, person.camera
    from_at, to_at = [], []
    for side, (upper, lower, above, below) in EYES.items():
        left, right = points[upper[0], 0], points[upper[-1], 0]
        open_, shut = (camera.seen(shape.turned(base)) for base in (shape.rest, shape.pose({}, 1.0)))
        edge = {row: [camera.seen(shape.turned(shape.lash_roots(side, row, base)))
                      for base in (shape.rest, shape.pose({}, 1.0))] for row in '12'}
        for k in range(len(upper)):
            x = points[upper[k], 0]
            down = [np.interp(x, *_by_x(edge['2'][1])) - np.interp(x, *_by_x(edge['2'][0])),
                    np.interp(x, *_by_x(edge['1'][1])) - np.interp(x, *_by_x(edge['1'][0]))]
            ends = np.sin(np.pi * k / (len(upper) - 1)) ** 0.5
            from_at += [points[upper[k], :2], points[lower[k], :2]]
            to_at += [points[upper[k], :2] + [0, (down[0] - 1) * ends], points[lower[k], :2] + [0, (down[1] + 1) * ends]]
            # The fold above: what is there is lid that has gone down by half.
            from_at.append(points[above[k], :2])
            to_at.append(points[above[k], :2] + [0, 0.5 * down[0] * ends])
            from_at.append(points[below[k], :2])
            to_at.append(points[below[k], :2])
            high = points[above[k], :2] - [0, 0.35 * (right - left)]
            from_at.append(high)
            to_at.append(high)
            deep = points[below[k], :2] + [0, 0.3 * (right - left)]
            from_at.append(deep)
            to_at.append(deep)
    return np.array(from_at), np.array(to_at)


def _by_x(line):
    order = np.argsort(line[:, 0])
    return line[order, 0], line[order, 1]


def _render_iris(person, points):
    """An iris with its glints, round and with a soft edge, which touches all sides of its square."""
    x, y = points[473, :2]
    radius = abs(points[474, 0] - x)
    person.show(('iris', 'glints'))
    for cap in person.objects['cap']:
        cap.hide_render = True
    box = (int(x - radius - 3), int(y - radius - 3), int(x + radius + 4), int(y + radius + 4))
    picture = _magnified(person, box)
    for cap in person.objects['cap']:
        cap.hide_render = False
    scale = picture.shape[1] / (box[2] - box[0])
    shown = render.develop(picture[..., :3] / np.maximum(picture[..., 3:], 1e-4))
    grid = (np.arange(IRIS_SIZE) + 0.5) / IRIS_SIZE * 2 - 1
    at = [(y - box[1] + grid[:, None] * radius + 0 * grid) * scale - 0.5,
          (x - box[0] + grid[None] * radius + 0 * grid[:, None]) * scale - 0.5]
    colours = np.stack([map_coordinates(shown[..., k], at, order=1, mode='nearest') for k in range(3)], -1)
    far = np.hypot(grid[:, None], grid[None])
    return colours, np.clip((1 - far) / 0.10, 0, 1)


def _magnified(person, box):
    """A small part of the picture with more pixels than it has there."""
    settings, times = bpy.context.scene.render, 6
    size = settings.resolution_x, settings.resolution_y
    settings.resolution_x, settings.resolution_y = size[0] * times, size[1] * times
    picture = render.take_picture('iris', tuple(times * side for side in box), samples=24)
    settings.resolution_x, settings.resolution_y = size
    return picture


def frame_room(room, shown, size):
    """The part of the room that stands behind a person in a square frame, at the size of the layers; all linear."""
    width, height = size
    high = room.shape[0]
    # A frame is as high as what it shows, and the background covers it.
    scale = high / shown['height']
    rows = (np.arange(height) + 0.5 - shown['top']) * scale - 0.5
    cols = (np.arange(width) + 0.5 - shown['left'] - shown['width'] / 2) * scale + room.shape[1] / 2 - 0.5
    at = np.meshgrid(rows, cols, indexing='ij')
    return np.stack([map_coordinates(room[..., k], at, order=1, mode='nearest') for k in range(3)], -1)


def enlarged(colours, width, height):
    return np.stack([np.asarray(Image.fromarray(colours[..., k].astype(np.float32)).resize((width, height), 3))
                     for k in range(3)], -1)
