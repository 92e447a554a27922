import { deepStrictEqual, ok } from 'node:assert/strict';
import type {
  LocalProviders,
  ProviderEngine,
} from '@visavis/tests/dist/support/providers/local-providers.js';

/** What these questions need from a conversation, wherever it runs. */
export interface Talk {
  type(text: string): void | Promise<void>;
  /** The transcript so far, `author: words`. */
  lines(): Promise<string[]>;
  /** Whether words of the present answer have been heard. */
  heard(words: string): Promise<boolean>;
  /** The avatar neither speaks nor thinks. */
  idle(): Promise<boolean>;
}

export interface DropPlan {
  engine: ProviderEngine;
  providers: LocalProviders;
  turns: number;
  drops: number;
  /** Between turns. */
  pause?: () => Promise<void>;
  /** `tookMs`: from the question to the end of the answer. */
  onTurn?: (turn: number, dropped: boolean, tookMs: number) => void;
}

const PATIENCE_MS = 60_000;

/**
 * Asks one question after the other, and cuts the provider's connection in the middle of some answers, evenly spread.
 * In the end every question and every answer has to be in the transcript, in order; an answer that was cut has to be
 * completed on the next connection, on which the provider has to know every question again.
 * @throws AssertionError where something was lost
 */
export async function talkThroughDrops(
  talk: Talk,
  plan: DropPlan,
): Promise<{ drops: number; turns: number }> {
  const { engine, providers, turns, drops, pause, onTurn } = plan;
  const server = providers[engine];
  const dropsAt = new Set(
    Array.from({ length: drops }, (_, n) => Math.round(((n + 1) * turns) / (drops + 1))),
  );
  const first = (await talk.lines()).length;
  const expected: RegExp[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const question = `Question number ${turn}.`;
    const answer = `This is answer ${turn}, all of it.`;
    const dropped = dropsAt.has(turn);
    expected.push(exactly(`user: ${question}`));
    const askedAt = performance.now();
    if (dropped) {
      const begun = `Well now, here is answer ${turn}. It breaks off before the end.`;
      server.replies.push(
        engine === 'pipeline' ? { say: begun, dropAfterWords: 9 } : { say: begun, holdAfterMs: 900 },
        { say: answer },
      );
      await talk.type(question);
      if (engine !== 'pipeline') {
        await until(`the beginning of answer ${turn}`, () => talk.heard('Well'));
        providers[engine].connections.all.at(-1)!.drop();
      }
      // A broken answer and its continuation are one line of the transcript, or two.
      expected.push(new RegExp(`^character: Well now,.*(\n.*)?This is answer ${turn}, all of it\\.$`, 's'));
    } else {
      server.replies.push({ say: answer });
      await talk.type(question);
      expected.push(exactly(`character: ${answer}`));
    }
    await until(`answer ${turn}`, async () => (await talk.lines()).at(-1)?.endsWith(answer) === true);
    await until(`the end of answer ${turn}`, () => talk.idle());
    onTurn?.(turn, dropped, performance.now() - askedAt);
    await pause?.();
  }
  const lines = joined((await talk.lines()).slice(first));
  deepStrictEqual(lines.length, expected.length, `the transcript: ${lines.join(' | ')}`);
  for (const [n, line] of lines.entries()) ok(expected[n]!.test(line), `line ${n} is "${line}"`);
  for (let turn = 1; turn <= turns; turn++) {
    ok(known(engine, providers).includes(`Question number ${turn}.`), `the provider forgot question ${turn}`);
  }
  return { drops, turns };
}

/** Lines of one author in a row are one. */
function joined(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (const line of lines) {
    const [author, text] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)];
    if (author === 'character' && result.at(-1)?.startsWith('character:'))
      result[result.length - 1] += `\n${text}`;
    else result.push(line);
  }
  return result;
}

/** What the provider knows on its present connection. */
function known(engine: ProviderEngine, { openai, gemini, elevenlabs, pipeline }: LocalProviders): string {
  switch (engine) {
    case 'openai':
      return JSON.stringify(openai.connections.all.at(-1)!.items);
    case 'gemini':
      return JSON.stringify(gemini.connections.all.at(-1)!.turns);
    case 'elevenlabs':
      return JSON.stringify(elevenlabs.connections.all.at(-1)!.knows);
    case 'pipeline':
      return JSON.stringify(pipeline.chats.all.at(-1)!.messages);
  }
}

const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[.?]/g, '\\$&')}$`);

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const latest = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error(`waited ${PATIENCE_MS} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
