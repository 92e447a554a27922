const EVERY_MS = 100;
/** Levels at which the meter is empty and full, in dBFS. */
const QUIETEST_DB = -60;
const LOUDEST_DB = -10;

/**
 * Reports the level of a track, 0 to 1, ten times a second.
 * @returns a function that stops the reports; calling it again does nothing
 */
export function followLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  // Safari does not start it by itself, but allows this if a microphone is open or after a click.
  void context.resume();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const sound = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(sound);
    const power = sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length;
    const level = (10 * Math.log10(power + 1e-12) - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB);
    onLevel(Math.min(1, Math.max(0, level)));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    if (context.state !== 'closed') void context.close();
  };
}
