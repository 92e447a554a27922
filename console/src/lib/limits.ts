import { type FieldLimits, limits } from 'virtual:contract-limits';
import type { BodyOf, Operation } from '@visavis/client';

/** What each form sends. */
interface Forms {
  agent: BodyOf<Operation<'post', '/v1/agents'>>;
  apiKey: BodyOf<Operation<'post', '/v3/api-keys'>>;
  avatar: BodyOf<Operation<'post', '/v1/avatars'>>;
  brain: BodyOf<Operation<'post', '/v3/brains'>>;
  character: BodyOf<Operation<'post', '/v3/characters'>>;
  embed: BodyOf<Operation<'post', '/v3/embeds'>> & { 'look.title': string };
  facePreview: BodyOf<Operation<'post', '/v3/faces/preview'>>;
  knowledgeBase: BodyOf<Operation<'post', '/v3/knowledge-bases'>>;
  organization: BodyOf<Operation<'post', '/admin/organizations'>> & Record<`limits.${string}`, number>;
  passageSearch: { query: string };
  token: BodyOf<Operation<'post', '/v3/tokens'>>;
  tool: BodyOf<Operation<'post', '/v3/tools'>>;
  webhook: BodyOf<Operation<'post', '/v3/webhooks'>>;
}

/** Whether a field must be given, and its least and most, as the contract has them: properties for its input. */
export function limitsOf<F extends keyof Forms>(form: F, field: keyof Forms[F] & string): FieldLimits {
  const found = limits[form]?.[field];
  if (!found) throw new TypeError(`${form}.${field}`);
  return found;
}
