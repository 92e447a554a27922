import { exampleOf } from '@visavis/docs/dist/api/example.js';
import { listCalls, type OpenApi } from '@visavis/docs/dist/api/openapi.js';
import { BODY_FILE, renderSamples } from '@visavis/docs/dist/api/samples.js';
import { ADMIN_TOKEN, type ApiHarness, PNG, startApi } from './api-harness.ts';
import { createSend, storyPorts, tellStory } from './example-story.ts';
import { CATALOGUE } from './inside.ts';
import { entryOf, startModelMirror } from './model-mirror.ts';

/** A sample of the reference, ready to run. */
export interface ReadySample {
  operationId: string;
  code: string;
  env: Record<string, string>;
  /** Files that it reads, by name. */
  files: Record<string, string>;
}

/** Resolves with what the sample printed: the service's response. @throws Error if the sample fails */
export type RunSample = (sample: ReadySample) => Promise<unknown>;

const PLACEHOLDER = /_01kh0m3v2q8e4tb9p0x7yz\d{4}|YOUR_|avatars\.example\.com/;

/**
 * Runs the samples of all operations in one language, in the order of the story, against a listening service. Ids in a
 * printed sample are those of recorded responses: they are replaced by ids from the responses to earlier samples, found
 * by matching each response with the recorded one. Operations with a second address (`…V1`) are run there in a second
 * pass. Sign-in requests that only browsers send are sent without a sample.
 * @returns the operations whose sample was run, and those of the reference, except these
 */
export async function runSamples(
  language: string,
  run: RunSample,
): Promise<{ ran: Set<string>; all: Set<string> }> {
  const mirror = await startModelMirror();
  const catalogue = CATALOGUE.filter(({ name }) => ['runtime', 'whisper-base'].includes(name)).map((entry) =>
    entryOf(entry.name, { ...entry, files: entryOf(entry.name).files, needs: entry.needs.slice(0, 1) }),
  );
  let api: ApiHarness | undefined;
  try {
    api = await startApi({
      webhooksToPrivate: true,
      models: { catalogue, mirror: mirror.url },
      wrapPorts: storyPorts,
    });
    // A client that follows a conversation needs time to pass.
    await api.startEvents();
    const url = await api.listen();
    const document = (await api.call('GET', '/openapi.json', { key: null })).body as OpenApi;
    const calls = new Map(listCalls(document).map((call) => [call.operationId, call]));
    const send = await createSend(api);
    const ran = new Set<string>();
    const picture = Buffer.from(PNG.slice(PNG.indexOf(',') + 1), 'base64');
    for (const suffix of ['', 'V1']) {
      const values = new Map<string, string>();
      await tellStory(api, mirror, async (name, request = {}) => {
        const operationId = name + suffix;
        const call = calls.get(operationId);
        if (!call) return (await send(name, request)).body;
        if (isOfBrowsers(call)) {
          const { body } = await send(operationId, request);
          learn(recordedAnswer(call.responses), body, values);
          return body;
        }
        const { as, shownBody } = request;
        const { body, bodyType } = exampleOf(call);
        const shownPicture = (shownBody as { refImage?: string } | undefined)?.refImage;
        if (shownPicture) api!.pictures.set(shownPicture, picture);
        const { code } = renderSamples(call).find((sample) => sample.name === language)!;
        const filled = code.replace(/[\w-]+/g, (word) => values.get(word) ?? word);
        if (PLACEHOLDER.test(filled)) throw new Error(`${operationId}: nothing is known of an id\n${filled}`);
        const answer = await run({
          operationId,
          code: filled,
          env: {
            VISAVIS_URL: url,
            VISAVIS_API_KEY: api!.key,
            VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN,
            ...(typeof as === 'object' && { CLIENT_TOKEN: as.bearer }),
          },
          files: bodyType && typeof body === 'string' ? { [BODY_FILE]: body } : {},
        }).catch((error: Error) => {
          throw new Error(`${operationId}: ${error.message}\n${filled}`);
        });
        ran.add(operationId);
        learn(recordedAnswer(call.responses), answer, values);
        return answer;
      });
    }
    const all = [...calls.values()].filter((call) => !isOfBrowsers(call));
    return { ran, all: new Set(all.map(({ operationId }) => operationId)) };
  } finally {
    await api?.close();
    await mirror.close();
  }
}

const isOfBrowsers = ({ tags }: { tags?: string[] }): boolean => tags?.includes('sign-in') === true;

function recordedAnswer(responses: OpenApi['paths'][string][string]['responses']): unknown {
  const [, success] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
  return success.content?.['application/json']?.example;
}

/** Whether a word is generated anew in each run, as ids, tokens and signatures are: these contain a digit. */
const isMade = (word: string) => word.length >= 8 && /\d/.test(word);
const wordsOf = (text: string) => text.replace(/\w+:\/\/[^/]+/g, '').match(/[\w-]+/g) ?? [];

/** Records which words of the response correspond to generated words of the recorded one. */
function learn(recorded: unknown, answer: unknown, values: Map<string, string>): void {
  if (typeof recorded === 'string' && typeof answer === 'string') {
    const actual = wordsOf(answer);
    for (const [at, word] of wordsOf(recorded).entries())
      if (isMade(word) && actual[at] !== undefined) values.set(word, actual[at]);
  } else if (typeof recorded === 'object' && typeof answer === 'object' && recorded && answer)
    for (const [name, value] of Object.entries(recorded)) learn(value, Reflect.get(answer, name), values);
}
