import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { subscriptionScenarios } from '../support/room-scenarios/subscription-scenarios.ts';

playScenarios(
  'the embedded room server: sound and picture that every call needs',
  [...mediaScenarios, ...subscriptionScenarios].filter(({ isBasic }) => isBasic),
  () => startEmbeddedRooms(),
);
