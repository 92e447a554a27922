"""Light with a reason: a window or a lamp at one side, what the room sends back, and an edge of light from behind."""
import math

import bpy
from mathutils import Vector

# From where (degrees around the head from its front, positive to the right of the picture; height over the eyes;
# distance), how large (width, height), how strong, which colour.
PRESETS = {
    'window': [
        ('key', -42, 2.6, 8.0, (3.6, 4.6), 900, (1.0, 0.95, 0.88)),
        ('fill', 50, 0.2, 9.0, (5, 5), 130, (0.88, 0.93, 1.0)),
        ('rim', 142, 2.4, 5.6, (1.6, 3.2), 300, (1.0, 0.94, 0.86)),
        ('kick', -128, 1.8, 6.2, (1.6, 3.0), 230, (0.84, 0.91, 1.0)),
        ('catch', -8, 2.3, 9.0, (2.6, 1.5), 50, (1.0, 0.98, 0.95)),
        ('bounce', 0, -4.6, 5.0, (4, 4), 95, (1.0, 0.90, 0.80)),
        ('top', 0, 5.5, 0.6, (2.5, 2.5), 150, (1.0, 0.97, 0.93)),
    ],
    'evening': [
        ('key', -38, 2.3, 7.6, (2.6, 3.0), 820, (1.0, 0.88, 0.74)),
        ('fill', 48, 0.4, 9.0, (5, 5), 150, (0.72, 0.82, 1.0)),
        ('rim', 146, 2.4, 5.4, (1.4, 3.2), 420, (0.74, 0.83, 1.0)),
        ('kick', -130, 1.6, 6.0, (1.6, 3.0), 260, (1.0, 0.80, 0.60)),
        ('catch', -6, 2.3, 9.0, (2.4, 1.4), 45, (1.0, 0.95, 0.90)),
        ('bounce', 0, -4.6, 5.0, (4, 4), 80, (1.0, 0.86, 0.74)),
        ('top', 0, 5.5, 0.6, (2.5, 2.5), 120, (0.92, 0.95, 1.0)),
    ],
}


def add_lights(shape, look):
    """`look`: the preset's name as `kind`, `from_right` to mirror it, and for each light by its
    name a factor, and `…_colour` or `…_height` in its place."""
    mirror = -1 if look.get('from_right') else 1
    middle = Vector((0, -0.7, shape.eye_y - 0.1))
    for name, around, height, far, (wide, high), power, colour in PRESETS[look['kind']]:
        light = bpy.data.lights.new(name, 'AREA')
        light.shape = 'RECTANGLE'
        light.size, light.size_y = wide, high
        light.energy = power * look.get(name, 1)
        light.color = look.get(f'{name}_colour', colour)
        lamp = bpy.data.objects.new(name, light)
        bpy.context.scene.collection.objects.link(lamp)
        # Eyes and wet lips mirror where the light comes from, not the cards that soften it.
        lamp.visible_glossy = name not in ('fill', 'bounce', 'top')
        angle = math.radians(around * mirror)
        lamp.location = (math.sin(angle) * far, -math.cos(angle) * far, shape.eye_y + look.get(f'{name}_height', height))
        lamp.rotation_euler = (middle - lamp.location).to_track_quat('-Z', 'Y').to_euler()
    world = bpy.data.worlds.new('world')
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles_visibility.glossy = False
    around = world.node_tree.nodes['Background']
    around.inputs[0].default_value = (*look.get('ambient', (0.40, 0.42, 0.45)), 1)
    around.inputs[1].default_value = look.get('ambient_strength', 0.30)
