import { silentLogger } from '../lib/logger.ts';
import { systemClock, systemMonotonic } from './clock.ts';
import { createConversationServices } from './conversations/conversation-services.ts';
import { createIdempotency } from './idempotency.ts';
import { createKnowledgeServices } from './knowledge-bases/knowledge-services.ts';
import { createMemberServices } from './members/member-services.ts';
import { createMessageServices } from './messages/message-services.ts';
import { createModelServices } from './models/model-services.ts';
import { createOrganizationServices } from './organizations/organization-services.ts';
import { createPersonaServices } from './personas/persona-services.ts';
import type { FilledPorts, Ports } from './ports.ts';
import { createRequestRates } from './request-rates.ts';

/** All services of the domain, called by the HTTP API and by workers. */
export type Services = ReturnType<typeof createServices>;

/** Creates the services part by part; the type of each part says which ports and which other services it needs. */
export function createServices(given: Ports) {
  const ports: FilledPorts = {
    ...given,
    clock: given.clock ?? systemClock,
    monotonic: given.monotonic ?? systemMonotonic,
    logger: given.logger ?? silentLogger,
  };
  const { stores, blobs, secret, clock, logger } = ports;

  const { storedBytes, ...ofOrganizations } = createOrganizationServices({
    ...ports,
    beforeRemoval: async (organizationId) => {
      await ofConversations.conversations.stopAll(organizationId, 'stopped');
      await knowledge.documents.forgetIndex(organizationId);
      await blobs.deletePrefix(`organizations/${organizationId}/`);
    },
  });
  const { organizations } = ofOrganizations;
  const knowledge = createKnowledgeServices({ ...ports, organizations, storedBytes });
  const models = createModelServices(ports);
  const messages = createMessageServices(ports);
  const { knowledgeBases } = knowledge;
  const { modelServers, providerKeys } = models;
  const { tools } = messages;
  const ofPersonas = createPersonaServices({
    ...ports,
    organizations,
    storedBytes,
    knowledgeBases,
    tools,
    modelServers,
    providerKeys,
  });
  const ofConversations = createConversationServices({
    ...ports,
    organizations,
    personas: { ...ofPersonas, knowledgeBases, tools, modelServers },
    embeds: ofPersonas.embeds,
    providerKeys,
  });

  return {
    ...ofOrganizations,
    ...createMemberServices(ports),
    ...knowledge,
    ...models,
    ...messages,
    ...ofPersonas,
    ...ofConversations,
    idempotency: createIdempotency(stores.idempotency, secret, clock),
    requestRates: createRequestRates(ports.soleInstance ? undefined : stores.requestRates, clock, logger),
    clock,
  };
}
