import type { EngineCore } from '../engine-core.ts';

/** How much a model without tools gets. A model on this machine reads slowly, so it gets less. */
const AMPLY = { count: 4, characters: Number.POSITIVE_INFINITY };
const BRIEFLY = { count: 2, characters: 500 };

const NOTHING = 'Nothing. If this asks for a fact, say that you do not know it; do not invent an answer.';

/**
 * Returns passages about the question, for a model that cannot or does not search by itself. If there are none, a model
 * without tools gets a note that says so; the user may be asking one with tools to do something.
 */
export async function findPassages(
  core: EngineCore,
  question: string | undefined,
  { isLocal, hasTools }: { isLocal: boolean; hasTools: boolean },
): Promise<string | undefined> {
  if (!question) return undefined;
  try {
    const { count, characters } = isLocal ? BRIEFLY : AMPLY;
    const passages = await core.host.searchKnowledge?.(question, count);
    const texts = passages?.map(({ documentName, text }) => `${documentName}: ${text.slice(0, characters)}`);
    return texts && (texts.join('\n\n') || (hasTools ? undefined : NOTHING));
  } catch (error) {
    core.count(error);
    core.warn(`The knowledge base could not be searched: ${(error as Error).message}`);
    return undefined;
  }
}
