import type { CreateBrain, UpdateBrain } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type Owned, type OwnedResources, type OwnedStore, ownedResources } from '../owned.ts';
import { checkTemplate } from './template.ts';

export interface Brain extends Owned {
  instructions: string;
  greetingMessage: string | null;
}

export interface Brains extends OwnedResources<Brain> {
  create(organizationId: string, fields: CreateBrain): Promise<Brain>;
  update(organizationId: string, id: string, fields: UpdateBrain): Promise<Brain>;
}

export function createBrains(store: OwnedStore<Brain>, clock: Clock): Brains {
  const brains = ownedResources('brain', 'brn', store, clock);

  function checkTemplates(fields: UpdateBrain): void {
    checkTemplate(fields.instructions, 'instructions');
    checkTemplate(fields.greetingMessage, 'greetingMessage');
  }

  return {
    ...brains,
    async create(organizationId, fields) {
      checkTemplates(fields);
      return brains.add(organizationId, {
        instructions: fields.instructions,
        greetingMessage: fields.greetingMessage ?? null,
        client: fields.client ?? null,
      });
    },
    async update(organizationId, id, fields) {
      checkTemplates(fields);
      const { instructions, greetingMessage, client } = fields;
      return brains.change(organizationId, id, { instructions, greetingMessage, client });
    },
  };
}
