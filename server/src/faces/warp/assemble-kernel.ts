import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

/** The folder of the sources, seen from `dist`. */
const SOURCES = new URL('../../../src/faces/warp/', import.meta.url);

/** Assembles `kernel.wat` to a WebAssembly binary. Development only: the result is kept in `kernel-bytes.ts`. */
export async function assembleKernel(): Promise<Uint8Array> {
  const text = await readFile(new URL('kernel.wat', SOURCES), 'utf8');
  const assembler = await wabt();
  const module = assembler.parseWat('kernel.wat', text, { simd: true });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base64 = Buffer.from(await assembleKernel()).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  const body = lines.map((line) => `  '${line}',`).join('\n');
  await writeFile(
    new URL('kernel-bytes.ts', SOURCES),
    `/** \`kernel.wat\`, assembled: \`node server/dist/faces/warp/assemble-kernel.js\` writes this file. */\nexport const KERNEL_BASE64 = [\n${body}\n].join('');\n`,
  );
}
