import type { EnginePlan } from '@visavis/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine, EngineFactory, EngineHost, EngineTool } from '../engine.ts';
import { EventRecorder } from './event-recorder.ts';

/** An engine under test with a scripted peer, which is a local server of the vendor's protocol, or a voice. */
export interface EngineFixture {
  factory: EngineFactory;
  /** Must have a `greeting`. */
  plan: EnginePlan & { greeting: string };
  searchKnowledge?: EngineHost['searchKnowledge'];
  shortTurn: string;
  /** Typed text that is answered with at least three chunks of audio, not all at once. */
  longTurn: string;
  /** Typed text that gets no answer; absent if that cannot happen, or cannot be distinguished from a late answer. */
  emptyTurn?: string;
  /** Typed text after which the engine asks to hang up; absent if the peer has no message for that. */
  goodbyeTurn?: string;
  /**
   * Typed text after which the peer calls `order_taxi` with `{ "seats": 2 }` and then answers; the answer
   * contains the result of a successful call. Absent if the engine calls no tools.
   */
  toolTurn?: string;
  /** Rejects unless the context has reached the peer. */
  knowsContext(engine: Engine, recorder: EventRecorder, context: string): Promise<void>;
  /** A recording that the peer accepts as a turn; only for engines that take audio. */
  spokenTurn?: Int16Array;
  /** Cuts the connection to the peer without a close message; absent if the engine keeps no connection. */
  loseConnection?: () => void;
  /** An engine whose peer cannot be reached; absent if there is no peer. */
  unreachable?: EngineFactory;
  /** Whether an engine without its peer can still speak. */
  speaksAlone?: boolean;
  close(): Promise<void>;
}

/** A tool of the organization; the scripted peers know its name and result. */
const ORDER_TAXI = {
  name: 'order_taxi',
  description: 'Orders a taxi. Answers its number.',
  parameters: {
    type: 'object',
    properties: { seats: { type: ['integer', 'null'], minimum: 1 } },
    additionalProperties: false,
  },
};
const TAXI_NUMBER = '4711';

/**
 * How long to wait before concluding that nothing more arrives; an answer in progress would have continued long before.
 */
const QUIET_MS = 300;
const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS));

/**
 * The tests that every engine must pass. Call it in the engine's test with a function that opens a fresh fixture; each
 * test gets its own.
 */
