// Prints a pack.json for a portrait: the 478 points that the service finds in it, and what frames show around them.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { findFaces } from '../server/dist/faces/landmarks/find-face.js';

/** What frames show, in distances of the eyes' outer corners, and where the eyes stand in it. */
const [WIDE, HIGH, EYES_FROM_TOP] = [3.08, 3.18, 0.447];

const [file] = process.argv.slice(2);
if (!file) throw new Error('node people/find-points.mjs <picture> > pack.json');
const image = await loadImage(file);
const canvas = createCanvas(image.width, image.height);
canvas.getContext('2d').drawImage(image, 0, 0);
const found = findFaces(canvas)[0];
if (!found?.isConfirmed) throw new Error('No face seen from the front was found in the picture.');
const at = (/** @type {number} */ i) =>
  [0, 1, 2].map((k) => Math.round((found.points[3 * i + k] ?? 0) * 10) / 10);
const [[leftX = 0, leftY = 0], [rightX = 0]] = [at(33), at(263)];
const [width, height] = [WIDE, HIGH].map((part) => Math.round(part * (rightX - leftX)));
const left = Math.round((leftX + rightX - width) / 2);
const top = Math.round(leftY - height * EYES_FROM_TOP);
const points = Array.from({ length: found.points.length / 3 }, (_, i) => `    [${at(i).join(', ')}]`);
console.log(
  `{\n  "shown": { "left": ${left}, "top": ${top}, "width": ${width}, "height": ${height} },\n  "points": [\n${points.join(',\n')}\n  ]\n}`,
);
