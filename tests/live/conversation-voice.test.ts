import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveService } from '../support/live-service.ts';
import { synthesiseSpeech } from '../support/speech.ts';

const LONG =
  'This is a rather long greeting, in which I tell you about the weather, the traffic and the news of the day, ' +
  'one after the other, without a pause, so that there is time enough to break in.';

let service: LiveService;
let speech: Int16Array;
beforeAll(async () => {
  [service, speech] = await Promise.all([
    LiveService.start(),
    synthesiseSpeech('Excuse me, may I ask something?'),
  ]);
});
afterAll(() => service.stop());

async function joined() {
  const conversation = await service.startConversation({ engine: { greeting: LONG } });
  await conversation.join();
  await conversation.consumer.openMicrophone();
  return conversation;
}

describe('a consumer who speaks', () => {
  test('stops the avatar', async () => {
    const conversation = await joined();
    const { consumer } = conversation;
    await consumer.hearsFor(1500, await consumer.hears(0));
    const spokeAt = performance.now();
    const speaking = consumer.speak(speech);
    await conversation.until('the interruption', () => conversation.timeline('interruption').length === 1);
    await consumer.silenceAfter(spokeAt, 150);
    await speaking;
    const cut = JSON.parse(conversation.timeline('interruption')[0]!);
    expect(cut.by).toBe('voice');
    expect(LONG.startsWith(cut.heardText)).toBe(true);
    expect(cut.heardText.length).toBeLessThan(LONG.length);
    await service.finish(conversation);
  }, 60_000);

  test('is not confused with the echo of the avatar, nor with a noisy room', async () => {
    const conversation = await joined();
    const { consumer } = conversation;
    await consumer.hearsFor(1500, await consumer.hears(0));
    // In mid-sentence a loudspeaker beside the microphone is turned on: what is heard comes back, weaker, with the noise
    // of the room.
    consumer.echo(0.15, 90);
    await consumer.silent(1500, 40_000);
    expect(conversation.timeline('interruption')).toEqual([]);
    expect(conversation.transcript()).toEqual([`character: ${LONG}`]);
    await service.finish(conversation);
  }, 60_000);
});
