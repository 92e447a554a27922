import {
  type HeldTurnTaking,
  PATIENCE_SILENCES,
  type TurnTaking,
  type TurnTakingChoice,
} from '@visavis/contracts';
import { unprocessable } from '../errors.ts';

/** @throws DomainError `unprocessable` if the maximum silence is shorter than the minimum */
export function readTurnTaking(choice: TurnTakingChoice | undefined, field: string): TurnTaking | null {
  if (!choice) return null;
  const { patience, minSilenceMs: min, maxSilenceMs: max } = choice;
  if (typeof min === 'number' && typeof max === 'number' && max < min)
    throw unprocessable(`${field}.maxSilenceMs`, `must not be less than minSilenceMs, which is ${min}.`);
  return {
    patience: patience ?? 'normal',
    ...(typeof min === 'number' && { minSilenceMs: min }),
    ...(typeof max === 'number' && { maxSilenceMs: max }),
  };
}

/** Returns the settings that result from the choice for an agent or a conversation. */
export function resolveTurnTaking(chosen: TurnTaking | null): HeldTurnTaking {
  const { patience = 'normal', minSilenceMs: min, maxSilenceMs: max } = chosen ?? {};
  const defaults = PATIENCE_SILENCES[patience];
  // If only one silence was chosen, the default of the other one adapts to it.
  return {
    patience,
    minSilenceMs: min ?? Math.min(defaults.minSilenceMs, max ?? Number.POSITIVE_INFINITY),
    maxSilenceMs: max ?? Math.max(defaults.maxSilenceMs, min ?? 0),
  };
}
