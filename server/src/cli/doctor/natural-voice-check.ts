import { findVoices } from '../../compose/voice.ts';
import { ModelFolder } from '../../models/store/model-folder.ts';
import { type PiperVoice, startPiperVoice } from '../../voices/piper/start-piper-voice.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

const TEN_WORDS = 'Breakfast is served from seven until ten thirty every day.';
/** Slower, and a sentence is not ready when the one before it has been played. */
const MAX_SHARE_OF_SOUND = 0.7;

/** Tries out the installed natural voices, and reports how long they take on this machine. */
export const checkNaturalVoice: Check = {
  name: 'Voice',
  async run({ dataDir }) {
    const folder = new ModelFolder(dataDir);
    const voices = await findVoices(folder);
    if (voices.length === 0)
      return note('the plain offline voice', 'For a natural one: npx visavis models add voice');
    const natural = startPiperVoice(voices, folder.path);
    try {
      return await tryOut(natural, voices.map(({ manifest }) => manifest.name).join(', '));
    } catch (error) {
      return note(
        `${(error as Error).message}; the plain offline voice speaks instead`,
        'npx visavis models verify checks whether its files are undamaged.',
      );
    } finally {
      await natural.close();
    }
  },
};

async function tryOut(natural: PiperVoice, names: string): Promise<Finding> {
  await natural.load();
  const voice = natural.modelFor('Kore') ? 'Kore' : 'Puck';
  const begin = performance.now();
  const { pcm, sampleRate } = await natural.speak(TEN_WORDS, { voice });
  const ms = performance.now() - begin;
  const text = `${names}: ten words are made in ${(ms / 1000).toFixed(1)} s`;
  if (ms / ((1000 * pcm.length) / sampleRate) < MAX_SHARE_OF_SOUND) return ok(text);
  return note(
    `${text}, which is too slow to keep up with speech`,
    'The plain offline voice takes over in such moments. Give it a core of its own, or run fewer conversations at a time.',
  );
}
