import {
  type HeldTurnTaking,
  PATIENCE_SILENCES,
  type TurnTaking,
  type TurnTakingChoice,
} from '@visavis/contracts';
import { unprocessable } from '../errors.ts';

/** @throws DomainError `unprocessable` where the longest silence is the shorter one */
export function readTurnTaking(choice: TurnTakingChoice | undefined, field: string): TurnTaking | null {
  if (!choice) return null;
  const { patience, minSilenceMs: min, maxSilenceMs: max } = choice;
  if (typeof min === 'number' && typeof max === 'number' && max < min)
    throw unprocessable(`${field}.maxSilenceMs`, `It is shorter than minSilenceMs, which is ${min}.`);
  return {
    patience: patience ?? 'normal',
    ...(typeof min === 'number' && { minSilenceMs: min }),
    ...(typeof max === 'number' && { maxSilenceMs: max }),
  };
}

/** Returns the settings that result from the choice of an agent or a conversation. */
export function holdTurnTaking(chosen: TurnTaking | null): HeldTurnTaking {
  const { patience = 'normal', minSilenceMs: min, maxSilenceMs: max } = chosen ?? {};
  const usual = PATIENCE_SILENCES[patience];
  // A silence that was chosen moves the other one where that has to give way.
  return {
    patience,
    minSilenceMs: min ?? Math.min(usual.minSilenceMs, max ?? Number.POSITIVE_INFINITY),
    maxSilenceMs: max ?? Math.max(usual.maxSilenceMs, min ?? 0),
  };
}
