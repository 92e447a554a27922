import type { RawData } from 'ws';

/** Returns the parsed JSON of a text frame; `undefined` for any other frame. */
export function readJsonFrame(data: RawData, isBinary: boolean): unknown {
  try {
    // By default `ws` delivers a single buffer.
    return isBinary ? undefined : JSON.parse((data as Buffer).toString());
  } catch {
    return undefined;
  }
}
