import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveService } from '../support/live-service.ts';
import { ElevenLabsServer } from '../support/providers/elevenlabs-server.ts';
import { GeminiServer } from '../support/providers/gemini-server.ts';
import { OpenAiServer } from '../support/providers/openai-server.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { synthesiseSpeech } from '../support/speech.ts';

/** Whole conversations with each provider's engine: a real room, a real worker, and a local server in the provider's place. */
describe('a live conversation through a provider', () => {
  let openai: OpenAiServer;
  let gemini: GeminiServer;
  let elevenlabs: ElevenLabsServer;
  let pipeline: PipelineServer;
  let service: LiveService;
  let speech: Int16Array;

  beforeAll(async () => {
    openai = await new OpenAiServer('sk-test-0123456789').listen();
    gemini = await new GeminiServer('AIzaTest0123456789').listen();
    elevenlabs = await new ElevenLabsServer('xi_test_0123456789').listen();
    pipeline = await new PipelineServer().listen();
    const words = await synthesiseSpeech('Do you have a room for tonight?');
    // The quiet after it is what tells that it was all.
    speech = new Int16Array(words.length + 48_000);
    speech.set(words);
    service = await LiveService.start({
      env: {
        OPENAI_BASE_URL: openai.baseUrl,
        OPENAI_API_KEY: 'sk-test-0123456789',
        GEMINI_BASE_URL: gemini.baseUrl,
        GEMINI_API_KEY: 'AIzaTest0123456789',
        ELEVENLABS_BASE_URL: elevenlabs.baseUrl,
        ELEVENLABS_API_KEY: 'xi_test_0123456789',
        LLM_BASE_URL: pipeline.baseUrl,
        LLM_MODEL: 'qwen3',
        STT_BASE_URL: pipeline.baseUrl,
        STT_MODEL: 'whisper',
        TTS_BASE_URL: pipeline.baseUrl,
        TTS_MODEL: 'kokoro',
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    await Promise.all([openai, gemini, elevenlabs, pipeline].map((server) => server.stop()));
  });

  test.each(['openai', 'gemini', 'elevenlabs', 'pipeline'] as const)(
    '%s greets and answers what is typed and what is spoken',
    async (name) => {
      const server = { openai, gemini, elevenlabs, pipeline }[name];
      const greeting = 'Welcome to the Meridian.';
      if (name === 'openai') openai.replies.push({ say: greeting });
      if (name === 'gemini') gemini.replies.push({ say: greeting });
      const conversation = await service.startConversation({
        engine: { name, greeting, ...(name === 'elevenlabs' && { remoteId: elevenlabs.agentId }) },
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
    },
  );

  test('an interruption cuts the answer at the provider where the ear stopped hearing it', async () => {
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
  });
});
