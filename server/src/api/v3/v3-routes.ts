import type { Services } from '../../domain/services.ts';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { deleteApiKey } from './api-keys/delete-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { createBrain } from './brains/create-brain.ts';
import { deleteBrain } from './brains/delete-brain.ts';
import { getBrain } from './brains/get-brain.ts';
import { listBrains } from './brains/list-brains.ts';
import { updateBrain } from './brains/update-brain.ts';
import { createCharacter } from './characters/create-character.ts';
import { deleteCharacter } from './characters/delete-character.ts';
import { getCharacter } from './characters/get-character.ts';
import { listCharacters } from './characters/list-characters.ts';
import { replaceCharacter } from './characters/replace-character.ts';
import { updateCharacter } from './characters/update-character.ts';
import { eraseConversation } from './conversations/erase-conversation.ts';
import { followConversation } from './conversations/follow-conversation.ts';
import { getConversation } from './conversations/get-conversation.ts';
import { getConversationLatency } from './conversations/get-latency.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { renewAccessTokens } from './conversations/renew-access-tokens.ts';
import { startConversation } from './conversations/start-conversation.ts';
import { stopConversation } from './conversations/stop-conversation.ts';
import { addDocument } from './documents/add-document.ts';
import { deleteDocument } from './documents/delete-document.ts';
import { indexDocument } from './documents/index-document.ts';
import { listPassages } from './documents/list-passages.ts';
import { createEmbed } from './embeds/create-embed.ts';
import { deleteEmbed } from './embeds/delete-embed.ts';
import { getEmbed } from './embeds/get-embed.ts';
import { getEmbedLook } from './embeds/get-embed-look.ts';
import { listEmbeds } from './embeds/list-embeds.ts';
import { startEmbedConversation } from './embeds/start-embed-conversation.ts';
import { updateEmbed } from './embeds/update-embed.ts';
import { createFace } from './faces/create-face.ts';
import { deleteFace } from './faces/delete-face.ts';
import { getFace } from './faces/get-face.ts';
import { listFaces } from './faces/list-faces.ts';
import { previewFace } from './faces/preview-face.ts';
import { updateFace } from './faces/update-face.ts';
import { getHealth } from './health/get-health.ts';
import { createKnowledgeBase } from './knowledge-bases/create-knowledge-base.ts';
import { deleteKnowledgeBase } from './knowledge-bases/delete-knowledge-base.ts';
import { getKnowledgeBase } from './knowledge-bases/get-knowledge-base.ts';
import { listKnowledgeBases } from './knowledge-bases/list-knowledge-bases.ts';
import { searchPassages } from './knowledge-bases/search-passages.ts';
import { deleteMemory } from './memories/delete-memory.ts';
import { eraseMemories } from './memories/erase-memories.ts';
import { getMemory } from './memories/get-memory.ts';
import { listMemories } from './memories/list-memories.ts';
import { getConcurrency } from './organizations/get-concurrency.ts';
import { getFreemiumUsage } from './organizations/get-freemium-usage.ts';
import { getUserUsage } from './organizations/get-user-usage.ts';
import { createToken } from './tokens/create-token.ts';
import { createTool } from './tools/create-tool.ts';
import { deleteTool } from './tools/delete-tool.ts';
import { getTool } from './tools/get-tool.ts';
import { listTools } from './tools/list-tools.ts';
import { rotateToolSecret } from './tools/rotate-tool-secret.ts';
import { updateTool } from './tools/update-tool.ts';
import { eraseUser } from './users/erase-user.ts';
import { createVoice } from './voices/create-voice.ts';
import { deleteVoice } from './voices/delete-voice.ts';
import { getVoice } from './voices/get-voice.ts';
import { getVoiceSample } from './voices/get-voice-sample.ts';
import { listVoices } from './voices/list-voices.ts';
import { updateVoice } from './voices/update-voice.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { replayDelivery } from './webhooks/replay-delivery.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';

/** Everything below `/v3`. */
export function v3Routes(
  app: ApiApp,
  services: Services,
  options: Pick<ApiOptions, 'version' | 'readiness'>,
): void {
  getHealth(app, options);
  const forApiKeys = [
    createToken,
    createKnowledgeBase,
    listKnowledgeBases,
    getKnowledgeBase,
    deleteKnowledgeBase,
    addDocument,
    indexDocument,
    listPassages,
    searchPassages,
    deleteDocument,
    createVoice,
    listVoices,
    getVoice,
    updateVoice,
    deleteVoice,
    getVoiceSample,
    createBrain,
    listBrains,
    getBrain,
    updateBrain,
    deleteBrain,
    createFace,
    previewFace,
    listFaces,
    getFace,
    updateFace,
    deleteFace,
    createCharacter,
    listCharacters,
    getCharacter,
    updateCharacter,
    replaceCharacter,
    deleteCharacter,
    startConversation,
    listConversations,
    getConversation,
    getConversationLatency,
    stopConversation,
    eraseConversation,
    renewAccessTokens,
    followConversation,
    createTool,
    listTools,
    getTool,
    updateTool,
    deleteTool,
    rotateToolSecret,
    createEmbed,
    listEmbeds,
    getEmbed,
    updateEmbed,
    deleteEmbed,
    listMemories,
    getMemory,
    deleteMemory,
    eraseMemories,
    createWebhook,
    listWebhooks,
    getWebhook,
    updateWebhook,
    deleteWebhook,
    rotateWebhookSecret,
    testWebhook,
    listDeliveries,
    replayDelivery,
    eraseUser,
    getUserUsage,
    getFreemiumUsage,
    getConcurrency,
    createApiKey,
    listApiKeys,
    deleteApiKey,
  ];
  for (const endpoint of forApiKeys) endpoint(app, services);
  for (const endpoint of [getEmbedLook, startEmbedConversation]) endpoint(app, services);
}
