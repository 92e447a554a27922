import { describe, expect, it } from 'vitest';
import { speechRecognitionEntries } from '../models/catalogue/speech-recognition-entries.ts';
import { suitedModel } from './suited-model.ts';

const [tiny, base, small] = speechRecognitionEntries;

describe('the recognizer that suits a machine', () => {
  it.each([
    ['a quick one', tiny!, 90, 'whisper-small'],
    ['an ordinary one', tiny!, 280, 'whisper-base'],
    ['a slow one', tiny!, 450, 'whisper-tiny'],
    ['one that was measured with a large model', small!, 580, 'whisper-small'],
    ['one on which the large model is slow', small!, 1500, 'whisper-base'],
  ])('is found for %s', (_machine, measured, ms, name) => {
    expect(suitedModel(measured, ms)).toMatchObject({ name, isQuick: true });
  });

  it('is the quickest where none is quick enough, marked as too slow', () => {
    expect(suitedModel(base!, 3000)).toMatchObject({ name: 'whisper-tiny', isQuick: false });
  });
});
