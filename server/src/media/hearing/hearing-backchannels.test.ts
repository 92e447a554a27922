import { describe, expect, it } from 'vitest';
import { HeardScene } from '../testing/heard-scene.ts';

describe('a short remark while the avatar speaks', () => {
  async function begin() {
    const scene = new HeardScene({ remarks: true });
    await scene.hear(320, 'silence', true);
    return scene;
  }

  it('stops holding the avatar back even if its microphone sends nothing more', async () => {
    const scene = await begin();
    await scene.hear(400, 'speech', true);
    expect(scene.events).toEqual(['held']);
    await scene.clock.advance(1000);
    expect(scene.events).toEqual(['held', 'released', 'started']);
  });

  it('waits up to 400 ms for its words once they are requested', async () => {
    const scene = await begin();
    await scene.hear(400, 'speech', true);
    await scene.hear(128, 'silence', true);
    expect(scene.remarks).toHaveLength(1);
    await scene.clock.advance(400);
    expect(scene.events).toEqual(['held', 'released', 'started']);
    expect(scene.because).toEqual(['The words were not transcribed in time.']);
  });

  it.each([
    ['microphone', (scene: HeardScene) => scene.hearing.microphoneEnded()],
    ['conversation', (scene: HeardScene) => scene.hearing.close()],
  ])('does not hold the avatar back after the end of its %s', async (_, end) => {
    const scene = await begin();
    await scene.hear(400, 'speech', true);
    await scene.hear(128, 'silence', true);
    end(scene);
    await scene.clock.advance(5000);
    expect(scene.events).toEqual(['held', 'released']);
    expect(scene.remarks.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  it('counts as an answer if the avatar has finished meanwhile', async () => {
    const scene = await begin();
    expect(await scene.hear(320, 'speech')).toEqual(['started']);
    expect(scene.because).toEqual(['The avatar has finished speaking in the meantime.']);
    expect(scene.remarks).toEqual([]);
  });
});
