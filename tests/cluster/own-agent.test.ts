import type { Conversation } from '@visavis/client';
import { afterEach, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { CallerProcess } from '../support/caller-process.ts';
import { type Caller, nodeCaller, pythonCaller, startModelsOfAgents } from '../support/callers.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { MouthWatch } from '../support/mouth-watch.ts';
import { type Need, needs } from '../support/needs.ts';
import { speechSound } from '../support/providers/speech-sound.ts';
import { mintToken } from '../support/room-target.ts';
import {
  readConversation,
  stopSession,
  timelineOf,
  untilConversation,
  untilEnded,
} from '../support/service-client.ts';
import { useService, useStarted } from '../support/use-service.ts';

const WORD_SECONDS = 0.25;
const SPOKEN_MS = 1200;
const AGENT = { identity: 'their-agent', name: 'Agent' };
const CONSUMER = { identity: 'ada', name: 'Ada' };

const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
const livekit = useStarted(startLivekitServer, (it) => it.close());
const openai = useStarted(startModelsOfAgents, (it) => it.stop());
const leaving: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave();
});

interface Place {
  id: string;
  url: string;
  agentToken: string;
  consumerToken: string;
  avatar: string;
}

const persona = { name: 'Own agent', avatar: { identity: 'maya', name: 'Maya' } };

async function roomOfTheService(): Promise<Place> {
  const started = await service.client.post('/v1/sessions', {
    body: { ...persona, remoteAgentConnectingIdentity: AGENT, consumerIdentity: CONSUMER },
  });
  const { id, avatar, host } = started.session;
  return {
    id,
    url: host.serverUrl,
    agentToken: started.remoteAgentAccessToken!,
    consumerToken: started.consumerAccessToken!,
    avatar: avatar!.identity,
  };
}

let rooms = 0;
async function roomOfTheCaller(): Promise<Place> {
  const { target } = livekit;
  const room = `their-room-${++rooms}`;
  const mint = (identity: string, attributes: Record<string, string> = {}) =>
    mintToken(target, room, identity, {}, { kind: 'agent', attributes });
  const { session } = await service.client.post('/v1/sessions', {
    body: {
      ...persona,
      host: {
        serverUrl: target.url,
        accessToken: await mint('face', { 'lk.publish_on_behalf': AGENT.identity }),
      },
      remoteAgentConnectingIdentity: AGENT,
      consumerIdentity: CONSUMER,
    },
  });
  return {
    id: session.id,
    url: target.url,
    agentToken: await mint(AGENT.identity),
    consumerToken: await mintToken(target, room, CONSUMER.identity),
    avatar: 'face',
  };
}

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

/** Tests that kill an agent wait for a minute, so they run only once for each kind of agent and of room. */
describe.each([
  { where: 'a room of the service', open: roomOfTheService, dies: 'Node' },
  { where: 'a LiveKit room of the caller', open: roomOfTheCaller, dies: 'Python' },
])('in $where', ({ open, dies }) => {
  callerSuite('LiveKit Agents for Node', nodeCaller, open, {
    dies: dies === 'Node',
    needed: ['livekit-server'],
  });
  callerSuite('LiveKit Agents for Python', pythonCaller, open, {
    dies: dies === 'Python',
    needed: ['livekit-server', 'Python'],
  });
});

/** Returns the seconds of audible audio, counted in steps of 10 ms. */
const heardSeconds = (consumer: LiveConsumer, since: number) =>
  consumer.sound.filter((at) => at > since).length / 100;

