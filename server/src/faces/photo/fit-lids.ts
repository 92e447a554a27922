import { type Photo, pixelAt } from './frame-photo.ts';
import { EYES, type EyePoints } from './mesh-points.ts';
import { lumaOf } from './picture-tint.ts';

type Colour = readonly [number, number, number];
type Place = readonly [number, number];

/** How far an edge may be outside of where the network found it, in heights of the eye; corners in widths. */
const REACH = 0.5;
const CORNER_REACH = 0.28;
/** A lid is searched for within this fraction of the distance to the skin beside it. */
const MAX_OF_SKIN = 0.7;
const STEPS = 24;
/** Where the iris hides how far the white would go, the eye is taller by this factor. */
const IRIS_LOWER = 1.5;
/** White is told apart from skin by its saturation, if that differs by this much, and from lashes by its brightness. */
const MIN_CONTRAST = 0.1;
const DARKEST_WHITE = 0.5;

/**
 * Moves the lids of a face, in pixels of the frame, outwards to where the white of its eyes ends, because painted
 * people have larger eyes than the network expects. If there is no white outside of them, as in photographs, they stay.
 */
export function fitLids(photo: Photo, face: readonly number[]): number[] {
  const fitted = [...face];
  for (const eye of EYES) fitEye(photo, fitted, eye);
  return fitted;
}

function fitEye(photo: Photo, face: number[], { upper, lower, crease, bag }: EyePoints): void {
  const at = (point: number): Place => [face[point * 3]!, face[point * 3 + 1]!];
  const last = upper.length - 1;
  const middle = last >> 1;
  const [left, right] = [at(upper[0]!), at(upper[last]!)];
  const height = apart(at(upper[middle]!), at(lower[middle]!));
  const width = apart(left, right);
  if (height < 4) return;
  const white = whiteOf(
    photo,
    upper.slice(1, -1).map((point, k) => [at(point), at(lower[k + 1]!)] as const),
  );
  /** Returns a test of whether a place is more like the white than like the skin there. */
  const isWhite = (skinAt: Place) => {
    const skin = saturation(colourAt(photo, skinAt));
    if (skin - saturation(white) < MIN_CONTRAST) return () => false;
    const maxSaturation = (saturation(white) + skin) / 2;
    return (place: Place) => {
      const colour = colourAt(photo, place);
      return saturation(colour) < maxSaturation && lumaOf(...colour) > lumaOf(...white) * DARKEST_WHITE;
    };
  };
  const move = (point: number, [x, y]: Place) => {
    [face[point * 3], face[point * 3 + 1]] = [x, y];
  };
  // The columns follow the corners, the more the closer they are.
  const ends = [
    [left, right],
    [right, left],
  ] as const;
  const wider = ends.map(([corner, opposite]) => {
    const skin = outwards(corner, opposite, width * CORNER_REACH * 1.25);
    const shift = walk(corner, opposite, width * CORNER_REACH, isWhite(skin)) ?? 0;
    const [x, y] = outwards(corner, opposite, shift);
    return [x - corner[0], y - corner[1]] as const;
  });
  for (const row of [upper, lower.slice(1, -1), crease.slice(1, -1), bag.slice(1, -1)]) {
    row.forEach((point, i) => {
      const u = (2 * (i + (upper.length - row.length) / 2)) / last - 1;
      const [dx, dy] = wider[u < 0 ? 0 : 1]!;
      const [x, y] = at(point);
      move(point, [x + dx * u * u, y + dy * u * u]);
    });
  }
  const edges = [
    { edge: upper, other: lower, skins: crease },
    { edge: lower, other: upper, skins: bag },
  ].map(({ edge, other, skins }) => ({
    edge,
    skins,
    inside: other.map(at),
    found: edge.map((point, k) => {
      if (k === 0 || k === last) return 0;
      const reach = Math.min(height * REACH, apart(at(point), at(skins[k]!)) * MAX_OF_SKIN);
      return walk(at(point), at(other[k]!), reach, isWhite(at(skins[k]!)));
    }),
  }));
  for (const { edge, skins, inside, found } of edges) {
    const shifts = found.map((shift, k) => shift ?? Math.min(height * REACH, between(found, k) * IRIS_LOWER));
    for (let k = 1; k < last; k++) {
      const shift = shifts[k - 1]! * 0.25 + shifts[k]! * 0.5 + shifts[k + 1]! * 0.25;
      for (const [point, share] of [
        [edge[k]!, 1],
        [skins[k]!, 0.6],
      ] as const)
        move(point, outwards(at(point), inside[k]!, shift * share));
    }
  }
}

/** Returns how far the white extends beyond `from`, seen from `inside` the eye; undefined if there is no white. */
function walk(
  from: Place,
  inside: Place,
  reach: number,
  isWhite: (place: Place) => boolean,
): number | undefined {
  const start = -apart(from, inside) * 0.3;
  let shift: number | undefined;
  for (let step = 0; step <= STEPS; step++) {
    const next = start + ((reach - start) * step) / STEPS;
    if (isWhite(outwards(from, inside, next))) shift = next;
    else if (shift !== undefined || next > 0) break;
  }
  return shift === undefined ? undefined : Math.max(0, shift);
}

function between(found: readonly (number | undefined)[], k: number): number {
  let [before, after] = [k, k];
  while (found[before] === undefined) before--;
  while (found[after] === undefined) after++;
  const t = after === before ? 0 : (k - before) / (after - before);
  return found[before]! * (1 - t) + found[after]! * t;
}

/**
 * Returns the colour of an eye's white, sampled between pairs of its edges: the mean of the bright samples without the
 * brightest, which may be the reflection of a light.
 */
function whiteOf(photo: Photo, columns: readonly (readonly [Place, Place])[]): Colour {
  const colours = columns
    .flatMap(([[ax, ay], [bx, by]]) =>
      [0.25, 0.4, 0.55, 0.7].map((t) => colourAt(photo, [ax + (bx - ax) * t, ay + (by - ay) * t])),
    )
    .sort((a, b) => lumaOf(...a) - lumaOf(...b));
  const bright = colours.slice(Math.floor(colours.length * 0.6), Math.ceil(colours.length * 0.9));
  return [0, 1, 2].map((k) => bright.reduce((sum, colour) => sum + colour[k]!, 0) / bright.length) as never;
}

function colourAt(photo: Photo, [x, y]: Place): Colour {
  const at = pixelAt(photo, x, y);
  return [photo.pixels[at]!, photo.pixels[at + 1]!, photo.pixels[at + 2]!];
}

const saturation = (colour: Colour): number => 1 - Math.min(...colour) / Math.max(1, ...colour);

/** Returns the point at this distance beyond a point, seen from another. */
function outwards([x, y]: Place, [fromX, fromY]: Place, by: number): Place {
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  return [x + ((x - fromX) / length) * by, y + ((y - fromY) / length) * by];
}

const apart = ([ax, ay]: Place, [bx, by]: Place): number => Math.hypot(bx - ax, by - ay);
