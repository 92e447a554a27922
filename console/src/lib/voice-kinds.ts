import type { Agent } from '@visavis/client';
import { texts } from '../texts/texts.ts';

const { voices: words } = texts;

type Manner = keyof typeof words.manners;

/** Who speaks, and how, as the vendors describe their voices. */
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
/** A voice of the contract that is in neither list does not compile where its choices are asked for. */
type Voice = keyof typeof VOICES.women | keyof typeof VOICES.men;

/** The voices of a provider as choices: women's and men's apart, each with how it speaks. */
export const voiceChoices = (names: readonly Voice[]) =>
  Object.entries(VOICES).map(([kind, manners]) => ({
    group: words[kind as keyof typeof VOICES],
    items: Object.entries<Manner | undefined>(manners)
      .filter(([name]) => names.includes(name as Voice))
      .map(([value, manner]) => ({
        value,
        label: manner ? `${value} · ${words.manners[manner]}` : value,
      })),
  }));
