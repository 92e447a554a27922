import type { ConversationPlan, RoomEvent } from '@visavis/contracts';
import type { Face, FaceIdentity } from '../../faces/face.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Reporter } from '../reporter.ts';

/** Delays before the attempts to open a face again. */
const RETRY_DELAYS_MS = [500, 4000, 15_000];

/** A face that is not open by then is reported. It may still open: a large picture takes long on a busy machine. */
const SLOW_MS = 15_000;
/** Longer than decoding the largest picture may take: an opening that is still in progress hangs. */
const OPEN_TIMEOUT_MS = 120_000;

/** A face that lasted this long failed for a new reason, so the attempts are counted anew. */
const STABLE_MS = 60_000;

interface FaceKeeperOptions {
  /** Opens the face. `scale` multiplies its width and height; `signal` aborts the opening. */
  open: (scale: number, signal: AbortSignal) => Promise<Face>;
  runner: { setFace(face: Face): void };
  clock: Clock;
  log: Logger;
  reporter: Reporter;
  sendEvent: (event: RoomEvent) => void;
}

/**
 * Keeps a face in a conversation. A face that fails is reopened a few times. Meanwhile, and after the last attempt, the
 * last frame (or a black one) stays. This is noted in the record once, and in the room if opening the face fails, too.
 */
export class FaceKeeper {
  readonly #options: FaceKeeperOptions;
  #face: Face | undefined;
  #attempts = 0;
  #openedAt = Number.POSITIVE_INFINITY;
  #announced: string | undefined;
  #isRecorded = false;
  readonly #closing = new AbortController();
  #scale = 1;

  constructor(options: FaceKeeperOptions) {
    this.#options = options;
  }

  /** Opens the face and shows it. Never rejects. */
  async show(): Promise<void> {
    const scale = this.#scale;
    try {
      const face = await this.#openInTime(scale);
      if (this.#closed) {
        await face.close();
        return;
      }
      this.#face = face;
      this.#openedAt = this.#options.clock.now();
      this.#options.runner.setFace(face);
      if (face.notice && this.#attempts === 0) this.#record(face.notice);
      if (scale !== this.#scale) await this.#replace(face, this.#scale);
    } catch (error) {
      await this.failed(error);
    }
  }

  async #openInTime(scale: number): Promise<Face> {
    const deadline = new AbortController();
    const cancelSlow = this.#options.clock.after(SLOW_MS, () => {
      this.#options.log.warn(
        { event: 'face.slow' },
        'the face is not ready yet; a still picture is shown until it is',
      );
      this.#announceOnce('The face is not ready yet; a still picture is shown instead.');
    });
    const cancelLate = this.#options.clock.after(OPEN_TIMEOUT_MS, () =>
      deadline.abort(new Error(`the face was not ready after ${OPEN_TIMEOUT_MS} ms`)),
    );
    try {
      return await this.#options.open(scale, AbortSignal.any([this.#closing.signal, deadline.signal]));
    } finally {
      cancelSlow();
      cancelLate();
    }
  }

  /** Draws in another size from now on; until the face is open in the new size, the old one stays. */
  async resize(scale: number): Promise<void> {
    if (scale === this.#scale) return;
    this.#scale = scale;
    // A face that is still being opened is replaced when it is open.
    if (this.#face) await this.#replace(this.#face, scale);
  }

  async #replace(before: Face, scale: number): Promise<void> {
    try {
      const face = await this.#options.open(scale, this.#closing.signal);
      if (this.#closed || this.#face !== before || this.#scale !== scale) {
        await face.close();
        return;
      }
      this.#face = face;
      this.#options.runner.setFace(face);
      await before.close();
    } catch (error) {
      if (this.#closed) return;
      this.#options.log.warn(
        { event: 'face.resize_failed', err: error, scale },
        'the face could not be opened in the size that suits the load of the machine; the video keeps its size',
      );
    }
  }

  async failed(error: unknown): Promise<void> {
    const broken = this.#face;
    const step = broken ? 'draw the face' : 'open the face';
    this.#face = undefined;
    broken?.close().catch(() => undefined);
    if (this.#closed) return;
    this.#options.log.warn(
      { event: 'face.failed', err: error, step },
      'the face could not be drawn; a still picture is shown instead',
    );
    if (this.#options.clock.now() - this.#openedAt > STABLE_MS) this.#attempts = 0;
    const waitMs = RETRY_DELAYS_MS[this.#attempts++];
    const message = 'The face could not be drawn; a still picture is shown instead.';
    // A face that was open is soon drawn again, and a message in the room would stay.
    if (broken && waitMs !== undefined) this.#recordOnce(message);
    else this.#announceOnce(message);
    if (waitMs === undefined) return;
    await sleep(this.#options.clock, waitMs);
    if (!this.#closed) await this.show();
  }

  /** Repeats the announcement for a participant who joined after it was sent. */
  repeatAnnouncement(): void {
    if (this.#announced !== undefined && !this.#face) this.#sendToRoom(this.#announced);
  }

  #announceOnce(message: string): void {
    this.#recordOnce(message);
    if (this.#announced !== undefined) return;
    this.#announced = message;
    this.#sendToRoom(message);
  }

  #recordOnce(message: string): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    this.#record(message);
  }

  /** Notes are kept in the record, which the owner of the face reads. */
  #record(message: string): void {
    this.#options.reporter.timeline('warning', 'system', message);
  }

  #sendToRoom(message: string): void {
    this.#options.sendEvent({ type: 'warning', code: 'fallback', message });
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Closes the face, and aborts an opening in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#face?.close();
  }
}

/** Returns the face of a plan as a face renderer takes it. */
export function faceIdentity({ face, organizationId: owner }: ConversationPlan): FaceIdentity {
  if ('identity' in face) return face;
  const image = Uint8Array.from(Buffer.from(face.image, 'base64'));
  const mesh = face.mesh === undefined ? undefined : Uint8Array.from(Buffer.from(face.mesh, 'base64'));
  return { image, owner, ...(face.rig && { rig: face.rig }), ...(mesh && { mesh }) };
}
