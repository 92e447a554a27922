import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { backupScenarios, missingCodecScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

const scenarios = [...backupScenarios, ...missingCodecScenarios];

playScenarios('the embedded room server: codecs', scenarios, () => startEmbeddedRooms());
playScenarios('the embedded room server: codecs with two connections', scenarios, () =>
  startEmbeddedRooms({ twoConnections: true }),
);
