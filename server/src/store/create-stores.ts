import type { Kysely } from 'kysely';
import type { Stores } from '../domain/ports.ts';
import type { Tool } from '../domain/tools/tools.ts';
import { createApiKeyRepository } from './api-keys/api-key-repository.ts';
import { createAuditRepository } from './audit/audit-repository.ts';
import { createRowCodec } from './columns.ts';
import { createConversationRepository } from './conversations/conversation-repository.ts';
import { createDocumentRepository } from './documents/document-repository.ts';
import { createKnowledgeBaseRepository } from './documents/knowledge-base-repository.ts';
import { createEmbedRepository } from './embeds/embed-repository.ts';
import { createErasureRepository } from './erasure/erasure-repository.ts';
import { createIdempotencyRepository } from './idempotency/idempotency-repository.ts';
import { createMemberInvitationRepository } from './members/invitation-repository.ts';
import { createMemberRepository } from './members/member-repository.ts';
import { createSignInRepository } from './members/sign-in-repository.ts';
import { createMemoryRepository } from './memories/memory-repository.ts';
import { createModelServerRepository } from './model-servers/model-server-repository.ts';
import { createOrganizationRepository } from './organizations/organization-repository.ts';
import { createOwnedRepository } from './owned/owned-repository.ts';
import { createFaceRepository } from './personas/face-repository.ts';
import { createProviderKeyRepository } from './provider-keys/provider-key-repository.ts';
import { createRequestRateRepository } from './request-rates/request-rate-repository.ts';
import type { Schema } from './schema.ts';
import { createAgentRepository, createToolUserRepository } from './tools/tool-user-repository.ts';
import { createUsageRepository } from './usage/usage-repository.ts';
import { createDeliveryRepository, webhookCodec } from './webhooks/delivery-repository.ts';
import type { OnRefusal } from './webhooks/write-events.ts';
import { createWebsiteRepository } from './websites/website-repository.ts';

/** Creates one repository for each resource of the domain. */
export function createStores(db: Kysely<Schema>, onDeliveriesRefused?: OnRefusal): Stores {
  return {
    organizations: createOrganizationRepository(db),
    apiKeys: createApiKeyRepository(db),
    knowledgeBases: createKnowledgeBaseRepository(db),
    documents: createDocumentRepository(db, onDeliveriesRefused),
    websites: createWebsiteRepository(db),
    voices: createOwnedRepository(db, 'voices', 'voice'),
    brains: createOwnedRepository(db, 'brains', 'brain'),
    faces: createFaceRepository(db),
    characters: createToolUserRepository(db, 'characters', 'character'),
    agents: createAgentRepository(db),
    avatars: createOwnedRepository(db, 'avatars', 'avatar'),
    conversations: createConversationRepository(db, onDeliveriesRefused),
    memories: createMemoryRepository(db),
    erasures: createErasureRepository(db),
    auditLog: createAuditRepository(db),
    tools: createOwnedRepository(db, 'tools', 'tool', createRowCodec<Tool>(['parameters', 'headerNames'])),
    modelServers: createModelServerRepository(db),
    providerKeys: createProviderKeyRepository(db),
    members: createMemberRepository(db),
    memberInvitations: createMemberInvitationRepository(db),
    signIns: createSignInRepository(db),
    embeds: createEmbedRepository(db),
    usage: createUsageRepository(db, onDeliveriesRefused),
    webhooks: createOwnedRepository(db, 'webhooks', 'webhook', webhookCodec),
    deliveries: createDeliveryRepository(db),
    idempotency: createIdempotencyRepository(db),
    requestRates: createRequestRateRepository(db),
  };
}
