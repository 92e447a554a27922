import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

/** The folder of the sources, relative to the compiled module. */
const SOURCES = new URL('../../../src/', import.meta.url);
/** Files in WebAssembly text format; each has a module beside it that contains its bytes. */
export const KERNELS = [
  'faces/warp/kernel',
  'faces/landmarks/network-kernel',
  'audio/resampler-kernel',
] as const;

/** Assembles the text to a WebAssembly binary, in base64. Only for development: `<name>-bytes.ts` holds the result. */
export async function assembleKernel(kernel: (typeof KERNELS)[number]): Promise<string> {
  const file = `${kernel}.wat`;
  const text = await readFile(new URL(file, SOURCES), 'utf8');
  const assembler = await wabt();
  const module = assembler.parseWat(file, text, { simd: true });
  try {
    return Buffer.from(module.toBinary({}).buffer).toString('base64');
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kernel of KERNELS) {
    const lines = (await assembleKernel(kernel)).match(/.{1,100}/g) ?? [];
    const body = lines.map((line) => `  '${line}',`).join('\n');
    await writeFile(
      new URL(`${kernel}-bytes.ts`, SOURCES),
      `/** \`${basename(kernel)}.wat\`, assembled: \`node server/dist/lib/testing/assemble-kernels.js\` writes this file. */\nexport const KERNEL_BASE64 = [\n${body}\n].join('');\n`,
    );
  }
}
