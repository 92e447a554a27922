import { afterAll, beforeAll, describe } from 'vitest';
import { accessTests } from './contract/access.ts';
import { ContractRun } from './contract/contract-run.ts';
import { conventionTests } from './contract/conventions.ts';
import { coverageTests } from './contract/coverage.ts';
import { knowledgeTests } from './contract/knowledge.ts';
import { openApiTests } from './contract/openapi-tests.ts';
import { personaTests } from './contract/personas.ts';
import { sessionTests } from './contract/sessions.ts';
import { transcriptionTests } from './contract/transcription.ts';

/** Tests the contract (`contract/contract.md`), sentence by sentence, against the service as a user runs it. */
let running: ContractRun;
const run = () => running;
beforeAll(async () => {
  running = await ContractRun.start();
});
afterAll(() => running?.service.dispose());

describe('the transcription', transcriptionTests);
describe('the OpenAPI document', () => openApiTests(run));
describe('access', () => accessTests(run));
describe('knowledge bases', () => knowledgeTests(run));
describe('voices, brains, faces, agents, avatars', () => personaTests(run));
describe('sessions and conversations', () => sessionTests(run));
describe('conventions', () => conventionTests(run));
describe('coverage', () => coverageTests(run));
