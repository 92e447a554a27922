/**
 * The protocol of OpenAI's Realtime API (GA), as far as it is used here. Sources:
 * platform.openai.com/docs/api-reference/realtime-client-events and -server-events; the message formats were compared
 * with `openai-node/src/resources/realtime/realtime.ts`.
 */

import { pcmFromBase64 } from '../../../audio/pcm.ts';
import type { EngineImage, EngineTool } from '../../../engines/engine.ts';
import type { HistoryEntry } from '../../../engines/history.ts';
import { type JsonObject, listAt, numberAt, objectAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import type { OpenAiFault } from './openai-errors.ts';

/** The rate of audio in both directions: signed 16 bit, mono. */
export const OPENAI_SAMPLE_RATE = 24_000;

/** How the end of a turn is detected: by what the user says (`semantic_vad`), or by silence. */
export type TurnDetection = 'semantic_vad' | 'server_vad';
/** For microphones close to the mouth, or across a room. */
export type NoiseReduction = 'near_field' | 'far_field' | 'off';

/** Fraction of the context that is kept when it overflows: rare, large cuts keep the vendor's cache valid. */
const RETENTION_RATIO = 0.8;

export interface SessionSettings {
  model: string;
  voice: string;
  instructions: string;
  transcriptionModel: string;
  /** ISO 639-1, if it is known. */
  transcriptionLanguage?: string | undefined;
  turnDetection?: TurnDetection | undefined;
  noiseReduction?: NoiseReduction | undefined;
  tools: readonly EngineTool[];
}

/** `language` is ISO 639-1. Allowed at any time: an answer in progress continues. */
export function transcriptionUpdate(model: string, language: string): object {
  return {
    type: 'session.update',
    session: { type: 'realtime', audio: { input: { transcription: { model, language } } } },
  };
}

export function sessionUpdate(settings: SessionSettings): object {
  const format = { type: 'audio/pcm', rate: OPENAI_SAMPLE_RATE };
  const { transcriptionModel: model, transcriptionLanguage: language } = settings;
  const { turnDetection = 'semantic_vad', noiseReduction = 'near_field' } = settings;
  return {
    type: 'session.update',
    session: {
      type: 'realtime',
      model: settings.model,
      output_modalities: ['audio'],
      instructions: settings.instructions,
      audio: {
        input: {
          format,
          ...(noiseReduction !== 'off' && { noise_reduction: { type: noiseReduction } }),
          transcription: { model, ...(language && { language }) },
          turn_detection: { type: turnDetection, create_response: true, interrupt_response: true },
        },
        output: { format, voice: settings.voice },
      },
      tools: settings.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        parameters,
      })),
      tool_choice: 'auto',
      truncation: { type: 'retention_ratio', retention_ratio: RETENTION_RATIO },
    },
  };
}

/** Returns the messages that add an entry of the history to a new connection. */
export function historyItems(entry: HistoryEntry): object[] {
  const { call, text } = entry;
  if (!call) return [historyItem(entry)];
  const { callId, name, args } = call;
  const item = { type: 'function_call', call_id: callId, name, arguments: JSON.stringify(args) };
  return [{ type: 'conversation.item.create', item }, functionOutput(callId, text)];
}

/** The assistant's past answers can be created as text (`output_text`), not as audio. */
export function historyItem({ id, role, text }: Pick<HistoryEntry, 'id' | 'role' | 'text'>): object {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return {
    type: 'conversation.item.create',
    item: {
      id,
      type: 'message',
      role: role === 'note' ? 'system' : role,
      content: [{ type, text }],
    },
  };
}

