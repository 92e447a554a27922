import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelManifest } from '../../../models/catalogue/model-entry.ts';
import type { InstalledVoice } from '../piper-messages.ts';

/**
 * Puts a runtime into `modelsFolder` that computes nothing: for each symbol it returns one frame, with 200 samples of
 * a tone at normal speed. A file that contains the word `broken` cannot be opened. It replaces ONNX Runtime, which may
 * not be installed; the tests with real weights use the real one.
 */
export async function installToneRuntime(modelsFolder: string): Promise<void> {
  const home = join(modelsFolder, 'runtime', 'node_modules', 'onnxruntime-node');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}');
  await writeFile(join(home, 'index.js'), RUNTIME);
}

const RUNTIME = `
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
class InferenceSession {
  inputNames = ['input', 'input_lengths', 'scales'];
  outputNames = ['output', 'phoneme_durations'];
  static async create(model) {
    const words = Buffer.from(model).toString('latin1');
    if (words.includes('broken')) throw new Error('Unsupported model IR version: 99, max supported IR version: 10\\nsecond line');
    return new InferenceSession();
  }
  async run({ input, scales }) {
    const count = input.data.length;
    const frame = Math.round(200 * scales.data[1]);
    const output = Float32Array.from({ length: count * frame }, (_, n) => 0.3 * Math.sin(n / 20));
    return { output: new Tensor('float32', output, [1, 1, 1, output.length]),
      phoneme_durations: new Tensor('float32', new Float32Array(count).fill(1), [count]) };
  }
}
module.exports = { Tensor, InferenceSession };
`;

/** Installs a voice whose network file contains `words`; by default, its description matches the runtime. */
export async function installVoice(
  modelsFolder: string,
  title: string,
  words = '',
  described?: string,
): Promise<InstalledVoice> {
  const name = `voice-${title.toLowerCase().replace(/\W+/g, '-')}`;
  const folder = join(modelsFolder, name);
  const ids = Array.from('_^$ !,.:;?abdefhijklmnoprstuvwzæðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒˈˌːθᵻ', (symbol, id) => [
    symbol,
    [id],
  ]);
  const description = {
    audio: { sample_rate: 22_050 },
    espeak: { voice: 'en-us' },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_id_map: Object.fromEntries(ids) as object,
  };
  await mkdir(folder, { recursive: true });
  const files = { 'v.onnx': words, 'v.onnx.json': described ?? JSON.stringify(description) };
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  const manifest: ModelManifest = {
    name,
    purpose: 'voice',
    title,
    license: { name: 'none', url: 'none' },
    languages: ['en'],
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  };
  return { manifest, folder, file: 'v.onnx' };
}
