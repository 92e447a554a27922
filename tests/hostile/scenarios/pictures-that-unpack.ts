import assert from 'node:assert/strict';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import {
  converse,
  type JoinableConversation,
  startOfAnother,
  TENANTS_ENV,
} from '../../support/hostile/conversations.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { makePng, pngBehindAnother } from '../../support/inside/service.ts';
import { portraitDataUrl } from '../../support/portrait-png.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const QUESTIONS = 3;

interface Outcome {
  honest: Record<string, number>;
  cunning: Record<string, number>;
  another: number;
  answers: number;
  [name: string]: number | Record<string, number>;
}

const bodyOf = (png: Buffer) =>
  JSON.stringify({ refImage: `data:image/png;base64,${png.toString('base64')}` });

export const scenario = defineScenario<JoinableConversation, Outcome>({
  title:
    'while one tenant uploads pictures that unpack to gigabytes, another can upload a picture and hold a conversation',
  env: TENANTS_ENV,
  memoryMiB: 900,
  openAfter: 40,
  prepare: (service) => startOfAnother(service, portraitDataUrl()),
  async attack({ url, given }) {
    const upload = (body: string, apiKey = TEST_API_KEY) =>
      callApi(url, 'POST', '/v3/faces', { headers: { 'x-api-key': apiKey }, body });
    const [large, behind] = [bodyOf(makePng(7_000, 7_000)), bodyOf(pngBehindAnother(9_000, 9_000))];
    const many = (body: string) => Promise.all(Array.from({ length: 12 }, () => upload(body))).then(tally);
    const [honest, another, answers] = await Promise.all([
      many(large),
      upload(JSON.stringify({ refImage: portraitDataUrl() }), given.apiKey),
      converse(given, QUESTIONS),
    ]);
    return { honest, cunning: await many(behind), another: another.status, answers };
  },
  check({ honest, cunning, another, answers }) {
    assert.equal(answers, QUESTIONS);
    assert.equal(another, 201);
    // One is decoded and eight wait. Whether more arrive before the first is done depends on the machine.
    assert.ok(honest['201']! >= 9, JSON.stringify(honest));
    assert.deepEqual(
      Object.keys(honest).filter((status) => !['201', '503'].includes(status)),
      [],
    );
    assert.deepEqual(
      Object.keys(cunning).filter((status) => !['422', '503'].includes(status)),
      [],
    );
  },
});
