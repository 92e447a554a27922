import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addIndexedDocument } from '../testing/add-indexed-document.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { PassageSearch } from './passage-search.ts';
import { encodeVector } from './vector-cache.ts';
import { indexPassages, knowledgeBaseMarker, type PassageToIndex, removePassages } from './write-passages.ts';

let search: PassageSearch;
let used = 0;

const db = useTestDatabase();
beforeAll(async () => {
  search = new PassageSearch(db.kysely);
});

/** Creates a knowledge base with one document per text. */
async function knowledgeBase(...texts: (string | PassageToIndex)[]): Promise<string> {
  used += 1;
  const id = `kb_${used}`;
  for (const [n, text] of texts.entries())
    await addIndexedDocument(db.kysely, id, `${id}_doc_${n}`, [typeof text === 'string' ? { text } : text]);
  return id;
}

const find = async (id: string, query: string, take = 5) =>
  (await search.search(id, query, take)).map((row) => Number(row.documentId.split('_').at(-1)));

const distractors = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Article ${n} of shelf ${n % 7} costs ${n % 13} euros, as others do.`,
  );

/** Returns the stored counts that ranking uses, and the counts computed from scratch. */
async function counts(id: string): Promise<{ kept: unknown; true: unknown }> {
  const kept = await sql`
    select lexeme, document_frequency as n from knowledge_lexemes where knowledge_base_id = ${id} order by lexeme
  `.execute(db.kysely);
  const counted = await sql`
    select lexeme collate "C" as lexeme, count(*)::int as n
    from passages, unnest(lexemes) where knowledge_base_id = ${id} group by 1 order by 1`.execute(db.kysely);
  const sizes = await sql`
    select (select passages from knowledge_indexes where knowledge_base_id = ${id}) as kept,
      (select count(*)::int from passages where knowledge_base_id = ${id}) as counted`.execute(db.kysely);
  const [size] = sizes.rows as { kept: number; counted: number }[];
  return { kept: [size?.kept, kept.rows], true: [size?.counted, counted.rows] };
}

describe('ranking', () => {
  it('prefers the rare word of a question to a common one', async () => {
    const id = await knowledgeBase(
      ...Array.from({ length: 30 }, (_, n) => `The price list of article ${n} and more about the price.`),
      'Gyroscopes are on sale.',
    );
    expect((await find(id, 'price of a gyroscope'))[0]).toBe(30);
  });

  it('finds a word that is misspelt in the question', async () => {
    const id = await knowledgeBase('Gyroscopes are on sale.', ...distractors(50));
    expect((await find(id, 'where are gyrosopes sold'))[0]).toBe(0);
  });

  it('reports how much of the question was found', async () => {
    const id = await knowledgeBase('Parking costs two euros.', 'Trees are green.');
    const [whole] = await search.search(id, 'what does parking cost', 1);
    const [half] = await search.search(id, 'parking for elephants', 1);
    expect(whole?.coverage).toBeCloseTo(1, 5);
    expect(half?.coverage).toBeGreaterThan(0.2);
    expect(half?.coverage).toBeLessThan(0.6);
  });

  it('finds nothing if nothing matches', async () => {
    const id = await knowledgeBase('Parking costs two euros.');
    for (const query of ['elephants', '', '   ', 'the of and', '?!', '\0', '😀'])
      expect(await search.search(id, query, 5), JSON.stringify(query)).toEqual([]);
    expect(await search.search('kb_unknown', 'parking', 5)).toEqual([]);
    expect(await search.search(await knowledgeBase(), 'parking', 5)).toEqual([]);
  });

  it('accepts any text as a question', async () => {
    const id = await knowledgeBase("Parking costs two euros. O'Brien's car \\ is parked.");
    const odd = [
      "parking' | 'x",
      'parking & !costs',
      'parking:*',
      "parking \\' <-> (",
      'PARKING '.repeat(5_000),
    ];
    for (const query of odd) expect(await find(id, query), query.slice(0, 30)).toEqual([0]);
  });
});

describe('another knowledge base', () => {
  // Includes a combining mark, at which the text parser of some servers splits a word.
  const forgeries = (marker: string) => [marker, marker.toUpperCase(), `\u0301${marker}`, `${marker}-x`];

  it('adds nothing to the results of this one, whatever words its documents contain', async () => {
    const id = await knowledgeBase('Parking costs two euros.');
    const texts = forgeries(knowledgeBaseMarker(id)).map((word) => `${word} parking ${word} is free`);
    const other = await knowledgeBase(...texts, { title: texts[0]!, text: 'parking is free' });
    expect((await search.search(id, 'parking', 20)).map((row) => row.text)).toEqual([
      'Parking costs two euros.',
    ]);
    expect(await find(other, 'parking', 20)).toHaveLength(5);
    const { rows } = await sql`select 1 from passages where knowledge_base_id = ${other}
      and lexemes @@ ${knowledgeBaseMarker(id)}::tsquery`.execute(db.kysely);
    expect(rows).toEqual([]);
    const state = await counts(other);
    expect(state.kept).toEqual(state.true);
  });

  it("finds nothing by using this one's marker, however it is written", async () => {
    const id = await knowledgeBase('Parking costs two euros.');
    for (const question of forgeries(knowledgeBaseMarker(id)))
      expect(await search.search(id, question.replace('-x', ''), 5), question).toEqual([]);
  });

  it("adds nothing through passages that already contain this one's marker", async () => {
    const id = await knowledgeBase('Parking costs two euros.');
    const other = await knowledgeBase('Parking is free.');
    await sql`update passages set lexemes = lexemes || array_to_tsvector(array[${knowledgeBaseMarker(id)}])
      where knowledge_base_id = ${other}`.execute(db.kysely);
    expect((await search.search(id, 'parking', 20)).map((row) => row.text)).toEqual([
      'Parking costs two euros.',
    ]);
  });
});

it('a question that waits too long is cancelled, in PostgreSQL', async ({ skip }) => {
  if (db.kind === 'embedded') skip('the embedded database has no such limit');
  const id = await knowledgeBase('Parking costs two euros.');
  const limited = new PassageSearch(db.kysely, { statementTimeoutMs: 50 });
  await db.kysely.transaction().execute(async (trx) => {
    await sql`lock table passages`.execute(trx);
    await expect(limited.search(id, 'parking', 5)).rejects.toMatchObject({ kind: 'timeout' });
  });
  expect(await limited.search(id, 'parking', 5)).toHaveLength(1);
});

describe('writing', () => {
  it('replaces the passages of a document', async () => {
    const id = await knowledgeBase('Old words about zebras.', 'Another document about lions.');
    await addIndexedDocument(db.kysely, id, `${id}_doc_0`, [
      { text: 'New words about giraffes.' },
      { text: 'And more.' },
    ]);
    expect(await find(id, 'zebras')).toEqual([]);
    expect(await find(id, 'giraffes')).toEqual([0]);
    const state = await counts(id);
    expect(state.kept).toEqual(state.true);
  });

  it('hides a deleted document at once, while its passages are still being removed', async () => {
    const id = await knowledgeBase('Some words about walruses.');
    expect(await find(id, 'walruses')).toEqual([0]);
    await db.kysely.deleteFrom('documents').where('knowledge_base_id', '=', id).execute();
    expect(await find(id, 'walruses')).toEqual([]);
  });

  it('removes a document in batches, and no other', async () => {
    const id = await knowledgeBase('Words that stay.');
    await addIndexedDocument(
      db.kysely,
      id,
      `${id}_doc_1`,
      distractors(150).map((text) => ({ text })),
    );
    await removePassages(db.kysely, id, `${id}_doc_1`);
    const state = await counts(id);
    expect(state.kept).toEqual(state.true);
    expect((state.true as unknown[])[0]).toBe(1);
  });

  it('keeps its counts correct while many write and remove at once', async () => {
    const id = 'kb_busy';
    const text = distractors(60);
    const write = (n: number, from: number) =>
      addIndexedDocument(
        db.kysely,
        id,
        `busy_${n}`,
        text.slice(from, from + 10).map((each) => ({ text: each })),
      );
    await Promise.all([0, 1, 2, 3].map((n) => write(n, n * 10)));
    await Promise.all([write(0, 40), removePassages(db.kysely, id, 'busy_1'), write(4, 50), write(2, 0)]);
    const state = await counts(id);
    expect(state.kept).toEqual(state.true);
  });

  it('stops between batches on request, and can be repeated', async () => {
    const id = 'kb_stopped';
    const passages = distractors(200).map((text) => ({ text }));
    const abort = new AbortController();
    const writing = indexPassages(db.kysely, id, 'stopped', [passages], { signal: abort.signal });
    abort.abort(new Error('no longer wanted'));
    await expect(writing).rejects.toThrow('no longer wanted');
    await indexPassages(db.kysely, id, 'stopped', [passages]);
    const state = await counts(id);
    expect(state.kept).toEqual(state.true);
    expect((state.true as unknown[])[0]).toBe(200);
  });

  it('continues after the passages that are kept, whatever an interrupted turn wrote after them', async () => {
    const id = 'kb_continued';
    const passages = distractors(200).map((text) => ({ text }));
    const stopAfter = (passagesAtLeast: number) => async (written: number) => {
      if (written >= passagesAtLeast) throw new Error(`${written}`);
    };
    const write = (kept: number, afterBatch?: (written: number) => Promise<void>) =>
      indexPassages(db.kysely, id, 'continued', [passages.slice(kept)], {
        kept,
        ...(afterBatch && { afterBatch }),
      });
    const stopped = await write(0, stopAfter(60)).catch((error: Error) => Number(error.message));
    const kept = Number(stopped);
    expect(kept).toBeGreaterThanOrEqual(60);
    // The process dies in the next turn, so that the turn after it is told nothing about it.
    await expect(write(kept, stopAfter(kept + 20))).rejects.toThrow();
    await write(kept);
    const state = await counts(id);
    expect(state.kept).toEqual(state.true);
    const { rows } = await db.pool.query(
      `select text from passages where knowledge_base_id = '${id}' order by ordinal`,
    );
    expect(rows).toEqual(passages);
  });

  it('writes the passages of one part before it requests the next', async () => {
    const id = 'kb_in_parts';
    const written: unknown[] = [];
    async function* parts() {
      for (const text of ['The first part.', 'The second part.', 'The third part.']) {
        written.push(((await counts(id)).true as unknown[])[0]);
        yield [{ text }, { text }];
      }
    }
    await indexPassages(db.kysely, id, 'in_parts', parts());
    expect(written).toEqual([0, 2, 4]);
    const { rows } = await db.pool.query(
      `select ordinal from passages where knowledge_base_id = '${id}' order by ordinal`,
    );
    expect(rows.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('writes nothing more for a run that has ended', async () => {
    const id = await knowledgeBase('The document before.');
    const documentId = `${id}_doc_0`;
    const documents = db.kysely.updateTable('documents').where('knowledge_base_id', '=', id);
    await documents.set({ status: 'indexing', attempt: 2 }).execute();
    const passages = distractors(200).map((text) => ({ text }));
    expect(await indexPassages(db.kysely, id, documentId, [passages], { attempt: 1 })).toBe(false);
    expect(((await counts(id)).true as unknown[])[0]).toBe(1);

    let deleted: Promise<unknown> | undefined;
    const betweenBatches = new AbortController().signal;
    betweenBatches.throwIfAborted = () => {
      deleted ??= db.kysely.deleteFrom('documents').where('knowledge_base_id', '=', id).execute();
    };
    const options = { attempt: 2, signal: betweenBatches };
    expect(await indexPassages(db.kysely, id, documentId, [passages], options)).toBe(false);
    await deleted;
    await removePassages(db.kysely, id, documentId);
    const state = await counts(id);
    expect(state).toEqual({ kept: [0, []], true: [0, []] });
  });

  it('accepts text of any kind and length', async () => {
    const id = await knowledgeBase('a\0b', '', '\ud800 lone', `needle ${'word '.repeat(40_000)}`, {
      title: '\0',
      text: 'x',
    });
    expect(await find(id, 'needle')).toEqual([3]);
  });
});

describe('embeddings', () => {
  const embedding = (...values: number[]) => ({ model: 'm', vector: Float32Array.of(...values) });
  const east = embedding(3, 0, 0);
  const north = embedding(0, 2, 0);
  const northEast = embedding(1, 1, 0);

  it('find text that shares no word with the question', async () => {
    const id = await knowledgeBase(
      { text: 'Refunds take five days.', embedding: east },
      { text: 'Trees are green.', embedding: north },
    );
    const found = await search.search(id, 'when do I get my money back', 2, embedding(1, 0.1, 0));
    expect(found.map((row) => row.text)).toEqual(['Refunds take five days.', 'Trees are green.']);
    expect(found[0]?.similarity).toBeCloseTo(0.995, 2);
    expect(found[1]?.similarity).toBeCloseTo(0.0995, 2);
  });

  it('are combined with the words: what matches both comes first', async () => {
    const id = await knowledgeBase(
      { text: 'Parking costs two euros.', embedding: north },
      { text: 'Parking lots are open all night.', embedding: east },
      { text: 'The garage beneath the hall.', embedding: northEast },
    );
    const found = await search.search(id, 'parking', 3, east);
    expect(found[0]?.text).toBe('Parking lots are open all night.');
    expect(found).toHaveLength(3);
  });

  it('follow every change of the knowledge base', async () => {
    const id = await knowledgeBase({ text: 'one', embedding: east });
    const nearest = async () => (await search.search(id, 'zzz', 5, east)).map((row) => row.text);
    expect(await nearest()).toEqual(['one']);
    await addIndexedDocument(db.kysely, id, `${id}_doc_1`, [
      { text: 'two', embedding: northEast },
      { text: 'none' },
    ]);
    expect(await nearest()).toEqual(['one', 'two']);
    await removePassages(db.kysely, id, `${id}_doc_0`);
    expect(await nearest()).toEqual(['two']);
  });

  it('of another length or model are skipped, and zero vectors refused', async () => {
    const id = await knowledgeBase(
      { text: 'short', embedding: embedding(1) },
      { text: 'another model', embedding: { ...east, model: 'n' } },
      { text: 'long', embedding: east },
    );
    expect((await search.search(id, 'zzz', 5, east)).map((row) => row.text)).toEqual(['long']);
    for (const wrong of [embedding(0, 0), embedding(Number.NaN, 1), embedding()])
      await expect(knowledgeBase({ text: 'x', embedding: wrong })).rejects.toBeInstanceOf(RangeError);
  });

  it('of many passages are read in batches, and those that do not fit are released', async () => {
    const many = 4_500;
    const id = await knowledgeBase({ text: 'first', embedding: east });
    await sql`
      with added as (
        insert into passages (knowledge_base_id, document_id, ordinal, text, lexemes)
        select ${id}, ${`${id}_doc_0`}, n, 'passage ' || n, '' from generate_series(1, ${many}::int) n
        returning id, ordinal
      )
      insert into passage_embeddings (passage_id, knowledge_base_id, model, vector)
      select id, ${id}, 'm', case when ordinal = ${many} then ${encodeVector(northEast.vector)}::bytea
        else ${encodeVector(north.vector)}::bytea end from added`.execute(db.kysely);
    await sql`update knowledge_indexes set passages = ${many + 1}, revision = revision + 1
      where knowledge_base_id = ${id}`.execute(db.kysely);
    /** The number of rows in each result, and how many rows in total had vectors. */
    let answers: number[] = [];
    let vectors = 0;
    const watched = db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answers.push(result.rows.length);
        vectors += result.rows.filter((row) => 'vector' in row).length;
        return result;
      },
    });
    const read = async (tight: PassageSearch) => {
      answers = [];
      vectors = 0;
      const found = await tight.search(id, 'zzz', 50, east);
      expect(found.slice(0, 3).map((row) => row.text)).toEqual(['first', `passage ${many}`, 'passage 1']);
      expect(Math.max(...answers)).toBeLessThan(many);
      return vectors;
    };
    const tight = new PassageSearch(watched, { maxVectorBytes: 1_000_000 });
    await read(tight);
    const without = await read(tight);
    expect(without).toBeGreaterThan(0);
    expect(without).toBeLessThan(many);
    expect(await read(tight)).toBe(without);
    const ample = new PassageSearch(watched);
    expect(await Promise.all([read(ample), ample.search(id, 'zzz', 50, east)])).toMatchObject([many + 1, {}]);
    expect(await read(ample)).toBe(0);
  });

  it('stay within their memory limit and still give correct results', async () => {
    const tight = new PassageSearch(db.kysely, { maxVectorBytes: 1 });
    const one = await knowledgeBase({ text: 'one', embedding: east });
    const two = await knowledgeBase({ text: 'two', embedding: east });
    for (const [id, text] of [
      [one, 'one'],
      [two, 'two'],
      [one, 'one'],
    ] as const) {
      expect((await tight.search(id, 'zzz', 5, east)).map((row) => row.text)).toEqual([text]);
    }
  });
});
