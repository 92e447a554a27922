import { LocalEmbedder } from '../../knowledge/embedding/local-embedder.ts';
import { type Check, note, ok } from './finding.ts';

const QUESTIONS = ['When do you open?', 'What does a ticket for children cost?', 'May I bring my dog?'];

/** Says what finds passages by meaning, and how long this machine takes for a question. */
export const checkMeaning: Check = {
  name: 'Search by meaning',
  async run({ dataDir, meaning, embeddings }) {
    if (meaning === 'server') return ok(`${embeddings?.model}, at EMBEDDINGS_BASE_URL`);
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
      return ok(`${current.model}: ${Math.ceil(ms)} ms a question`);
    } finally {
      await embedder.close();
    }
  },
};
