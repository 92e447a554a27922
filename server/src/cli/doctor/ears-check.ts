import { findEars, startEars } from '../../ears/start-ears.ts';
import { ADD_COMMAND } from '../../models/catalogue/catalogue.ts';
import { type Check, fail, note, ok } from './finding.ts';

/** Loads the models for hearing as a conversation does, and tells what that takes. */
export const checkEars: Check = {
  name: 'Ears',
  async run({ dataDir, models }) {
    const { ears, turns } = await findEars(dataDir, models.ears);
    if (models.ears !== undefined && !ears)
      return fail(
        `the model ${models.ears} of VISAVIS_EARS_MODEL is not installed`,
        `npx visavis models add ${models.ears}`,
      );
    if (!turns || !ears) {
      const missing = ears
        ? 'the model that knows when somebody has finished'
        : 'a model that understands speech';
      return note(`this machine does not hear by itself: ${missing} is not installed`, ADD_COMMAND);
    }
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    const local = startEars(dataDir, ears, turns);
    try {
      await local.warm();
      const megabytes = Math.round((process.memoryUsage.rss() - before) / 1e6);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      return ok(
        `${local.model}, loaded in ${seconds} s; ${megabytes} MB in each worker process that has a conversation which hears`,
      );
    } catch (error) {
      return fail((error as Error).message, 'npx visavis models verify');
    } finally {
      await local.close();
    }
  },
};
