/** Made by `contract-forms.ts` beside this folder. */
declare module 'virtual:contract-forms' {
  export interface FieldLimits {
    required?: true;
    maxLength?: number;
    min?: number;
    max?: number;
    maxTags?: number;
  }
  export interface FormField {
    kind: 'text' | 'paragraph' | 'number' | 'switch' | 'choice' | 'choices' | 'list' | 'dateTime' | 'other';
    /** The contract's description. */
    description: string;
    options?: string[];
    limits: FieldLimits;
  }
  export const forms: Record<string, Record<string, FormField>>;
  export const voices: Record<'openai' | 'gemini', NonNullable<import('@visavis/client').Agent['voice']>[]>;
  /** The names of the built-in people by the identity of their face. */
  export const peopleNames: Record<string, string>;
}
