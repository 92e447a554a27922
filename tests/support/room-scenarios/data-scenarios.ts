import assert from 'node:assert/strict';
import { DataPacket_Kind } from '@livekit/protocol';
import { inTime } from '../deadlines.ts';
import { roomService, until } from '../room-target.ts';
import type { RoomScenario } from './scenario.ts';

export const dataScenarios: readonly RoomScenario[] = [
  {
    name: 'data packets: reliable, lossy, and to one participant only',
    async run(stage) {
      const [ann, bob, page] = [
        await stage.node('ann'),
        await stage.node('bob'),
        await stage.browser('page'),
      ];
      await until('the page at bob', () => bob.room.remoteParticipants.has('page'));
      await ann.room.localParticipant!.publishData(Buffer.from('to all'), { reliable: true, topic: 'all' });
      await ann.room.localParticipant!.publishData(Buffer.from('for the page'), {
        reliable: true,
        topic: 'one',
        destination_identities: ['page'],
      });
      await page.call('sendData', 'from the page', 'back', true, []);
      const topicsOf = (data: readonly { topic: string }[]) =>
        [...new Set(data.map(({ topic }) => topic))].sort();
      // A lossy packet may be lost, as when the receiver's channel is not open yet, so it is sent repeatedly.
      await until('a lossy packet at both', async () => {
        await ann.room.localParticipant!.publishData(Buffer.from('quick'), {
          reliable: false,
          topic: 'lossy',
        });
        const { data } = await page.call('state');
        return [data, bob.data].every((received) => topicsOf(received).includes('lossy'));
      });
      await page.until('both reliable packets', ({ data }) => topicsOf(data).length === 3);
      await until('both reliable packets at bob', () => topicsOf(bob.data).length === 3);
      const state = await page.call('state');
      assert.deepEqual(topicsOf(state.data), ['all', 'lossy', 'one']);
      assert.deepEqual(topicsOf(bob.data), ['all', 'back', 'lossy']);
      for (const { data } of [state, bob])
        assert.equal(data.filter(({ topic }) => topic !== 'lossy').length, 2);
      assert.deepEqual(
        bob.data.find(({ topic }) => topic === 'back'),
        { from: 'page', topic: 'back', text: 'from the page' },
      );
    },
  },
  {
    name: 'text streams arrive whole in both directions',
    async run(stage) {
      const page = await stage.browser('page');
      const node = await stage.node('node');
      const received = new Promise<{ from: string; text: string }>((resolve, reject) => {
        node.room.registerTextStreamHandler('chat', (reader, { identity }) => {
          reader.readAll().then((text) => resolve({ from: identity, text }), reject);
        });
      });
      const long = 'ä word and '.repeat(4_000);
      // A client that knows of no other participant compresses, and our server does not forward that.
      await page.until('the node client', ({ participants }) => participants.includes('node'));
      await page.call('sendText', long);
      assert.deepEqual(await inTime('the text of the page', received), { from: 'page', text: long });
      await inTime('the text to be sent', node.room.localParticipant!.sendText(long, { topic: 'chat' }));
      const state = await page.until('the text', ({ texts }) => texts.length === 1);
      assert.deepEqual(state.texts, [{ from: 'node', text: long }]);
    },
  },
  {
    name: 'an agent may publish a transcription in a participant’s name, and nobody else may',
    async run(stage) {
      const page = await stage.browser('page');
      const agent = await stage.node('agent', { kind: 'agent' });
      const other = await stage.node('other');
      const write = async ({ room }: typeof agent, id: string, text: string) => {
        const attributes = { 'lk.segment_id': id, 'lk.transcription_final': 'true' };
        const options = { topic: 'lk.transcription', senderIdentity: 'page', attributes };
        const writer = await room.localParticipant!.streamText(options);
        await writer.write(text);
        await writer.close();
      };
      await write(agent, 'one', 'by the agent');
      await write(other, 'two', 'by another');
      const { segments } = await page.until('both', (state) => Object.keys(state.segments).length === 2);
      assert.deepEqual(segments, {
        one: { from: 'page', text: 'by the agent', final: true },
        two: { from: 'other', text: 'by another', final: true },
      });
    },
  },
  {
    name: 'a byte stream of a megabyte arrives whole',
    async run(stage) {
      const bob = await stage.node('bob');
      const ann = await stage.node('ann');
      const bytes = 1_000_000;
      const received = new Promise<number>((resolve, reject) => {
        bob.room.registerByteStreamHandler('file', (reader) => {
          (async () => {
            let sum = 0;
            let length = 0;
            for await (const chunk of reader) {
              length += chunk.length;
              for (const byte of chunk) sum = (sum + byte) % 1_000_003;
            }
            return length * 1_000_003 + sum;
          })().then(resolve, reject);
        });
      });
      const content = Uint8Array.from({ length: bytes }, (_, index) => (index * 31) & 255);
      const writer = await ann.room.localParticipant!.streamBytes({
        topic: 'file',
        name: 'file',
        totalSize: bytes,
        destinationIdentities: ['bob'],
      });
      for (let offset = 0; offset < bytes; offset += 15_000)
        await writer.write(content.slice(offset, offset + 15_000));
      await writer.close();
      const sum = content.reduce((total, byte) => (total + byte) % 1_000_003, 0);
      assert.equal(await inTime('the file', received), bytes * 1_000_003 + sum);
    },
  },
  {
    name: 'RPC works between a browser and a Node client',
    async run(stage) {
      const page = await stage.browser('page');
      const node = await stage.node('node');
      node.room.localParticipant!.registerRpcMethod('echo', (call) =>
        Promise.resolve(`node heard ${call.payload}`),
      );
      const call = { destinationIdentity: 'page', method: 'echo', payload: 'hello' };
      assert.equal(await node.room.localParticipant!.performRpc(call), 'node: hello');
      assert.equal(await page.call('rpc', 'node', 'hi'), 'node heard hi');
    },
  },
  {
    name: 'attributes reach the others, and participants who join later',
    async run(stage) {
      const page = await stage.browser('page');
      const node = await stage.node('node');
      await page.until('the node client', ({ participants }) => participants.includes('node'));
      await node.room.localParticipant!.setAttributes({ 'lk.agent.state': 'listening', extra: '1' });
      await page.until('attributes', ({ events }) => events.some((event) => event.includes('"listening"')));
      await page.call('setAttributes', { mood: 'fine' });
      await until('the attributes of the page', () =>
        node.events.includes('attributes page {"mood":"fine"}'),
      );
      const late = await stage.node('late');
      assert.equal(late.room.remoteParticipants.get('node')?.attributes['lk.agent.state'], 'listening');
      assert.equal(late.room.remoteParticipants.get('page')?.attributes.mood, 'fine');
      await page.call('setAttributes', { mood: '' });
      await until(
        'the attribute to be removed',
        () => late.room.remoteParticipants.get('page')?.attributes.mood === undefined,
      );
    },
  },
  {
    name: 'a name and metadata reach the others, and participants who join later',
    async run(stage) {
      const page = await stage.browser('page');
      const node = await stage.node('node');
      await page.call('setNameAndMetadata', 'Ann Page', '{"mood":"fine"}');
      await until('the metadata of the page', () => node.events.includes('metadata page {"mood":"fine"}'));
      assert.equal(node.room.remoteParticipants.get('page')?.name, 'Ann Page');
      await page.until('the node client', ({ participants }) => participants.includes('node'));
      await node.room.localParticipant!.updateName('Bob Node');
      await page.until('the name', ({ events }) => events.includes('name node Bob Node'));
      const late = await stage.node('late');
      assert.equal(late.room.remoteParticipants.get('page')?.metadata, '{"mood":"fine"}');
      assert.equal(late.room.remoteParticipants.get('node')?.name, 'Bob Node');
    },
  },
  {
    name: 'the number of participants is updated when participants join and leave',
    async run(stage) {
      const page = await stage.browser('page');
      await page.until('one', ({ participantCount }) => participantCount === 1);
      const node = await stage.node('node');
      await page.until('two', ({ participantCount }) => participantCount === 2);
      await node.close();
      await page.until('one again', ({ participantCount }) => participantCount === 1);
    },
  },
  {
    name: 'the room service sends data and changes metadata',
    async run(stage) {
      const service = roomService(stage.target);
      await service.createRoom({ name: stage.room, metadata: 'first', emptyTimeout: 60 });
      const node = await stage.node('node');
      assert.equal(node.room.metadata, 'first');
      const payload = Buffer.from('from the service');
      await service.sendData(stage.room, payload, DataPacket_Kind.RELIABLE, { topic: 'service' });
      await until('data', () =>
        node.data.some(({ text, topic }) => text === 'from the service' && topic === 'service'),
      );
      await service.updateRoomMetadata(stage.room, 'second');
      await until('room metadata', () => node.events.includes('room metadata second'));
      await service.updateParticipant(stage.room, 'node', {
        attributes: { set: 'by service' },
        metadata: 'about',
      });
      await until('own attributes', () => node.events.includes('attributes node {"set":"by service"}'));
      const participant = await service.getParticipant(stage.room, 'node');
      assert.equal(participant.metadata, 'about');
      assert.equal(participant.attributes.set, 'by service');
    },
  },
];
