import * as contracts from '@visavis/contracts';
import type { Plugin } from 'vite';

const MODULE = 'virtual:contract-limits';

/** The body that each form sends. */
const FORMS = {
  agent: contracts.CreateAgent,
  apiKey: contracts.CreateApiKey,
  avatar: contracts.CreateAvatar,
  brain: contracts.CreateBrain,
  character: contracts.CreateCharacter,
  embed: contracts.CreateEmbed,
  facePreview: contracts.PreviewFace,
  knowledgeBase: contracts.CreateKnowledgeBase,
  organization: contracts.CreateOrganization,
  passageSearch: contracts.SearchPassagesQuery,
  token: contracts.CreateToken,
  tool: contracts.CreateTool,
  webhook: contracts.CreateWebhook,
};

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
}

/** What the contract says of the fields of a body, as fields of a form take it; those within one by `outer.inner`. */
function limitsOf({ properties = {}, required = [] }: Schema, within = ''): Record<string, object> {
  const limits: Record<string, object> = {};
  for (const [name, field] of Object.entries(properties)) {
    const isList = field.items !== undefined;
    limits[within + name] = {
      ...(required.includes(name) && { required: true }),
      ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
      ...(field.minimum !== undefined && { min: field.minimum }),
      ...(field.maximum !== undefined && { max: field.maximum }),
      ...(isList && field.maxItems !== undefined && { maxTags: field.maxItems }),
    };
    if (field.properties) Object.assign(limits, limitsOf(field, `${within}${name}.`));
  }
  return limits;
}

/** The limits of the contract's schemas, without the schemas: the console reads them in `src/lib/limits.ts`. */
export function contractLimits(): Plugin {
  return {
    name: 'contract-limits',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const limits = Object.fromEntries(
        Object.entries(FORMS).map(([form, schema]) => [form, limitsOf(schema as Schema)]),
      );
      const { OPENAI_VOICES, VOICE_NAMES, EVENT_TYPES } = contracts;
      const sorted = (names: readonly string[]) => [...names].sort();
      return [
        `export const limits = ${JSON.stringify(limits)};`,
        `export const voices = ${JSON.stringify({ openai: sorted(OPENAI_VOICES), gemini: sorted(VOICE_NAMES) })};`,
        `export const eventTypes = ${JSON.stringify(EVENT_TYPES)};`,
      ].join('\n');
    },
  };
}
