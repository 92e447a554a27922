import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { layeredScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

playScenarios('the embedded room server: VP9 and AV1', layeredScenarios, () => startEmbeddedRooms());
playScenarios('the embedded room server: VP9 and AV1 with two connections', layeredScenarios, () =>
  startEmbeddedRooms({ twoConnections: true }),
);
