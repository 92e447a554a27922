import { openAiError } from '@visavis/server/dist/providers/realtime/openai/openai-errors.js';
import { readOpenAiEvent } from '@visavis/server/dist/providers/realtime/openai/openai-messages.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

export const target: FuzzTarget = {
  about: 'events of the OpenAI Realtime API, and of servers that are compatible with it',
  covers: [
    '/providers/realtime/openai/',
    '/providers/provider-error.js',
    '/lib/json-reader.js',
    '/audio/pcm.js',
  ],
  seeds: `{"type":"session.created","session":{"expires_at":1,"model":"m"}}
    {"type":"error","error":{"code":"invalid_api_key","type":"t","message":"try again in 1.5s","event_id":"e"}}
    {"type":"response.output_audio.delta","item_id":"i","response_id":"r","delta":"AAAA"}
    {"type":"response.created","response":{"id":"r"}}
    {"type":"response.output_item.added","response_id":"r","item":{"id":"i","type":"message"}}
    {"type":"response.done","response":{"id":"r","status":"failed","status_details":{"error":{}},"output":[{"id":"i","type":"function_call","status":"completed","call_id":"c","name":"n","arguments":"{}"}]}}
    {"type":"conversation.item.input_audio_transcription.completed","item_id":"i","transcript":"hello"}`,
  tokens:
    'null [] {} 1e999 "item": "delta": "output":[ session.updated input_audio_buffer.speech_started .speech_stopped .committed .delta .failed .done response.output_text.delta response.output_item.done',
  read(input) {
    const message = jsonOf(input);
    const event = message && readOpenAiEvent(message);
    return typeof event === 'object' && event.type === 'error'
      ? openAiError(event.fault, { apiKey: 'secret' }).message
      : event;
  },
};
