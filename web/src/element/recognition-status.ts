import type { Texts } from './texts/en.ts';

/** A level above the noise of a room: -40 dBFS. */
const LOUD = 0.4;
/**
 * Numbers of level reports, ten a second: `SPOKEN` loud ones are more than a cough; if `PATIENCE` quiet ones follow
 * them without any words, nothing was understood.
 */
const SPOKEN = 5;
const PATIENCE = 40;
/** Number of quiet reports after which a cough is forgotten. */
const APART = 10;

/** The line that shows who hears the visitor, how loud, and whether the speech was understood. */
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
    // Setting the same text would make screen readers read it again.
    if (line.textContent !== text) line.textContent = text;
  }

  return {
    /** `now`: the name of the recogniser; if undefined, `reason` says why there is none. */
    show(now: string | undefined, reason: string): void {
      meter.hidden = now === undefined;
      if (now !== undefined && now === listener) return;
      listener = now;
      forget();
      say(now === undefined ? reason : `${texts.recognition}: ${now}`);
    },
    /** `level` of the microphone, 0 to 1; `counts`: whether it is the visitor's turn. */
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
    /** The visitor's words were recognised. */
    understood(): void {
      forget();
      if (listener !== undefined) say(`${texts.understood} ${texts.recognition}: ${listener}`);
    },
  };
}
