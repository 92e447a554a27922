import type { Texts } from './texts/en.ts';

/** A level that is more than the noise of a room: -40 dB of full scale. */
const LOUD = 0.4;
/**
 * Numbers of levels, ten a second: `SPOKEN` loud ones are more than a cough, and `PATIENCE` quiet ones after
 * them should have brought words.
 */
const SPOKEN = 5;
const PATIENCE = 40;
/** Silence after which a cough is forgotten. */
const APART = 10;

/** The line that says who hears the visitor, how loud it is, and whether it was understood. */
export function createRecognitionStatus(root: ShadowRoot, texts: Texts) {
  const meter = root.getElementById('level') as HTMLMeterElement;
  const line = root.getElementById('hint')!;
  /** Name of the recogniser; undefined while nothing listens. */
  let listener: string | undefined;
  let loud = 0;
  let quiet = 0;

  function forget(): void {
    loud = 0;
    quiet = 0;
  }

  function say(text: string): void {
    // The same words again would be read out again.
    if (line.textContent !== text) line.textContent = text;
  }

  return {
    /** `now`: the name of the recogniser; where it is undefined, `reason` says why nothing recognises speech. */
    show(now: string | undefined, reason: string): void {
      meter.hidden = now === undefined;
      if (now !== undefined && now === listener) return;
      listener = now;
      forget();
      say(now === undefined ? reason : `${texts.recognition}: ${now}`);
    },
    /** `level` of the microphone, 0 to 1; `counts`: it is the visitor's turn. */
    hear(level: number, counts: boolean): void {
      meter.value = level;
      if (!counts || listener === undefined) forget();
      else if (level > LOUD) {
        loud++;
        quiet = 0;
      } else {
        quiet++;
        const wasSpoken = loud >= SPOKEN;
        if (quiet < (wasSpoken ? PATIENCE : APART)) return;
        forget();
        if (wasSpoken) say(texts.notUnderstood);
      }
    },
    /** Words of the visitor have arrived. */
    understood(): void {
      forget();
      if (listener !== undefined) say(`${texts.understood} ${texts.recognition}: ${listener}`);
    },
  };
}
