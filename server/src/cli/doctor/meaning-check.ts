import { LocalEmbedder } from '../../knowledge/embedding/local-embedder.ts';
import { modelsOfVectors } from '../../store/search/missing-vectors.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

const QUESTIONS = ['When do you open?', 'What does a ticket for children cost?', 'May I bring my dog?'];

/** Says what finds passages by meaning, and how long this machine takes for a question. */
export const checkMeaning: Check = {
  name: 'Search by meaning',
  async run({ dataDir, databaseUrl, meaning, embeddings }) {
    if (meaning === 'server')
      return [
        ok(`${embeddings?.model}, at EMBEDDINGS_BASE_URL`),
        ...(await otherVectors(databaseUrl, embeddings?.model)),
      ];
    let reason: string | undefined;
    const embedder = new LocalEmbedder(dataDir, {
      warn: (told) => {
        reason = String(told.reason);
      },
    });
    try {
      await embedder.refresh();
      const { current } = embedder;
      if (!current)
        return reason === undefined
          ? note(
              'none: knowledge bases are searched by words alone',
              'npx visavis models add all-minilm-l6-v2, or set EMBEDDINGS_BASE_URL.',
            )
          : note(
              `${reason}; words alone find passages`,
              'npx visavis models verify checks whether its files are undamaged.',
            );
      const beganAt = performance.now();
      for (const question of QUESTIONS) await current.embed(question, 'question');
      const ms = (performance.now() - beganAt) / QUESTIONS.length;
      return [
        ok(`${current.model}: ${Math.ceil(ms)} ms a question`),
        ...(await otherVectors(databaseUrl, current.model)),
      ];
    } finally {
      await embedder.close();
    }
  },
};

/** Not of the embedded store, which the service alone opens; its log says the same. */
async function otherVectors(url: string | undefined, model: string | undefined): Promise<Finding[]> {
  if (!url) return [];
  const { openDatabase } = await import('../../store/open-database.ts');
  const database = await openDatabase({ url, migrate: false });
  try {
    const others = (await modelsOfVectors(database.kysely)).filter((other) => other !== model);
    return others.map((other) =>
      note(
        `passages that ${other} embedded are found by words alone`,
        'Set EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL for that model again, or index the documents again.',
      ),
    );
  } finally {
    await database.close();
  }
}
