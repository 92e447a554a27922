import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCartesiaSynthesizer, SpeechService } from '../support/inside/engines.ts';
import { CartesiaServer, WORD_MS } from '../support/providers/cartesia-server.ts';
import type { EngineRun } from '../support/providers/engine-run.ts';
import { patientClock as clock } from '../support/providers/patient-clock.ts';
import { pipelineFixture } from './pipeline-fixture.ts';

describe('the pipeline engine, with a voice that gives the times of words', () => {
  const fixture = pipelineFixture();
  let vendor: CartesiaServer;
  let speech: SpeechService;
  beforeEach(async () => {
    vendor = await new CartesiaServer().listen();
    const { baseUrl, apiKey } = vendor;
    speech = new SpeechService(
      createCartesiaSynthesizer({ baseUrl, apiKey, model: 'sonic-3.5', clock }),
      clock,
    );
  });
  afterEach(async () => {
    await speech.close();
    await vendor.stop();
  });
  async function start(): Promise<EngineRun> {
    const run = fixture.run({ options: { speech: [speech] } });
    await run.engine.start();
    return run;
  }

  it.each([false, true])('gives each word with its time in the answer; they come late: %s', async (late) => {
    vendor.wordsComeLate = late;
    const run = await start();
    const say = 'First this one. Then that.';
    fixture.server.replies.push({ say });
    run.engine.sendText('Go.');
    const { text, audioMs } = await run.nextUtterance();
    expect({ text, audioMs }).toEqual({ text: say, audioMs: 5 * WORD_MS });
    expect(run.all('text').map(({ text: word, time }) => [word, time!.startMs])).toEqual([
      ['First', 0],
      [' this', WORD_MS],
      [' one.', 2 * WORD_MS],
      [' Then', 3 * WORD_MS],
      [' that.', 4 * WORD_MS],
    ]);
    expect(vendor.generations.all.map(({ transcript }) => transcript)).toEqual([
      'First this one.',
      'Then that.',
    ]);
  });

  it('requests one clause after another, and connects while the model thinks', async () => {
    const run = await start();
    await vendor.nextConnection();
    vendor.connections.all[0]!.end(1000, 'connection idle timeout');
    await vendor.connections.all[0]!.closed;
    const pause = { afterWords: 0, until: vendor.nextConnection() };
    fixture.server.replies.push({ say: 'First this one. Then that.', pause });
    let goOn: () => void = () => undefined;
    vendor.replies.push((connection, ours, words) => {
      vendor.begin(connection, ours, words);
      goOn = () => connection.send({ ...ours, type: 'done', done: true });
    });
    run.engine.sendText('Go.');
    await run.next('text', (event) => event.text === ' one.');
    expect(vendor.generations.all).toHaveLength(1);
    goOn();
    expect((await run.nextUtterance()).audioMs).toBe(5 * WORD_MS);
  });

  it('stops the work of the vendor when the user interrupts', async () => {
    const run = await start();
    vendor.replies.push((connection, ours, words) => vendor.begin(connection, ours, words));
    fixture.server.replies.push({ say: 'A long answer' });
    run.engine.sendText('Go.');
    const { utteranceId } = await run.next('text', (event) => event.text === ' long');
    run.engine.interrupt({ utteranceId, heardMs: 300, heardText: 'A' });
    const { context_id: spoken } = vendor.generations.all[0]!;
    await vendor.cancelled.next('the text that was spoken', (id) => id === spoken);
  });

  it('speaks with the offline voice if the key is refused, and says so', async () => {
    vendor.apiKey = 'another';
    const run = await start();
    run.engine.greet();
    const { text, audioMs } = await run.nextUtterance();
    expect([text, audioMs]).toEqual(['Welcome to the Meridian!', 24 * 60]);
    const warnings = run.all('warning').map(({ message }) => message);
    expect(warnings).toContain(
      'Cartesia refused the API key (check CARTESIA_API_KEY): HTTP 401 The API key is not valid',
    );
    expect(run.all('fault')).toContainEqual({ type: 'fault', provider: 'cartesia', fault: 'auth' });
  });
});
