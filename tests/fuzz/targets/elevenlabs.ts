import { pcmFromBase64 } from '@visavis/server/dist/audio/pcm.js';
import { cutAtWords } from '@visavis/server/dist/providers/realtime/elevenlabs/cut-at-words.js';
import {
  readElevenLabsEvent,
  refusedOverride,
} from '@visavis/server/dist/providers/realtime/elevenlabs/elevenlabs-messages.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

export const target: FuzzTarget = {
  about: "events of ElevenLabs' Agents platform, and cutting its sound at words",
  covers: ['/providers/realtime/elevenlabs/', '/lib/json-reader.js', '/audio/pcm.js'],
  seeds: `{"type":"audio","audio_event":{"audio_base_64":"AAAABBBBAAAABBBBAAAABBBB","event_id":1,"alignment":{"chars":["h","i"," ","y"],"char_start_times_ms":[0,0.1,0.2,0.3]}}}
    {"type":"conversation_initiation_metadata","conversation_initiation_metadata_event":{"agent_output_audio_format":"pcm_16000","user_input_audio_format":"ulaw_8000"}}
    {"type":"client_tool_call","client_tool_call":{"tool_name":"n","tool_call_id":"c","parameters":{"a":1}}}
    {"type":"user_transcript","user_transcription_event":{"user_transcript":"hello"}}
    {"type":"agent_response_correction","agent_response_correction_event":{"corrected_agent_response":"a"}}
    {"type":"ping","ping_event":{"event_id":1}}
    {"type":"error","error_event":{"error_type":"x","message":"Override for field 'first_message' is not allowed"}}`,
  tokens: 'null [] {} "interruption" "agent_response" "agent_response_complete" "chars":[ -1e9 1e999 "error"',
  read(input) {
    const message = jsonOf(input);
    const event = message && readElevenLabsEvent(message);
    if (typeof event !== 'object') return event;
    if (event.type === 'error') return refusedOverride(event.message);
    if (event.type !== 'audio' || !event.alignment) return event;
    return cutAtWords(pcmFromBase64(event.base64), 16_000, event.alignment);
  },
};
