import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveService } from '../support/live-service.ts';
import { LocalProviders, PROVIDER_ENGINES } from '../support/providers/local-providers.ts';

/** Whole conversations with each provider's engine: a real room, a real worker, and a local server in the provider's place. */
describe('a live conversation through a provider', () => {
  let providers: LocalProviders;
  let service: LiveService;

  beforeAll(async () => {
    providers = await LocalProviders.start();
    service = await LiveService.start({ env: providers.allEnv });
  });

  afterAll(async () => {
    await service.stop();
    await providers.stop();
  });

  test.each(PROVIDER_ENGINES)('%s greets and answers what is typed', async (name) => {
    const server = providers[name];
    const greeting = 'Welcome to the Meridian.';
    if (name === 'openai' || name === 'gemini') server.replies.push({ say: greeting });
    const conversation = await service.startConversation({
      engine: { name, greeting, ...(name === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }) },
    });
    await conversation.join();
    const { consumer } = conversation;
    await consumer.until('the greeting', () => consumer.agentTexts[0] === greeting);
    await consumer.silent(300);
    server.replies.push({ say: 'From seven to ten in the garden.' });
    const askedAt = performance.now();
    await consumer.type('When is breakfast?');
    await consumer.hears(askedAt);
    await conversation.until('the transcript', () => conversation.transcript().length === 3);
    await conversation.until(
      'the whole answer',
      () => conversation.transcript()[2] === 'character: From seven to ten in the garden.',
    );
    expect(conversation.transcript().slice(0, 2)).toEqual([
      `character: ${greeting}`,
      'user: When is breakfast?',
    ]);
    expect(conversation.timeline('warning')).toEqual([]);
    await service.finish(conversation);
  });

  test('an interruption cuts the answer at the provider at the last sample that was played', async () => {
    const { openai } = providers;
    const conversation = await service.startConversation({ engine: { name: 'openai' } });
    openai.replies.push(
      { say: 'Hello there.' },
      { say: Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ') },
      { say: 'Certainly.' },
    );
    await conversation.join();
    const { consumer } = conversation;
    await consumer.hears(0);
    const line = openai.connections.all.at(-1)!;
    await consumer.silent(300);
    const askedAt = performance.now();
    await consumer.type('Tell me everything.');
    await consumer.hears(askedAt);
    await consumer.until('a few words', () => consumer.agentTexts.at(-1)?.includes('word4') === true);
    await consumer.type('Stop, please.');
    const cut = await line.received.next('cut', (message) => message.type === 'conversation.item.truncate');
    // 12 s were sent; five words are 1.5 s of them, on a machine that also runs the rest of the tests.
    expect(cut.audio_end_ms).toBeGreaterThan(500);
    expect(cut.audio_end_ms).toBeLessThan(4000);
    await conversation.until('the interruption', () => conversation.timeline('interruption').length > 0);
    const interruption = JSON.parse(conversation.timeline('interruption').at(-1)!) as { heardMs: number };
    expect(Math.abs(interruption.heardMs - Number(cut.audio_end_ms))).toBeLessThanOrEqual(1);
    await conversation.until('the answer', () => conversation.transcript().includes('character: Certainly.'));
    await service.finish(conversation);
  });

  test('a key that is revoked ends the conversation with its cause, and the consumer hears why', async () => {
    const { openai } = providers;
    const conversation = await service.startConversation({ engine: { name: 'openai' } });
    await conversation.join();
    const { consumer } = conversation;
    await consumer.hears(0);
    await consumer.silent(300);
    const revokedAt = performance.now();
    openai.connections.all.at(-1)!.end(3000, 'invalid_request_error.invalid_api_key');
    await consumer.hears(revokedAt);
    await conversation.until('the end', () => conversation.ended !== undefined);
    expect(conversation.ended).toMatchObject({
      reason: 'provider_error',
      detail: expect.stringContaining('OpenAI refused the API key (check OPENAI_API_KEY)'),
    });
    expect(conversation.timeline('error').join()).toContain('OpenAI refused the API key');
    expect(conversation.faults()).toContain('openai auth');
  });

  test.each([
    ['openai', /^OpenAI refused the API key \(check OPENAI_API_KEY\)/],
    ['gemini', /^Gemini refused the API key \(check GEMINI_API_KEY\)/],
    ['elevenlabs', /^ElevenLabs refused the API key \(check ELEVENLABS_API_KEY\)/],
    ['pipeline', /^The language model refused the API key \(check LLM_API_KEY\)/],
  ] as const)(
    'a key that %s refuses ends it with its cause, and the consumer hears and reads an apology',
    async (name, cause) => {
      const server = providers[name];
      const { apiKey } = server;
      server.apiKey = 'another-0123456789';
      try {
        const conversation = await service.startConversation({
          engine: { name, ...(name === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }) },
        });
        const { consumer } = conversation;
        await conversation.join();
        await consumer.hears(0);
        await conversation.until('the end', () => conversation.ended !== undefined);
        expect(conversation.ended).toMatchObject({
          reason: 'provider_error',
          detail: expect.stringMatching(cause),
        });
        expect(conversation.ended?.detail).not.toContain(apiKey ?? 'another');
        expect(conversation.timeline('error')).toEqual([expect.stringMatching(cause)]);
        expect(conversation.transcript()).toEqual([expect.stringMatching(/^character: I am sorry/)]);
        expect(consumer.agentTexts).toEqual([expect.stringMatching(/^I am sorry/)]);
      } finally {
        server.apiKey = apiKey as string;
      }
    },
  );
});
