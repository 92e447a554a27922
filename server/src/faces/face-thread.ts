import { parentPort, workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { giveWay } from '../lib/give-way.ts';
import { messageOf } from '../lib/message-of.ts';
import { countHeartbeat, publishWork, startHeartbeat } from '../lib/thread-watchdog.ts';
import { Director } from './director/director.ts';
import type { FaceDrawer } from './face-drawer.ts';
import { openDrawer } from './open-drawer.ts';
import type { FaceThreadReply, FaceThreadRequest } from './thread-messages.ts';

interface OpenFace {
  director: Director;
  drawer: FaceDrawer;
  slots: Uint8Array[];
}

const port = parentPort;
if (!port) throw new Error('face-thread.js is a worker thread');
giveWay();
startHeartbeat(() => countHeartbeat(workerData));
const faces = new Map<number, OpenFace>();
const pendingOpens = new Map<number, AbortController>();

function send(message: FaceThreadReply): void {
  port?.postMessage(message);
}

async function open(message: Extract<FaceThreadRequest, { type: 'open' }>): Promise<void> {
  const { face, identity, options, slots } = message;
  const opening = new AbortController();
  const { signal } = opening;
  pendingOpens.set(face, opening);
  try {
    const showStill = (still: FaceDrawer) => {
      still.convert(new Uint8Array(slots[0]!));
      send({ type: 'still', face });
    };
    const drawer = await openDrawer(identity, options.width, options.height, showStill, signal);
    if (signal.aborted) return drawer.release?.();
    faces.set(face, {
      director: new Director(options.seed, crc32('image' in identity ? identity.image : identity.identity)),
      drawer,
      slots: slots.map((slot) => new Uint8Array(slot)),
    });
    send({ type: 'opened', face, ...(drawer.notice && { notice: drawer.notice }) });
  } catch (error) {
    send({ type: 'open_failed', face, message: messageOf(error) });
  } finally {
    pendingOpens.delete(face);
  }
}

function draw({ face, request, slot }: Extract<FaceThreadRequest, { type: 'frame' }>): void {
  const open = faces.get(face);
  if (!open) return;
  publishWork(workerData, face);
  try {
    open.drawer.draw(open.director.pose(request));
    open.drawer.convert(open.slots[slot]!);
    send({ type: 'drawn', face, index: request.index, isInFastMotion: open.director.isInFastMotion });
  } catch (error) {
    send({ type: 'draw_failed', face, index: request.index, message: messageOf(error) });
  }
  publishWork(workerData, 0);
}

function close(face: number): void {
  pendingOpens.get(face)?.abort();
  faces.get(face)?.drawer.release?.();
  faces.delete(face);
}

// One frame per message, because between messages the thread runs its event loop, so that the canvas and the garbage
// collector free a frame's memory. Many frames drawn in one turn would keep all of it.
port.on('message', (message: FaceThreadRequest) => {
  if (message.type === 'open') void open(message);
  else if (message.type === 'frame') draw(message);
  else close(message.face);
});
