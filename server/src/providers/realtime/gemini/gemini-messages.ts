/**
 * The protocol of Google's Gemini Live API (BidiGenerateContent), as far as it is used here. Sources:
 * ai.google.dev/api/live; names compared with `js-genai/src/types.ts`. Server messages may be JSON in binary frames,
 * and one message may contain several events.
 */

import { pcmFromBase64 } from '../../../audio/pcm.ts';
import { USUAL_RATES } from '../../../audio/sample-rates.ts';
import type { EngineImage, EngineTool } from '../../../engines/engine.ts';
import type { HistoryCall, HistoryEntry } from '../../../engines/history.ts';
import { MAX_CALLS_AN_ANSWER } from '../../../engines/tools/tool-runner.ts';
import { flagAt, type JsonObject, listAt, objectAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import type { Scheduling, ThinkingLevel } from './gemini-traits.ts';

export const GEMINI_INPUT_RATE = 16_000;
const OUTPUT_RATE = 24_000;
/** A message has one or two. */
const MAX_PARTS = 256;

export interface SetupSettings {
  model: string;
  voice: string;
  instructions: string;
  tools: readonly EngineTool[];
  /** Returns the value of `behavior` that is declared with a tool. */
  behaviorOf: (tool: EngineTool) => 'BLOCKING' | 'NON_BLOCKING' | undefined;
  googleSearch: boolean;
  /** Whether to request affective dialog; it needs the API version `v1alpha`. */
  affectiveDialog: boolean;
  thinkingLevel: ThinkingLevel | undefined;
  /** ISO 639-1, if the agent has a fixed language: a hint for the transcription of the user's speech. */
  language: string | undefined;
  resumptionHandle: string | undefined;
}

export function setupMessage(settings: SetupSettings): object {
  const functionDeclarations = settings.tools.map((tool) => declaration(tool, settings.behaviorOf(tool)));
  return {
    setup: {
      model: `models/${settings.model}`,
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: settings.voice } } },
        ...(settings.affectiveDialog ? { enableAffectiveDialog: true } : {}),
        ...(settings.thinkingLevel && {
          thinkingConfig: { thinkingLevel: settings.thinkingLevel.toUpperCase() },
        }),
      },
      systemInstruction: { parts: [{ text: settings.instructions }] },
      tools: [
        ...(settings.googleSearch ? [{ googleSearch: {} }] : []),
        ...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []),
      ],
      inputAudioTranscription: settings.language ? { languageCodes: [settings.language] } : {},
      outputAudioTranscription: {},
      sessionResumption: settings.resumptionHandle ? { handle: settings.resumptionHandle } : {},
      contextWindowCompression: { slidingWindow: {} },
    },
  };
}

function declaration(tool: EngineTool, behavior: 'BLOCKING' | 'NON_BLOCKING' | undefined): object {
  const properties = objectAt(tool.parameters, 'properties');
  return {
    name: tool.name,
    description: tool.description,
    // An object without properties is refused; omitted parameters are not.
    ...(properties && Object.keys(properties).length > 0 ? { parameters: toSchema(tool.parameters) } : {}),
    ...(behavior && { behavior }),
  };
}

const SCHEMA_KEYS = ['title', 'description', 'required', 'nullable', 'minimum', 'maximum'];
/** 64-bit integers, which are strings in this API's JSON. */
const SCHEMA_COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength'];

/**
 * Converts a JSON schema. Gemini takes a subset of OpenAPI's schemas, with its own type names, and refuses unknown
 * fields.
 */
function toSchema(schema: JsonObject): JsonObject {
  const result: JsonObject = {};
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  const type = types.find((one) => one !== 'null') ?? types[0];
  if (type) result.type = type.toUpperCase();
  if (types.length > 1) result.nullable = true;
  for (const key of SCHEMA_KEYS) if (schema[key] !== undefined) result[key] = schema[key];
  for (const key of SCHEMA_COUNTS) if (Number.isInteger(schema[key])) result[key] = String(schema[key]);
  const values = schema.const === undefined ? schema.enum : [schema.const];
  // Gemini takes `enum` only for strings, and no `format` except `date-time`.
  if (Array.isArray(values) && type === 'string')
    result.enum = values.filter((one) => typeof one === 'string');
  if (schema.format === 'date-time') result.format = schema.format;
  const properties = objectAt(schema, 'properties');
  if (properties) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, toSchema(objectOf(value) ?? {})]),
    );
  }
  const items = objectAt(schema, 'items');
  if (items) result.items = toSchema(items);
  const choices = listAt(schema, 'anyOf');
  if (choices.length > 0) result.anyOf = choices.map((one) => toSchema(objectOf(one) ?? {}));
  return result;
}

export function clientContent(turns: readonly JsonObject[], turnComplete: boolean): object {
  return { clientContent: { turns, turnComplete } };
}

/** Returns the message for a picture: a frame of what the user's camera would show. */
export function imageFrame({ mimeType, bytes }: EngineImage): object {
  return { realtimeInput: { video: { mimeType, data: Buffer.from(bytes).toString('base64') } } };
}

export function userTurn(text: string): JsonObject {
  return { role: 'user', parts: [{ text }] };
}

