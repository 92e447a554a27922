import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultyServers, OWN_WORDS } from '../testing/faulty-servers.ts';
import { CANNOT_HEAR, NOT_HEARD, SORRY, Visit, type VisitOptions, WAIT, WHOLE } from '../testing/visit.ts';

const HANGS = () => new Promise<never>(() => undefined);

/** Tests what the table of faults (`tests/engines/fault-table.thorough.test.ts`) does not show: fallbacks, repetition and words. */

describe('after a question to the pipeline', () => {
  let servers: FaultyServers;
  let visits: Visit[];
  beforeEach(async () => {
    visits = [];
    servers = await new FaultyServers().listen();
  });
  afterEach(async () => {
    for (const visit of visits) await visit.ends();
    await servers.stop();
  });

  async function greeted(options: Omit<VisitOptions, 'servers'> = {}): Promise<Visit> {
    const visit = new Visit({ servers, ...options });
    visits.push(visit);
    await visit.arrives(3);
    return visit;
  }

  /** Asks a question whose answer begins just before the visitor would hear that it takes a while. */
  async function answeredSlowly(): Promise<Visit> {
    const visit = await greeted();
    await servers.fail('model', 'head alone');
    await visit.asks('typing', 2.8);
    await servers.write('The museum');
    return visit;
  }

  it('a slow tool is waited for with a spoken notice, until its own timeout', async () => {
    const visit = await greeted({ callTool: HANGS });
    expect(await visit.asks('typing', 14)).toEqual([
      '0.0 thinking',
      `3.0 ${WAIT}`,
      '4.1 thinking',
      `8.0 ${WHOLE}`,
      '10.3 listening',
    ]);
  });

  it('a slow model that has just begun to write is not delayed by a spoken notice', async () => {
    const visit = await answeredSlowly();
    await visit.pass(0.6);
    await servers.write(' opens at nine. It');
    await visit.pass(4);
    expect(visit.story).toEqual(['0.0 thinking', '3.4 "The museum opens at nine."', '6.3 thinking']);
  });

  it('a model that begins to write and stalls is waited for with a spoken notice', async () => {
    const visit = await answeredSlowly();
    await visit.pass(3);
    expect(visit.story).toEqual(['0.0 thinking', `4.0 ${WAIT}`, '5.1 thinking']);
  });

  it('if remote transcription fails, this machine transcribes, and keeps doing so', async () => {
    const visit = await greeted({ hearsHere: 'When does it open?' });
    await servers.fail('recognition', 'head alone');
    expect(await visit.asks('speaking', 9)).toEqual(['1.5 thinking', `2.8 ${WHOLE}`, '5.1 listening']);
    expect(await visit.asks('speaking', 5)).toEqual(['0.3 thinking', `0.3 ${WHOLE}`, '2.6 listening']);
  });

  it('a voice that hangs is waited for once, not in each answer', async () => {
    const visit = await greeted();
    await servers.fail('voice', 'head alone');
    await visit.asks('typing', 8);
    expect(await visit.asks('typing', 5)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening']);
    expect(visit.faults).toHaveLength(2);
  });

  it('a model that hangs is waited for fully only once, and asked again by each question', async () => {
    const visit = await greeted();
    await servers.fail('model', 'no head');
    await visit.asks('typing', 14);
    expect(await visit.asks('typing', 7)).toEqual(['0.0 thinking', `2.5 ${SORRY}`, '6.1 listening']);
    servers.mend('model');
    expect(await visit.asks('typing', 4)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening']);
  });

  it('the next voice continues if one is cut off, and the next model answers if one hangs', async () => {
    const visit = await greeted({
      voices: ['voice', 'other voice'],
      pipeline: { fallbackLlm: servers.endpoint('other model') },
    });
    await servers.fail('voice', 'cut in the middle');
    await servers.fail('model', 'no head');
    expect(await visit.asks('typing', 14)).toEqual([
      '0.0 thinking',
      `3.0 ${WAIT}`,
      '4.4 thinking',
      `5.0 ${WHOLE}`,
      '7.7 listening',
    ]);
    expect(await visit.asks('typing', 5)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.7 listening']);
  });

  it('the agent reports it in its own language', async () => {
    const visit = await greeted({ language: 'de' });
    await servers.fail('model', 'no head');
    expect(await visit.asks('typing', 16)).toEqual([
      '0.0 thinking',
      '3.0 "Einen Moment, bitte."',
      '4.1 thinking',
      '10.0 "Entschuldigung, ich kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal."',
      '15.0 listening',
    ]);
  });

  const slowTurn = (words: string) => [
    '0.0 thinking',
    expect.stringMatching(`^3.0 "${words}"$`),
    expect.stringMatching(/thinking$/),
    `8.0 ${WHOLE}`,
    '10.3 listening',
  ];
  it.each([
    [
      'in the language of the user',
      {},
      ['One moment, please.', 'I will be with you in a second.', 'Just a little longer, please.'],
    ],
    [
      'in the language of the agent',
      { language: 'de' },
      ['Einen Moment, bitte.', 'Ich antworte Ihnen gleich.', 'Das dauert noch einen kleinen Augenblick.'],
    ],
    ['in the words of the agent', { waitMsgs: ['Ich sehe nach.', 'Gleich.'] }, ['Ich sehe nach.', 'Gleich.']],
  ])('no slow turn says the same as the one before, %s', async (_, options, sentences) => {
    const visit = await greeted({ ...options, callTool: HANGS });
    for (const words of [...sentences, sentences[0]!])
      expect(await visit.asks('typing', 14)).toEqual(slowTurn(words));
  });

  it('the agent apologises in its own words, also if it cannot continue', async () => {
    const visit = await greeted({ apology: 'Da muss ich passen.' });
    await servers.fail('model', '500');
    const OWN = '"Da muss ich passen."';
    for (let asked = 0; asked < 2; asked++) {
      const [, said] = await visit.asks('typing', 8);
      expect(said).toContain(OWN);
    }
    await visit.asks('typing', 8);
    expect(visit.stage.transcript().at(-1)).toContain('Da muss ich passen.');
    expect(visit.stage.ended).toMatchObject({ reason: 'provider_error' });
  });

  it('the operator is told at the start that the model is unavailable, and the visitor gets an answer once it is back', async () => {
    await servers.fail('model', '500');
    const visit = new Visit({ servers });
    visits.push(visit);
    await visit.arrives(3);
    expect(visit.stage.timeline('warning')).toEqual([
      `The language model is not available: HTTP 500 ${OWN_WORDS}; the conversation starts anyway, and the next question tries again`,
    ]);
    servers.mend('model');
    expect(await visit.asks('typing', 4)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening']);
  });

  it('a greeting that the model should write becomes an apology if the model is unavailable', async () => {
    await servers.fail('model', 'no connection');
    const visit = new Visit({ servers, greeting: '' });
    visits.push(visit);
    expect(await visit.arrives(6)).toEqual(['0.0 thinking', `0.5 ${SORRY}`, '4.1 listening']);
    expect(visit.stage.ended).toBeUndefined();
  });

  it('a greeting that the model should write is announced as late, and given up', async () => {
    await servers.fail('model', 'head alone');
    const visit = new Visit({ servers, greeting: '' });
    visits.push(visit);
    expect(await visit.arrives(16)).toEqual([
      '0.0 thinking',
      `3.0 ${WAIT}`,
      '4.1 thinking',
      `10.0 ${SORRY}`,
      '13.6 listening',
    ]);
  });

  it('another model replaces one that is unavailable from the start, or that the server does not have', async () => {
    await servers.fail('model', 'no connection');
    const visit = await greeted({ pipeline: { fallbackLlm: servers.endpoint('other model') } });
    expect(await visit.asks('typing', 4)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening']);
    expect(visit.stage.timeline('warning').join()).toMatch(
      /could not be reached.*; another model is used instead$/,
    );
  });

  it('the visitor is asked to type if speech recognition fails repeatedly', async () => {
    const visit = await greeted();
    await servers.fail('recognition', '500');
    expect((await visit.asks('speaking', 5)).join()).toContain(NOT_HEARD);
    expect((await visit.asks('speaking', 8)).join()).toContain(CANNOT_HEAR);
    servers.mend('recognition');
    expect((await visit.asks('speaking', 5)).join()).toContain(WHOLE);
  });

  it('text that no voice could finish is not in the transcript', async () => {
    const visit = await greeted({ pipeline: { voice: undefined } });
    await servers.fail('voice', 'cut in the middle');
    expect(await visit.asks('typing', 8)).toEqual(['0.0 thinking', '0.0 "The museum It"', '1.2 listening']);
  });
});
