import { describe, expect, test } from 'vitest';
import { testPlan } from '../testing/stage.ts';
import { Presence } from './presence.ts';

const remote = testPlan({ mode: 'remote_agent', remoteAgent: { identity: 'agent' } });

describe('Presence', () => {
  test('of the other begins with the agent, and the named consumer counts once it has come', () => {
    const presence = new Presence(remote);
    expect(presence.joined('user')).toBe('seen');
    expect(presence.present).toBe(false);
    expect(presence.joined('agent')).toBe('joined');
    expect(presence.left('user')).toBe('lost');
    expect(presence.left('agent')).toBe('lost');
    expect(presence.joined('user')).toBeUndefined();
    expect(presence.joined('agent')).toBe('back');
  });

  test('without a named consumer only the agent counts', () => {
    const { consumer: _, ...plan } = remote;
    const presence = new Presence(plan);
    expect(presence.joined('somebody')).toBeUndefined();
    expect(presence.joined('agent')).toBe('joined');
  });
});
