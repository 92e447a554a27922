import type { RoomCommand } from '@visavis/contracts';

/** Longer payloads are no command of ours. Bytes. */
const COMMAND_LIMIT = 1024;

/** The command in a payload on `visavis.control`; undefined where there is none: anybody can send anything. */
export function readCommand(payload: Uint8Array): RoomCommand | undefined {
  if (payload.byteLength > COMMAND_LIMIT) return undefined;
  try {
    const said = JSON.parse(new TextDecoder().decode(payload)) as { type?: unknown } | null;
    return said?.type === 'interrupt' ? { type: 'interrupt' } : undefined;
  } catch {
    return undefined;
  }
}
