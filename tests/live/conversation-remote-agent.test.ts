import { describe, expect, test } from 'vitest';
import { LiveAgent } from '../support/live-agent.ts';
import { LiveService } from '../support/live-service.ts';
import { speechSound } from '../support/providers/speech-sound.ts';
import { useStarted } from '../support/use-service.ts';

const RATE = 16_000;
/** Long enough that an interruption on the slowest machine still cuts it. */
const LONG_S = 40;

const service = useStarted(
  () => LiveService.start(),
  (it) => it.stop(),
);

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
  test('speaks through the avatar and is told when playback finished', async () => {
    const { conversation, agent, consumer } = await driven();
    await agent.say(speechSound(3000, RATE), RATE);
    await consumer.hears(0);
    await consumer.until('the report of the start', () => agent.started.length === 1);
    await consumer.until('the report', () => agent.finished.length === 1);
    expect(agent.started).toHaveLength(1);
    expect(agent.finished[0]).toEqual({
      playback_position: expect.closeTo(3, 2),
      interrupted: false,
      synchronized_transcript: null,
    });
    await agent.leave();
    await service.finish(conversation);
  });

  test('receives the microphone of its consumer, and of nobody else', async () => {
    const { conversation, agent, consumer } = await driven();
    const { identity } = consumer.room.localParticipant!;
    await consumer.openMicrophone();
    const heard = () => (agent.heardMs.get(identity) ?? 0) >= 1000;
    await consumer.speakUntil('the agent', heard, speechSound(500, 48_000));
    expect([...agent.heardMs.keys()]).toEqual([identity]);
    await agent.leave();
    await service.finish(conversation);
  });

  test('can interrupt: playback stops, the played part is reported, and the next segment plays', async () => {
    const { conversation, agent, consumer } = await driven();
    await agent.say(speechSound(LONG_S * 1000, RATE), RATE);
    await consumer.hearsFor(300, 0);
    expect(await agent.clear()).toBe('ok');
    await consumer.until('the report', () => agent.finished.length === 1);
    expect(agent.finished[0]).toMatchObject({ interrupted: true });
    const position = agent.finished[0]!.playback_position;
    expect(position).toBeGreaterThan(0);
    expect(position).toBeLessThan(LONG_S);
    await consumer.silent(500);
    // Closer to the played part than to the whole; how much later the sound arrives does not matter.
    expect(consumer.sound.length / 100).toBeLessThan((position + LONG_S) / 2);
    const againAt = performance.now();
    await agent.say(speechSound(1000, RATE), RATE);
    await consumer.hears(againAt);
    await consumer.until('the second report', () => agent.finished.length === 2);
    expect(agent.finished[1]).toMatchObject({ interrupted: false });
    await agent.leave();
    await service.finish(conversation);
  });
});
