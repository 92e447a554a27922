import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = new URL('./ref-image.js', import.meta.url).href;
/** A program that prints how a data URL of 3 bytes and one of 6 million bytes are read. */
const READ_LARGE = `
  const { readRefImage } = await import(${JSON.stringify(MODULE)});
  const read = (bytes) => {
    const head = Buffer.from('89504e470d0a1a0a', 'hex');
    const end = Buffer.from('IEND');
    const picture = Buffer.concat([head, Buffer.alloc(bytes), end]);
    return readRefImage('org_one', 'data:image/png;base64,' + picture.toString('base64')).then(
      ({ contentType }) => contentType,
      ({ code, message }) => code ?? message,
    );
  };
  console.log(JSON.stringify([await read(3e6), await read(6e6)]));
`;

// V8 stops optimizing regular expressions after compiling a megabyte of them, as a service eventually does.
test.each(['--regexp-optimization', '--no-regexp-optimization'])(
  'large pictures are read with %s',
  async (flag) => {
    const { stdout } = await run(process.execPath, [flag, '--input-type=module', '--eval', READ_LARGE]);
    expect(JSON.parse(stdout)).toEqual(['image/png', 'payload_too_large']);
  },
);
