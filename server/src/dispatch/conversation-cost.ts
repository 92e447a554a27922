import type { FrameStep } from '../media/showing/frame-steps.ts';

/** Share of a conversation's cost at the full frame rate that is independent of its frames: audio, speech, the room. */
const NON_VIDEO_SHARE = 0.3;
/** Share of a conversation's cost that rendering its frames takes; `npm run bench -- density` shows the threads. */
const RENDERING_SHARE = 0.3;
/** The usable share of the processors: on a machine without reserve, frames are late. */
const USABLE_SHARE = 0.9;

export interface MeasuredCost {
  /** Processors that these conversations used together. */
  usedCores: number;
  conversations: number;
  /** Their frames per second times the pixels of each, as a share of the maximum at the full rate and size. */
  pixelRate: number;
}

/** Returns the processors that one conversation needs at the full rate. */
export function coresPerConversation({ usedCores, conversations, pixelRate }: MeasuredCost): number {
  return usedCores / conversations / costAt({ pixelRate });
}

/** Estimates the same before the first conversation, from the CPU time of rendering one frame, in milliseconds. */
export function coresFromFrameTime(frameMs: number, fps: number): number {
  return (frameMs * fps) / 1000 / RENDERING_SHARE;
}

/** Returns how many conversations a machine can run with all their frames; at least one. */
export function countPlaces(cores: number, coresOfOneAtFullRate: number): number {
  return Math.max(1, Math.floor((cores * USABLE_SHARE) / coresOfOneAtFullRate));
}

/** Returns the cost of a conversation with frames of this work, as a share of its cost at the full rate. */
export function costAt({ pixelRate }: Pick<FrameStep, 'pixelRate'>): number {
  return NON_VIDEO_SHARE + (1 - NON_VIDEO_SHARE) * pixelRate;
}
