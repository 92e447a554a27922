// Prints the points that the service finds in a picture, as JSON: 478 of x, y and depth in pixels.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { findFaces } from '../server/dist/faces/landmarks/find-face.js';

const image = await loadImage(process.argv[2]);
const canvas = createCanvas(image.width, image.height);
canvas.getContext('2d').drawImage(image, 0, 0);
const found = findFaces(canvas)[0];
if (!found?.isClear) throw new Error('No face seen from the front was found in the picture.');
const points = Array.from({ length: found.points.length / 3 }, (_, i) => Array.from(found.points.slice(3 * i, 3 * i + 3)));
console.log(JSON.stringify(points));
