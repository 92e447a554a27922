import { expect, test } from 'vitest';
import { joined, testPlan } from '../testing/stage.ts';

test.each(['hosted', 'remote_agent'] as const)(
  'an avatar with sound only opens no face and sends no picture: %s',
  async (mode) => {
    const remoteAgent = mode === 'remote_agent' ? { remoteAgent: { identity: 'agent' } } : {};
    const stage = await joined({ plan: testPlan({ voiceOnly: true, mode, ...remoteAgent }) });
    await stage.clock.advance(5000);
    expect(stage.faces).toEqual([]);
    expect(stage.tracks.pictures).toEqual([]);
    expect(stage.timeline('first_frame')).toEqual([]);
    expect(stage.room.options.voiceOnly).toBe(true);
    // A page that waits for video anyway does not end the conversation.
    expect(stage.room.services!.rpc['visavis.no_picture']!('user', '')).toBe('ignored');
    expect(stage.ended).toBeUndefined();
    if (mode === 'hosted') {
      expect(stage.tracks.soundMs).toBeGreaterThan(1000);
      stage.room.type('user', 'what is new');
      await stage.clock.advance(3000);
      expect(stage.transcript()).toContain('character: You said: what is new.');
    }
    stage.ending.end('stopped');
    await stage.clock.advance(1000);
    await stage.done;
    expect(stage.tracks.closed).toBe(true);
  },
);
