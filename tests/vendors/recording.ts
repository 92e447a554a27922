import { writeFileSync } from 'node:fs';

export type Json = Record<string, unknown>;

/** A frame of a line, sound and secrets left out. */
export interface RecordedFrame {
  from: 'engine' | 'vendor';
  message: Json;
}

/** What came of it in the end. */
export interface Outcome {
  /** What the avatar said, utterance by utterance. */
  said: string[];
  toolCalls: string[];
}

export interface Recording {
  vendor: string;
  /** `vendor`: the real one. `protocol server`: the stand-in of this project's tests. */
  source: 'vendor' | 'protocol server';
  recordedOn: string;
  frames: RecordedFrame[];
  outcome: Outcome;
}

/** Sound in a recording: `$sound` bytes. */
const SOUND_FIELDS = new Set(['audio', 'delta', 'data', 'audio_base_64', 'user_audio_chunk']);
const SECRET_FIELDS = new Set(['newHandle', 'handle', 'signed_url', 'client_secret']);
const SHORTEST_SOUND = 200;

/** The message without sound, without `secrets`, and without what would open another person's session. */
export function withoutSecrets(message: Json, secrets: readonly string[]): Json {
  const clean = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') {
      if (SECRET_FIELDS.has(field)) return '[secret]';
      if (SOUND_FIELDS.has(field) && value.length >= SHORTEST_SOUND) {
        return { $sound: Buffer.from(value, 'base64').length };
      }
      return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), value);
    }
    if (Array.isArray(value)) return value.map((entry) => clean(entry, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner, key)]));
  };
  return clean(message, '') as Json;
}

export function isSound(message: Json): boolean {
  return JSON.stringify(message).includes('"$sound"');
}

/** One JSON text a line: the head, and then a frame each. */
export function writeRecording(path: string, { frames, ...head }: Recording): void {
  writeFileSync(path, `${[head, ...frames].map((entry) => JSON.stringify(entry)).join('\n')}\n`);
}
