import { isIP } from 'node:net';
import type { CreateWebhook, EventType, UpdateWebhook } from '@visavis/contracts';
import { addSeconds, type Clock } from '../clock.ts';
import { conflict, unprocessable } from '../errors.ts';
import { type Owned, type OwnedResources, type OwnedStore, ownedResources } from '../owned.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface Webhook extends Owned {
  url: string;
  description: string | null;
  eventTypes: readonly EventType[];
  enabled: boolean;
  /** Why the service disabled it; `null` where its owner did. */
  disabledReason: string | null;
  /** Sealed. */
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

export interface Webhooks extends OwnedResources<Webhook> {
  /** `secret` is shown this once. */
  create(organizationId: string, fields: CreateWebhook): Promise<{ webhook: Webhook; secret: string }>;
  update(organizationId: string, id: string, fields: UpdateWebhook): Promise<Webhook>;
  /** A new secret; the old one is good for another day, for receivers that have not heard yet. */
  rotate(organizationId: string, id: string): Promise<{ webhook: Webhook; secret: string }>;
}

/** Which addresses an operator lets messages be sent to. */
export interface WebhookTargets {
  /** Whether private addresses and plain http may be used, as in an intranet. */
  allowPrivate: boolean;
  isPublicAddress: (address: string) => boolean;
}

export interface WebhooksNeeds {
  store: OwnedStore<Webhook>;
  secrets: WebhookSecrets;
  targets: WebhookTargets;
  clock: Clock;
}

export const WEBHOOKS_PER_ORGANIZATION = 50;
const PREVIOUS_SECRET_SECONDS = 24 * 3600;

export function createWebhooks({ store, secrets, targets, clock }: WebhooksNeeds): Webhooks {
  const webhooks = ownedResources('webhook', 'whk', store, clock);

  return {
    ...webhooks,
    async create(organizationId, fields) {
      const url = checkUrl(fields.url, targets);
      const { total } = await webhooks.list(organizationId, { skip: 0, take: 1 });
      if (total >= WEBHOOKS_PER_ORGANIZATION) {
        throw conflict(`An organization may have ${WEBHOOKS_PER_ORGANIZATION} webhooks and has them.`);
      }
      const { secret, sealed } = secrets.make();
      const webhook = await webhooks.add(organizationId, {
        url,
        description: fields.description ?? null,
        eventTypes: fields.eventTypes,
        enabled: true,
        disabledReason: null,
        secret: sealed,
        previousSecret: null,
        previousSecretUntil: null,
        client: fields.client ?? null,
      });
      return { webhook, secret };
    },
    async update(organizationId, id, { url, description, eventTypes, enabled, client }) {
      return webhooks.change(organizationId, id, {
        url: url === undefined ? undefined : checkUrl(url, targets),
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
      const webhook = await webhooks.change(organizationId, id, {
        secret: sealed,
        previousSecret: before.secret,
        previousSecretUntil: addSeconds(clock(), PREVIOUS_SECRET_SECONDS),
      });
      return { webhook, secret };
    },
  };
}

/**
 * What can be told from the address alone; what its name resolves to is checked whenever something is sent.
 * @throws DomainError `unprocessable`
 */
function checkUrl(text: string, { allowPrivate, isPublicAddress }: WebhookTargets): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) {
    throw unprocessable('url', `must be an address that begins with ${protocols.join('// or ')}//.`);
  }
  if (url.username || url.password) {
    throw unprocessable('url', 'must hold no user and password; verify the signature instead.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  if (!allowPrivate && (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    throw unprocessable('url', 'must be an address on the public internet.');
  }
  url.hash = '';
  return url.href;
}
