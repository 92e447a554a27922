import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { readChatTemplate } from './chat-template.ts';

const folder = useFolder();

const int32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const int64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const text = (value: string) => Buffer.concat([int64(Buffer.byteLength(value)), Buffer.from(value)]);
const head = (...entries: Buffer[]) =>
  Buffer.concat([Buffer.from('GGUF'), int32(3), int64(0), int64(entries.length), ...entries]);
const words = Buffer.concat([text('tokens'), int32(9), int32(8), int64(2), text('a'), text('bc')]);
const numbers = Buffer.concat([text('types'), int32(9), int32(4), int64(2), int32(1), int32(2)]);
const template = Buffer.concat([text('tokenizer.chat_template'), int32(8), text('{{ messages }}')]);

async function read(bytes: Buffer): Promise<string> {
  const file = join(folder, 'model.gguf');
  await writeFile(file, bytes);
  return readChatTemplate(file);
}

it('finds the template behind texts, numbers and lists', async () => {
  expect(await read(head(words, numbers, template))).toBe('{{ messages }}');
});

it('reports if there is no template, or the file is invalid or incomplete', async () => {
  const whole = head(words, numbers, template);
  const unknown = Buffer.concat([text('odd'), int32(77)]);
  const endless = Buffer.concat([text('endless'), int32(8), int64(2 ** 52)]);
  for (const bytes of [head(words), Buffer.from('PK'), whole.subarray(0, 60), head(unknown), head(endless)])
    await expect(read(bytes)).rejects.toThrow('contains no chat template');
});