export function describeEngineConformance(name: string, open: () => Promise<EngineFixture>): void {
  describe(`${name} keeps the contract of an engine`, () => {
    let fixture: EngineFixture;
    let recorder: EventRecorder;
    let engine: Engine;
    let orderTaxi: EngineTool['run'];

    beforeEach(async () => {
      fixture = await open();
      recorder = new EventRecorder();
      const { searchKnowledge } = fixture;
      engine = fixture.factory({
        plan: fixture.plan,
        emit: recorder.emit,
        tools: [{ ...ORDER_TAXI, run: (args, signal) => orderTaxi(args, signal) }],
        ...(searchKnowledge === undefined ? {} : { searchKnowledge }),
      });
    });

    afterEach(async () => {
      await engine.close();
      await fixture.close();
    });

    const ask = async (text: string) => {
      const since = recorder.mark();
      engine.sendText(text);
      return await recorder.utterance(since);
    };

    /** Starts the long answer and returns when its first audio has arrived. */
    const beginLongAnswer = async () => {
      const since = recorder.mark();
      engine.sendText(fixture.longTurn);
      const { utteranceId } = await recorder.waitFor('audio', { since });
      return utteranceId;
    };

    const heardOf = (utteranceId: string) => {
      const { text, soundMs } = recorder.soFar(utteranceId);
      return { utteranceId, heardMs: soundMs / 2, heardText: text.slice(0, text.length / 2) };
    };

    const soundsOf = (utteranceId: string, since: number) =>
      recorder.events
        .slice(since)
        .filter(
          (event) => (event.type === 'audio' || event.type === 'text') && event.utteranceId === utteranceId,
        );

    it('says the greeting of the plan', async () => {
      await engine.start();
      engine.greet();
      const greeting = await recorder.utterance();
      expect(greeting.text).toBe(fixture.plan.greeting);
      expect(greeting.soundMs).toBeGreaterThan(100);
    });

    it('says nothing before the conversation asks for something', async () => {
      await engine.start();
      expect(recorder.ofType('utterance_started')).toEqual([]);
    });

    it('answers typed text with audio and its text, between a start and an end event', async () => {
      await engine.start();
      const answer = await ask(fixture.shortTurn);
      expect(answer.text).not.toBe('');
      expect(answer.soundMs).toBeGreaterThan(100);
      const own = recorder.events
        .filter((event) => 'utteranceId' in event && event.utteranceId === answer.utteranceId)
        .map((event) => event.type);
      expect(own[0]).toBe('utterance_started');
      expect(own.at(-1)).toBe('utterance_finished');
      expect(
        own.filter((type) => type === 'utterance_started' || type === 'utterance_finished'),
      ).toHaveLength(2);
    });

    it('reports when there will be no answer', async (context) => {
      if (fixture.emptyTurn === undefined) return context.skip('it always answers');
      await engine.start();
      const since = recorder.mark();
      engine.sendText(fixture.emptyTurn);
      await recorder.waitFor('unanswered', { since });
      expect(recorder.ofType('utterance_started', since)).toEqual([]);
      expect((await ask(fixture.shortTurn)).text).not.toBe('');
      expect(recorder.ofType('unanswered', since)).toHaveLength(1);
    });

    it('sends audio that can be played, with word times inside it', async () => {
      await engine.start();
      await ask(fixture.longTurn);
      for (const { pcm, sampleRate, phones } of recorder.ofType('audio')) {
        expect(pcm.length).toBeGreaterThan(0);
        expect(sampleRate).toBeGreaterThanOrEqual(8000);
        expect(sampleRate).toBeLessThanOrEqual(48_000);
        let last = 0;
        for (const { endMs } of phones ?? []) {
          expect(endMs).toBeGreaterThanOrEqual(last);
          last = endMs;
        }
        expect(last).toBeLessThanOrEqual((pcm.length / sampleRate) * 1000 + 60);
      }
    });

    it('stops when interrupted, even when no new turn follows', async () => {
      await engine.start();
      const utteranceId = await beginLongAnswer();
      const since = recorder.mark();
      engine.interrupt(heardOf(utteranceId));
      await quiet();
      expect(soundsOf(utteranceId, since)).toEqual([]);
      expect(recorder.ofType('utterance_started', since)).toEqual([]);
    });

    it('answers after being interrupted before there was anything to hear', async () => {
      await engine.start();
      engine.sendText(fixture.longTurn);
      engine.interrupt();
      const answer = await ask(fixture.shortTurn);
      expect(answer.text).not.toBe('');
    });

    it('survives twenty interruptions in a row', async () => {
      await engine.start();
      for (let round = 0; round < 20; round++) {
        const utteranceId = await beginLongAnswer();
        const since = recorder.mark();
        engine.interrupt(heardOf(utteranceId));
        // Some detectors report the same interruption twice.
        if (round % 3 === 0) engine.interrupt();
        expect(soundsOf(utteranceId, since)).toEqual([]);
      }
      const answer = await ask(fixture.shortTurn);
      expect(answer.soundMs).toBeGreaterThan(100);
      const cut = new Set(recorder.ofType('utterance_started').map((event) => event.utteranceId));
      expect(cut.size).toBeGreaterThanOrEqual(21);
      expect(recorder.ofType('failed')).toEqual([]);
    });

    it('ends the utterance in flight when a new turn comes without an interruption', async () => {
      await engine.start();
      const utteranceId = await beginLongAnswer();
      const since = recorder.mark();
      engine.sendText(fixture.shortTurn);
      const next = await recorder.waitFor('utterance_started', { since });
      const finished = recorder.events.findIndex(
        (event) => event.type === 'utterance_finished' && event.utteranceId === utteranceId,
      );
      const started = recorder.events.indexOf(next);
      expect(finished).toBeGreaterThan(-1);
      expect(finished).toBeLessThan(started);
      expect(soundsOf(utteranceId, started)).toEqual([]);
    });

    it('continues to work after empty, very long and unusual text', async () => {
      await engine.start();
      const texts = ['', '   ', 'x'.repeat(100_000), '🙂🙂🙂', '你好，请问几点开门？', '\u0000\ud800<b>&'];
      for (const text of texts) {
        engine.sendText(text);
        engine.interrupt();
      }
      expect((await ask(fixture.shortTurn)).text).not.toBe('');
      expect(recorder.ofType('failed')).toEqual([]);
    });

    it('takes context without answering it, and knows it afterwards', async () => {
      await engine.start();
      const since = recorder.mark();
      engine.updateContext('The parcel of the customer is in Rotterdam.');
      await ask(fixture.shortTurn);
      expect(recorder.ofType('utterance_started', since)).toHaveLength(1);
      await fixture.knowsContext(engine, recorder, 'The parcel of the customer is in Rotterdam.');
    });

    it('forgets erased memories, without answering', async () => {
      await engine.start();
      const memory = { content: 'I have a parrot called Gonzo.', saidAt: '2026-01-02T03:04:05.000Z' };
      let plan = { ...fixture.plan, memory: true, memories: [memory] };
      const knowing = fixture.factory({
        get plan() {
          return plan;
        },
        emit: recorder.emit,
      });
      try {
        await knowing.start();
        plan = { ...plan, memories: [] };
        const since = recorder.mark();
        knowing.forget();
        knowing.sendText(fixture.shortTurn);
        await recorder.utterance(since);
        expect(recorder.ofType('utterance_started', since)).toHaveLength(1);
        expect(recorder.ofType('failed')).toEqual([]);
      } finally {
        await knowing.close();
      }
    });

    it('says goodbye when it is told that little time is left', async () => {
      await engine.start();
      const since = recorder.mark();
      engine.wrapUp(30);
      const remark = await recorder.utterance(since);
      expect(remark.soundMs).toBeGreaterThan(100);
      expect(remark.text).not.toBe('');
    });

    it('asks to hang up after the goodbye has been said', async (context) => {
      if (fixture.goodbyeTurn === undefined) return context.skip('its peer never hangs up');
      await engine.start();
      const since = recorder.mark();
      engine.sendText(fixture.goodbyeTurn);
      const end = await recorder.waitFor('end_requested', { since });
      const { utteranceId } = await recorder.waitFor('utterance_finished', { since });
      expect(recorder.soFar(utteranceId).soundMs).toBeGreaterThan(100);
      const at = recorder.events.indexOf(end);
      expect(soundsOf(utteranceId, at)).toEqual([]);
    });

    it('calls a tool of the organization, and speaks from its result', async (context) => {
      if (fixture.toolTurn === undefined) return context.skip('it calls no tools');
      const seen: unknown[] = [];
      orderTaxi = (args) => {
        seen.push(args);
        return Promise.resolve(`The number is ${TAXI_NUMBER}.`);
      };
      await engine.start();
      const since = recorder.mark();
      engine.sendText(fixture.toolTurn);
      const result = await recorder.waitFor('tool_result', { since });
      expect(recorder.ofType('tool_call', since)).toMatchObject([{ name: 'order_taxi' }]);
      expect(result).toMatchObject({ name: 'order_taxi', content: `The number is ${TAXI_NUMBER}.` });
      const answer = await recorder.utterance(recorder.events.indexOf(result));
      expect(answer.text).toContain(TAXI_NUMBER);
      expect(seen).toEqual([{ seats: 2 }]);
    });

    it('continues when a tool fails', async (context) => {
      if (fixture.toolTurn === undefined) return context.skip('it calls no tools');
      orderTaxi = () => Promise.reject(new Error('no taxi is free'));
      await engine.start();
      const since = recorder.mark();
      engine.sendText(fixture.toolTurn);
      const result = await recorder.waitFor('tool_result', { since });
      expect(result.content).toBe('The tool failed: no taxi is free.');
      expect((await recorder.utterance(recorder.events.indexOf(result))).text).not.toBe('');
      expect((await ask(fixture.shortTurn)).text).not.toBe('');
      expect(recorder.ofType('failed')).toEqual([]);
    });

    it.for(['an interruption', 'what is typed next'])(
      'cancels a tool call after %s',
      async (what, context) => {
        if (fixture.toolTurn === undefined) return context.skip('it calls no tools');
        let stopped = false;
        const called = new Promise<void>((resolve) => {
          orderTaxi = (_args, signal) =>
            new Promise((_resolve, reject) => {
              resolve();
              signal.addEventListener('abort', () => {
                stopped = true;
                reject(signal.reason);
              });
            });
        });
        await engine.start();
        const since = recorder.mark();
        engine.sendText(fixture.toolTurn);
        await called;
        if (what === 'an interruption') {
          engine.interrupt();
          await quiet();
          expect(recorder.ofType('utterance_started', since)).toEqual([]);
        }
        const answer = await ask(fixture.shortTurn);
        expect(stopped).toBe(true);
        expect(answer.text).not.toBe('');
        const [result] = recorder.ofType('tool_result', since);
        expect(result?.content).toContain('cancelled');
        expect(recorder.ofType('failed')).toEqual([]);
      },
    );

    it('answers a spoken turn, or ignores audio', async () => {
      await engine.start();
      const since = recorder.mark();
      if (engine.hears) {
        const recording = fixture.spokenTurn;
        if (recording === undefined) throw new Error('an engine that hears needs a spokenTurn');
        const step = 480;
        for (let at = 0; at < recording.length; at += step) engine.pushAudio(recording.slice(at, at + step));
        const said = await recorder.waitFor('user_transcript', { since, where: (event) => event.final });
        expect(said.text).not.toBe('');
        expect((await recorder.utterance(since)).text).not.toBe('');
      } else {
        engine.pushAudio(new Int16Array(480));
        expect((await ask(fixture.shortTurn)).text).not.toBe('');
      }
    });

    it('answers again after its connection was lost between answers or in the middle of one', async (context) => {
      if (fixture.loseConnection === undefined) return context.skip('it keeps no connection');
      await engine.start();
      await ask(fixture.shortTurn);
      fixture.loseConnection();
      expect((await ask(fixture.shortTurn)).soundMs).toBeGreaterThan(100);
      const broken = await beginLongAnswer();
      fixture.loseConnection();
      await recorder.waitFor('utterance_finished', { where: (event) => event.utteranceId === broken });
      const since = recorder.mark();
      engine.sendText(fixture.shortTurn);
      expect((await recorder.utterance(since)).soundMs).toBeGreaterThan(100);
      expect(recorder.ofType('failed')).toEqual([]);
      expect(recorder.ofType('warning').length).toBeGreaterThanOrEqual(1);
    });

    it('closes in the middle of an answer and emits nothing afterwards', async () => {
      await engine.start();
      await beginLongAnswer();
      await engine.close();
      const since = recorder.mark();
      await quiet();
      expect(recorder.events.slice(since)).toEqual([]);
    });

    it('can be closed more than once, and before the start', async () => {
      await engine.close();
      await engine.close();
      await expect(engine.start()).rejects.toThrow();
    });

    it('does nothing any more once it is closed', async () => {
      await engine.start();
      await ask(fixture.shortTurn);
      await Promise.all([engine.close(), engine.close()]);
      const since = recorder.mark();
      engine.greet();
      engine.sendText(fixture.shortTurn);
      engine.pushAudio(new Int16Array(480));
      engine.interrupt();
      engine.updateContext('nobody listens');
      engine.wrapUp(10);
      engine.forget();
      await engine.close();
      expect(recorder.events.slice(since)).toEqual([]);
    });

    it('refuses to start when its peer cannot be reached', async (context) => {
      if (fixture.unreachable === undefined) return context.skip('it has no peer');
      if (fixture.speaksAlone) return context.skip('it speaks without its peer');
      const lonely = fixture.unreachable({ plan: fixture.plan, emit: recorder.emit });
      await expect(lonely.start()).rejects.toThrow();
      await lonely.close();
    });

    it('starts without its peer where it can speak alone: greets, warns, and apologises to whoever asks', async (context) => {
      if (!fixture.unreachable || !fixture.speaksAlone) return context.skip('it does not speak alone');
      const lonely = fixture.unreachable({ plan: fixture.plan, emit: recorder.emit });
      try {
        await lonely.start();
        lonely.greet();
        expect((await recorder.utterance()).text).toBe(fixture.plan.greeting);
        await recorder.waitFor('fault');
        await recorder.waitFor('warning');
        const since = recorder.mark();
        lonely.sendText(fixture.shortTurn);
        expect(await recorder.waitFor('utterance_started', { since })).toMatchObject({ aside: 'apology' });
        expect((await recorder.utterance(since)).soundMs).toBeGreaterThan(100);
        expect(recorder.ofType('failed')).toEqual([]);
      } finally {
        await lonely.close();
      }
    });
  });
}
