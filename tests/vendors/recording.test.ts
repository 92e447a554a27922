import { expect, test } from 'vitest';
import { withoutSecrets } from './recording.ts';

test('a recording holds neither sound nor secrets', () => {
  const sound = Buffer.alloc(4800, 7).toString('base64');
  const message = {
    audio: sound,
    note: 'with sk-live-1',
    update: { newHandle: 'h-1' },
    list: [{ data: sound }],
  };
  expect(withoutSecrets(message, ['sk-live-1'])).toEqual({
    audio: { $sound: 4800 },
    note: 'with [secret]',
    update: { newHandle: '[secret]' },
    list: [{ data: { $sound: 4800 } }],
  });
});
