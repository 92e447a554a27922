import type { EngineTool } from '../../../engines/engine.ts';

export const THINKING_LEVELS = ['minimal', 'low', 'medium', 'high'] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** Low, because the user waits for the answer. */
const EXTENDED_THINKING_LEVEL: ThinkingLevel = 'low';

/**
 * How the model gets a tool's result: with `SILENT` and `WHEN_IDLE` it continues speaking meanwhile, with `undefined`
 * it waits.
 */
export type Scheduling = 'SILENT' | 'WHEN_IDLE' | undefined;

/** Differences between models. Sources: ai.google.dev/gemini-api/docs/live-guide and /docs/live-tools. */
export interface GeminiTraits {
  /** Whether tools run sequentially, and content can be sent only at the start of a conversation. */
  sequential: boolean;
  /** Whether affective dialog is available; it needs the API version `v1alpha`. */
  affectiveDialog: boolean;
  /** Absent if the model does not think, or decides by itself how much. */
  thinkingLevel: ThinkingLevel | undefined;
  /** `isSlow`: it is a tool of the organization, which may take long. */
  scheduling(tool: EngineTool | undefined, isSlow: boolean): Scheduling;
  /** Returns the behavior that is declared with a function; absent if the model does not know this field. */
  behavior(scheduling: Scheduling): 'BLOCKING' | 'NON_BLOCKING' | undefined;
}

/** Returns the traits of a model, by the version in its name; a name without one counts as the oldest version. */
export function traitsOf(model: string, thinkingLevel?: ThinkingLevel): GeminiTraits {
  const version = Number(/^gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 2.5);
  const sequential = version >= 3 && version < 3.8;
  // From this version on, functions are asynchronous unless declared otherwise.
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