function callerSuite(
  name: string,
  install: () => Promise<Caller>,
  open: () => Promise<Place>,
  { dies, needed }: { dies: boolean; needed: Need[] },
): void {
  needs(...needed).describe(`with ${name}, unmodified`, () => {
    let program: Caller;
    beforeAll(async () => {
      program = await install();
    }, 600_000);

    function start({ url, agentToken, avatar }: Place): CallerProcess {
      const agent = new CallerProcess(program, { url, token: agentToken, avatar }, openai.baseUrl);
      leaving.push(() => agent.kill());
      return agent;
    }

    async function begin() {
      const place = await open();
      const { id, url, consumerToken, avatar } = place;
      // On a failure, the service's record says more than the caller's program.
      onTestFailed(async () => console.warn(JSON.stringify(await readConversation(service, id))));
      const agent = start(place);
      const consumer = new LiveConsumer(avatar);
      leaving.unshift(() => consumer.leave());
      const mouth = new MouthWatch(consumer);
      await consumer.join(url, consumerToken);
      await agent.until('ready');
      await consumer.until('pictures', () => consumer.frames.length > 25);
      return { id, place, avatar, agent, consumer, mouth };
    }

    test('the avatar speaks for the agent turn after turn, with moving lips, and reports start and end', async () => {
      const { id, avatar, agent, consumer, mouth } = await begin();
      const participant = consumer.room.remoteParticipants.get(avatar)!;
      expect(participant.attributes).toMatchObject({ 'lk.publish_on_behalf': AGENT.identity });
      await mouth.rests();
      for (const [turn, count] of [8, 12, 6].entries()) {
        const askedAt = performance.now();
        agent.say(words(count));
        await agent.until('started', turn + 1);
        await mouth.opens(askedAt);
        const finished = await agent.until('finished', turn + 1);
        expect(finished.interrupted).toBe(false);
        expect(finished.position).toBeCloseTo(count * WORD_SECONDS, 1);
        await agent.until('said', turn + 1);
        // How much of the audio arrives depends on the machine: a busy one loses packets.
        await consumer.hears(askedAt);
        await consumer.silent(300);
        await mouth.rests();
      }
      expect(agent.of('started')).toHaveLength(3);
      expect(agent.of('finished')).toHaveLength(3);

      await agent.leave();
      const record = await untilEnded(service, id);
      expect(record).toMatchObject({ status: 'ended', endReason: 'consumer_left' });
      expect(timelineOf(record, 'consumer_left')).toContain(AGENT.identity);
      expect(timelineOf(record, 'warning').join()).not.toMatch(/agent|token/i);
    });

    test('an interruption silences the avatar, which reports how much was heard, and the next turn plays', async () => {
      const { id, agent, consumer } = await begin();
      for (const round of [1, 2, 3]) {
        const askedAt = performance.now();
        agent.say(words(80));
        await agent.until('started', 2 * round - 1);
        await consumer.until('a second of it', () => heardSeconds(consumer, askedAt) > 1);
        agent.interrupt();
        const finished = await agent.until('finished', 2 * round - 1);
        expect(finished.interrupted).toBe(true);
        await consumer.silent(300);
        // Out of twenty seconds. The exact position: `server/src/media/remote-agent/remote-agent-link.test.ts`.
        expect(finished.position).toBeGreaterThan(0.5);
        expect(finished.position).toBeLessThan(20);
        await agent.until('said', 2 * round - 1);
        agent.say(words(4));
        const next = await agent.until('finished', 2 * round);
        expect(next).toMatchObject({ interrupted: false });
        expect(next.position).toBeCloseTo(4 * WORD_SECONDS, 1);
        await agent.until('said', 2 * round);
        await consumer.silent(300);
      }
      expect(agent.of('finished')).toHaveLength(6);
      const record = await untilConversation(
        service,
        id,
        'the interruptions',
        (it) => timelineOf(it, 'interruption').length === 3,
      );
      expect(record.status).toBe('running');
      await stopSession(service, id);
      await consumer.until('the end', () => consumer.events.at(-1)?.type === 'ended');
    });

    test("detects the user's speech; an interruption silences the avatar, and the user is answered", async () => {
      const { id, agent, consumer } = await begin();
      await consumer.openMicrophone();
      openai.replies.push({ say: words(4) });
      const askedAt = performance.now();
      agent.say(words(80));
      await agent.until('started');
      // LiveKit Agents ignores interruptions during the first three seconds, while echo cancellers settle.
      await consumer.until('some of it', () => heardSeconds(consumer, askedAt) > 4);
      const speaking = consumer.speak(speechSound(SPOKEN_MS, 48_000));
      const cut = await agent.until('finished');
      expect(cut.interrupted).toBe(true);
      // Out of twenty seconds.
      expect(cut.position).toBeGreaterThan(3);
      expect(cut.position).toBeLessThan(20);
      await speaking;
      const { text } = await agent.until('heard');
      expect(text).toMatch(/^[1-9]\d* ms of speech/);
      const answer = await agent.until('finished', 2);
      expect(answer.interrupted).toBe(false);
      expect(answer.position).toBeCloseTo(4 * WORD_SECONDS, 1);
      const record = await untilConversation(
        service,
        id,
        'the interruption and what was said',
        (it) =>
          timelineOf(it, 'interruption').length === 1 && it.transcript.some((line) => line.content === text),
      );
      expect(JSON.parse(timelineOf(record, 'interruption')[0]!)).toMatchObject({ by: 'agent' });
      await stopSession(service, id);
      await consumer.until('the end', () => consumer.events.at(-1)?.type === 'ended');
    });

    test.runIf(dies)(
      'a killed agent is waited for: if it returns the conversation continues, otherwise it ends',
      async () => {
        const { id, place, agent, consumer } = await begin();
        const askedAt = performance.now();
        agent.say(words(80));
        await agent.until('started');
        await consumer.until('a second of it', () => heardSeconds(consumer, askedAt) > 1);
        await agent.kill();
        const isLost = (times: number) => (it: Conversation) =>
          timelineOf(it, 'consumer_left').length === times;
        const without = await untilConversation(service, id, 'the loss', isLost(1));
        expect(without.status).toBe('running');
        expect(timelineOf(without, 'consumer_left')).toEqual([AGENT.identity]);
        await consumer.silent(300);

        const again = start(place);
        await again.until('ready');
        const backAt = performance.now();
        again.say(words(6));
        const finished = await again.until('finished');
        expect(finished.interrupted).toBe(false);
        expect(finished.position).toBeCloseTo(6 * WORD_SECONDS, 1);
        await consumer.hears(backAt);
        await consumer.silent(300);
        const back = await untilConversation(service, id, 'the return', (it) =>
          timelineOf(it, 'reconnected').includes(AGENT.identity),
        );
        expect(back.status).toBe('running');

        await again.kill();
        await untilConversation(service, id, 'the second loss', isLost(2));
        const record = await untilEnded(service, id);
        expect(record).toMatchObject({ status: 'ended', endReason: 'consumer_left' });
        await consumer.until('the end', () => consumer.events.at(-1)?.type === 'ended');
        expect(consumer.events.at(-1)).toMatchObject({ type: 'ended', reason: 'consumer_left' });
      },
      400_000,
    );
  });
}
