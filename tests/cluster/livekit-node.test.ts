/** What LiveKit's end-to-end tests of its SDK for Node cover: against LiveKit, then against the embedded room server. */
import { test } from 'vitest';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { findLivekitServer, startLivekitServer } from '../support/livekit-server.ts';
import { nodeScenarios } from '../support/room-scenarios/node-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { streamScenarios } from '../support/room-scenarios/stream-scenarios.ts';

const scenarios = [...nodeScenarios, ...streamScenarios];

if (findLivekitServer() === undefined) {
  console.warn('SKIPPED: scenarios of the SDK for Node against LiveKit: no livekit-server');
  test('a real LiveKit server: the SDK for Node', (context) => context.skip('no livekit-server'));
} else playScenarios('a real LiveKit server: the SDK for Node', scenarios, startLivekitServer);
playScenarios('the embedded room server: the SDK for Node', scenarios, () => startEmbeddedRooms());
