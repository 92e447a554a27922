import type { Agent } from '@visavis/client';
import { texts } from '../texts/texts.ts';

const { voices: words } = texts;

type Manner = keyof typeof words.manners;

/** Voices by gender and manner of speaking, as the vendors describe them. */
const VOICES = {
  women: {
    Achernar: 'soft',
    Aoede: 'breezy',
    Autonoe: 'bright',
    Callirrhoe: 'easyGoing',
    Despina: 'smooth',
    Erinome: 'clear',
    Gacrux: 'mature',
    Kore: 'firm',
    Laomedeia: 'upbeat',
    Leda: 'youthful',
    Pulcherrima: 'forward',
    Sulafat: 'warm',
    Vindemiatrix: 'gentle',
    Zephyr: 'bright',
    alloy: undefined,
    coral: undefined,
    marin: undefined,
    sage: undefined,
    shimmer: undefined,
  },
  men: {
    Achird: 'friendly',
    Algenib: 'gravelly',
    Algieba: 'smooth',
    Alnilam: 'firm',
    Charon: 'informative',
    Enceladus: 'breathy',
    Fenrir: 'excitable',
    Iapetus: 'clear',
    Orus: 'firm',
    Puck: 'upbeat',
    Rasalgethi: 'informative',
    Sadachbia: 'lively',
    Sadaltager: 'knowledgeable',
    Schedar: 'even',
    Umbriel: 'easyGoing',
    Zubenelgenubi: 'casual',
    ash: undefined,
    ballad: undefined,
    cedar: undefined,
    echo: undefined,
    verse: undefined,
  },
} satisfies Record<string, Partial<Record<NonNullable<Agent['voice']>, Manner | undefined>>>;
/** If the contract has a voice that is in neither list, the calls of `voiceChoices` do not compile. */
type Voice = keyof typeof VOICES.women | keyof typeof VOICES.men;

export const kindOfVoice = (name: Voice): 'woman' | 'man' => (name in VOICES.women ? 'woman' : 'man');

/** Returns the voices of a provider as choices: women and men separately, each with its manner of speaking. */
export const voiceChoices = (names: readonly Voice[]) =>
  Object.entries(VOICES)
    .map(([kind, manners]) => ({
      group: words[kind as keyof typeof VOICES],
      items: Object.entries<Manner | undefined>(manners)
        .filter(([name]) => names.includes(name as Voice))
        .map(([value, manner]) => ({
          value,
          label: manner ? `${value} · ${words.manners[manner]}` : value,
        })),
    }))
    .filter(({ items }) => items.length > 0);
