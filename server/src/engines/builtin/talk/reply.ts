import type { Emotion } from '../../../faces/face.ts';

/** What the character says next. */
export interface Reply {
  text: string;
  emotion: Emotion;
  /** True where the user said goodbye: hang up once this was heard. */
  ends?: boolean;
}
