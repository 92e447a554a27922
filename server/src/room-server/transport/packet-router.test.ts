import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { classes, Message, methods } from 'werift';
import { type IceEndpoint, type NetworkPath, PacketRouter, type PacketSource } from './packet-router.ts';

const bindingRequest = () => new Message(methods.BINDING, classes.REQUEST);

/** Creates a Binding request as a client's connectivity check. */
function check(username: string, password: string, nominates = true): Buffer {
  const message = bindingRequest();
  message.setAttribute('USERNAME', username).setAttribute('PRIORITY', 1);
  message.setAttribute('ICE-CONTROLLING', 1n);
  if (nominates) message.setAttribute('USE-CANDIDATE', null);
  message.addMessageIntegrity(Buffer.from(password)).addFingerprint();
  return message.bytes;
}

class Peer implements IceEndpoint {
  readonly password: string;
  readonly packets: Buffer[] = [];
  path: NetworkPath | undefined;

  constructor(password: string) {
    this.password = password;
  }

  passwordOf(): string {
    return this.password;
  }

  handleCheck(path: NetworkPath): void {
    this.path = path;
  }

  handlePacket(packet: Buffer): void {
    this.packets.push(packet);
  }
}

function stage() {
  const router = new PacketRouter();
  const peers = { ann: new Peer('password-of-ann'), bob: new Peer('password-of-bob') };
  router.register('ann', peers.ann);
  router.register('bob', peers.bob);
  const answers: { key: string; packet: Buffer }[] = [];
  const route = (key: string, packet: Buffer) =>
    router.route(
      key,
      packet,
      (): PacketSource => ({
        key,
        address: '192.0.2.1',
        port: 5_000,
        send: (answer) => answers.push({ key, packet: answer }),
      }),
    );
  return { router, ...peers, answers, route };
}

const media = Buffer.concat([Buffer.from([0x80]), randomBytes(40)]);

test('addresses without a signed check get no answers, are not remembered, and nothing from them is accepted', () => {
  const { router, ann, answers, route } = stage();
  const unsigned = bindingRequest();
  unsigned.setAttribute('USERNAME', 'ann:x');
  const forged = [
    check('ann:x', 'a guess'),
    check('nobody:x', 'password-of-ann'),
    check('x:ann', 'password-of-ann'),
    unsigned.bytes,
    randomBytes(60),
  ];
  for (let port = 0; port < 1_000; port++) {
    const key = `203.0.113.1|${port}`;
    route(key, forged[port % forged.length]!);
    route(key, media);
    expect(router.hasPath(key)).toBe(false);
  }
  expect(answers).toEqual([]);
  expect(ann.packets).toEqual([]);
});

test('a peer whose address changes is received and answered at the new one', () => {
  const { ann, answers, route } = stage();
  route('home', check('ann:x', ann.password));
  route('home', media);
  route('train', media);
  expect(ann.packets).toHaveLength(1);
  route('train', check('ann:x', ann.password));
  route('train', media);
  expect(ann.packets).toHaveLength(2);
  ann.path!.send(media);
  expect(answers.at(-1)).toEqual({ key: 'train', packet: media });
});

test('the number of addresses per peer is limited, and the one in use stays', () => {
  const { router, ann, route } = stage();
  for (let port = 0; port < 200; port++) {
    route(`new ${port}`, check('ann:x', ann.password, false));
    route('in use', check('ann:x', ann.password));
  }
  const kept = Array.from({ length: 200 }, (_, port) => router.hasPath(`new ${port}`)).filter(Boolean);
  expect(kept.length).toBeLessThan(64);
  expect(router.hasPath('in use')).toBe(true);
});

test('an address belongs to the peer that proved it last, and survives the previous peer', () => {
  const { router, ann, bob, route } = stage();
  route('shared', check('ann:x', ann.password));
  route('shared', check('bob:x', bob.password));
  route('shared', media);
  router.removePaths(ann);
  route('shared', media);
  expect([ann.packets.length, bob.packets.length]).toEqual([0, 2]);
});

test('a client that believes to be controlled is told of the conflict', () => {
  const { router, ann, answers, route } = stage();
  const message = bindingRequest();
  message.setAttribute('USERNAME', 'ann:x').setAttribute('ICE-CONTROLLED', 1n);
  message.addMessageIntegrity(Buffer.from(ann.password)).addFingerprint();
  route('home', message.bytes);
  expect(answers).toHaveLength(1);
  expect(router.hasPath('home')).toBe(false);
});

test('a client that floods with signed checks gets no more answers than any client needs, and others are answered', () => {
  const { ann, bob, answers, route } = stage();
  const flood = check('ann:x', ann.password);
  for (let count = 0; count < 5_000; count++) route(`path ${count % 40}`, flood);
  expect(answers.length).toBeLessThan(1_000);
  route('of bob', check('bob:x', bob.password));
  expect(answers.at(-1)?.key).toBe('of bob');
});
