import { createHash } from 'node:crypto';
import {
  AGENT_SERVER_USES,
  type AgentServerUse,
  type CreateModelServer,
  type ModelServerTrial,
  type ModelServerUse,
  type ServerPlan,
  type UpdateModelServer,
} from '@visavis/contracts';
import { endpointIn } from '../../lib/endpoint-in-address.ts';
import { trimEnd } from '../../lib/trim-end.ts';
import type { Clock } from '../clock.ts';
import { conflict, quote, unprocessable } from '../errors.ts';
import { type AddressPolicy, checkAddress, isOtherServer, OTHER_SERVER } from '../messages/check-address.ts';
import type { SigningSecrets } from '../messages/sign-message.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';

/**
 * An organization's own server: a language model, speech synthesis or transcription for the agents that name it, or
 * embeddings for its knowledge bases.
 */
export interface ModelServer extends Owned {
  name: string;
  use: ModelServerUse;
  url: string;
  model: string;
  /** Encrypted. */
  apiKey: string | null;
  /** `null`: OpenAI's. */
  api: NonNullable<ServerPlan['api']> | null;
  voice: string | null;
  format: NonNullable<ServerPlan['format']> | null;
  reasoningEffort: string | null;
  /** Another one with the same use. */
  fallbackId: string | null;
  /** `null` means that of the service. */
  firstByteMs: number | null;
  betweenBytesMs: number | null;
  wholeMs: number | null;
}

/** Each organization has at most one for embeddings. */
export interface ModelServerStore extends OwnedStore<ModelServer> {
  findForEmbeddings(organizationId: string): Promise<ModelServer | undefined>;
  /** Lists those of all organizations. */
  listForEmbeddings(): Promise<ModelServer[]>;
}

/** The key under which an organization's vectors are stored, and a version that changes with every server change. */
export interface OrganizationVectors {
  organizationId: string;
  /** Changes with the address or the model, which produce other vectors. */
  vectorKey: string;
  version: string;
}

/** The server for the embeddings of an organization, with its API key. */
export interface EmbeddingServer extends OrganizationVectors {
  id: string;
  plan: ServerPlan;
}

/** Prefix of {@link OrganizationVectors.vectorKey}. A model of the operator has its own name instead. */
export const OWN_VECTOR_PREFIX = 'organization:';

/** Requests a few words, or a short sound, from a server. */
export type TryModelServer = (use: ModelServerUse, server: ServerPlan) => Promise<ModelServerTrial>;

/** Milliseconds until the first piece of an answer, between two pieces, and until its end, by use. */
export type ServerPatience = Readonly<
  Record<ModelServerUse, { firstMs: number; nextMs: number; wholeMs: number }>
>;

/** The servers that an agent may name. */
export type NamedServers = Readonly<Record<`${AgentServerUse}ServerId`, string | null>>;

const SERVERS_PER_ORGANIZATION = 100;
/** For each field: the uses of servers that may have it. */
const FIELDS_OF = {
  api: ['tts'],
  voice: ['tts'],
  format: ['tts'],
  reasoningEffort: ['llm'],
  fallbackId: AGENT_SERVER_USES,
} as const satisfies Partial<Record<keyof ModelServer, readonly ModelServerUse[]>>;

export type ModelServers = ReturnType<typeof createModelServers>;

