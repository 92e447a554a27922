/** A conversation on a fake clock in a fake room. */
export { FakeTracks } from '@visavis/server/dist/media/testing/fake-room.js';
export { TestStage, testPlan } from '@visavis/server/dist/media/testing/stage.js';
