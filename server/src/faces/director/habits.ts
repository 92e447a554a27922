import { seededRandom } from '../../lib/seeded-random.ts';

/** How a person differs from others, in every conversation. */
export interface Habits {
  /** How much more the lips move on the person's left than on the right; the absolute value is less than 1. */
  readonly lean: number;
  /** The time between blinks relative to the average person's. */
  readonly blinkPause: number;
  /** How far a smile raises the cheeks, relative to the average person's. */
  readonly warmth: number;
}

export const NO_HABITS: Habits = { lean: 0, blinkPause: 1, warmth: 1 };

/** Returns the habits of a person. `person` is any integer that identifies the person. */
export function habitsOf(person: number): Habits {
  const random = seededRandom(person);
  const side = random() < 0.5 ? -1 : 1;
  return {
    lean: side * (0.06 + 0.12 * random()),
    blinkPause: 0.75 + 0.65 * random(),
    warmth: 0.85 + 0.3 * random(),
  };
}
