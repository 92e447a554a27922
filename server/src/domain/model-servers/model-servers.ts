import {
  type CreateModelServer,
  MODEL_SERVER_USES,
  type ModelServerTrial,
  type ModelServerUse,
  type ServerPlan,
  type UpdateModelServer,
} from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { unprocessable } from '../errors.ts';
import { checkTarget, isOtherServer, type MessageTargets, OTHER_SERVER } from '../messages/check-target.ts';
import type { SigningSecrets } from '../messages/sign-message.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';

/** A server of the organization's that thinks, speaks or transcribes for the agents that name it. */
export interface ModelServer extends Owned {
  name: string;
  use: ModelServerUse;
  url: string;
  model: string;
  /** Encrypted. */
  apiKey: string | null;
  voice: string | null;
  format: NonNullable<ServerPlan['format']> | null;
  reasoningEffort: string | null;
}

/** Asks a server for a few words, or for a little audio. */
export type TryModelServer = (use: ModelServerUse, server: ServerPlan) => Promise<ModelServerTrial>;

/** Ids of the servers that an agent may name. */
export type NamedServers = Readonly<Record<`${ModelServerUse}ServerId`, string | null>>;

export interface ModelServersNeeds {
  store: OwnedStore<ModelServer>;
  secrets: Pick<SigningSecrets, 'seal' | 'open'>;
  targets: MessageTargets;
  tryServer: TryModelServer;
  clock: Clock;
}

const SERVERS_PER_ORGANIZATION = 100;
/** The only use whose servers may have a field, by that field. */
const FIELDS_OF: Readonly<Record<'voice' | 'format' | 'reasoningEffort', ModelServerUse>> = {
  voice: 'tts',
  format: 'tts',
  reasoningEffort: 'llm',
};

export type ModelServers = ReturnType<typeof createModelServers>;

export function createModelServers({ store, secrets, targets, tryServer, clock }: ModelServersNeeds) {
  const servers = ownedResources('model server', 'msrv', store, clock);
  const addressOf = (url: string) =>
    checkTarget(url, targets, 'give the key as `apiKey`.').replace(/\/+$/, '');
  const sealed = (key: string | null | undefined) => (key ? secrets.seal(key) : key);

  function planOf(server: ModelServer): ServerPlan {
    const { organizationId, name, url: baseUrl, model, apiKey, voice, format, reasoningEffort } = server;
    return {
      name,
      baseUrl,
      model,
      ...(apiKey && { apiKey: secrets.open(apiKey) }),
      ...(voice && { voice }),
      ...(format && { format }),
      ...(reasoningEffort && { reasoningEffort }),
      ...(!targets.allowPrivate && { publicFor: organizationId }),
    };
  }

  return {
    ...servers,
    create: async (organizationId: string, fields: CreateModelServer) => {
      checkFields(fields.use, fields);
      const { name, use, url, model, apiKey, voice, format, reasoningEffort, client } = fields;
      const row = {
        name,
        use,
        url: addressOf(url),
        model,
        apiKey: sealed(apiKey) ?? null,
        voice: voice ?? null,
        format: format ?? null,
        reasoningEffort: reasoningEffort ?? null,
        client: client ?? null,
      };
      return servers.add(organizationId, row, SERVERS_PER_ORGANIZATION);
    },
    update: async (organizationId: string, id: string, fields: UpdateModelServer) => {
      const { name, url, model, apiKey, voice, format, reasoningEffort, client } = fields;
      const before = await servers.get(organizationId, id);
      checkFields(before.use, fields);
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
        apiKey: sealed(apiKey),
        voice,
        format,
        reasoningEffort,
        client,
      } as Partial<ModelServer>);
    },
    async try(organizationId: string, id: string): Promise<ModelServerTrial> {
      const server = await servers.get(organizationId, id);
      return tryServer(server.use, planOf(server));
    },
    /** @throws DomainError `unprocessable` for one that is not there, or does something else */
    async referAll(organizationId: string, named: Partial<NamedServers>): Promise<void> {
      for (const use of MODEL_SERVER_USES) {
        const path = `${use}ServerId` as const;
        const id = named[path];
        if (!id) continue;
        const server = await servers.refer(organizationId, id, path);
        if (server.use !== use)
          throw unprocessable(path, `The model server ${server.name} is one for ${server.use}.`);
      }
    },
    /** The servers that an agent names, with their keys. */
    async plan(
      organizationId: string,
      named: NamedServers,
    ): Promise<Partial<Record<ModelServerUse, ServerPlan>>> {
      const found = await servers.getMany(
        organizationId,
        MODEL_SERVER_USES.map((use) => named[`${use}ServerId`]),
      );
      const plans = MODEL_SERVER_USES.flatMap((use) => {
        const server = found.get(named[`${use}ServerId`] ?? '');
        return server ? [[use, planOf(server)]] : [];
      });
      return Object.fromEntries(plans);
    },
  };
}

function checkFields(use: ModelServerUse, fields: Partial<Record<keyof typeof FIELDS_OF, unknown>>): void {
  for (const [field, only] of Object.entries(FIELDS_OF)) {
    if (only !== use && (fields[field as keyof typeof FIELDS_OF] ?? undefined) !== undefined)
      throw unprocessable(field, `is for servers whose use is ${only}.`);
  }
}
