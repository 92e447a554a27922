import assert from 'node:assert/strict';
import type { RoomClientPage } from '../room-client-page.ts';
import type { ConnectOptions } from '../room-page/page.ts';
import { until } from '../room-target.ts';
import { LIFE_ON_LIVEKIT, type Life } from './livekit-life.ts';
import type { RoomScenario, Stage } from './scenario.ts';

export const lifeScenarios: readonly RoomScenario[] = ([1, 2] as const).map((connections) => ({
  name: `each section says what it says on LiveKit, at every step of a browser's life: ${connections} connection(s)`,
  run: async (stage: Stage) =>
    assert.deepEqual(
      await live(stage, { room: { singlePeerConnection: connections === 1 } }),
      LIFE_ON_LIVEKIT[connections],
    ),
}));

/** A browser joins alone; another joins an avatar and performs every action of a user. */
async function live(stage: Stage, options: ConnectOptions): Promise<Life> {
  const life: Life = { moments: {}, sections: {} };
  const first = await stage.browser('first', options);
  const note = async (step: string, page: RoomClientPage) => {
    const sections = describeSections(await page.call('serverDescriptions'));
    life.moments[step] = [...new Set(sections.map(({ role, layers }) => `${role}${layers}`))]
      .sort()
      .join(', ');
    for (const { role, content } of sections) {
      const before = life.sections[role];
      // If it varies, the comparison shows all variants.
      if (!before?.split(', then ').includes(content))
        life.sections[role] = before === undefined ? content : `${before}, then ${content}`;
    }
  };
  await note('alone', first);

  const avatar = await stage.node('avatar');
  await Promise.all([avatar.publishPicture(), avatar.publishTone()]);
  await first.until('the avatar', ({ frames, loudness }) => (frames.avatar ?? 0) > 5 && !!loudness.avatar);
  await note('joined by an avatar', first);

  const page = await stage.browser('user', options);
  await page.until('the avatar', ({ frames, loudness }) => (frames.avatar ?? 0) > 5 && !!loudness.avatar);
  await note('joined an avatar', page);
  const seen = (event: string, times = 1) =>
    until(event, () => avatar.events.filter((each) => each.startsWith(event)).length >= times);
  await page.call('publishMicrophone');
  await until('the microphone', () => (avatar.loudness.get('user') ?? 0) > 0);
  await note('microphone', page);
  await page.call('publishCamera', true);
  await until('the camera', () => (avatar.frames.get('user') ?? 0) > 5);
  await note('camera', page);
  await page.call('publishScreen');
  await seen('subscribed user', 3);
  await note('screen', page);
  await page.call('muteMicrophone', true);
  await seen('muted user');
  await note('muted', page);
  await page.call('unpublishAll');
  await seen('unsubscribed user', 3);
  await note('unpublished', page);
  await page.call('publishMicrophone');
  await page.call('publishCamera', true);
  await seen('subscribed user', 5);
  await note('published again', page);
  for (const [scenario, event] of [
    ['signal-reconnect', 'signalReconnecting'],
    ['full-reconnect', 'reconnecting'],
  ] as const) {
    const before = avatar.frames.get('user') ?? 0;
    await page.call('simulate', scenario);
    await page.until('the reconnect', ({ events }) => events.includes(event));
    await page.until(
      'its end',
      ({ events }) => events.lastIndexOf('reconnected') > events.lastIndexOf(event),
    );
    await until('the camera again', () => (avatar.frames.get('user') ?? 0) > before + 5);
    await note(scenario, page);
  }
  return life;
}

const names: Readonly<Record<string, string>> = {
  'urn:ietf:params:rtp-hdrext:sdes:mid': 'mid',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id': 'rid',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id': 'repaired rid',
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level': 'audio level',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time': 'send time',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time': 'capture time',
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01': 'transport sequence',
  'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension': 'dependencies',
};

/** Whether the embedded server differs here on purpose, so that the comparison ignores it. */
function isOwnChoice(role: string, item: string): boolean {
  // It does not tell receivers capture times, and forwards no AV1, which needs the dependencies.
  if (item === 'capture time' || item === 'dependencies') return true;
  // Audio is included in the loss reports to senders.
  if (role.startsWith('audio')) return item === 'transport sequence' || item === 'transport-cc';
  // Senders omit what nobody reads, and get the minimum of their receivers' estimates.
  return role.endsWith('gives') ? false : ['send time', 'goog-remb'].includes(item);
}

function describeSections(descriptions: readonly string[]) {
  const sections = descriptions.flatMap((sdp) => sdp.split(/^m=/m).slice(1));
  return sections.filter((section) => !section.startsWith('application')).map(describeSection);
}

function describeSection(section: string): { role: string; layers: string; content: string } {
  const all = (pattern: RegExp) => [...section.matchAll(pattern)].map(([, value]) => value!);
  const gives = /^a=send/m.test(section) && /^a=msid:/m.test(section);
  const role = `${section.split(' ')[0]} ${gives ? 'gives' : /^a=recvonly/m.test(section) ? 'takes' : 'rests'}`;
  const rids = role.endsWith('takes') ? all(/^a=rid:(\S+)/gm) : [];
  const extensions = all(/^a=extmap:\d+ (\S+)/gm).map((uri) => names[uri] ?? uri);
  const feedback = role.endsWith('rests') ? [] : all(/^a=rtcp-fb:(?:96|111) (.*?)\r?$/gm);
  const items = [...extensions, ...feedback].filter((item) => !isOwnChoice(role, item));
  return { role, layers: rids.map((rid) => ` ${rid}`).join(''), content: items.sort().join(', ') };
}
