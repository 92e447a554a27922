import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';

const folder = useFolder();

it('the runtime: is reported as installed but not working', async () => {
  const modelsFolder = join(folder, 'broken');
  const home = join(modelsFolder, 'runtime', 'node_modules', 'onnxruntime-node');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}');
  await writeFile(join(home, 'index.js'), 'throw new Error("GLIBC_2.99 not found");');
  expect(() => loadOnnxRuntime(modelsFolder)).toThrow(
    'ONNX Runtime does not work on this machine: GLIBC_2.99 not found',
  );
});
