import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Facts about a Whisper model from its own files; the names are those of Hugging Face's `transformers`. */
export interface WhisperFacts {
  layers: number;
  heads: number;
  headSize: number;
  endToken: number;
  /** First token of the prompt; if the model has several languages, the language's token follows. */
  startToken: number;
  transcribeToken: number | undefined;
  noTimestampsToken: number;
  /** Likely in the first step if there is no speech. */
  noSpeechToken: number | undefined;
  /** Tokens of languages, by ISO 639-1; empty if the model knows only English. */
  languages: ReadonlyMap<string, number>;
  /** Tokens that may not occur anywhere in a text. */
  suppressed: ReadonlySet<number>;
  /** Those, and tokens that may not come first: a blank, the end. */
  suppressedAtStart: ReadonlySet<number>;
  /** Returns the text of tokens; special tokens are left out. */
  decode(tokens: readonly number[]): string;
}

interface Config {
  decoder_layers: number;
  decoder_attention_heads: number;
  d_model: number;
}
interface Generation {
  eos_token_id: number;
  decoder_start_token_id: number;
  no_timestamps_token_id: number;
  is_multilingual?: boolean;
  lang_to_id?: Record<string, number>;
  task_to_id?: { transcribe?: number };
  suppress_tokens?: number[];
  begin_suppress_tokens?: number[];
}
interface Tokenizer {
  model: { vocab: Record<string, number> };
  added_tokens: { id: number; content: string }[];
}

/** @throws Error naming the file that cannot be read */
export async function readWhisperFacts(folder: string): Promise<WhisperFacts> {
  const config = await readJson<Config>(folder, 'config.json');
  const generation = await readJson<Generation>(folder, 'generation_config.json');
  const { model, added_tokens: added } = await readJson<Tokenizer>(folder, 'tokenizer.json');
  const words: string[] = [];
  for (const [word, id] of Object.entries(model.vocab)) words[id] = word;
  const special = new Set(added.map(({ id }) => id));
  const languages = new Map<string, number>();
  if (generation.is_multilingual) {
    for (const [name, id] of Object.entries(generation.lang_to_id ?? {}))
      languages.set(name.replace(/[<|>]/g, ''), id);
  }
  return {
    layers: config.decoder_layers,
    heads: config.decoder_attention_heads,
    headSize: config.d_model / config.decoder_attention_heads,
    endToken: generation.eos_token_id,
    startToken: generation.decoder_start_token_id,
    transcribeToken: generation.is_multilingual ? generation.task_to_id?.transcribe : undefined,
    noTimestampsToken: generation.no_timestamps_token_id,
    noSpeechToken: added.find(({ content }) => /^<\|no(speech|captions)\|>$/.test(content))?.id,
    languages,
    suppressed: new Set(generation.suppress_tokens),
    suppressedAtStart: new Set([
      ...(generation.suppress_tokens ?? []),
      ...(generation.begin_suppress_tokens ?? []),
    ]),
    decode: (tokens) => {
      const letters = tokens.filter((token) => !special.has(token)).map((token) => words[token] ?? '');
      return new TextDecoder().decode(Uint8Array.from(letters.join(''), byteOf)).trim();
    },
  };
}

async function readJson<T>(folder: string, file: string): Promise<T> {
  try {
    return JSON.parse(await readFile(join(folder, file), 'utf8')) as T;
  } catch (error) {
    throw new Error(`the file ${file} of the model could not be read: ${(error as Error).message}`);
  }
}

/**
 * GPT-2's tokenizers write every byte as a letter: printable ones as themselves, the others in order as the letters
 * from U+0100 on.
 */
const BYTES = new Map<string, number>();
for (let byte = 0, strange = 0; byte < 256; byte++) {
  const prints = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  BYTES.set(String.fromCodePoint(prints ? byte : 256 + strange++), byte);
}
const byteOf = (letter: string): number => BYTES.get(letter) ?? 32;
