import { Readable } from 'node:stream';
import type { FoundPassage } from '@visavis/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addIndexedDocument,
  createBuiltinEngine,
  createTestDatabase,
  cutAtPunctuation,
  EventRecorder,
  extractPassages,
  heading,
  makeDocx,
  makePdf,
  type Passage,
  PassageSearch,
  type PdfText,
  paragraph,
  ScriptedVoice,
  type TestDatabase,
  withTitle,
} from '../../support/inside/knowledge.ts';
import { DOCUMENTS, QUESTIONS, UNANSWERABLE } from '../../support/question-set.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PDF_LINE_CHARS = 90;

/** Converts a document of the question set to a file of the type that its name states. */
function fileOf(name: string, sections: string[]): { content: Buffer; mimeType: string } {
  const parts = sections.map((section) => {
    const title = /^# ([^\n]+)\n\n/.exec(section);
    return { title: title?.[1] ?? '', body: section.slice(title?.[0].length ?? 0) };
  });
  if (name.endsWith('.docx')) {
    const xml = parts.map(({ title, body }) => heading(escapeXml(title)) + paragraph(escapeXml(body)));
    return { content: makeDocx(xml.join('')), mimeType: DOCX };
  }
  if (name.endsWith('.pdf')) return { content: makePdf(parts.map(pageOf)), mimeType: 'application/pdf' };
  if (name.endsWith('.html')) {
    const html = parts.map(({ title, body }) => `<h2>${escapeXml(title)}</h2><p>${escapeXml(body)}</p>`);
    return { content: Buffer.from(`<!doctype html>${html.join('\n')}`), mimeType: 'text/html' };
  }
  if (name.endsWith('.csv')) {
    const rows = parts.flatMap(({ body }) => body.split('\n').map((row) => row.split('; ')));
    const columns = rows[0]!.map((cell) => cell.split(': ')[0]);
    const lines = rows.map((row) => row.map((cell) => cell.slice(cell.indexOf(': ') + 2)).join(','));
    return { content: Buffer.from([columns.join(','), ...lines].join('\n')), mimeType: 'text/csv' };
  }
  return { content: Buffer.from(sections.join('\n\n')), mimeType: 'text/markdown' };
}

function pageOf({ title, body }: { title: string; body: string }): PdfText[] {
  const lines: PdfText[] = [{ text: title.replaceAll('›', '-'), y: 740, size: 18 }];
  let line = '';
  for (const word of [...body.split(' '), '']) {
    if (word !== '' && line.length + word.length < PDF_LINE_CHARS)
      line = line === '' ? word : `${line} ${word}`;
    else {
      lines.push({ text: line, y: 700 - lines.length * 14 });
      line = word;
    }
  }
  return lines;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

describe('from files to spoken answers', () => {
  let database: TestDatabase;
  let search: (query: string, take: number) => Promise<FoundPassage[]>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const names = new Map<string, string>();
    for (const [name, sections] of Object.entries(DOCUMENTS)) {
      const { content, mimeType } = fileOf(name, sections);
      const passages: Passage[] = [];
      for await (const batch of extractPassages({ content: Readable.from([content]), mimeType }))
        passages.push(...batch);
      const id = `doc_${names.size}`;
      names.set(id, name);
      await addIndexedDocument(database.kysely, 'kb_1', id, passages);
    }
    const passageSearch = new PassageSearch(database.kysely);
    search = async (query, take) => {
      const rows = await passageSearch.search('kb_1', query, take);
      return rows.map((row) => ({
        documentId: row.documentId,
        documentName: names.get(row.documentId)!,
        text: withTitle(row),
        score: row.score,
      }));
    };
  });

  afterAll(() => database.close());

  function open() {
    const recorder = new EventRecorder();
    const engine = createBuiltinEngine({
      voice: new ScriptedVoice(),
      splitClauses: cutAtPunctuation,
      maxAheadMs: 600_000,
    })({
      plan: { name: 'builtin', instructions: '', search: false, emotions: false, memory: false },
      emit: recorder.emit,
      searchKnowledge: search,
    });
    const ask = async (text: string) => {
      const since = recorder.mark();
      engine.sendText(text);
      return (await recorder.utterance(since)).text;
    };
    return { engine, ask };
  }

  it(`gives the requested fact in at least 85% of ${QUESTIONS.length} questions`, async () => {
    const wrong: string[] = [];
    for (const [question, fact] of QUESTIONS) {
      const { engine, ask } = open();
      const said = await ask(question);
      if (!fact.test(said)) wrong.push(`${question} → ${said}`);
      await engine.close();
    }
    expect(wrong.length / QUESTIONS.length, wrong.join('\n')).toBeLessThanOrEqual(0.15);
  });

  it('does not pretend to know what no document contains', async () => {
    for (const question of UNANSWERABLE) {
      const { engine, ask } = open();
      expect(await ask(question), question).toMatch(/nothing|do not say|not sure|closest/i);
      await engine.close();
    }
  });
});
