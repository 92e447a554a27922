import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  converse,
  type JoinableConversation,
  startBoth,
  TENANTS_ENV,
  type TwoConversations,
} from '../../support/hostile/conversations.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { poll } from '../../support/poll.ts';
import { RawSignalClient } from '../../support/raw-signal-client.ts';
import { stunCheck } from '../../support/stun-check.ts';

const CONNECTIONS = 1_500;
const QUESTIONS = 2;
const CHECKS = 5;

interface Outcome {
  answers: number;
  checks: number;
  [name: string]: number;
}

/** Returns what an offer of the room server says about its TCP media port. */
async function readOffer({ serverUrl, token }: JoinableConversation) {
  const client = await RawSignalClient.connect(serverUrl, token);
  const offer = await poll(
    'an offer',
    () => client.find('offer')?.value.sdp ?? '',
    (sdp) => sdp.includes('typ host'),
  );
  const read = (pattern: RegExp) => pattern.exec(offer)?.[1] ?? '';
  return {
    fragment: read(/a=ice-ufrag:(\S+)/),
    password: read(/a=ice-pwd:(\S+)/),
    port: Number(read(/ tcp \d+ 127\.0\.0\.1 (\d+) typ host/i)),
    client,
  };
}

async function open(port: number, kept: Socket[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  kept.push(socket);
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

export const scenario = defineScenario<TwoConversations, Outcome>({
  title: 'silent connections do not fill up the media port, and a conversation continues beside them',
  env: TENANTS_ENV,
  memoryMiB: 400,
  openAfter: 40,
  prepare: startBoth,
  async attack({ given }) {
    const { fragment, password, port, client } = await readOffer(given.mine);
    const kept: Socket[] = [];
    const conversation = converse(given.other, QUESTIONS);
    let checks = 0;
    for (let round = 0; round < CHECKS; round++) {
      for (let count = 0; count < CONNECTIONS / CHECKS; count++) await open(port, kept);
      const socket = await open(port, kept);
      socket.write(stunCheck(fragment, password));
      const answered = once(socket, 'data').then(() => true);
      if (await Promise.race([answered, once(socket, 'close').then(() => false)])) checks++;
    }
    const answers = await conversation;
    for (const socket of kept) socket.destroy();
    await client.close();
    return { answers, checks };
  },
  check({ answers, checks }) {
    assert.equal(answers, QUESTIONS);
    assert.equal(checks, CHECKS, 'a client that passes a check was kept out');
  },
});
