import { describe, expect, it } from 'vitest';
import { HeardScene } from '../testing/heard-scene.ts';

describe("what a provider's own detector finds", () => {
  it('counts if nothing is detected here, until it reports the end of speech', async () => {
    const scene = new HeardScene();
    await scene.hear(320, 'silence');
    scene.hearing.onProviderSpeech(true);
    expect(scene.hearing.speaking).toBe(true);
    await scene.hear(1000, 'silence');
    scene.hearing.onProviderSpeech(false);
    expect(scene.events).toEqual(['started', 'ended 0 ms ago']);
    expect(scene.because).toEqual([
      'The provider reports speech.',
      'The provider reports the end of speech.',
    ]);
  });

  it('is merged with speech detected here a little later, which ends as detected here', async () => {
    const scene = new HeardScene();
    scene.hearing.onProviderSpeech(true);
    await scene.hear(640, 'speech');
    scene.hearing.onProviderSpeech(false);
    expect(scene.events).toEqual(['started']);
    await scene.hear(600, 'silence');
    expect(scene.because).toEqual(['The provider reports speech.', 'The silence lasted long enough.']);
  });

  it('decides what may be a remark if the provider has dropped its answer', async () => {
    const scene = new HeardScene({ remarks: true });
    await scene.hear(320, 'silence', true);
    await scene.hear(400, 'speech', true);
    scene.hearing.onProviderSpeech(true);
    expect(scene.events).toEqual(['held']);
    scene.hearing.onProviderSpeech(true, true);
    expect(scene.events).toEqual(['held', 'released', 'started']);
    await scene.hear(320, 'speech');
    await scene.hear(600, 'silence');
    expect(scene.because).toEqual(['The provider stopped its answer.', 'The silence lasted long enough.']);
  });

  it('ends with the microphone', async () => {
    const scene = new HeardScene();
    scene.hearing.onProviderSpeech(true);
    scene.hearing.microphoneEnded();
    expect(scene.because.at(-1)).toBe('The microphone was disconnected or muted.');
    expect(scene.hearing.speaking).toBe(false);
  });
});
