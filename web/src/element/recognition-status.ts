import type { Texts } from './texts/en.ts';

/** A level above the noise of a room: -40 dBFS. */
const SPEECH_LEVEL = 0.4;
/** Levels are reported ten times a second. Fewer loud reports are a cough, which is forgotten after some quiet ones. */
const MIN_SPEECH_REPORTS = 5;
const COUGH_QUIET_REPORTS = 10;
/** If this many quiet reports follow speech without any words, nothing was understood. */
const MAX_QUIET_REPORTS = 40;

/** The line that shows who hears the visitor, how loud, and whether the speech was understood. */
export function createRecognitionStatus(root: ShadowRoot, texts: Texts) {
  const meter = root.getElementById('level') as HTMLMeterElement;
  const line = root.getElementById('hint')!;
  /** Name of the recogniser; undefined while nothing listens. */
  let recogniser: string | undefined;
  let loud = 0;
  let quiet = 0;

  function reset(): void {
    loud = 0;
    quiet = 0;
  }

  function setText(text: string): void {
    // Setting the same text would make screen readers read it again.
    if (line.textContent !== text) line.textContent = text;
  }

  return {
    /** @param name of the recogniser; if undefined, `reason` says why there is none */
    show(name: string | undefined, reason: string): void {
      meter.hidden = name === undefined;
      if (name !== undefined && name === recogniser) return;
      recogniser = name;
      reset();
      setText(name === undefined ? reason : `${texts.recognition}: ${name}`);
    },
    /** `level` of the microphone, 0 to 1; `isUsersTurn`: whether it is the visitor's turn. */
    onLevel(level: number, isUsersTurn: boolean): void {
      meter.value = level;
      if (!isUsersTurn || recogniser === undefined) reset();
      else if (level > SPEECH_LEVEL) {
        loud++;
        quiet = 0;
      } else {
        quiet++;
        const wasSpeech = loud >= MIN_SPEECH_REPORTS;
        if (quiet < (wasSpeech ? MAX_QUIET_REPORTS : COUGH_QUIET_REPORTS)) return;
        reset();
        if (wasSpeech) setText(texts.notUnderstood);
      }
    },
    /** The visitor's words were recognised. */
    onRecognised(): void {
      reset();
      if (recogniser !== undefined) setText(`${texts.understood} ${texts.recognition}: ${recogniser}`);
    },
  };
}
