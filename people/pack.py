"""Writes a face pack: docs/contributing/face-packs.md tells what its files are."""
import subprocess
from pathlib import Path

import render

HERE = Path(__file__).parent
SERVED = HERE.parent / 'server/people'
QUALITY = {'background': 82, 'person': 88, 'lids': 88, 'iris': 92, 'front': 86}


def write_pack(identity, room, points, shown, drawn, out):
    """`drawn`: layers with values 0..1; `room`: developed."""
    folder = out / identity
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {name: render.to_image(*drawn[name]) for name in ('person', 'front', 'lids', 'iris')}
    pictures['background'] = render.to_image(room)
    for name, picture in pictures.items():
        picture.save(folder / f'{name}.webp', quality=QUALITY[name], method=6, alpha_quality=95)
    (folder / 'pack.json').write_text(pack_json(points, shown))
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f'{folder}: {size / 1000:.0f} kB', flush=True)


def pack_json(points, shown=None, manner=None):
    """A line for each point, as the formatter of this repository wants it."""
    number = lambda value: f'{round(value, 1) + 0:g}'
    parts = []
    if shown:
        parts.append('"shown": { ' + ', '.join(f'"{side}": {value}' for side, value in shown.items()) + ' }')
    if manner:
        parts.append('"manner": {\n' + ',\n'.join(f'    "{unit}": {weight:g}' for unit, weight in manner.items()) + '\n  }')
    lines = ',\n'.join(f'    [{", ".join(number(v) for v in point)}]' for point in points)
    return '{\n  ' + ',\n  '.join([*parts, f'"points": [\n{lines}\n  ]']) + '\n}\n'


def draw_thumbnails(identities):
    """By the product's own drawer, of the packs that it serves."""
    subprocess.run(['node', str(HERE / 'thumbnails.mjs'), *identities], check=True)
