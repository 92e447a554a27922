"""The camera, which frames every person as the product shows them, and where it sees a place."""
import math

import bpy
import numpy as np
from mathutils import Vector

from geometry import unit
from stage import to_blender

# Of the layers of a person at full size; a smaller pack has the same picture.
WIDTH, HEIGHT = 1040, 1072
# What every frame shows at least, and where the eyes' outer corners are to stand in it: as far apart as this, at this height.
SHOWN = {'left': 110, 'top': 21, 'width': 820, 'height': 847}
APART, EYES_Y = 226, 383


class Camera:
    def __init__(self, look, shape, size):
        """`size`: parts of the full size."""
        self.width, self.height = round(WIDTH * size), round(HEIGHT * size)
        self._scale = size
        yaw = math.radians(look.get('yaw', 0))
        far = look.get('distance', 10.2)
        self.place = np.array([math.sin(yaw) * far, shape.eye_y + look.get('over', 0.05), math.cos(yaw) * far])
        camera = bpy.data.cameras.new('camera')
        camera.sensor_fit, camera.sensor_width = 'HORIZONTAL', 36
        self._object = bpy.data.objects.new('camera', camera)
        scene = bpy.context.scene
        scene.collection.objects.link(self._object)
        scene.camera = self._object
        self._object.location = Vector(to_blender(self.place))
        ahead = Vector(to_blender(np.array([0, shape.eye_y - 0.1, 0.4]))) - self._object.location
        self._object.rotation_euler = ahead.to_track_quat('-Z', 'Y').to_euler()
        # Lens and shift put the eyes where all people have them.
        bpy.context.view_layer.update()
        self._from_world = np.linalg.inv(np.array(self._object.matrix_world))
        corners = [shape.turned(shape.eyes[side][0] + [sign * 0.16, 0, 0.05]) for side, sign in (('l', 1), ('r', -1))]
        flat = np.array([self._flat(corner) for corner in corners])
        tight = look.get('tight', 1.0)
        self._focal = APART * tight / abs(flat[0, 0] - flat[1, 0])
        middle = flat.mean(0)
        at = np.array([WIDTH / 2 + look.get('aside', 0), EYES_Y + look.get('down', 0)])
        self._centre = at - self._focal * middle * [1, -1]
        camera.lens = self._focal / WIDTH * 36
        camera.shift_x = (WIDTH / 2 - self._centre[0]) / WIDTH
        camera.shift_y = (self._centre[1] - HEIGHT / 2) / WIDTH
        scene.render.resolution_x, scene.render.resolution_y = self.width, self.height

    def _flat(self, points):
        p = to_blender(points) @ self._from_world[:3, :3].T + self._from_world[:3, 3]
        return p[..., :2] / -p[..., 2:]

    def seen(self, points):
        """Pixels of the layers, and the distance along the view, [..., 3]."""
        p = to_blender(points) @ self._from_world[:3, :3].T + self._from_world[:3, 3]
        x = self._centre[0] + self._focal * p[..., 0] / -p[..., 2]
        y = self._centre[1] - self._focal * p[..., 1] / -p[..., 2]
        return np.stack([x * self._scale, y * self._scale, -p[..., 2]], -1)

    def ray(self, pixel):
        """The direction in which a pixel is seen."""
        x, y = (np.asarray(pixel) / self._scale - self._centre) / self._focal
        p = np.linalg.inv(self._from_world[:3, :3]) @ [x, -y, -1]
        return unit(np.array([p[0], p[2], -p[1]]))

    def pixels_per_unit(self, distance):
        return self._focal * self._scale / distance

    def shown(self):
        return {name: round(value * self._scale) for name, value in SHOWN.items()}
