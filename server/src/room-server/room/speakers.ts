import { SpeakerInfo, SpeakersChanged } from '@livekit/protocol';
import type { ForEach } from './participant.ts';

/** As LiveKit's defaults: louder than -35 dBov in 40% of the packets of an interval. */
const ACTIVE_LEVEL = 35;
const MIN_SHARE = 0.4;
/** How much louder or quieter (0 to 1) is worth an update. */
const NOTICEABLE = 0.1;

/** @param levels -dBov of each packet, as in the audio level extension (RFC 6464). @returns 0 for silence, to 1. */
export function loudnessOf(levels: readonly number[]): number {
  const loud = levels.filter((level) => level <= ACTIVE_LEVEL);
  if (levels.length === 0 || loud.length < levels.length * MIN_SHARE) return 0;
  const mean = loud.reduce((sum, level) => sum + level, 0) / loud.length;
  return 10 ** (-mean / 20);
}

/** Finds out who speaks, from the audio levels that clients put into their packets. */
export class Speakers {
  readonly #reported = new Map<string, number>();

  /** To be called a few times a second. @returns what changed, or undefined. */
  update(forEach: ForEach): SpeakersChanged | undefined {
    const speakers: SpeakerInfo[] = [];
    const present = new Set<string>();
    forEach(({ sid, publisher }) => {
      present.add(sid);
      let level = 0;
      for (const track of publisher.tracks.values()) {
        const levels = track.uplink.takeAudioLevels();
        if (!track.info.muted) level = Math.max(level, loudnessOf(levels));
      }
      const before = this.#reported.get(sid) ?? 0;
      if (level > 0 === before > 0 && Math.abs(level - before) < NOTICEABLE) return;
      if (level > 0) this.#reported.set(sid, level);
      else this.#reported.delete(sid);
      speakers.push(new SpeakerInfo({ sid, level, active: level > 0 }));
    });
    for (const sid of this.#reported.keys()) if (!present.has(sid)) this.#reported.delete(sid);
    return speakers.length === 0 ? undefined : new SpeakersChanged({ speakers });
  }
}
