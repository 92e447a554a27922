import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTranscriber } from '../support/inside/engines.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';

let server: PipelineServer;
let words: ReturnType<typeof createTranscriber>;
beforeAll(async () => {
  server = await new PipelineServer('sk-local-0123456789').listen();
  words = createTranscriber({ baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'whisper' });
});
afterAll(() => server.stop());

const SECOND = new Float32Array(16_000).map((_, n) => Math.sin(n / 10) / 4);

describe('speech recognition by a server', () => {
  it('sends the whole sound, and returns its words', async () => {
    server.userWords.push('When is breakfast?');
    expect(await words.transcribe(SECOND, { language: 'en' })).toEqual({ text: 'When is breakfast?' });
    expect(server.heard.at(-1)?.ms).toBe(1000);
  });

  it.each(['', ' ', '[BLANK_AUDIO]', '(silence)', '...'])('treats "%s" as no words', async (text) => {
    server.userWords.push(text);
    expect(await words.transcribe(SECOND)).toEqual({ text: '' });
  });

  it('tries twice if the server is not available, and then says so', async () => {
    server.transcriptionFaults.push(503);
    server.userWords.push('Hello.');
    expect(await words.transcribe(SECOND)).toEqual({ text: 'Hello.' });
    server.transcriptionFaults.push(503, 503);
    await expect(words.transcribe(SECOND)).rejects.toThrow('The transcription service is not available');
  });

  it('ends with the reason of the abort', async () => {
    const stop = new AbortController();
    const asked = words.transcribe(SECOND, { signal: stop.signal });
    stop.abort(new Error('no longer needed'));
    await expect(asked).rejects.toThrow('no longer needed');
  });
});
