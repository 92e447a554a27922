import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveService } from '../support/live-service.ts';
import { synthesiseSpeech } from '../support/speech.ts';

/** Long enough that an interruption on the slowest machine still cuts it. */
const LONG =
  'This is a rather long greeting, in which I tell you about the weather, the traffic and the news of the day, ' +
  'one after the other, without a pause, so that there is time enough to break in. '.repeat(10);

let service: LiveService;
let speech: Int16Array;
beforeAll(async () => {
  [service, speech] = await Promise.all([
    LiveService.start(),
    synthesiseSpeech('Excuse me, may I ask something?'),
  ]);
});
afterAll(() => service.stop());

// Whether the avatar mistakes its own echo for a user is measured by `npm run bench -- echo`.
test('a consumer who speaks stops the avatar', async () => {
  const conversation = await service.startConversation({ engine: { greeting: LONG } });
  const { consumer } = conversation;
  await conversation.join();
  await consumer.openMicrophone();
  await consumer.hearsFor(300, 0);
  await consumer.speakUntil(
    'the interruption',
    () => conversation.timeline('interruption').length > 0,
    speech,
  );
  const cut = JSON.parse(conversation.timeline('interruption')[0]!);
  expect(cut.by).toBe('voice');
  expect(LONG.startsWith(cut.heardText)).toBe(true);
  expect(cut.heardText.length).toBeLessThan(LONG.length);
  await consumer.until('the cut segment', () => consumer.said[0] === cut.heardText);
  await service.finish(conversation);
});