/** PNG and JPEG are accepted. */
export function imageItem(id: string, { mimeType, bytes }: EngineImage): object {
  const url = `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  const content = [{ type: 'input_image', image_url: url }];
  return { type: 'conversation.item.create', item: { id, type: 'message', role: 'user', content } };
}

export function functionOutput(callId: string, output: string): object {
  return {
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: callId, output },
  };
}

export interface FunctionCall {
  callId: string;
  name: string;
  args: string;
}

export type OpenAiEvent =
  | { type: 'session_created'; expiresAtMs: number | undefined; model: string | undefined }
  | { type: 'session_updated' }
  | { type: 'error'; fault: OpenAiFault; eventId: string | undefined }
  | { type: 'speech'; speaking: boolean }
  | { type: 'committed'; itemId: string }
  | { type: 'transcript_delta'; itemId: string; text: string }
  | { type: 'transcript_done'; itemId: string; text: string }
  | { type: 'transcript_failed'; message: string }
  | { type: 'response_created'; responseId: string }
  | { type: 'message_started'; itemId: string }
  | { type: 'audio'; itemId: string; pcm: Int16Array }
  | { type: 'text'; itemId: string; text: string }
  | { type: 'audio_done'; itemId: string }
  | ({ type: 'call' } & FunctionCall)
  | {
      type: 'response_done';
      status: string;
      error: JsonObject | undefined;
      reason: string;
      /** Some compatible servers report calls only here. */
      calls: FunctionCall[];
    };

/** An answer has a few. */
const MAX_OUTPUTS = 256;

/** Ids are kept for the whole conversation, so an overlong one is ignored. */
const idAt = (parent: JsonObject | undefined, key: string): string | undefined => {
  const id = textAt(parent, key);
  return id !== undefined && id.length <= 256 ? id : undefined;
};

/** Reads an event. Returns `undefined` for an unused event, or a description of a malformed one. */
export function readOpenAiEvent(message: JsonObject): OpenAiEvent | string | undefined {
  const type = textAt(message, 'type');
  if (type === undefined) return 'a message without a type';
  const event = readKnown(type, message);
  return event === null ? `a malformed ${type}` : event;
}

function readKnown(type: string, message: JsonObject): OpenAiEvent | null | undefined {
  const itemId = idAt(message, 'item_id');
  const delta = textAt(message, 'delta');
  switch (type) {
    case 'session.created': {
      const session = objectAt(message, 'session');
      const expiresAt = numberAt(session, 'expires_at');
      return {
        type: 'session_created',
        expiresAtMs: expiresAt ? expiresAt * 1000 : undefined,
        model: textAt(session, 'model'),
      };
    }
    case 'session.updated':
      return { type: 'session_updated' };
    case 'error': {
      const error = objectAt(message, 'error');
      return {
        type: 'error',
        fault: {
          code: textAt(error, 'code') ?? '',
          type: textAt(error, 'type') ?? '',
          message: textAt(error, 'message') ?? '',
        },
        eventId: textAt(error, 'event_id'),
      };
    }
    case 'input_audio_buffer.speech_started':
      return { type: 'speech', speaking: true };
    case 'input_audio_buffer.speech_stopped':
      return { type: 'speech', speaking: false };
    case 'input_audio_buffer.committed':
      return itemId ? { type: 'committed', itemId } : null;
    case 'conversation.item.input_audio_transcription.delta':
      return itemId ? { type: 'transcript_delta', itemId, text: delta ?? '' } : null;
    case 'conversation.item.input_audio_transcription.completed': {
      const text = textAt(message, 'transcript');
      return itemId && text !== undefined ? { type: 'transcript_done', itemId, text } : null;
    }
    case 'conversation.item.input_audio_transcription.failed':
      return {
        type: 'transcript_failed',
        message: textAt(objectAt(message, 'error'), 'message') ?? 'no reason given',
      };
    case 'response.created': {
      const id = idAt(objectAt(message, 'response'), 'id');
      return id ? { type: 'response_created', responseId: id } : null;
    }
    case 'response.output_item.added': {
      const item = objectAt(message, 'item');
      const id = idAt(item, 'id');
      if (!item || !id) return null;
      return textAt(item, 'type') === 'message' ? { type: 'message_started', itemId: id } : undefined;
    }
    // Compatible servers still use the older names, from before general availability.
    case 'response.output_audio.delta':
    case 'response.audio.delta':
      return itemId && delta !== undefined ? { type: 'audio', itemId, pcm: pcmFromBase64(delta) } : null;
    case 'response.output_audio_transcript.delta':
    case 'response.audio_transcript.delta':
    case 'response.output_text.delta':
    case 'response.text.delta':
      return itemId && delta !== undefined ? { type: 'text', itemId, text: delta } : null;
    case 'response.output_item.done':
      return readItemDone(objectAt(message, 'item'));
    case 'response.done': {
      const response = objectAt(message, 'response');
      const details = objectAt(response, 'status_details');
      return {
        type: 'response_done',
        status: textAt(response, 'status') ?? 'completed',
        error: objectAt(details, 'error'),
        reason: textAt(details, 'reason') ?? '',
        calls: callsOf(response),
      };
    }
    default:
      return undefined;
  }
}

function readItemDone(item: JsonObject | undefined): OpenAiEvent | null | undefined {
  const id = idAt(item, 'id');
  if (!item) return null;
  if (textAt(item, 'type') === 'message') return id ? { type: 'audio_done', itemId: id } : null;
  if (textAt(item, 'type') !== 'function_call') return undefined;
  // An interrupted answer also ends its calls, half written: `incomplete`. Some servers omit the status.
  if ((textAt(item, 'status') ?? 'completed') !== 'completed') return undefined;
  const callId = idAt(item, 'call_id');
  const name = textAt(item, 'name');
  if (!callId || !name) return null;
  return { type: 'call', callId, name, args: textAt(item, 'arguments') ?? '' };
}

function callsOf(response: JsonObject | undefined): FunctionCall[] {
  return listAt(response, 'output')
    .slice(0, MAX_OUTPUTS)
    .flatMap((output) => {
      const event = readItemDone(objectOf(output));
      return event && event.type === 'call' ? [event] : [];
    });
}
