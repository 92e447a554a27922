import { type Static, Type } from 'typebox';
import { Body, OptionalBody, OptionalEnum, OptionalInteger } from './common.ts';

/** How long a user may be silent within a turn. */
export const PATIENCES = ['quick', 'normal', 'patient'] as const;
export type Patience = (typeof PATIENCES)[number];

/** The silences of each patience, in milliseconds. `normal` is the default. */
export const PATIENCE_SILENCES: Readonly<Record<Patience, { minSilenceMs: number; maxSilenceMs: number }>> = {
  quick: { minSilenceMs: 200, maxSilenceMs: 800 },
  normal: { minSilenceMs: 200, maxSilenceMs: 1500 },
  patient: { minSilenceMs: 500, maxSilenceMs: 3000 },
};

export const SILENCE_MS = { minimum: 200, maximum: 10_000 } as const;

const WORDS = {
  patience:
    'How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think.',
  minSilenceMs: 'Milliseconds of silence after which a turn that sounds finished is answered.',
  maxSilenceMs: 'Milliseconds of silence after which any turn is answered; at least `minSilenceMs`.',
};

const byDefault = (field: 'minSilenceMs' | 'maxSilenceMs') =>
  `Default: ${PATIENCES.map((patience) => `${PATIENCE_SILENCES[patience][field]} for \`${patience}\``).join(', ')}.`;

/** The choice for an agent, or for a conversation, which overrides that of its agent. */
export const TurnTakingChoice = OptionalBody(
  Body(
    {
      patience: OptionalEnum(PATIENCES, `${WORDS.patience} Default: \`normal\`.`),
      minSilenceMs: OptionalInteger({
        ...SILENCE_MS,
        description: `${WORDS.minSilenceMs} ${byDefault('minSilenceMs')}`,
      }),
      maxSilenceMs: OptionalInteger({
        ...SILENCE_MS,
        description: `${WORDS.maxSilenceMs} ${byDefault('maxSilenceMs')}`,
      }),
    },
    {
      description:
        'When the turn of a user is considered finished. It applies only if this service detects the end of speech, with its own models or a transcription server. A provider that processes speech itself uses its own settings.',
    },
  ),
);
export type TurnTakingChoice = Static<typeof TurnTakingChoice>;

const patience = Type.Enum(PATIENCES, { description: WORDS.patience });
/** The settings of an agent. */
export const TurnTaking = Type.Object(
  {
    patience,
    minSilenceMs: Type.Optional(Type.Integer({ description: WORDS.minSilenceMs })),
    maxSilenceMs: Type.Optional(Type.Integer({ description: WORDS.maxSilenceMs })),
  },
  { description: 'When the turn of a user is considered finished.' },
);
export type TurnTaking = Static<typeof TurnTaking>;
/** The effective settings of a conversation. */
export const HeldTurnTaking = Type.Required(TurnTaking);
export type HeldTurnTaking = Static<typeof HeldTurnTaking>;
