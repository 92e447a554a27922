"""A person as a scene: everything that is seen of somebody, by kind, so that each layer can show what it needs."""
import importlib

import bpy
import numpy as np

import clothes
import extras
import hair
import render
import skin
import stage
from brows import Brows, grow_beard
from camera import Camera
from eyes import Eyes, add_lashes
from geometry import normals, ramp
from light import add_lights
from shape import Shape

EXTRAS = {'glasses': extras.add_glasses, 'earrings': extras.add_earrings}


def read_person(identity):
    return importlib.import_module(f'cast.{identity}').PERSON


class Person:
    """`objects`: lists by kind. Kinds in front of the face are `fringe`, `glasses` and `earrings`."""

    def __init__(self, look, size, samples, threads):
        stage.clear()
        rng = np.random.default_rng(look['seed'])
        self.shape = shape = Shape(look)
        self._look = look
        self._masks = skin.skin_masks(shape)
        self._wrinkles = skin.wrinkles(shape, look['skin'].get('wrinkles', 0), look['skin'].get('lines', 0.3))
        lid_height, lid_fold, relief = skin.lid_folds(shape, look['eyes'].get('crease', {}))
        self._wrinkles += relief
        self._masks |= {'lidheight': lid_height, 'lidfold': lid_fold}
        worn = clothes.Clothes(shape, look['clothes'])
        scalp = hair.Scalp(shape, look['hair'], worn.surface())
        strands, thick, roots, tone = hair.grow_hair(scalp, look['hair'], rng)
        brows = Brows(shape, look['brows'], rng)
        beard = look.get('beard', {})
        bristles = grow_beard(shape, self._masks['beard'], beard, rng) if 'count' in beard else []
        self._masks |= {'scalp': scalp.shade(), 'brow': brows.mask}

        # The camera frames the head as it is turned, and everything is built on the face at rest.
        self._rest = shape.dense(shape.rest)
        self._moved = self._rest - shape.points
        self.camera = Camera(look.get('camera', {}), shape, size)
        self.surface = self._skin_at(self._rest)
        # What tells the lower lip from the upper one: it goes with the jaw.
        jaw = (self._rest - shape.dense(shape.pose({'jawOpen': 1})))[:, 1]
        self._masks |= {'lower': ramp(0.3, 0.7, jaw / jaw.max()), 'skin': np.ones(len(jaw))}
        material = skin.skin_material(look['skin'], look['hair'], look['brows'], beard, look['seed'])
        self._body = stage.add_mesh('body', self.surface, shape.quads, material, shape.points, self._masks)
        before = set(bpy.data.objects)
        worn.add(shape)
        self.objects = {'body': [self._body], 'clothes': [o for o in bpy.data.objects if o not in before]}
        self.eyes = Eyes(shape, look, self.camera.place)
        self.objects |= self.eyes.objects
        self._add_hair(strands, thick, roots, tone)
        brow_material = hair.hair_material('brows', {**look['hair'], **look['brows'].get('hair', {}), 'rough': 0.4},
                                           look['brows'].get('darker', 0.6))
        self._add_bristles('brows', brows.strands, brow_material, look['brows'].get('radius', 0.0012), 0.15)
        if bristles:
            self._add_bristles('beard', bristles, hair.hair_material('beard', {**look['hair'], **beard.get('hair', {})}),
                               beard.get('radius', 0.0022), 0.4)
        self.objects['lashes'] = [add_lashes(shape, look, shape.rest)]
        for name, add in EXTRAS.items():
            if name in look:
                self.objects[name] = add(shape, look[name])
        if 'necklace' in look:
            self.objects['necklace'] = extras.add_necklace(shape, look['necklace'], worn.surface())
        add_lights(shape, look['light'])
        render.set_up(samples, threads)
        bpy.context.scene.view_settings.exposure = look['light'].get('exposure', 0.15)

    def _skin_at(self, points):
        return self.shape.turned(points + normals(points, self.shape.tris) * self._wrinkles[:, None])

    def shut_eyes(self, shut):
        stage.move_mesh(self._body, self._skin_at(self.shape.dense(self.shape.pose({}, shut))))

    def _add_hair(self, strands, thick, roots, tone):
        placed = self.shape.turned(strands + self._moved[roots][:, None])
        look = self._look['hair']
        radius = thick * look.get('radius', 0.0030)
        material = hair.hair_material('hair', look, glow=look.get('glow', 0.22))
        front = self._before_face(placed)
        for kind, some in (('fringe', front), ('hair', ~front)):
            if some.any():
                self.objects[kind] = [stage.add_strands(kind, placed[some], material, radius[some], look.get('tip', 0.18),
                                                        tone[some])]

    def _before_face(self, strands):
        """Which strands hang before what the face moves: skin between the ears that is in front of them."""
        seen = self.camera.seen(strands)
        ears = self.surface[self.shape.masks['ears'] > 0.5]
        limit = self.camera.seen(ears)[:, 2].mean() - 0.05
        face = self.camera.seen(self.shape.turned(self.shape.points[self.shape.points[:, 2] > 0.75]))
        chin, brow = self.camera.seen(self.surface[[self._nearest(self.shape.chin)]])[0], self.camera.seen(
            self.shape.turned(np.array([0, self.shape.eye_y + 0.62, 1.0])))
        middle, high = (chin[1] + brow[1]) / 2, (chin[1] - brow[1]) / 2
        wide = np.ptp(face[abs(face[:, 1] - middle) < high * 0.5, 0]) / 2
        centre = face[abs(face[:, 1] - middle) < high, 0].mean()
        inside = ((seen[..., 0] - centre) / wide) ** 2 + ((seen[..., 1] - middle) / (high * 1.06)) ** 2 < 1
        return (inside & (seen[..., 2] < limit)).any(1)

    def _nearest(self, place):
        return np.linalg.norm(self.shape.points - place, axis=1).argmin()

    def _add_bristles(self, kind, bristles, material, radius, tip):
        placed = self.shape.turned(np.array([points + self._moved[root] for points, root in bristles]))
        self.objects[kind] = [stage.add_strands(kind, placed, material, np.full(len(placed), radius), tip)]

    def show(self, kinds, holding=()):
        """Shows the camera `kinds`, through holes where `holding` are; the rest still casts shadows."""
        for kind, objects in self.objects.items():
            for made in objects:
                made.visible_camera = kind in kinds or kind in holding
                made.is_holdout = kind in holding
