import { parentPort } from 'node:worker_threads';
import { renderStill } from './render-still.ts';
import type { StillAnswer, StillOrder } from './start-still-renderer.ts';

const port = parentPort;
if (!port) throw new Error('still-thread.js is a worker thread');

async function draw({ number, identity, size }: StillOrder): Promise<StillAnswer> {
  try {
    return { number, png: await renderStill(identity, size) };
  } catch (error) {
    return { number, problem: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (order: StillOrder) => {
  void draw(order).then((answer) => port.postMessage(answer));
});
