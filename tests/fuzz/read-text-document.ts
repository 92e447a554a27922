import { ExtractionError } from '@visavis/server/dist/knowledge/extraction/extraction-error.js';
import { openReader } from '@visavis/server/dist/knowledge/extraction/read-document.js';
import type { FuzzTarget } from './fuzz-target.ts';

/** Returns the parts that all targets for text documents share. @param mediaType of the document */
export const readTextDocument = async (
  mediaType: string,
): Promise<Pick<FuzzTarget, 'declares' | 'mayKeep' | 'read'>> => {
  const open = await openReader({ mediaType, maxCharacters: 2 ** 20, onProgress: () => undefined });
  return {
    declares: [ExtractionError],
    mayKeep: 2 ** 20,
    async read(input) {
      const blocks: unknown[] = [];
      for await (const block of open(input)) blocks.push(block);
      return blocks;
    },
  };
};
