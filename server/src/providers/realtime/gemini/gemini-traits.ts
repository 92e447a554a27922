import type { EngineTool } from '../../../engines/engine.ts';

export const THINKING_LEVELS = ['minimal', 'low', 'medium', 'high'] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** Low, because the user waits for the answer. */
const EXTENDED_THINKING_LEVEL: ThinkingLevel = 'low';

/**
 * How the model learns of a tool's result: `SILENT` and `WHEN_IDLE` let it go on speaking meanwhile, `undefined` makes
 * it wait.
 */
export type Scheduling = 'SILENT' | 'WHEN_IDLE' | undefined;

/** Differences between models. Facts: ai.google.dev/gemini-api/docs/live-guide and /docs/live-tools. */
export interface GeminiTraits {
  /** Whether tools run one after the other, and content is for the start of a conversation only. */
  sequential: boolean;
  /** Needs the API version `v1alpha`. */
  affectiveDialog: boolean;
  /** Absent: the model does not think, or decides itself how much. */
  thinkingLevel: ThinkingLevel | undefined;
  /** `isSlow`: a tool of the organization, which may take its time. */
  scheduling(tool: EngineTool | undefined, isSlow: boolean): Scheduling;
  /** Returns the behaviour that is declared with a function; absent where the model knows no such field. */
  behavior(scheduling: Scheduling): 'BLOCKING' | 'NON_BLOCKING' | undefined;
}

/** Returns the traits of a model, by the version in its name; a name without one is treated as the oldest version. */
export function traitsOf(model: string, thinkingLevel?: ThinkingLevel): GeminiTraits {
  const version = Number(/^gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 2.5);
  const sequential = version >= 3 && version < 3.8;
  // From here on functions are asynchronous unless they are declared otherwise.
  const schedules = version >= 3.8;
  return {
    sequential,
    affectiveDialog: version < 3 && model.includes('native-audio'),
    thinkingLevel:
      thinkingLevel ?? (model.includes('extended-thinking') ? EXTENDED_THINKING_LEVEL : undefined),
    scheduling(tool, isSlow) {
      if (sequential) return undefined;
      if (tool?.silent) return 'SILENT';
      return schedules && isSlow ? 'WHEN_IDLE' : undefined;
    },
    behavior(scheduling) {
      if (schedules) return scheduling ? 'NON_BLOCKING' : 'BLOCKING';
      return scheduling ? 'NON_BLOCKING' : undefined;
    },
  };
}
