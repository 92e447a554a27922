import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import { dataScenarios } from '../support/room-scenarios/data-scenarios.ts';
import { lifeScenarios } from '../support/room-scenarios/life-scenarios.ts';
import { lifecycleScenarios } from '../support/room-scenarios/lifecycle-scenarios.ts';
import { backupScenarios, mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { permissionScenarios } from '../support/room-scenarios/permission-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { qualityScenarios } from '../support/room-scenarios/quality-scenarios.ts';
import { subscriptionScenarios } from '../support/room-scenarios/subscription-scenarios.ts';

needs('livekit-server').describe('a real LiveKit server', () =>
  playScenarios(
    'a room',
    [
      ...mediaScenarios,
      ...backupScenarios,
      ...dataScenarios,
      ...lifecycleScenarios,
      ...permissionScenarios,
      ...subscriptionScenarios,
      ...qualityScenarios,
      ...lifeScenarios,
    ],
    startLivekitServer,
  ),
);
