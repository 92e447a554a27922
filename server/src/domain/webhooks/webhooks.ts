import type { CreateWebhook, EventType, UpdateWebhook } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { checkTarget, type MessageTargets } from '../messages/check-target.ts';
import { rotated, type SecretHolder } from '../messages/sign-message.ts';
import type { SigningSecrets } from '../messages/signing-secrets.ts';
import { type Owned, type OwnedResources, type OwnedStore, ownedResources } from '../owned.ts';

/** Its secrets are encrypted. */
export interface Webhook extends Owned, SecretHolder {
  url: string;
  description: string | null;
  eventTypes: readonly EventType[];
  enabled: boolean;
  /** Why the service disabled it; `null` when its owner did. */
  disabledReason: string | null;
}

export interface Webhooks extends OwnedResources<Webhook> {
  /** `secret` is returned only here. */
  create(organizationId: string, fields: CreateWebhook): Promise<{ webhook: Webhook; secret: string }>;
  update: (organizationId: string, id: string, fields: UpdateWebhook) => Promise<Webhook>;
  /** Replaces the secret; the old one stays valid for a day, for receivers that have not been updated. */
  rotate(organizationId: string, id: string): Promise<{ webhook: Webhook; secret: string }>;
}

export interface WebhooksNeeds {
  store: OwnedStore<Webhook>;
  secrets: SigningSecrets;
  targets: MessageTargets;
  clock: Clock;
}

export const WEBHOOKS_PER_ORGANIZATION = 50;

export function createWebhooks({ store, secrets, targets, clock }: WebhooksNeeds): Webhooks {
  const webhooks = ownedResources('webhook', 'whk', store, clock);

  return {
    ...webhooks,
    async create(organizationId, fields) {
      const url = checkTarget(fields.url, targets);
      const { secret, sealed } = secrets.make();
      const webhook = await webhooks.add(
        organizationId,
        {
          url,
          description: fields.description ?? null,
          eventTypes: fields.eventTypes,
          enabled: true,
          disabledReason: null,
          secret: sealed,
          previousSecret: null,
          previousSecretUntil: null,
          client: fields.client ?? null,
        },
        WEBHOOKS_PER_ORGANIZATION,
      );
      return { webhook, secret };
    },
    async update(organizationId, id, { url, description, eventTypes, enabled, client }) {
      return webhooks.change(organizationId, id, {
        url: url === undefined ? undefined : checkTarget(url, targets),
        description,
        eventTypes,
        enabled,
        disabledReason: enabled === undefined ? undefined : null,
        client,
      } as Partial<Webhook>);
    },
    async rotate(organizationId, id) {
      const before = await webhooks.get(organizationId, id);
      const { secret, sealed } = secrets.make();
      const webhook = await webhooks.change(organizationId, id, rotated(before, sealed, clock()));
      return { webhook, secret };
    },
  };
}
