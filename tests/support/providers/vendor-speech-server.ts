import type { IncomingMessage, ServerResponse } from 'node:http';
import { cartesiaVoice } from './cartesia-server.ts';
import { PipelineServer } from './pipeline-server.ts';
import { type Json, textOf } from './protocol-server.ts';

export type SpeechVendorName = 'cartesia' | 'elevenlabs';

/** Simulates a vendor's speech over HTTP: `/tts/bytes` or `/v1/text-to-speech`, and the account's list of voices. */
export class VendorSpeechServer extends PipelineServer {
  readonly vendor: SpeechVendorName;
  /** The voices, in the vendor's form: a public woman's and man's, and a clone of the account. */
  listed: Json[];
  pageSize = 100;
  /** What was asked for: the path and query of each list, the body of each speech. */
  readonly lists: string[] = [];
  readonly speeches: Json[] = [];

  constructor(vendor: SpeechVendorName, apiKey: string) {
    super(apiKey);
    this.vendor = vendor;
    this.listed = VOICES[vendor];
  }

  override get baseUrl(): string {
    return super.baseUrl.replace(/\/v1$/, '');
  }

  protected override async answer(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const isCartesia = this.vendor === 'cartesia';
    const key = isCartesia ? request.headers.authorization : request.headers['xi-api-key'];
    if (key !== (isCartesia ? `Bearer ${this.apiKey}` : this.apiKey)) {
      this.refuse(
        response,
        401,
        isCartesia
          ? { title: 'Unauthorized', message: `Not valid: ${textOf(key)}`, error_code: 'unauthorized' }
          : { detail: { status: 'invalid_api_key', message: `Not valid: ${textOf(key)}` } },
      );
      return;
    }
    if (isCartesia && !request.headers['cartesia-version']) this.violation('no version');
    if (pathname === (isCartesia ? '/voices' : '/v2/voices')) {
      this.lists.push(request.url!);
      this.refuse(response, 200, isCartesia ? this.#cartesiaPage(searchParams) : this.#page(searchParams));
      return;
    }
    const speech = JSON.parse(body.toString('utf8') || '{}') as Json;
    const id = /^\/v1\/text-to-speech\/(?<id>[^/]+)\/stream$/.exec(pathname)?.groups?.id;
    if (isCartesia ? pathname !== '/tts/bytes' : !id || searchParams.get('output_format') !== 'pcm_24000') {
      this.violation(`called ${request.url}`);
      this.refuse(response, 404, { detail: 'Not Found' });
      return;
    }
    this.speeches.push(speech);
    this.onTaken?.(speech, 'speech');
    const [voice, input] = isCartesia ? [(speech.voice as Json).id, speech.transcript] : [id, speech.text];
    await this.speak({ model: speech.model_id, voice, input }, response);
  }

  #cartesiaPage(query: URLSearchParams): Json {
    const listed = this.listed.filter(({ is_owner: own }) => !query.has('is_owner') || own === true);
    const begin = 1 + listed.findIndex(({ id }) => id === query.get('starting_after'));
    const end = begin + Math.min(this.pageSize, Number(query.get('limit')));
    return { data: listed.slice(begin, end), has_more: end < listed.length };
  }

  #page(query: URLSearchParams): Json {
    const begin = Number(query.get('next_page_token') ?? 0);
    const end = begin + Math.min(this.pageSize, Number(query.get('page_size')));
    const hasMore = end < this.listed.length;
    return {
      voices: this.listed.slice(begin, end),
      has_more: hasMore,
      total_count: this.listed.length,
      next_page_token: hasMore ? textOf(`${end}`) : null,
    };
  }
}

const elevenLabsVoice = (name: string, gender: string, language: string, category = 'premade'): Json => ({
  voice_id: `id-of-${name}`,
  name,
  category,
  labels: { gender, language, accent: 'standard', use_case: 'conversational' },
  preview_url: `https://storage.example/${name}.mp3`,
  is_owner: category !== 'professional',
});

const VOICES: Readonly<Record<SpeechVendorName, Json[]>> = {
  cartesia: [
    cartesiaVoice('Katie', 'feminine', 'en'),
    cartesiaVoice('Ronald', 'masculine', 'en'),
    cartesiaVoice('Grandpa', 'masculine', 'de', true),
  ],
  elevenlabs: [
    elevenLabsVoice('Katie', 'female', 'en'),
    elevenLabsVoice('Ronald', 'male', 'en', 'professional'),
    elevenLabsVoice('Grandpa', 'male', 'de', 'cloned'),
  ],
};
