import type { Reporter } from '../reporter.ts';
import type { RoomLink } from '../room/room-link.ts';
import type { TurnMeasure } from './turn-clock.ts';

/** Records how long a turn took and sends it to the room. `model`: what answered; `because`: why speech was over. */
export function reportTurn(
  measure: TurnMeasure | undefined,
  { reporter, room }: { reporter: Reporter; room: RoomLink },
  facts: { model?: string | undefined; because?: string | undefined } = {},
): void {
  if (!measure) return;
  reporter.timeline('turn', 'character', { ...measure, ...facts });
  room.sendEvent({ type: 'turn', latencyMs: measure.latencyMs, engineMs: measure.engineMs });
}
