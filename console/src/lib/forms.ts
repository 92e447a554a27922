import { type FieldLimits, type FormField, forms } from 'virtual:contract-forms';
import type { BodyOf, Operation } from '@visavis/client';
import { LAYOUTS } from './layouts.ts';

/** The request body of each form. */
interface Forms {
  agent: BodyOf<Operation<'post', '/v1/agents'>>;
  apiKey: BodyOf<Operation<'post', '/v3/api-keys'>>;
  avatar: BodyOf<Operation<'post', '/v1/avatars'>>;
  brain: BodyOf<Operation<'post', '/v3/brains'>>;
  character: BodyOf<Operation<'post', '/v3/characters'>>;
  document: BodyOf<Operation<'post', '/v3/knowledge-bases/{id}/documents'>>;
  embed: BodyOf<Operation<'post', '/v3/embeds'>> & { 'look.title': string };
  facePreview: BodyOf<Operation<'post', '/v3/faces/preview'>>;
  invitation: BodyOf<Operation<'post', '/v3/invitations'>>;
  knowledgeBase: BodyOf<Operation<'post', '/v3/knowledge-bases'>>;
  modelServer: BodyOf<Operation<'post', '/v3/model-servers'>>;
  organization: BodyOf<Operation<'post', '/admin/organizations'>>;
  organizationLimits: NonNullable<Forms['organization']['limits']>;
  passageSearch: { query: string };
  providerKey: BodyOf<Operation<'put', '/v3/provider-keys/{provider}'>>;
  token: BodyOf<Operation<'post', '/v3/tokens'>>;
  tool: BodyOf<Operation<'post', '/v3/tools'>>;
  turnTaking: NonNullable<Forms['agent']['turnTaking']>;
  webhook: BodyOf<Operation<'post', '/v3/webhooks'>>;
  website: BodyOf<Operation<'post', '/v3/websites'>>;
}
export type Form = keyof Forms;

/** Returns a field as the contract defines it. */
export function fieldOf(form: Form, name: string): FormField {
  const field = forms[form]?.[name];
  if (!field) throw new TypeError(`${form}.${name}`);
  return field;
}

/** Returns a field's limits from the contract as properties for its input: required, minimum, maximum. */
export const limitsOf = <F extends Form>(form: F, field: keyof Forms[F] & string): FieldLimits =>
  fieldOf(form, field).limits;

/** Values of a form's fields by their names in the contract. An empty string means that there is no value. */
export type Values = Record<string, unknown>;

/** The form's fields that can be generated from the contract alone. */
const plainFields = (form: Form) =>
  Object.entries(forms[form] ?? {}).filter(
    ([name, { kind }]) => kind !== 'other' && !name.includes('.') && !(name in LAYOUTS[form]!.omitted),
  );

const EMPTY: Partial<Record<FormField['kind'], unknown>> = { switch: false, choices: [], list: [] };

/** Returns the plain fields of a resource; empty values if there is no resource yet. */
export const readFields = (form: Form, resource: object = {}): Values =>
  Object.fromEntries(
    plainFields(form).map(([name, { kind }]) => [name, Reflect.get(resource, name) ?? EMPTY[kind] ?? '']),
  );

/** Returns the plain fields as a request body. An empty optional field becomes `null`. */
export const bodyOf = (form: Form, values: object): Values =>
  Object.fromEntries(
    plainFields(form).flatMap(([name, { limits }]) => {
      const value: unknown = Reflect.get(values, name);
      if (value === undefined) return [];
      return [[name, value === '' && !limits.required ? null : value]];
    }),
  );

type Row = string | readonly string[];

/** Returns the rows of a group, or of all groups. Fields that no group names come at the end of the last one. */
export function rowsOf(form: Form, group?: string): Row[] {
  const { groups } = LAYOUTS[form]!;
  const grouped = new Set(Object.values(groups).flat(2));
  const others = plainFields(form).flatMap(([name]) => (grouped.has(name) ? [] : [name]));
  const last = Object.keys(groups).at(-1);
  return Object.entries(groups).flatMap(([name, rows]) =>
    group === undefined || group === name ? [...rows, ...(name === last ? others : [])] : [],
  );
}
