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
  minSilenceMs: 'Silence after which a turn that sounds finished is answered, in milliseconds.',
  maxSilenceMs: 'Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`.',
};

/** The choice for an agent, or for a conversation, which overrides that of its agent. */
export const TurnTakingChoice = OptionalBody(
  Body(
    {
      patience: OptionalEnum(
        PATIENCES,
        'How long a user may pause: `quick` answers sooner and interrupts more often, `patient` lets people think. `normal` where none is given.',
      ),
      minSilenceMs: OptionalInteger({
        ...SILENCE_MS,
        description: `${WORDS.minSilenceMs} As \`patience\` has it where none is given.`,
      }),
      maxSilenceMs: OptionalInteger({
        ...SILENCE_MS,
        description: `${WORDS.maxSilenceMs} As \`patience\` has it where none is given.`,
      }),
    },
    {
      description:
        'When the user’s turn is over. It holds where this service finds out, with its own models or a server that transcribes; a provider that listens by itself decides by its own settings.',
    },
  ),
);
export type TurnTakingChoice = Static<typeof TurnTakingChoice>;

const patience = Type.Enum(PATIENCES);
/** The settings of an agent. */
export const TurnTaking = Type.Object({
  patience,
  minSilenceMs: Type.Optional(Type.Integer({ description: WORDS.minSilenceMs })),
  maxSilenceMs: Type.Optional(Type.Integer({ description: WORDS.maxSilenceMs })),
});
export type TurnTaking = Static<typeof TurnTaking>;
/** The effective settings of a conversation. */
export const HeldTurnTaking = Type.Required(TurnTaking);
export type HeldTurnTaking = Static<typeof HeldTurnTaking>;
