import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { embedTexts } from '../../providers/llm/embedding-client.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { FAULTS, type Fault, FaultyServers, OWN_WORDS } from '../testing/faulty-servers.ts';
import {
  CANNOT_GO_ON,
  CANNOT_HEAR,
  NOT_HEARD,
  OPENS,
  SORRY,
  Visit,
  type VisitOptions,
  WAIT,
  WHOLE,
} from '../testing/visit.ts';

interface Row {
  sees: readonly string[];
  /** The counted faults, each with the milliseconds for which nothing had arrived. */
  counted: readonly string[];
}

interface StartRow extends Row {
  welcome: readonly string[];
}

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

  const unanswered = (counted: string): Row => ({
    sees: ['0.0 thinking', `0.5 ${SORRY}`, '4.1 listening'],
    counted: [counted, counted],
  });
  const silent: Row = {
    sees: ['0.0 thinking', `3.0 ${WAIT}`, '4.1 thinking', `10.0 ${SORRY}`, '13.6 listening'],
    counted: ['llm timeout 8000', 'llm timeout 1500'],
  };
  const GIVEN_UP = ['0.0 thinking', '0.0 listening', `0.0 ${CANNOT_GO_ON}`, '4.6 listening'];
  const MODEL: Record<Fault, Row> = {
    'no connection': unanswered('llm unreachable 0'),
    'no head': silent,
    'head alone': silent,
    'stops in the middle': {
      // The second attempt gets the same answer here; a real model is asked to continue.
      sees: [
        '0.0 thinking',
        `0.0 ${OPENS}`,
        '2.9 thinking',
        `5.5 ${OPENS}`,
        '8.4 thinking',
        `10.5 ${SORRY}`,
        '14.1 listening',
      ],
      counted: ['llm timeout 5000', 'llm timeout 5000'],
    },
    'cut in the middle': {
      sees: ['0.0 thinking', `0.0 ${OPENS}`, `1.4 ${SORRY}`, '5.0 listening'],
      counted: ['llm unreachable 0', 'llm unreachable 0'],
    },
    // A retry would be useless, so the avatar says that it cannot go on, and the conversation ends.
    '401': { sees: GIVEN_UP, counted: ['llm auth 0'] },
    'no such model': { sees: GIVEN_UP, counted: ['llm rejected 0'] },
    // It may be a proxy's, whose server is back soon.
    '404': unanswered('llm unavailable 0'),
    '429': unanswered('llm unavailable 0'),
    '500': unanswered('llm unavailable 0'),
    nonsense: unanswered('llm unavailable -'),
  };

  /** The offline voice takes over at once. */
  const offline = (counted: string): Row => ({
    sees: ['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening'],
    counted: [counted, counted],
  });
  const mute: Row = {
    sees: ['0.0 thinking', `3.0 ${WAIT}`, `4.1 ${WHOLE}`, '6.4 listening'],
    counted: ['tts timeout 3000', 'tts timeout 3000'],
  };
  const VOICE: Record<Fault, Row> = {
    'no connection': offline('tts unreachable 0'),
    'no head': mute,
    'head alone': mute,
    // The offline voice continues after the words that were spoken.
    'stops in the middle': {
      sees: ['0.0 thinking', `0.0 ${WHOLE}, on at 3.0`, '5.0 listening'],
      counted: ['tts timeout 3000', 'tts timeout 3000'],
    },
    'cut in the middle': {
      sees: ['0.0 thinking', `0.0 ${WHOLE}`, '2.7 listening'],
      counted: ['tts unreachable 0', 'tts unreachable 0'],
    },
    '401': offline('tts auth 0'),
    '404': offline('tts rejected 0'),
    'no such model': offline('tts rejected 0'),
    '429': offline('tts unavailable 0'),
    '500': offline('tts unavailable 0'),
    nonsense: offline('tts rejected -'),
  };

  const notHeard = (counted: string): Row => ({
    sees: ['0.6 thinking', `0.6 ${NOT_HEARD}`, '2.4 listening'],
    counted: [counted],
  });
  const cannotHear: Row = {
    sees: ['0.6 thinking', `0.6 ${CANNOT_HEAR}`, '4.6 listening'],
    counted: ['stt auth 0'],
  };
  const deaf: Row = {
    sees: ['1.5 thinking', `3.0 ${WAIT}`, '4.1 thinking', `8.3 ${NOT_HEARD}`, '10.1 listening'],
    counted: ['stt timeout 8000'],
  };
  const RECOGNITION: Record<Fault, Row> = {
    'no connection': notHeard('stt unreachable 0'),
    'no head': deaf,
    'head alone': deaf,
    'stops in the middle': {
      sees: ['1.5 thinking', `3.0 ${WAIT}`, '4.1 thinking', `5.3 ${NOT_HEARD}`, '7.1 listening'],
      counted: ['stt timeout 5000'],
    },
    'cut in the middle': notHeard('stt unreachable 0'),
    '401': cannotHear,
    '404': notHeard('stt rejected 0'),
    'no such model': notHeard('stt rejected 0'),
    '429': notHeard('stt unavailable 0'),
    '500': notHeard('stt unavailable 0'),
    nonsense: notHeard('stt rejected -'),
  };

  describe.each([
    ['model', MODEL],
    ['voice', VOICE],
    ['recognition', RECOGNITION],
  ] as const)('if the %s fails', (kind, rows) => {
    test.each(FAULTS)('%s', async (fault) => {
      const visit = await greeted();
      await servers.fail(kind, fault);
      const sees = await visit.asks(kind === 'recognition' ? 'speaking' : 'typing', 16);
      expect({ sees, counted: visit.faults }).toEqual(rows[fault]);
      // An apology is not a turn, and the vendor's error message is only for operators.
      const answers = sees.filter((line) => line.includes('museum')).length;
      expect(visit.stage.timeline('turn')).toHaveLength(answers > 0 ? 1 : 0);
      expect(visit.stage.ended?.reason).toBe(rows[fault].sees === GIVEN_UP ? 'provider_error' : undefined);
      expect(visit.sent).not.toContain(OWN_WORDS);
    });
  });

  const HELLO = '"Hello, good to see you."';
  const WELCOME = ['0.0 thinking', `0.0 ${HELLO}`, '1.3 listening'];
  const begun = (row: Row): StartRow => ({ ...row, welcome: WELCOME });
  /** A server that fails at the start gets a shorter timeout afterwards, and its fault is counted once more. */
  const away = (counted: string): StartRow => {
    const row = unanswered(counted);
    return begun({ ...row, counted: [counted, ...row.counted] });
  };
  const MODEL_AT_START: Record<Fault, StartRow> = {
    'no connection': away('llm unreachable 0'),
    'no head': begun({
      sees: ['0.0 thinking', `2.5 ${SORRY}`, '6.1 listening'],
      counted: ['llm timeout 8000', 'llm timeout 2500'],
    }),
    'head alone': begun(MODEL['head alone']),
    'stops in the middle': begun(MODEL['stops in the middle']),
    'cut in the middle': begun(MODEL['cut in the middle']),
    '401': begun({ ...MODEL['401'], counted: ['llm auth 0', 'llm auth 0'] }),
    // Many servers have no list of models.
    '404': begun(MODEL['404']),
    'no such model': begun(MODEL['no such model']),
    '429': away('llm unavailable 0'),
    '500': away('llm unavailable 0'),
    nonsense: begun(MODEL.nonsense),
  };
  /** The greeting reveals the state of the voice. */
  const found = (counted: string, times: number, welcome: readonly string[] = WELCOME): StartRow => ({
    welcome,
    sees: offline(counted).sees,
    counted: Array<string>(times).fill(counted),
  });
  const late = ['0.0 thinking', `3.0 ${HELLO}`, '4.3 listening'];
  const VOICE_AT_START: Record<Fault, StartRow> = {
    'no connection': found('tts unreachable 0', 1),
    // The list of the server's voices was waited for as well, within the same 3 seconds.
    'no head': found('tts timeout 1700', 1, late),
    'head alone': found('tts timeout 1700', 1, late),
    'stops in the middle': found('tts timeout 3000', 1, [
      '0.0 thinking',
      `1.3 ${HELLO}, on at 4.3`,
      '5.2 listening',
    ]),
    'cut in the middle': {
      welcome: ['0.0 thinking', `0.0 ${HELLO}`, '1.5 listening'],
      sees: VOICE['cut in the middle'].sees,
      counted: Array<string>(3).fill('tts unreachable 0'),
    },
    '401': found('tts auth 0', 1),
    '404': found('tts rejected 0', 3),
    'no such model': found('tts rejected 0', 3),
    '429': found('tts unavailable 0', 1),
    '500': found('tts unavailable 0', 1),
    nonsense: found('tts rejected -', 3),
  };
  const atStart = (rows: Record<Fault, Row>) =>
    Object.fromEntries(FAULTS.map((fault) => [fault, begun(rows[fault])])) as Record<Fault, StartRow>;

  describe.each([
    ['model', MODEL_AT_START],
    ['voice', VOICE_AT_START],
    ['recognition', atStart(RECOGNITION)],
  ] as const)('if the %s fails from the start', (kind, rows) => {
    test.each(FAULTS)('%s', async (fault) => {
      await servers.fail(kind, fault);
      const visit = new Visit({ servers });
      visits.push(visit);
      const welcome = await visit.arrives(9);
      const sees = await visit.asks(kind === 'recognition' ? 'speaking' : 'typing', 16);
      expect({ welcome, sees, counted: visit.faults }).toEqual(rows[fault]);
      expect(visit.stage.ended?.reason).toBe(rows[fault].sees === GIVEN_UP ? 'provider_error' : undefined);
      expect(visit.sent).not.toContain(OWN_WORDS);
    });
  });

  test.each(FAULTS)('embeddings fail before their timeout: %s', async (fault) => {
    await servers.fail('embeddings', fault === 'no connection' ? 'no head' : fault);
    const clock = new FakeClock();
    const patience = { firstMs: 1000, nextMs: 1000, wholeMs: 1000 };
    const vectors = embedTexts(servers.endpoint('embeddings'), ['hours'], { patience, clock });
    const failure = vectors.catch((error: unknown) => error);
    await servers.quiet();
    await clock.advance(1000);
    expect(await failure).toBeInstanceOf(ProviderError);
  });

  it('a slow tool is waited for with a spoken notice, until its own timeout', async () => {
    const visit = await greeted({ hangingTool: true });
    expect(await visit.asks('typing', 14)).toEqual([
      '0.0 thinking',
      `3.0 ${WAIT}`,
      '4.1 thinking',
      `8.0 ${WHOLE}`,
      '10.3 listening',
    ]);
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
    const visit = await greeted({ ...options, hangingTool: true });
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
