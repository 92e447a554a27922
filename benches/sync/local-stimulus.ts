import { CODE_BITS, isBright } from './time-code.ts';

/** The code of the frame that belongs to the beginning of the beep. */
export const BEEP_CODE = 1000;
const AHEAD_S = 0.4;
const BEEP_S = 0.06;
const AFTER_MS = 300;

/**
 * Shows and plays the same stimulus without WebRTC: beeps at a planned time of the speaker, and a canvas whose code
 * shows in every frame how far away that time is.
 */
export async function showAndBeep(audio: AudioContext, beeps: number): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  canvas.style.cssText = 'position:fixed;left:0;top:0;width:100vw;height:100vw';
  document.body.append(canvas);
  for (let beep = 0; beep < beeps; beep++) await once(audio, canvas.getContext('2d')!);
  canvas.remove();
}

async function once(audio: AudioContext, drawing: CanvasRenderingContext2D): Promise<void> {
  const beep = audio.createOscillator();
  beep.frequency.value = 1000;
  beep.connect(audio.destination);
  const startsAt = audio.currentTime + AHEAD_S;
  beep.start(startsAt);
  beep.stop(startsAt + BEEP_S);
  await new Promise<void>((resolve) => {
    const draw = (frameTime: number) => {
      const { contextTime = 0, performanceTime = 0 } = audio.getOutputTimestamp();
      const heardAt = performanceTime + (startsAt - contextTime) * 1000;
      const code = Math.round(BEEP_CODE + frameTime - heardAt);
      paint(drawing, code);
      if (code > BEEP_CODE + AFTER_MS) resolve();
      else requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  });
}

function paint(drawing: CanvasRenderingContext2D, code: number): void {
  const block = drawing.canvas.width / CODE_BITS;
  for (let column = 0; column < CODE_BITS; column++) {
    for (const row of [0, 1]) {
      drawing.fillStyle = isBright(code, column, row) ? '#fff' : '#000';
      drawing.fillRect(column * block, row * block, block, block);
    }
  }
}
