import { expect, test, vi } from 'vitest';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { createConversationEvents } from './conversation-events.ts';

test('a provider failure that the conversation survives is logged, with the cause', async () => {
  const warn = vi.fn<Logger['warn']>();
  const none = {} as never;
  const events = createConversationEvents(none, none, none, none, { ...silentLogger, warn });
  await events.apply('conv_1', { kind: 'fault', at: 0, provider: 'stt', fault: 'unavailable' });
  expect(warn.mock.calls[0]?.[0]).toEqual({
    event: 'provider.failed',
    conversationId: 'conv_1',
    provider: 'stt',
    fault: 'unavailable',
  });
});
