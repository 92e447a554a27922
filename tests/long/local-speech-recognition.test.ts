import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyModel, findModels, ModelFolder } from '../support/inside.ts';
import { LiveService } from '../support/live-service.ts';
import { MUSEUM } from '../support/museum.ts';
import { synthesiseSpeech } from '../support/speech.ts';

/** A folder that `visavis models add --from` takes, with a model that understands English. */
const models = process.env.VISAVIS_TEST_MODELS;
if (!models)
  process.stderr.write(
    '\nSKIPPED: a conversation with speech recognition on this machine (VISAVIS_TEST_MODELS names no models)\n',
  );

describe.runIf(models)('with speech recognition on this machine', () => {
  let dataDir: string;
  let service: LiveService;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'visavis-speech-recognition-'));
    for (const found of await findModels(models!)) await copyModel(new ModelFolder(dataDir), found);
    service = await LiveService.start({
      env: { VISAVIS_DATA_DIR: dataDir },
      searchKnowledge: async () => [
        { documentId: 'museum', documentName: 'museum.txt', text: MUSEUM.text, score: 1 },
      ],
    });
  }, 180_000);
  afterAll(async () => {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a spoken question is written down, and answered aloud from a document', async () => {
    const question = await synthesiseSpeech(MUSEUM.question);
    const conversation = await service.startConversation({ knowledgeBaseId: 'kb' });
    await conversation.join();
    const { consumer } = conversation;
    await consumer.openMicrophone();
    await consumer.hears(0, 60_000);
    await consumer.silent(1000, 60_000);
    await consumer.speak(question);
    await conversation.until(
      'the words',
      () => conversation.transcript().some((line) => /^user: .*how long is the ship/i.test(line)),
      60_000,
    );
    await conversation.until(
      'the answer',
      () => conversation.transcript().some((line) => MUSEUM.fact.test(line)),
      60_000,
    );
    const answer = conversation.transcript().findIndex((line) => MUSEUM.fact.test(line));
    expect(answer).toBeGreaterThan(0);
    expect(conversation.timeline('warning')).toEqual([]);
    const [turn] = conversation.timeline('turn').map((content) => JSON.parse(content));
    expect(turn).toMatchObject({ engine: 'builtin', input: 'speech' });
    await service.finish(conversation);
  }, 240_000);
});
