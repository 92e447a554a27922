/** Runs LiveKit's end-to-end tests of its Node SDK, first against LiveKit, then against the embedded server. */
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import { nodeScenarios } from '../support/room-scenarios/node-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { streamScenarios } from '../support/room-scenarios/stream-scenarios.ts';

const scenarios = [...nodeScenarios, ...streamScenarios];

needs('livekit-server').describe('a real LiveKit server', () =>
  playScenarios('the SDK for Node', scenarios, startLivekitServer),
);
playScenarios('the embedded room server: the SDK for Node', scenarios, () => startEmbeddedRooms());
