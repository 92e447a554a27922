import { describe, expect, it } from 'vitest';
import { cutAtWords } from '../../providers/realtime/elevenlabs/cut-at-words.ts';
import { splitClauses } from '../../voices/clauses.ts';
import { cutAtPunctuation } from '../builtin/testing/scripted-voice.ts';
import { toChatMessages } from './chat-messages.ts';
import { ClauseStream } from './clause-stream.ts';

describe('ClauseStream', () => {
  const stream = (deltas: string[], split = cutAtPunctuation) => {
    const clauses = new ClauseStream(split);
    return { early: deltas.flatMap((delta) => clauses.push(delta)), late: clauses.flush() };
  };

  it('neither loses nor joins words, for any chunking of the text', () => {
    const text =
      'Dr. Smith is in, at 3.15 p.m. sharp. Is that all right? Then come; we wait for you, gladly.';
    for (let size = 1; size < 12; size++) {
      const deltas = text.match(new RegExp(`.{1,${size}}`, 'gs'))!;
      const { early, late } = stream(deltas, splitClauses);
      expect([...early, ...late].join(' ')).toBe(text);
    }
  });

  it('keeps sentences together that nobody can pronounce', () => {
    const dots = Array(20).fill('.').join(' ');
    const { early, late } = stream([`${dots} Open now. … `, '. . Closed.'], splitClauses);
    expect([...early, ...late]).toEqual([dots, 'Open now.', '… . .', 'Closed.']);
  });

  it('leaves out reasoning, even if its markers are split between chunks', () => {
    expect(stream(['<th', 'ink>Secret. Very ', 'secret.</thi', 'nk>Open', ' words.'])).toEqual({
      early: [],
      late: ['Open words.'],
    });
    expect(stream(['a < b', ' and <b>']).late).toEqual(['a < b and <b>']);
    expect(stream(['<think>never ends']).late).toEqual([]);
  });

  it('leaves out reasoning with only an end marker, unless it was spoken already', () => {
    const first = new ClauseStream(splitClauses);
    expect(first.push('They ask for tea, so I')).toEqual([]);
    expect([...first.push('offer some.</th'), ...first.push('ink> Tea? Yes.'), ...first.flush()]).toEqual([
      'Tea?',
      'Yes.',
    ]);
    expect(first.hasUnmarkedThought).toBe(true);
    // For the next answers, text is held back until the reasoning ends.
    const next = new ClauseStream(splitClauses, true);
    expect(next.push('They are polite. They ask again.')).toEqual([]);
    expect([...next.push('</think>More'), ...next.push(' tea.'), ...next.flush()]).toEqual(['More tea.']);
    const plain = new ClauseStream(splitClauses, true);
    expect([...plain.push('No tea. Sorry'), ...plain.flush()]).toEqual(['No tea.', 'Sorry']);
  });

  it('holds little text until the end of a sentence, and limits the length of an answer', () => {
    const clauses = new ClauseStream(splitClauses);
    let written = '';
    let said = '';
    for (let n = 1; written.length < 15_000; n++) {
      written += `${n} `;
      said += clauses
        .push(`${n} `)
        .map((clause) => `${clause} `)
        .join('');
      expect(written.length - said.length).toBeLessThan(500);
    }
    expect(written.startsWith(said)).toBe(true);
    expect(clauses.isFull).toBe(false);
    clauses.push('字'.repeat(1_000_000));
    expect(clauses.isFull).toBe(true);
    clauses.flush();
    expect([...clauses.push('More. Words.'), ...clauses.flush()]).toEqual([]);
  });
});

describe('toChatMessages', () => {
  it('fits the strictest template: one system message, then user and assistant alternating', () => {
    const messages = toChatMessages(
      'Be kind.',
      [
        { id: '1', role: 'assistant', text: 'Welcome!' },
        { id: '2', role: 'user', text: 'Hello.' },
        { id: '3', role: 'note', text: 'It rains.' },
        { id: '4', role: 'user', text: 'Anyone?' },
      ],
      { request: 'Finish', passages: 'Map: upstairs' },
    );
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[0]?.content).toMatch(/^Be kind\.[\s\S]*- It rains\.[\s\S]*Map: upstairs$/);
    expect(messages[3]?.content).toBe('Hello.\nAnyone?\n(Finish)');
  });

  it('leaves what precedes a question unchanged, for a model that keeps what it has computed', () => {
    const history = [
      { id: '1', role: 'assistant', text: 'Welcome!' },
      { id: '2', role: 'note', text: 'It rains.' },
      { id: '3', role: 'user', text: 'Where?' },
    ] as const;
    const keepsPrefix = true;
    const before = toChatMessages('Be kind.', history.slice(0, 1), { keepsPrefix });
    const asked = toChatMessages('Be kind.', history, { passages: 'Map: upstairs', keepsPrefix });
    expect(asked.slice(0, -1)).toEqual(before);
    expect(asked.at(-1)?.content).toMatch(/Map: upstairs[\s\S]*\(It rains\.\)\nWhere\?$/);
  });
});

describe('cutAtWords', () => {
  const chars = 'Hi you !'.split('');

  it('tolerates invalid times', () => {
    const pcm = new Int16Array(500);
    for (const startMs of [chars.map(() => 0), chars.map(() => 9999), [5, 4, 3, 2, 1, 0, -1, -2]]) {
      const pieces = cutAtWords(pcm, 1000, { chars, startMs });
      expect(pieces.map(({ text }) => text).join('')).toBe('Hi you !');
      expect(pieces.reduce((sum, piece) => sum + piece.pcm.length, 0)).toBe(500);
    }
  });
});
