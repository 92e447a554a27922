import { parentPort, workerData } from 'node:worker_threads';
import { startHeart } from '../lib/thread-heart.ts';
import { renderPreview } from './render-preview.ts';
import { drawStill } from './render-still.ts';
import type { StillAnswer, StillOrder } from './still-renderer.ts';

const port = parentPort;
if (!port) throw new Error('still-thread.js is a worker thread');
startHeart(workerData);

async function draw(order: StillOrder): Promise<StillAnswer> {
  const { number } = order;
  try {
    if ('preview' in order) return { number, drawn: await renderPreview(order.picture, order.preview) };
    return { number, drawn: await drawStill(order.identity, order.size) };
  } catch (error) {
    if (!(error instanceof Error)) return { number, problem: String(error) };
    return { number, problem: error.message, name: error.name };
  }
}

port.on('message', (order: StillOrder) => {
  void draw(order).then((answer) => port.postMessage(answer));
});
