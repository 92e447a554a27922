/** Imports from inside for the API harness: the parts of which it composes the service. */

export type { ApiOptions } from '@visavis/server/dist/api/api-app.js';
export { buildApp } from '@visavis/server/dist/api/app.js';
export { createEngineChoice } from '@visavis/server/dist/compose/engine-choice.js';
export { composeEvents } from '@visavis/server/dist/compose/events.js';
export { composeFacePreviews } from '@visavis/server/dist/compose/face-previews.js';
export { composeModels } from '@visavis/server/dist/compose/models.js';
export { composeModelServerTrial } from '@visavis/server/dist/compose/try-model-server.js';
export { composeProviderKeyTrial } from '@visavis/server/dist/compose/try-provider-key.js';
export type { RoomGrant } from '@visavis/server/dist/domain/conversations/live-ports.js';
export type { IndexJob } from '@visavis/server/dist/domain/knowledge-bases/document.js';
export { createServices, type Ports, type Services } from '@visavis/server/dist/domain/services.js';
export { PICTURES } from '@visavis/server/dist/faces/face-kinds.js';
export { renderPreview } from '@visavis/server/dist/faces/render-preview.js';
export { drawStill } from '@visavis/server/dist/faces/render-still.js';
export { makePng, pngBehindAnother } from '@visavis/server/dist/faces/testing/make-png.js';
export { silentLogger } from '@visavis/server/dist/lib/logger.js';
export type { CatalogueEntry } from '@visavis/server/dist/models/catalogue/model-entry.js';
export { PATIENCE } from '@visavis/server/dist/providers/patience.js';
export type { ProviderDescriptor } from '@visavis/server/dist/providers/realtime/provider.js';
export { routeConnections } from '@visavis/server/dist/route-connections.js';
export { openFileBlobStore } from '@visavis/server/dist/store/blobs/file-blob-store.js';
export { createStores } from '@visavis/server/dist/store/create-stores.js';
export { type Database, openDatabase } from '@visavis/server/dist/store/open-database.js';
export { PassageSearch, readPassages } from '@visavis/server/dist/store/search/passage-search.js';
export { indexPassages } from '@visavis/server/dist/store/search/write-passages.js';
export { across } from '@visavis/server/dist/store/tenants/tenant-guard.js';
export { createTestDatabase, testDatabaseUrl } from '@visavis/server/dist/store/testing/test-database.js';
