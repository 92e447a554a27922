import type { FilledPorts, Stores } from '../ports.ts';
import { createToolCalls } from '../tools/tool-calls.ts';
import { createTools } from '../tools/tools.ts';
import { createDeliveries } from '../webhooks/deliveries.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { createSigningSecrets } from './sign-message.ts';

type MessageServicesNeeds = Pick<
  FilledPorts,
  'messageTargets' | 'postMessage' | 'secret' | 'clock' | 'logger'
> & { stores: Pick<Stores, 'tools' | 'webhooks' | 'deliveries' | 'conversations'> };

/** What is sent to addresses of an organization: calls of its tools, and events for its webhooks. */
export function createMessageServices(needs: MessageServicesNeeds) {
  const { stores, messageTargets: targets, postMessage: post, secret, clock, logger } = needs;
  const { conversations } = stores;
  const toolSecrets = createSigningSecrets(secret, 'tool secrets');
  const ofTools = { store: stores.tools, secrets: toolSecrets, clock };
  const webhookSecrets = createSigningSecrets(secret, 'webhook secrets');
  const webhooks = createWebhooks({ store: stores.webhooks, secrets: webhookSecrets, targets, clock });
  return {
    tools: createTools({ ...ofTools, targets }),
    toolCalls: createToolCalls({ ...ofTools, conversations, post, logger }),
    webhooks,
    deliveries: createDeliveries({
      store: stores.deliveries,
      webhooks,
      conversations,
      secrets: webhookSecrets,
      post,
      clock,
      logger,
    }),
  };
}
