import * as contracts from '@visavis/contracts';
import type { Plugin } from 'vite';
import people from '../server/people/people.json' with { type: 'json' };

const MODULE = 'virtual:contract-forms';

/** The body that each form sends. */
export const BODIES: Record<string, object> = {
  agent: contracts.CreateAgent,
  apiKey: contracts.CreateApiKey,
  avatar: contracts.CreateAvatar,
  brain: contracts.CreateBrain,
  character: contracts.CreateCharacter,
  document: contracts.CreateDocument,
  embed: contracts.CreateEmbed,
  facePreview: contracts.PreviewFace,
  invitation: contracts.CreateInvitation,
  knowledgeBase: contracts.CreateKnowledgeBase,
  modelServer: contracts.CreateModelServer,
  organization: contracts.CreateOrganization,
  organizationLimits: contracts.CreateOrganization.properties.limits,
  passageSearch: contracts.SearchPassagesQuery,
  providerKey: contracts.SetProviderKey,
  token: contracts.CreateToken,
  tool: contracts.CreateTool,
  turnTaking: contracts.TurnTakingChoice,
  webhook: contracts.CreateWebhook,
  website: contracts.CreateWebsite,
};
/** Longer texts get a field of several lines. */
const LINE_LENGTH = 300;

interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
}

/** The kind of input for a field; `other` where the contract alone does not say how somebody would fill it in. */
function kindOf(field: Schema): string {
  const types = [field.type].flat();
  if (field.enum) return 'choice';
  if (field.items) return field.items.enum ? 'choices' : field.items.type === 'string' ? 'list' : 'other';
  if (types.includes('object')) return 'other';
  if (types.includes('boolean')) return 'switch';
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (!types.includes('string')) return 'other';
  if (field.format === 'date-time') return 'dateTime';
  return (field.maxLength ?? 0) > LINE_LENGTH ? 'paragraph' : 'text';
}

const optionsOf = (field: Schema) => (field.enum ?? field.items?.enum)?.filter((value) => value !== null);

/** Returns the contract's facts about the fields of a body, by field; those of an inner object by `outer.inner`. */
export function fieldsOf({ properties = {}, required = [] }: Schema, within = ''): Record<string, object> {
  const fields: Record<string, object> = {};
  for (const [name, field] of Object.entries(properties)) {
    const options = optionsOf(field);
    fields[within + name] = {
      kind: kindOf(field),
      description: field.description ?? '',
      ...(options && { options }),
      limits: {
        ...(required.includes(name) && { required: true }),
        ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
        ...(field.minimum !== undefined && { min: field.minimum }),
        ...(field.maximum !== undefined && { max: field.maximum }),
        ...(field.items && field.maxItems !== undefined && { maxTags: field.maxItems }),
      },
    };
    if (field.properties) Object.assign(fields, fieldsOf(field, `${within}${name}.`));
  }
  return fields;
}

/** The module that the console reads: the fields of the bodies, without their schemas; voices; the built-in people. */
export function renderModule(bodies = BODIES): string {
  const forms = Object.fromEntries(
    Object.entries(bodies).map(([form, schema]) => [form, fieldsOf(schema as Schema)]),
  );
  const { OPENAI_VOICES, VOICE_NAMES } = contracts;
  const sorted = (names: readonly string[]) => [...names].sort();
  return [
    `export const forms = ${JSON.stringify(forms)};`,
    `export const voices = ${JSON.stringify({ openai: sorted(OPENAI_VOICES), gemini: sorted(VOICE_NAMES) })};`,
    `export const peopleNames = ${JSON.stringify(Object.fromEntries(people.map(({ identity, name }) => [identity, name])))};`,
  ].join('\n');
}

export function contractForms(): Plugin {
  return {
    name: 'contract-forms',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? renderModule() : undefined),
  };
}
