import { startHeartbeat } from '../lib/thread-watchdog.ts';
import { renderPreview } from './render-preview.ts';
import { drawStill } from './render-still.ts';
import type { FromStillChild, StillAnswer, StillOrder } from './still-renderer.ts';

const send = (message: FromStillChild) => process.send?.(message);

// Ctrl-C is ignored, because the parent ends this process.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
startHeartbeat(() => send('beat'));

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

process.on('message', (order: StillOrder) => {
  void draw(order).then(send);
});
