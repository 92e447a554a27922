import type { EngineCore } from '../engine-core.ts';
import { excerptPassages } from '../passages/excerpt-passages.ts';

const MAX_PASSAGES = 4;
/** A model on this machine reads about a hundred tokens a second, while the user waits. */
const MAX_LOCAL_CHARACTERS = 400;

const NOTHING = 'Nothing. If this asks for a fact, say that you do not know it; do not invent an answer.';

/**
 * Returns passages about the question, for a model that cannot or does not search by itself; for a model on this machine
 * only the sentences that answer it best. If there are none, a larger model without tools gets a note that says so; the
 * user may be asking one with tools to do something, and a small one repeats the note.
 */
export async function findPassages(
  core: EngineCore,
  question: string | undefined,
  { isLocal, hasTools }: { isLocal: boolean; hasTools: boolean },
): Promise<string | undefined> {
  if (!question) return undefined;
  try {
    const passages = await core.host.searchKnowledge?.(question, MAX_PASSAGES);
    if (!passages) return undefined;
    const texts = isLocal
      ? excerptPassages(question, passages, MAX_LOCAL_CHARACTERS)
      : passages.map(({ documentName, text }) => `${documentName}: ${text}`).join('\n\n');
    return texts || (isLocal || hasTools ? undefined : NOTHING);
  } catch (error) {
    core.count(error);
    core.warn(`The knowledge base could not be searched: ${(error as Error).message}`);
    return undefined;
  }
}
