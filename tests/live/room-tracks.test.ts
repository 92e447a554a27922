import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { lifeScenarios } from '../support/room-scenarios/life-scenarios.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { qualityScenarios } from '../support/room-scenarios/quality-scenarios.ts';
import { subscriptionScenarios } from '../support/room-scenarios/subscription-scenarios.ts';

playScenarios(
  'the embedded room server: media, subscriptions and quality',
  [...mediaScenarios, ...subscriptionScenarios, ...qualityScenarios, ...lifeScenarios].filter(
    ({ isBasic }) => !isBasic,
  ),
  () => startEmbeddedRooms(),
);
