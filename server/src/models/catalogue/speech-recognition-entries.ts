import type { CatalogueEntry, SourceFile } from './model-entry.ts';

/** All multilingual Whisper models share it. */
const TOKENIZER = {
  path: 'tokenizer.json',
  bytes: 2_480_466,
  sha256: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
};

type Part = [bytes: number, sha256: string];

/** The files of `Xenova/whisper-*`, made by transformers.js with Optimum: an encoder and one decoder for all steps. */
function whisperModel(
  size: string,
  title: string,
  revision: string,
  parts: { config: Part; generation: Part; encoder: Part; decoder: Part },
): CatalogueEntry {
  const url = (path: string) => `https://huggingface.co/Xenova/whisper-${size}/resolve/${revision}/${path}`;
  const file = (path: string, [bytes, sha256]: Part): SourceFile => ({ path, bytes, sha256, url: url(path) });
  return {
    name: `whisper-${size}`,
    purpose: 'speech-recognition',
    title,
    license: { name: 'Apache-2.0 (weights: MIT)', url: `https://huggingface.co/Xenova/whisper-${size}` },
    languages: ['*'],
    needs: ['runtime', 'turns'],
    files: [
      file('config.json', parts.config),
      file('generation_config.json', parts.generation),
      { ...TOKENIZER, url: url(TOKENIZER.path) },
      file('onnx/encoder_model_quantized.onnx', parts.encoder),
      file('onnx/decoder_model_merged_quantized.onnx', parts.decoder),
    ],
  };
}

/** From the fastest to the most accurate. */
export const speechRecognitionEntries: readonly CatalogueEntry[] = [
  whisperModel('tiny', 'Whisper tiny: quick, 99 languages', '5332fcc35e32a33b86612b9a57a89be7906102b1', {
    config: [2248, '2b2e4e519084e0ea028b19b153f95202735a971870d6844aa26e559edd292e94'],
    generation: [3716, '68ac791fcb4999461a313472125042934656240ba1cba7d1c2627fcbb19ac24c'],
    encoder: [10_124_910, 'fd9d995b9dcb0520f0dbf6cf68651af639fc385f594d9d876e69ca2802dc438e'],
    decoder: [30_727_765, '6c0c125986b007d2e3734bec84c18bda0152071b90b87fadac6d7764499927a0'],
  }),
  whisperModel('base', 'Whisper base: more exact, 99 languages', '64da57285918e20ea79ea5c88eed7197933abaa8', {
    config: [2248, 'd1d347fdb422e6347c2f843a90d375aa67ea3f4b3e20d2c3075f9a9f6243685b'],
    generation: [3776, '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05'],
    encoder: [23_200_850, '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9'],
    decoder: [53_707_539, 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861'],
  }),
  whisperModel(
    'small',
    'Whisper small: most exact, for four cores or more',
    '2d67713f236afa48a18992566e7647f6ca848e13',
    {
      config: [2232, '5a6429d21d7a3379dd0861b74510f9f7076f32b563bffc9fcb072482d55ab3be'],
      generation: [3837, '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279'],
      encoder: [92_324_809, '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06'],
      decoder: [156_780_950, 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24'],
    },
  ),
];
