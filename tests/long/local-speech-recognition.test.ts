import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyModel, findModels, ModelFolder } from '../support/inside.ts';
import { LiveService } from '../support/live-service.ts';
import { modelsFor } from '../support/models/test-models.ts';
import { MUSEUM } from '../support/museum.ts';
import { synthesiseSpeech } from '../support/speech.ts';

const models = await modelsFor('a conversation with the speech recognition of this machine');

describe.runIf(models)('with the speech recognition of this machine', () => {
  let dataDir: string;
  let service: LiveService;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'visavis-recognition-'));
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

  test('a spoken question is transcribed, and answered aloud from a document', async () => {
    const { question, fact } = MUSEUM.spoken[1];
    const conversation = await service.startConversation({ knowledgeBaseId: 'kb' });
    await conversation.join();
    const { consumer } = conversation;
    await consumer.openMicrophone();
    await consumer.hears(0, 60_000);
    await consumer.silent(1000, 60_000);
    await consumer.speak(await synthesiseSpeech(question));
    await conversation.until(
      'the answer',
      () => conversation.transcript().some((line) => fact.test(line)),
      60_000,
    );
    // The answer comes after the user's entry, even if its words were misheard.
    const lines = conversation.transcript();
    const heard = lines.findIndex((line) => line.startsWith('user: '));
    expect(heard).toBeGreaterThan(0);
    expect(lines.findIndex((line) => fact.test(line))).toBeGreaterThan(heard);
    await consumer.hears(0, 60_000);
    // On a busy machine there may be a warning about the voice.
    expect(conversation.timeline('warning').filter((message) => /speech recognition/i.test(message))).toEqual(
      [],
    );
    const [turn] = conversation.timeline('turn').map((content) => JSON.parse(content));
    expect(turn).toMatchObject({ engine: 'builtin', input: 'speech' });
    await service.finish(conversation);
  }, 240_000);
});
