import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineRun } from '../support/providers/engine-run.ts';
import type { PipelineServer } from '../support/providers/pipeline-server.ts';
import { passages } from './engine-fixture.ts';
import { type PipelineRunOptions, pipelineFixture } from './pipeline-fixture.ts';

const NEVER = new Promise(() => undefined);

describe('a question that the user has probably asked', () => {
  const fixture = pipelineFixture();
  let server: PipelineServer;
  beforeEach(() => {
    server = fixture.server;
  });
  async function start(settings: PipelineRunOptions = {}): Promise<EngineRun> {
    const run = fixture.run({ ...settings, options: { requestsAhead: true, ...settings.options } });
    await run.engine.start();
    return run;
  }
  const questions = () => server.chats.all.map(({ messages }) => messages.at(-1)!.content);
  const asked = (question: string) =>
    server.chats.next(question, ({ messages }) => messages.at(-1)!.content === question);

  it('is answered with the answer already started once the user has asked it', async () => {
    const run = await start();
    server.replies.push({ say: 'At nine.' });
    run.engine.expectText!('When do you open?');
    await asked('When do you open?');
    expect(run.all('thinking')).toEqual([]);
    expect(await run.ask('When do you open?')).toBe('At nine.');
    expect(questions()).toEqual(['When do you open?']);
  });

  it('is read only as far as its answer is wanted', async () => {
    const run = await start();
    server.replies.push({
      say: `${'word '.repeat(5_000)}end`,
      pause: { afterWords: 4_900, until: NEVER },
    });
    run.engine.expectText!('Tell me everything.');
    await asked('Tell me everything.');
    run.engine.sendText('Tell me everything.');
    expect((await run.next('warning')).message).toBe(
      'The answer of the language model was too long and was cut off',
    );
    await server.abandoned.next('question', (text) => text === 'Tell me everything.');
  });

  it('calls the tools of its answer only after the user has asked it', async () => {
    const run = await start({ passages });
    server.replies.push({ calls: [{ name: 'search_knowledge', args: '{"query":"opening hours"}' }] });
    server.replies.push({ say: 'At nine.' });
    run.engine.expectText!('When do you open?');
    await asked('When do you open?');
    expect(run.all('tool_call')).toEqual([]);
    expect(await run.ask('When do you open?')).toBe('At nine.');
    expect(run.all('tool_call')).toHaveLength(1);
  });

  it('is dropped silently if the user goes on', async () => {
    const run = await start();
    server.replies.push({ say: 'At nine.', pause: { afterWords: 1, until: NEVER } });
    run.engine.expectText!('When do you open?');
    await asked('When do you open?');
    run.engine.expectText!(undefined);
    await server.abandoned.next('question', (text) => text === 'When do you open?');
    server.replies.push({ say: 'At ten.' });
    expect(await run.ask('When do you open on Sundays?')).toBe('At ten.');
    expect(run.all('warning')).toEqual([]);
  });

  it.each<[string, (run: EngineRun) => void]>([
    ['something else was said', () => undefined],
    ['the model was told something meanwhile', (run) => run.engine.updateContext('It is Sunday.')],
  ])('is asked again if %s', async (what, happen) => {
    const run = await start();
    server.replies.push({ say: 'At nine.', pause: { afterWords: 1, until: NEVER } });
    run.engine.expectText!('When do you open?');
    await asked('When do you open?');
    happen(run);
    server.replies.push({ say: 'At ten.' });
    const said = what.startsWith('something') ? 'Are you open?' : 'When do you open?';
    expect(await run.ask(said)).toBe('At ten.');
    await server.abandoned.next('question', (text) => text === 'When do you open?');
  });

  it('is asked again if the model had failed', async () => {
    const run = await start();
    server.replies.push({ status: 503 });
    run.engine.expectText!('When do you open?');
    await asked('When do you open?');
    server.replies.push({ say: 'At nine.' });
    await expect.poll(() => questions()).toHaveLength(1);
    expect(await run.ask('When do you open?')).toBe('At nine.');
    expect(run.all('warning')).toEqual([]);
  });

  it('is not asked ahead during an answer', async () => {
    const run = await start();
    server.replies.push({ say: 'One, two.', pause: { afterWords: 1, until: NEVER } });
    run.engine.sendText('Count.');
    await asked('Count.');
    run.engine.expectText!('When do you open?');
    server.replies.push({ say: 'At nine.' });
    expect(await run.ask('Are you open?')).toBe('At nine.');
    expect(questions()).toEqual(['Count.', 'Count.\nAre you open?']);
  });

  it('is not asked ahead if that is switched off', async () => {
    const run = await start({ options: { requestsAhead: false } });
    run.engine.expectText!('When do you open?');
    server.replies.push({ say: 'At nine.' });
    expect(await run.ask('When do you open?')).toBe('At nine.');
    expect(questions()).toEqual(['When do you open?']);
  });
});
