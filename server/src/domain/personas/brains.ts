import type { CreateBrain, UpdateBrain } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type Owned, type OwnedResources, type OwnedStore, ownedResources } from '../owned.ts';
import { textOrNone } from '../references.ts';
import { checkTemplate } from './template.ts';

export interface Brain extends Owned {
  instructions: string;
  greetingMessage: string | null;
  /** Kept for typed clients; nothing depends on it. */
  model: string | null;
}

export interface Brains extends OwnedResources<Brain> {
  create: (organizationId: string, fields: CreateBrain) => Promise<Brain>;
  update: (organizationId: string, id: string, fields: UpdateBrain) => Promise<Brain>;
  /** For a character that names none. */
  findDefault(organizationId: string): Promise<Brain | undefined>;
}

export function createBrains(store: OwnedStore<Brain>, clock: Clock): Brains {
  const brains = ownedResources('brain', 'brn', store, clock);

  function checkTemplates(fields: UpdateBrain): void {
    checkTemplate(fields.instructions, 'instructions');
    checkTemplate(fields.greetingMessage, 'greetingMessage');
  }

  return {
    ...brains,
    findDefault: (organizationId) => store.findOldest(organizationId),
    async create(organizationId, fields) {
      checkTemplates(fields);
      return brains.add(organizationId, {
        instructions: fields.instructions,
        greetingMessage: textOrNone(fields.greetingMessage),
        model: textOrNone(fields.model),
        client: fields.client ?? null,
      });
    },
    async update(organizationId, id, fields) {
      checkTemplates(fields);
      const { instructions, client } = fields;
      const greetingMessage =
        fields.greetingMessage === undefined ? undefined : textOrNone(fields.greetingMessage);
      const model = fields.model === undefined ? undefined : textOrNone(fields.model);
      return brains.change(organizationId, id, { instructions, greetingMessage, model, client });
    },
  };
}
