"""Blender's scene: meshes, strands and materials in it, and the nodes that materials are made of."""
import bpy
import numpy as np


def to_blender(points):
    """Blender's z is up, and its y goes into the picture."""
    p = np.asarray(points, float)
    return np.stack([p[..., 0], -p[..., 2], p[..., 1]], -1)


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def add_mesh(name, points, faces, material, rest=None, attributes=None, thick=0, smooth=0):
    """`rest`: where the points are in the neutral face, which textures stick to."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(to_blender(points).tolist(), [], [list(map(int, face)) for face in faces])
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    at = mesh.attributes.new('rest', 'FLOAT_VECTOR', 'POINT')
    at.data.foreach_set('vector', np.asarray(points if rest is None else rest, np.float32).ravel())
    for key, values in (attributes or {}).items():
        mesh.attributes.new(key, 'FLOAT', 'POINT').data.foreach_set('value', np.asarray(values, np.float32))
    mesh.materials.append(material)
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    if smooth:
        made.modifiers.new('smooth', 'SUBSURF').render_levels = smooth
    if thick:
        shell = made.modifiers.new('shell', 'SOLIDIFY')
        shell.thickness, shell.offset = thick, -0.6
    return made


def move_mesh(made, points):
    made.data.vertices.foreach_set('co', to_blender(points).astype(np.float32).ravel())
    made.data.update()


def add_strands(name, strands, material, radius, tip, tone=None):
    """Strands [n, steps, 3] that taper from their own radius to a part of it; `tone`: of each, for its material."""
    count, steps, _ = strands.shape
    curves = bpy.data.hair_curves.new(name)
    curves.add_curves([steps] * count)
    curves.attributes['position'].data.foreach_set('vector', to_blender(strands).astype(np.float32).ravel())
    along = np.linspace(0, 1, steps)
    profile = (1 - (1 - tip) * along ** 1.6) * np.where(along > 0.96, 0.7, 1)
    thickness = curves.attributes.get('radius') or curves.attributes.new('radius', 'FLOAT', 'POINT')
    thickness.data.foreach_set('value', (np.asarray(radius)[:, None] * profile).astype(np.float32).ravel())
    if tone is not None:
        curves.attributes.new('tone', 'FLOAT', 'CURVE').data.foreach_set('value', np.asarray(tone, np.float32))
    curves.materials.append(material)
    made = bpy.data.objects.new(name, curves)
    bpy.context.scene.collection.objects.link(made)
    return made


class Nodes:
    """A new material, and short words for its nodes: each takes sockets or plain values and returns a socket."""

    def __init__(self, name, surface='ShaderNodeBsdfPrincipled'):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self._tree = self.material.node_tree
        self._tree.nodes.clear()
        self.shader = self.node(surface)
        self._out = self.node('ShaderNodeOutputMaterial')
        self.end(self.shader.outputs[0])

    def node(self, kind):
        return self._tree.nodes.new(kind)

    def end(self, socket):
        self._tree.links.new(socket, self._out.inputs['Surface'])

    def put(self, value, socket):
        """Connects a socket, or sets a number or colour."""
        if hasattr(value, 'is_output'):
            self._tree.links.new(value, socket)
        elif np.ndim(value) == 0:
            socket.default_value = float(value)
        else:
            values = [float(v) for v in value]
            socket.default_value = values + [1] * (len(socket.default_value) - len(values))

    def set(self, **values):
        """Inputs of the shader; underscores stand for spaces."""
        for name, value in values.items():
            self.put(value, self.shader.inputs[name.replace('_', ' ')])
        return self

    def attribute(self, name, output='Fac'):
        node = self.node('ShaderNodeAttribute')
        node.attribute_name = name
        return node.outputs[output]

    @property
    def rest(self):
        return self.attribute('rest', 'Vector')

    def math(self, operation, a, b=0.0):
        node = self.node('ShaderNodeMath')
        node.operation = operation
        self.put(a, node.inputs[0])
        self.put(b, node.inputs[1])
        return node.outputs[0]

    def times(self, a, b):
        return self.math('MULTIPLY', a, b)

    def plus(self, a, b):
        return self.math('ADD', a, b)

    def between(self, value, low, high, to=(0, 1)):
        """A value from one range brought to another, and kept in it."""
        node = self.node('ShaderNodeMapRange')
        for name, number in (('From Min', low), ('From Max', high), ('To Min', to[0]), ('To Max', to[1])):
            self.put(number, node.inputs[name])
        self.put(value, node.inputs['Value'])
        return node.outputs['Result']

    def mix(self, a, b, part):
        """Colours."""
        node = self.node('ShaderNodeMix')
        node.data_type = 'RGBA'
        self.put(a, node.inputs[6])
        self.put(b, node.inputs[7])
        self.put(part, node.inputs[0])
        return node.outputs[2]

    def mix_values(self, a, b, part):
        node = self.node('ShaderNodeMix')
        self.put(a, node.inputs[2])
        self.put(b, node.inputs[3])
        self.put(part, node.inputs[0])
        return node.outputs[0]

    def noise(self, at, scale, detail=4, rough=0.6, output='Fac'):
        node = self.node('ShaderNodeTexNoise')
        self.put(scale, node.inputs['Scale'])
        self.put(detail, node.inputs['Detail'])
        self.put(rough, node.inputs['Roughness'])
        self.put(at, node.inputs['Vector'])
        return node.outputs[output]

    def cells(self, at, scale, feature='F1'):
        """A Voronoi texture: its node."""
        node = self.node('ShaderNodeTexVoronoi')
        node.feature = feature
        self.put(scale, node.inputs['Scale'])
        self.put(at, node.inputs['Vector'])
        return node

    def moved(self, at, by):
        node = self.node('ShaderNodeVectorMath')
        self.put(at, node.inputs[0])
        self.put(by, node.inputs[1])
        return node.outputs[0]

    def shaken(self, at, scale, by):
        """Places moved by noise, so that no cell is round."""
        node = self.node('ShaderNodeVectorMath')
        node.operation = 'MULTIPLY_ADD'
        self.put(self.noise(at, scale, output='Color'), node.inputs[0])
        self.put((by, by, by), node.inputs[1])
        self.put(at, node.inputs[2])
        return node.outputs[0]

    def stretched(self, at, by):
        node = self.node('ShaderNodeVectorMath')
        node.operation = 'MULTIPLY'
        self.put(at, node.inputs[0])
        self.put(by, node.inputs[1])
        return node.outputs[0]

    def axis(self, vector, index):
        node = self.node('ShaderNodeSeparateXYZ')
        self.put(vector, node.inputs[0])
        return node.outputs[index]

    def vector(self, x, y, z):
        node = self.node('ShaderNodeCombineXYZ')
        for socket, value in zip(node.inputs, (x, y, z)):
            self.put(value, socket)
        return node.outputs[0]

    def bump(self, height, distance, before=None):
        node = self.node('ShaderNodeBump')
        self.put(1, node.inputs['Strength'])
        self.put(distance, node.inputs['Distance'])
        self.put(height, node.inputs['Height'])
        if before is not None:
            self.put(before, node.inputs['Normal'])
        return node.outputs['Normal']


def plain(name, colour, rough=0.5, **more):
    """A material of one colour; `more` are inputs of the Principled shader."""
    return Nodes(name).set(Base_Color=colour, Roughness=rough, **more).material


def glass(name, rough=0.02, strength=1.0):
    """Thin and clear: it reflects and does not bend light."""
    n = Nodes(name, 'ShaderNodeMixShader')
    clear_, gloss, fresnel = (n.node(f'ShaderNode{kind}') for kind in
                              ('BsdfTransparent', 'BsdfGlossy', 'Fresnel'))
    n.put(rough, gloss.inputs['Roughness'])
    n.put(1.38, fresnel.inputs['IOR'])
    n.put(n.times(fresnel.outputs[0], strength), n.shader.inputs[0])
    n.put(clear_.outputs[0], n.shader.inputs[1])
    n.put(gloss.outputs[0], n.shader.inputs[2])
    return n.material