/** Returns the turns of an earlier connection. There is no system role: notes are user turns in parentheses. */
export function historyTurns(entries: readonly HistoryEntry[]): JsonObject[] {
  return entries.flatMap(({ role, text, call }): JsonObject[] => {
    if (call) return callTurns(call, text);
    if (role === 'note') return [userTurn(`(${text})`)];
    return [role === 'assistant' ? { role: 'model', parts: [{ text }] } : userTurn(text)];
  });
}

function callTurns({ callId: id, name, args }: HistoryCall, output: string): JsonObject[] {
  return [
    { role: 'model', parts: [{ functionCall: { id, name, args } }] },
    { role: 'user', parts: [{ functionResponse: { id, name, response: { output } } }] },
  ];
}

export function toolResponse(id: string, name: string, output: string, scheduling: Scheduling): object {
  const answer = { id, name, response: { output }, ...(scheduling && { scheduling }) };
  return { toolResponse: { functionResponses: [answer] } };
}

export type GeminiEvent =
  | { type: 'setup_complete' }
  | { type: 'user_text'; text: string }
  | { type: 'audio'; pcm: Int16Array; sampleRate: number }
  | { type: 'text'; text: string }
  | { type: 'interrupted' }
  | { type: 'generation_complete' }
  | { type: 'turn_complete' }
  /** Models that think at length report whether more may follow after an answer. */
  | { type: 'interaction'; inProgress: boolean }
  | { type: 'call'; id: string; name: string; args: JsonObject }
  | { type: 'calls_cancelled'; ids: string[] }
  | { type: 'go_away'; leftMs: number }
  | { type: 'resumable'; handle: string };

/** Returns the events of a message in the order in which to handle them. A string describes a malformed one. */
export function readGeminiMessage(message: JsonObject): (GeminiEvent | string)[] {
  const events: (GeminiEvent | string)[] = [];
  if (message.setupComplete !== undefined) events.push({ type: 'setup_complete' });
  const content = objectAt(message, 'serverContent');
  if (content) readContent(content, events);
  const calls = listAt(objectAt(message, 'toolCall'), 'functionCalls');
  if (calls.length > MAX_CALLS_AN_ANSWER) events.push('too many tool calls in one answer');
  for (const call of calls.slice(0, MAX_CALLS_AN_ANSWER)) {
    const id = textAt(objectOf(call), 'id');
    const name = textAt(objectOf(call), 'name');
    if (id && name) events.push({ type: 'call', id, name, args: objectAt(objectOf(call), 'args') ?? {} });
    else events.push('a function call without an id or a name');
  }
  const cancelled = objectAt(message, 'toolCallCancellation');
  if (cancelled) {
    const ids = listAt(cancelled, 'ids').slice(0, MAX_PARTS);
    events.push({ type: 'calls_cancelled', ids: ids.filter((id) => typeof id === 'string') });
  }
  const update = objectAt(message, 'sessionResumptionUpdate');
  const handle = textAt(update, 'newHandle');
  if (handle && flagAt(update, 'resumable')) events.push({ type: 'resumable', handle });
  const goAway = objectAt(message, 'goAway');
  if (goAway) events.push({ type: 'go_away', leftMs: readDurationMs(textAt(goAway, 'timeLeft')) });
  return events;
}

function readContent(content: JsonObject, events: (GeminiEvent | string)[]): void {
  const userText = textAt(objectAt(content, 'inputTranscription'), 'text');
  if (userText) events.push({ type: 'user_text', text: userText });
  if (flagAt(content, 'interrupted')) events.push({ type: 'interrupted' });
  for (const part of listAt(objectAt(content, 'modelTurn'), 'parts').slice(0, MAX_PARTS)) {
    const read = readPart(objectOf(part));
    if (read !== undefined) events.push(read);
  }
  const text = textAt(objectAt(content, 'outputTranscription'), 'text');
  if (text) events.push({ type: 'text', text });
  if (flagAt(content, 'generationComplete')) events.push({ type: 'generation_complete' });
  if (flagAt(content, 'turnComplete')) events.push({ type: 'turn_complete' });
  const status = textAt(content, 'interactionStatus');
  if (status === 'IN_PROGRESS' || status === 'IDLE') {
    events.push({ type: 'interaction', inProgress: status === 'IN_PROGRESS' });
  }
}

/** Reads a part's audio. Its text is ignored: it is thoughts, or repeats the transcription. */
function readPart(part: JsonObject | undefined): GeminiEvent | string | undefined {
  const inline = objectAt(part, 'inlineData');
  if (!inline || flagAt(part, 'thought')) return undefined;
  const mimeType = textAt(inline, 'mimeType') ?? 'audio/pcm';
  const data = textAt(inline, 'data');
  if (!mimeType.startsWith('audio/pcm') || data === undefined)
    return `a part of type ${mimeType} without audio`;
  const rate = Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? OUTPUT_RATE);
  if (!USUAL_RATES.includes(rate)) return `audio with the unsupported sample rate ${rate} Hz`;
  return { type: 'audio', pcm: pcmFromBase64(data), sampleRate: rate };
}

/** Reads a protobuf duration: `"9.5s"`. */
function readDurationMs(text: string | undefined): number {
  const seconds = Number(/^([\d.]+)s$/.exec(text ?? '')?.[1] ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
