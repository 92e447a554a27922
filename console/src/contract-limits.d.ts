/** Made by `contract-limits.ts` beside this folder. */
declare module 'virtual:contract-limits' {
  export interface FieldLimits {
    required?: true;
    maxLength?: number;
    min?: number;
    max?: number;
    maxTags?: number;
  }
  export const limits: Record<string, Record<string, FieldLimits>>;
  export const voices: Record<'openai' | 'gemini', string[]>;
  export const eventTypes: import('@visavis/client').Webhook['eventTypes'];
}
