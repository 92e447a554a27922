import { randomInt } from 'node:crypto';

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Prefixes known to LiveKit's clients: rooms, participants, tracks by source, data tracks, workers, jobs, dispatches.
 */
export type SidPrefix =
  | 'RM_'
  | 'PA_'
  | 'TR_'
  | 'TR_AM'
  | 'TR_VC'
  | 'TR_VS'
  | 'TR_AS'
  | 'DTR_'
  | 'AW_'
  | 'AJ_'
  | 'AD_';

/** Creates an identifier in LiveKit's form: a prefix and twelve characters. */
export function createSid(prefix: SidPrefix): string {
  let sid: string = prefix;
  for (let index = 0; index < 12; index++) sid += ALPHABET[randomInt(ALPHABET.length)];
  return sid;
}
