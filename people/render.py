"""Cycles: pictures in linear light, and how they are developed for a screen."""
import contextlib
import os
import tempfile
import time

import bpy
import numpy as np
from PIL import Image


def set_up(samples, threads):
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = 'CYCLES'
    cycles.device = 'CPU'
    cycles.samples, cycles.seed = samples, 3
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
    cycles.use_denoising, cycles.denoiser = True, 'OPENIMAGEDENOISE'
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = 3, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4
    cycles.filter_width = 1.2
    scene.cycles_curves.shape = 'RIBBONS'
    render.film_transparent = True
    render.threads_mode, render.threads = 'FIXED', threads
    render.use_persistent_data = True
    render.image_settings.file_format, render.image_settings.color_depth = 'OPEN_EXR', '32'
    render.image_settings.color_mode = 'RGBA'
    scene.view_settings.view_transform = 'AgX'
    scene.view_settings.look = 'AgX - Medium High Contrast'


def take_picture(label, box=None, samples=None):
    """What the camera sees, linear and premultiplied, [height, width, 4]; `box`: (left, top, right, bottom) in pixels."""
    scene = bpy.context.scene
    render = scene.render
    width, height = render.resolution_x, render.resolution_y
    render.use_border = render.use_crop_to_border = box is not None
    if box:
        render.border_min_x, render.border_max_x = box[0] / width, box[2] / width
        render.border_min_y, render.border_max_y = 1 - box[3] / height, 1 - box[1] / height
    before, started = scene.cycles.samples, time.time()
    scene.cycles.samples = samples or before
    with tempfile.TemporaryDirectory() as folder:
        render.filepath = os.path.join(folder, 'picture.exr')
        with _silence():
            bpy.ops.render.render(write_still=True)
        picture = _read(render.filepath)
    scene.cycles.samples = before
    print(f'{label}: {picture.shape[1]} x {picture.shape[0]}, {time.time() - started:.0f} s', flush=True)
    return picture


@contextlib.contextmanager
def _silence():
    """Blender writes some hundred lines for each picture, past Python."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _read(path):
    image = bpy.data.images.load(path)
    width, height = image.size
    pixels = np.zeros(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1].copy()


def develop(colours):
    """Linear colours [height, width, 3] as a screen shows them, 0..1."""
    height, width, _ = colours.shape
    image = bpy.data.images.new('develop', width, height, float_buffer=True)
    image.colorspace_settings.name = 'Linear Rec.709'
    image.pixels.foreach_set(np.dstack([colours, np.ones((height, width))])[::-1].astype(np.float32).ravel())
    settings = bpy.context.scene.render.image_settings
    kept = settings.file_format, settings.color_depth, settings.color_mode
    settings.file_format, settings.color_depth, settings.color_mode = 'PNG', '16', 'RGB'
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'developed.png')
        image.save_render(path, scene=bpy.context.scene)
        # Sixteen bits a channel, which Pillow does not read: Blender does.
        shown = bpy.data.images.load(path)
        shown.colorspace_settings.name = 'Non-Color'
        pixels = np.zeros(width * height * 4, np.float32)
        shown.pixels.foreach_get(pixels)
        bpy.data.images.remove(shown)
    settings.file_format, settings.color_depth, settings.color_mode = kept
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1, :, :3].copy()


def to_image(colours, alpha=None):
    """A picture of 8 bits from values 0..1."""
    layers = colours if alpha is None else np.dstack([colours, alpha])
    return Image.fromarray((np.clip(layers, 0, 1) * 255 + 0.5).astype(np.uint8))
