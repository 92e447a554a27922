import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { dataScenarios } from '../support/room-scenarios/data-scenarios.ts';
import { lifecycleScenarios } from '../support/room-scenarios/lifecycle-scenarios.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { subscriptionScenarios } from '../support/room-scenarios/subscription-scenarios.ts';

// Scenarios that only use signalling are the same as with one connection.
playScenarios(
  'the embedded room server: clients with two connections',
  [...mediaScenarios, ...dataScenarios, ...lifecycleScenarios, ...subscriptionScenarios],
  () => startEmbeddedRooms({ twoConnections: true }),
);