export function createModelServers(needs: {
  store: ModelServerStore;
  secrets: Pick<SigningSecrets, 'seal' | 'open'>;
  addressPolicy: AddressPolicy;
  tryServer: TryModelServer;
  /** The operator has configured embeddings, so the organizations' servers for them are not used. */
  usesOperatorEmbeddings: boolean;
  /** The service's limits of calls. */
  patience: ServerPatience;
  clock: Clock;
}) {
  const { store, secrets, addressPolicy, tryServer, usesOperatorEmbeddings, patience, clock } = needs;
  const servers = ownedResources('model server', 'msrv', store, clock);
  const addressOf = (url: string) => {
    const address = checkAddress(url, addressPolicy, 'give the key as `apiKey`.');
    const endpoint = endpointIn(address);
    if (endpoint === undefined) return trimEnd(address, '/');
    throw unprocessable('url', `must end before ${endpoint}: ${address.slice(0, -endpoint.length)}`);
  };
  const encrypt = (key: string | null | undefined) => (key ? secrets.seal(key) : key);

  function planOf(server: ModelServer, fallback?: ModelServer): ServerPlan {
    const { organizationId, name, url: baseUrl, model, apiKey, api, voice, format, reasoningEffort } = server;
    const timeouts = {
      ...(server.firstByteMs && { firstMs: server.firstByteMs }),
      ...(server.betweenBytesMs && { nextMs: server.betweenBytesMs }),
      ...(server.wholeMs && { wholeMs: server.wholeMs }),
    };
    return {
      name,
      baseUrl,
      model,
      ...(apiKey && { apiKey: secrets.open(apiKey) }),
      ...(api && { api }),
      ...(voice && { voice }),
      ...(format && { format }),
      ...(reasoningEffort && { reasoningEffort }),
      ...(!addressPolicy.allowPrivate && { publicFor: organizationId }),
      ...(Object.keys(timeouts).length > 0 && { patience: timeouts }),
      ...(fallback && { fallback: planOf(fallback) }),
    };
  }

  /** @throws DomainError `unprocessable` if there is no such server, or if it has another use */
  async function requireUse(use: ModelServerUse, organizationId: string, id: string, path: string) {
    const server = await servers.resolveReference(organizationId, id, path);
    if (server.use !== use)
      throw unprocessable(
        path,
        `The model server ${server.name} is for ${server.use}, and cannot be used here.`,
      );
  }

  async function requireNoOther(organizationId: string): Promise<void> {
    const existing = await store.findForEmbeddings(organizationId);
    if (!existing) return;
    throw conflict(
      `The organization already has a model server for embeddings, ${quote(existing.name)}: change or delete that one first.`,
    );
  }

  return {
    ...servers,
    usesOperatorEmbeddings,
    patience,
    create: async (organizationId: string, fields: CreateModelServer) => {
      checkFields(fields.use, fields);
      if (fields.use === 'embeddings') await requireNoOther(organizationId);
      const { name, use, url, model, apiKey, api, voice, format, reasoningEffort, client } = fields;
      const { fallbackId, firstByteMs, betweenBytesMs, wholeMs } = fields;
      if (fallbackId) await requireUse(use, organizationId, fallbackId, 'fallbackId');
      const row = {
        name,
        use,
        url: addressOf(url),
        model,
        apiKey: encrypt(apiKey) ?? null,
        api: api ?? null,
        voice: voice ?? null,
        format: format ?? null,
        reasoningEffort: reasoningEffort ?? null,
        fallbackId: fallbackId ?? null,
        firstByteMs: firstByteMs ?? null,
        betweenBytesMs: betweenBytesMs ?? null,
        wholeMs: wholeMs ?? null,
        client: client ?? null,
      };
      return servers.add(organizationId, row, SERVERS_PER_ORGANIZATION);
    },
    update: async (organizationId: string, id: string, fields: UpdateModelServer) => {
      const { name, url, model, apiKey, api, voice, format, reasoningEffort, client } = fields;
      const { fallbackId, firstByteMs, betweenBytesMs, wholeMs } = fields;
      const before = await servers.get(organizationId, id);
      checkFields(before.use, fields);
      if (fallbackId === id)
        throw unprocessable('fallbackId', 'must name another model server than this one.');
      if (fallbackId) await requireUse(before.use, organizationId, fallbackId, 'fallbackId');
      const address = url === undefined ? undefined : addressOf(url);
      if (
        address !== undefined &&
        before.apiKey &&
        apiKey === undefined &&
        isOtherServer(before.url, address)
      )
        throw unprocessable('apiKey', OTHER_SERVER);
      return servers.change(organizationId, id, {
        name,
        url: address,
        model,
        apiKey: encrypt(apiKey),
        api,
        voice,
        format,
        reasoningEffort,
        fallbackId,
        firstByteMs,
        betweenBytesMs,
        wholeMs,
        client,
      } as Partial<ModelServer>);
    },
    /** Returns a server with its key; `version` changes with every change. */
    async planOf(organizationId: string, id: string) {
      const server = await servers.get(organizationId, id);
      return { plan: planOf(server), use: server.use, version: server.updatedAt.toISOString() };
    },
    async try(organizationId: string, id: string): Promise<ModelServerTrial> {
      const server = await servers.get(organizationId, id);
      return tryServer(server.use, planOf(server));
    },
    /** @throws DomainError `unprocessable` for a server that does not exist or has another use */
    async requireUsable(organizationId: string, references: Partial<NamedServers>): Promise<void> {
      for (const use of AGENT_SERVER_USES) {
        const path = `${use}ServerId` as const;
        const id = references[path];
        if (id) await requireUse(use, organizationId, id, path);
      }
    },
    /** Returns the servers that an agent names, with their keys and fallbacks. */
    async plan(
      organizationId: string,
      references: NamedServers,
    ): Promise<Partial<Record<AgentServerUse, ServerPlan>>> {
      const found = await servers.getMany(
        organizationId,
        AGENT_SERVER_USES.map((use) => references[`${use}ServerId`]),
      );
      const fallbacks = await servers.getMany(
        organizationId,
        [...found.values()].map(({ fallbackId }) => fallbackId),
      );
      const plans = AGENT_SERVER_USES.flatMap((use) => {
        const server = found.get(references[`${use}ServerId`] ?? '');
        return server ? [[use, planOf(server, fallbacks.get(server.fallbackId ?? ''))]] : [];
      });
      return Object.fromEntries(plans);
    },
    /** Returns the organization's server for embeddings, if any, unless the operator has configured embeddings. */
    async forEmbeddings(organizationId: string): Promise<EmbeddingServer | undefined> {
      if (usesOperatorEmbeddings) return undefined;
      const server = await store.findForEmbeddings(organizationId);
      return server && { id: server.id, ...vectorKeyOf(server), plan: planOf(server) };
    },
    /** Returns the vector keys of all organizations that have such a server. */
    async listForEmbeddings(): Promise<OrganizationVectors[]> {
      return usesOperatorEmbeddings ? [] : (await store.listForEmbeddings()).map(vectorKeyOf);
    },
  };
}

function vectorKeyOf({ organizationId, url, model, updatedAt }: ModelServer): OrganizationVectors {
  const hash = createHash('sha256').update(`${url}\n${model}`).digest('hex').slice(0, 16);
  return { organizationId, vectorKey: `${OWN_VECTOR_PREFIX}${hash}`, version: updatedAt.toISOString() };
}

function checkFields(use: ModelServerUse, fields: Partial<Record<keyof typeof FIELDS_OF, unknown>>): void {
  for (const [field, uses] of Object.entries<readonly ModelServerUse[]>(FIELDS_OF)) {
    if (!uses.includes(use) && (fields[field as keyof typeof FIELDS_OF] ?? undefined) !== undefined)
      throw unprocessable(field, `can only be set for servers whose use is ${uses.join(', ')}.`);
  }
}
