import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveAgent } from '../support/live-agent.ts';
import { LiveService } from '../support/live-service.ts';
import { poll } from '../support/poll.ts';
import { speechSound } from '../support/providers/speech-sound.ts';
import { synthesiseSpeech } from '../support/speech.ts';

let service: LiveService;
let speech: Int16Array;
beforeAll(async () => {
  [service, speech] = await Promise.all([
    LiveService.start(),
    synthesiseSpeech('I am the agent of somebody else, and I speak through this face.'),
  ]);
});
afterAll(() => service.stop());

async function driven() {
  const conversation = await service.startConversation({
    mode: 'remote_agent',
    remoteAgent: { identity: 'agent' },
  });
  const agent = new LiveAgent('avatar');
  await agent.join(service.url, await service.token(conversation.plan.room.name, 'agent', true));
  await conversation.join();
  await agent.avatarReady();
  await conversation.consumer.until('video', () => conversation.consumer.frames.length > 5);
  return { conversation, agent, consumer: conversation.consumer };
}

describe("a caller's own agent", () => {
  test('speaks through the avatar and learns when it was played', async () => {
    const { conversation, agent, consumer } = await driven();
    const sentAt = performance.now();
    await agent.say(speech, 48_000);
    await consumer.hears(sentAt);
    await consumer.until('the report of the start', () => agent.started.length === 1, 15_000);
    expect(agent.finished).toEqual([]);
    await consumer.until('the report', () => agent.finished.length === 1, 15_000);
    expect(agent.started).toHaveLength(1);
    expect(agent.finished[0]).toEqual({
      playback_position: expect.closeTo(speech.length / 48_000, 2),
      interrupted: false,
      synchronized_transcript: null,
    });
    await agent.leave();
    await service.finish(conversation);
  }, 60_000);

  test('gets the microphone of its consumer', async () => {
    const { conversation, agent, consumer } = await driven();
    await consumer.openMicrophone();
    const soundMs = 1000;
    await consumer.speak(speechSound(soundMs, 48_000));
    const heardMs = () => agent.heardMs.get(consumer.room.localParticipant!.identity) ?? 0;
    await poll('the sound', heardMs, (ms) => ms > 0.7 * soundMs);
    expect(heardMs()).toBeLessThan(1.2 * soundMs);
    await agent.leave();
    await service.finish(conversation);
  }, 60_000);

  test('interrupts: playback stops, the played part is reported, and the next segment plays', async () => {
    const { conversation, agent, consumer } = await driven();
    const sentAt = performance.now();
    await agent.say(speech, 48_000);
    const heardAt = await consumer.hears(sentAt);
    await consumer.hearsFor(1000, heardAt);
    const clearedAt = performance.now();
    expect(await agent.clear()).toBe('ok');
    await consumer.silenceAfter(clearedAt, 100);
    await consumer.until('the report', () => agent.finished.length === 1);
    expect(agent.finished[0]).toMatchObject({ interrupted: true });
    const playedMs = agent.finished[0]!.playback_position * 1000;
    expect(playedMs).toBeGreaterThan(clearedAt - heardAt - 350);
    expect(playedMs).toBeLessThan(Math.min(performance.now() - heardAt + 350, speech.length / 48));
    const againAt = performance.now();
    await agent.say(speech.subarray(0, 48_000), 48_000);
    await consumer.hears(againAt);
    await consumer.until('the second report', () => agent.finished.length === 2);
    expect(agent.finished[1]).toMatchObject({ interrupted: false });
    await agent.leave();
    await service.finish(conversation);
  }, 60_000);
});
