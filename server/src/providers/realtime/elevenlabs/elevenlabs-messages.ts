/**
 * The protocol of ElevenLabs' Agents platform (Conversational AI), as far as it is used here. Sources:
 * elevenlabs.io/docs/agents-platform/api-reference/agents-platform/websocket and the AsyncAPI schema in
 * `elevenlabs/packages` (`packages/types/schemas/agent.asyncapi.yaml`).
 */
import { USUAL_RATES } from '../../../audio/sample-rates.ts';
import { type JsonObject, listAt, numberAt, objectAt, textAt } from '../../../lib/json-reader.ts';

/** Parsed from names such as `pcm_16000` or `ulaw_8000`. */
export interface AudioFormat {
  encoding: 'pcm' | 'ulaw';
  sampleRate: number;
}

/** Fields of the agent that are replaced for this conversation. Its security settings must allow each. */
export interface Overrides {
  prompt?: string | undefined;
  /** Empty: the agent waits for the user. Absent: it says its own. */
  first_message?: string | undefined;
  language?: string | undefined;
  voice_id?: string | undefined;
}

export const OVERRIDES = ['prompt', 'first_message', 'language', 'voice_id'] as const;
export type Override = (typeof OVERRIDES)[number];

export interface InitiationSettings {
  overrides: Overrides;
  /** Values of the variables in the agent's own texts. */
  variables?: Record<string, string | number | boolean> | undefined;
  userId?: string | undefined;
  /** For the agent's own language model, if it has one. */
  customLlmExtraBody?: JsonObject | undefined;
}

/** The field in "Override for field 'first_message' is not allowed by config.", if it is one of ours. */
export function refusedOverride(message: string): Override | undefined {
  const field = /overrides? for (?:field )?['"`]?([\w.]+)/i.exec(message)?.[1]?.split('.').at(-1);
  return OVERRIDES.find((known) => known === field);
}

export function initiation(settings: InitiationSettings): object {
  const { overrides, variables = {}, userId, customLlmExtraBody } = settings;
  const { prompt, first_message: firstMessage, language, voice_id: voiceId } = overrides;
  const agent = {
    ...(prompt === undefined ? {} : { prompt: { prompt } }),
    ...(firstMessage === undefined ? {} : { first_message: firstMessage }),
    ...(language === undefined ? {} : { language }),
  };
  const override = {
    ...(Object.keys(agent).length > 0 ? { agent } : {}),
    ...(voiceId === undefined ? {} : { tts: { voice_id: voiceId } }),
  };
  return {
    type: 'conversation_initiation_client_data',
    ...(Object.keys(override).length > 0 ? { conversation_config_override: override } : {}),
    ...(Object.keys(variables).length > 0 ? { dynamic_variables: variables } : {}),
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(customLlmExtraBody === undefined ? {} : { custom_llm_extra_body: customLlmExtraBody }),
  };
}

/** Maximum characters of a piece of audio, which is a sentence or a part of one. */
const MAX_ALIGNED = 5000;

/** Times at which each character of a piece of audio begins, from the piece's first sample. */
export interface Alignment {
  chars: string[];
  startMs: number[];
}

export type ElevenLabsEvent =
  | { type: 'metadata'; output: AudioFormat; input: AudioFormat }
  | { type: 'ping'; eventId: number }
  | { type: 'audio'; eventId: number; base64: string; alignment: Alignment | undefined }
  | { type: 'answer'; text: string }
  | { type: 'answer_complete' }
  | { type: 'interruption'; eventId: number }
  | { type: 'user_text'; text: string; final: boolean }
  | { type: 'call'; callId: string; name: string; args: JsonObject }
  | { type: 'error'; code: string; message: string };

/** Reads an event. @returns `undefined` for an unused event, or a description of the error for a malformed one */
export function readElevenLabsEvent(message: JsonObject): ElevenLabsEvent | string | undefined {
  const type = textAt(message, 'type');
  if (type === undefined) return 'a message without a type';
  const event = readKnown(type, message);
  return event === null ? `a malformed ${type}` : event;
}

function readKnown(type: string, message: JsonObject): ElevenLabsEvent | null | undefined {
  switch (type) {
    case 'conversation_initiation_metadata': {
      const metadata = objectAt(message, 'conversation_initiation_metadata_event');
      const output = readFormat(textAt(metadata, 'agent_output_audio_format'));
      const input = readFormat(textAt(metadata, 'user_input_audio_format') ?? 'pcm_16000');
      return output && input ? { type: 'metadata', output, input } : null;
    }
    case 'ping': {
      const eventId = numberAt(objectAt(message, 'ping_event'), 'event_id');
      return eventId === undefined ? null : { type: 'ping', eventId };
    }
    case 'audio': {
      const audio = objectAt(message, 'audio_event');
      const base64 = textAt(audio, 'audio_base_64');
      const eventId = numberAt(audio, 'event_id');
      if (base64 === undefined || eventId === undefined) return null;
      return { type: 'audio', eventId, base64, alignment: readAlignment(objectAt(audio, 'alignment')) };
    }
    case 'agent_response': {
      const text = textAt(objectAt(message, 'agent_response_event'), 'agent_response');
      return text === undefined ? null : { type: 'answer', text };
    }
    case 'agent_response_complete':
      return { type: 'answer_complete' };
    case 'interruption':
      return {
        type: 'interruption',
        eventId: numberAt(objectAt(message, 'interruption_event'), 'event_id') ?? 0,
      };
    case 'user_transcript': {
      const text = textAt(objectAt(message, 'user_transcription_event'), 'user_transcript');
      return text === undefined ? null : { type: 'user_text', text, final: true };
    }
    case 'tentative_user_transcript': {
      const text = textAt(objectAt(message, 'tentative_user_transcription_event'), 'user_transcript');
      return text === undefined ? null : { type: 'user_text', text, final: false };
    }
    case 'client_tool_call': {
      const call = objectAt(message, 'client_tool_call');
      const name = textAt(call, 'tool_name');
      const callId = textAt(call, 'tool_call_id');
      if (!name || !callId) return null;
      return { type: 'call', callId, name, args: objectAt(call, 'parameters') ?? {} };
    }
    case 'error': {
      // Some errors are flat, without a nested object, such as that for an exhausted quota.
      const error = objectAt(message, 'error_event') ?? message;
      const words = textAt(error, 'message') ?? textAt(error, 'reason') ?? textAt(error, 'error_type');
      const code = textAt(error, 'error_type') ?? textAt(error, 'code') ?? '';
      return { type: 'error', code, message: words ?? 'an error without a message' };
    }
    default:
      return undefined;
  }
}

function readFormat(name: string | undefined): AudioFormat | undefined {
  const match = /^(pcm|ulaw)_(\d{4,5})$/.exec(name ?? '');
  const sampleRate = Number(match?.[2]);
  if (!match || !USUAL_RATES.includes(sampleRate)) return undefined;
  return { encoding: match[1] === 'ulaw' ? 'ulaw' : 'pcm', sampleRate };
}

function readAlignment(alignment: JsonObject | undefined): Alignment | undefined {
  const all = listAt(alignment, 'chars');
  if (all.length > MAX_ALIGNED) return undefined;
  const chars = all.filter((char) => typeof char === 'string');
  const startMs = listAt(alignment, 'char_start_times_ms').filter((time) => typeof time === 'number');
  return chars.length > 0 && chars.length === startMs.length ? { chars, startMs } : undefined;
}
