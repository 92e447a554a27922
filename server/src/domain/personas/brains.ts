import type { CreateBrain, UpdateBrain } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';
import { textOrNone } from '../references.ts';
import { checkTemplate } from './template.ts';

export interface Brain extends Owned {
  instructions: string;
  greetingMessage: string | null;
  /** Kept for typed clients; it has no effect. */
  model: string | null;
}

export type Brains = ReturnType<typeof createBrains>;

export function createBrains(store: OwnedStore<Brain>, clock: Clock) {
  const brains = ownedResources('brain', 'brn', store, clock);

  function checkTemplates(fields: UpdateBrain): void {
    checkTemplate(fields.instructions, 'instructions');
    checkTemplate(fields.greetingMessage, 'greetingMessage');
  }

  return {
    ...brains,
    /** Returns the brain for characters that name none. */
    findDefault: (organizationId: string) => store.findOldest(organizationId),
    create: async (organizationId: string, fields: CreateBrain) => {
      checkTemplates(fields);
      return brains.add(organizationId, {
        instructions: fields.instructions,
        greetingMessage: textOrNone(fields.greetingMessage),
        model: textOrNone(fields.model),
        client: fields.client ?? null,
      });
    },
    update: async (organizationId: string, id: string, fields: UpdateBrain) => {
      checkTemplates(fields);
      const { instructions, client } = fields;
      const greetingMessage =
        fields.greetingMessage === undefined ? undefined : textOrNone(fields.greetingMessage);
      const model = fields.model === undefined ? undefined : textOrNone(fields.model);
      return brains.change(organizationId, id, { instructions, greetingMessage, model, client });
    },
  };
}
