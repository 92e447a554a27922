import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { BlendShapeWeights } from '../director/blend-shapes.ts';
import type { FaceDrawer } from '../face-drawer.ts';
import { readOffsets } from './blend-shape-offsets.ts';
import { closeLids, restoreBelowEyes, smoothLids } from './closed-lids.ts';
import { ContentCache } from './content-cache.ts';
import { type FaceMesh, makeFaceMesh } from './face-mesh.ts';
import { PACKS, PEOPLE } from './people.ts';
import { type FaceLayers, PhotoDrawer } from './photo-drawer.ts';

/** The content of `pack.json`, in pixels of the layer `person`. */
interface Pack {
  /** The part that every frame shows at the least. */
  shown: { left: number; top: number; width: number; height: number };
  /** x, y and depth of each mesh point. */
  points: [number, number, number][];
  /** How much of each blend shape the layers show at rest. */
  manner?: BlendShapeWeights;
}

interface FramedPack {
  layers: FaceLayers;
  mesh: FaceMesh;
}

/** How much of the area around the eyes loses its edges for the lids, relative to a photograph. */
const LID_EDGE_SHARE = 0.1;

/** Framed packs that a thread caches for the next conversation. */
const packs = new ContentCache<Promise<FramedPack>>(6);

/** Making one takes 60 ms of CPU while a conversation starts and its user waits. Each has 8 MB at 512 × 512. */
const MAX_RELEASED = 3;
/** Drawers of ended conversations, the latest last. A drawer has no state: a frame depends on its pose alone. */
const reusableDrawers: { key: string; drawer: PhotoDrawer }[] = [];

/** @throws Error if there is no such person */
export async function openPerson(identity: string, width: number, height: number): Promise<FaceDrawer> {
  // Only our own names may become part of a path.
  if (!PEOPLE.some((person) => person.identity === identity))
    throw new Error(`There is no built-in face "${identity}".`);
  const key = `${identity} ${width}x${height}`;
  const drawer = takeReusable(key) ?? (await createDrawer(key, identity, width, height));
  return {
    draw: (pose) => drawer.draw(pose),
    convert: (i420) => drawer.convert(i420),
    copyPixels: () => drawer.copyPixels(),
    release: () => {
      reusableDrawers.push({ key, drawer });
      if (reusableDrawers.length > MAX_RELEASED) reusableDrawers.shift();
    },
  };
}

function takeReusable(key: string): PhotoDrawer | undefined {
  const at = reusableDrawers.findLastIndex((kept) => kept.key === key);
  return at < 0 ? undefined : reusableDrawers.splice(at, 1)[0]!.drawer;
}

async function createDrawer(
  key: string,
  identity: string,
  width: number,
  height: number,
): Promise<PhotoDrawer> {
  const opening = packs.get(key) ?? framePack(new URL(`${identity}/`, PACKS), width, height);
  packs.set(key, opening);
  const { layers, mesh } = await opening;
  return new PhotoDrawer(layers, mesh);
}

/** Reads a face pack and scales it to a frame. Its files are described in docs/contributing/face-packs.md. */
async function framePack(folder: URL, width: number, height: number): Promise<FramedPack> {
  const layer = async (name: string) => loadImage(await readFile(new URL(`${name}.webp`, folder)));
  const offsets = readOffsets(folder);
  const [text, background, person, lids, iris, front] = await Promise.all([
    readFile(new URL('pack.json', folder), 'utf8'),
    layer('background'),
    layer('person'),
    layer('lids'),
    layer('iris'),
    layer('front'),
  ]);
  const { shown, points, manner: restWeights = {} } = JSON.parse(text) as Pack;
  const scale = Math.min(width / shown.width, height / shown.height);
  const left = shown.left + (shown.width - width / scale) / 2;
  // In a frame that is taller than the part shown, the body extends to its lower edge.
  const lowest = person.height - height / scale;
  const top = Math.min(shown.top + (shown.height - height / scale) / 2, lowest);
  const place = (canvas: Canvas, image: Image) => {
    const ctx = canvas.getContext('2d');
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(image, -left * scale, -top * scale, image.width * scale, image.height * scale);
    return new Uint8Array(canvas.data());
  };
  const canvas = createCanvas(width, height);
  const pixels = place(canvas, person);
  const withLids = place(canvas, lids);
  const room = createCanvas(width, height);
  const cover = Math.max(width / background.width, height / background.height);
  const [wide, high] = [background.width * cover, background.height * cover];
  room.getContext('2d').drawImage(background, (width - wide) / 2, (height - high) / 2, wide, high);
  const disc = createCanvas(iris.width, iris.height);
  disc.getContext('2d').drawImage(iris, 0, 0);
  const mesh = makeFaceMesh(
    points.flatMap(([x, y, depth]) => [(x - left) * scale, (y - top) * scale, depth * scale]),
    true,
  );
  restoreBelowEyes(withLids, { width, height, pixels }, mesh);
  const lidless = closeLids({ width, height, pixels: withLids }, mesh, LID_EDGE_SHARE);
  smoothLids(lidless, { width, height, pixels }, mesh);
  return {
    layers: {
      person: { width, height, pixels },
      background: new Uint8Array(room.data()),
      // Where the lids meet, a warped picture would show the line between them twice.
      lids: lidless,
      iris: disc,
      front: place(createCanvas(width, height), front),
      blendShapes: offsets && { offsets, restWeights },
    },
    mesh,
  };
}
