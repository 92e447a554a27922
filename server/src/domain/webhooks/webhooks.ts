import type { CreateWebhook, EventType, UpdateWebhook } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type AddressPolicy, checkAddress } from '../messages/check-address.ts';
import type { SecretHolder, SigningSecrets } from '../messages/sign-message.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';

/** A webhook; its secrets are encrypted. */
export interface Webhook extends Owned, SecretHolder {
  url: string;
  description: string | null;
  eventTypes: readonly EventType[];
  enabled: boolean;
  /** Why the service disabled it; `null` if its owner did. */
  disabledReason: string | null;
}

export interface WebhooksNeeds {
  store: OwnedStore<Webhook>;
  secrets: SigningSecrets;
  addressPolicy: AddressPolicy;
  clock: Clock;
}

const WEBHOOKS_PER_ORGANIZATION = 50;

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({ store, secrets, addressPolicy, clock }: WebhooksNeeds) {
  const webhooks = ownedResources('webhook', 'whk', store, clock);

  return {
    ...webhooks,
    /** `secret` is returned only here. */
    async create(organizationId: string, fields: CreateWebhook) {
      const url = checkAddress(fields.url, addressPolicy);
      const { secret, stored: storedSecret } = secrets.make();
      const webhook = await webhooks.add(
        organizationId,
        {
          url,
          description: fields.description ?? null,
          eventTypes: fields.eventTypes,
          enabled: true,
          disabledReason: null,
          ...storedSecret,
          client: fields.client ?? null,
        },
        WEBHOOKS_PER_ORGANIZATION,
      );
      return { webhook, secret };
    },
    update: async (organizationId: string, id: string, fields: UpdateWebhook) => {
      const { url, description, eventTypes, enabled, client } = fields;
      return webhooks.change(organizationId, id, {
        url: url === undefined ? undefined : checkAddress(url, addressPolicy),
        description,
        eventTypes,
        enabled,
        disabledReason: enabled === undefined ? undefined : null,
        client,
      } as Partial<Webhook>);
    },
    /** Replaces the secret; the old one stays valid for a day, for receivers that have not been updated. */
    async rotate(organizationId: string, id: string) {
      const before = await webhooks.get(organizationId, id);
      const { secret, stored: storedSecret } = secrets.make(before, clock());
      return { webhook: await webhooks.change(organizationId, id, storedSecret), secret };
    },
  };
}
