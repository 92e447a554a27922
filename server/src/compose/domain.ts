import { systemClock } from '../domain/clock.ts';
import type { Dispatcher, EngineChoice } from '../domain/conversations/live-ports.ts';
import type { ModelKeeper } from '../domain/models/local-models.ts';
import type { Stores } from '../domain/ports.ts';
import { createServices, type Services } from '../domain/services.ts';
import { PEOPLE } from '../faces/photo/people.ts';
import type { StillRenderer } from '../faces/still-renderer.ts';
import { fetchPublic } from '../lib/public-fetch.ts';
import type { Metrics } from '../metrics.ts';
import type { OccasionalVoice } from '../voices/local/occasional-voice.ts';
import type { ComposedEvents } from './events.ts';
import { composeFacePreviews } from './face-previews.ts';
import { composeFaceStills } from './faces.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedKnowledge } from './knowledge.ts';
import type { LateParts } from './late-parts.ts';
import { composeOpenId } from './open-id.ts';
import { operatorServers } from './operator-servers.ts';
import { composeModelServerTrial } from './try-model-server.ts';
import { composeProviderKeyTrial } from './try-provider-key.ts';
import { composeVoiceSampler } from './voice-sampler.ts';
import type { ComposedWebsites } from './websites.ts';

interface DomainNeeds extends Foundation, Pick<LateParts, 'waiting'> {
  stores: Stores;
  dispatcher: Dispatcher;
  engines: EngineChoice;
  modelKeeper: ModelKeeper;
  knowledge: ComposedKnowledge;
  websites: ComposedWebsites;
  events: ComposedEvents;
  stills: StillRenderer;
  voice: OccasionalVoice;
  metrics: Metrics;
}

/** Creates the services of the domain, with adapters according to the settings. */
export function composeDomain(needs: DomainNeeds): Services {
  const { config, stores, blobs, knowledge, events, stills, voice } = needs;
  const { limits } = config;
  return createServices({
    stores,
    blobs,
    indexQueue: knowledge.indexQueue,
    websiteQueue: needs.websites.queue,
    knowledgeIndex: knowledge.index,
    builtInFaces: PEOPLE,
    faceStills: composeFaceStills(stills),
    imageFetcher: {
      fetchImage: async (url, maxBytes, owner) => (await fetchPublic(url, maxBytes, { owner })).bytes,
    },
    engines: needs.engines,
    voiceSampler: composeVoiceSampler(config, voice),
    facePreviewer: composeFacePreviews(stills, voice),
    tryModelServer: composeModelServerTrial(config.patience, voice),
    serverPatience: config.patience,
    usesOperatorEmbeddings: config.meaning !== undefined,
    operatorServers: operatorServers(config),
    tryProviderKey: composeProviderKeyTrial(config.providersWithoutKey),
    rooms: needs.rooms.rooms,
    waitingAvatars: needs.waiting,
    dispatcher: needs.dispatcher,
    changeNotifications: events.changeNotifications,
    addressPolicy: events.addressPolicy,
    postMessage: events.postMessage,
    modelKeeper: needs.modelKeeper,
    secret: needs.secrets.tokenSecret,
    serviceInstanceId: needs.serviceInstanceId,
    soleInstance: needs.database.kind === 'embedded',
    limits: {
      maxSessionSeconds: limits.sessionSeconds,
      concurrentSessions: limits.concurrentSessions,
      documentBytes: limits.documentBytes,
      storedBytes: limits.storedBytes,
      monthlySeconds: null,
    },
    retentionDays: config.retentionDays,
    auditDays: config.auditDays,
    ...(config.openId && { openId: composeOpenId(config.openId) }),
    video: config.video,
    metrics: needs.metrics,
    clock: systemClock,
    logger: needs.log,
  });
}
