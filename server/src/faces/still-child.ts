import { startHeartbeat } from '../lib/thread-watchdog.ts';
import { renderPreview } from './render-preview.ts';
import { drawStill } from './render-still.ts';
import type { StillChildMessage, StillReply, StillRequest } from './still-renderer.ts';

const send = (message: StillChildMessage) => process.send?.(message);

// Ctrl-C is ignored, because the parent ends this process.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
startHeartbeat(() => send('beat'));

async function draw(order: StillRequest): Promise<StillReply> {
  const { number } = order;
  try {
    if ('preview' in order) return { number, drawn: await renderPreview(order.picture, order.preview) };
    return { number, drawn: await drawStill(order.identity, order.size) };
  } catch (error) {
    if (!(error instanceof Error)) return { number, problem: String(error) };
    return { number, problem: error.message, name: error.name };
  }
}

process.on('message', (order: StillRequest) => {
  void draw(order).then(send);
});
