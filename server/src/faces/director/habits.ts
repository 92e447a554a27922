import { seededRandom } from '../../lib/seeded-random.ts';

/** What a person does otherwise than others, in every conversation. */
export interface Habits {
  /** How much stronger the lips move on the left of the person, and weaker on the right: less than 1. */
  readonly lean: number;
  /** Time between blinks beside that of an average person. */
  readonly blinkPause: number;
}

export const NO_HABITS: Habits = { lean: 0, blinkPause: 1 };

/** Returns the habits of a person; `person`: any whole number, the same for the same person. */
export function habitsOf(person: number): Habits {
  const random = seededRandom(person);
  const side = random() < 0.5 ? -1 : 1;
  return { lean: side * (0.06 + 0.12 * random()), blinkPause: 0.75 + 0.65 * random() };
}
