/** Server events that an engine ignores on purpose, with the reason. It must handle all others of its vendor. */

const ECHO = 'repeats what we sent, or what its deltas have told';
const NOT_ASKED_FOR = 'of a feature that our session does not turn on';
const NOT_NEEDED = 'tells nothing that a conversation needs';

export const IGNORED_OPENAI: Record<string, string> = {
  'conversation.created': NOT_NEEDED,
  'conversation.item.created': ECHO,
  'conversation.item.added': ECHO,
  'conversation.item.done': ECHO,
  'conversation.item.deleted': ECHO,
  'conversation.item.truncated': ECHO,
  'conversation.item.retrieved': NOT_ASKED_FOR,
  'conversation.item.input_audio_transcription.segment': NOT_ASKED_FOR,
  'input_audio_buffer.cleared': NOT_ASKED_FOR,
  'input_audio_buffer.timeout_triggered': NOT_ASKED_FOR,
  'input_audio_buffer.dtmf_event_received': 'of telephone lines',
  'output_audio_buffer.started': 'of WebRTC and telephone lines',
  'output_audio_buffer.stopped': 'of WebRTC and telephone lines',
  'output_audio_buffer.cleared': 'of WebRTC and telephone lines',
  'rate_limits.updated': 'a limit that is met comes as a failed response',
  'response.content_part.added': ECHO,
  'response.content_part.done': ECHO,
  'response.output_audio.done': ECHO,
  'response.output_audio_transcript.done': ECHO,
  'response.output_text.done': ECHO,
  'response.function_call_arguments.delta': 'the whole call comes with response.output_item.done',
  'response.function_call_arguments.done': 'the whole call comes with response.output_item.done',
  'mcp_list_tools.in_progress': NOT_ASKED_FOR,
  'mcp_list_tools.completed': NOT_ASKED_FOR,
  'mcp_list_tools.failed': NOT_ASKED_FOR,
  'response.mcp_call_arguments.delta': NOT_ASKED_FOR,
  'response.mcp_call_arguments.done': NOT_ASKED_FOR,
  'response.mcp_call.in_progress': NOT_ASKED_FOR,
  'response.mcp_call.completed': NOT_ASKED_FOR,
  'response.mcp_call.failed': NOT_ASKED_FOR,
};

/** Fields of a message and of its `serverContent`. */
export const IGNORED_GEMINI: Record<string, string> = {
  usageMetadata: NOT_NEEDED,
  voiceActivity: NOT_ASKED_FOR,
  voiceActivityDetectionSignal: NOT_ASKED_FOR,
  'serverContent.groundingMetadata': 'the sources of a search cannot be heard',
  'serverContent.urlContextMetadata': NOT_ASKED_FOR,
  'serverContent.interimInputTranscription': 'inputTranscription tells the same words a moment later',
  'serverContent.turnCompleteReason': 'turnComplete alone counts',
  'serverContent.waitingForInput': NOT_NEEDED,
};

export const IGNORED_ELEVENLABS: Record<string, string> = {
  agent_chat_response_part: 'agent_response tells the whole answer',
  agent_response_correction: 'our own playout knows what was heard of it',
  agent_reasoning_response_part: 'thoughts are for nobody to hear',
  rich_content: NOT_ASKED_FOR,
  agent_tool_request: 'a tool that runs at ElevenLabs',
  agent_tool_response: 'a tool that runs at ElevenLabs',
  agent_tool_response_full_payload: 'a tool that runs at ElevenLabs',
  mcp_tool_call: 'a tool that runs at ElevenLabs',
  mcp_connection_status: 'a tool that runs at ElevenLabs',
  vad_score: NOT_NEEDED,
  context_usage: NOT_NEEDED,
  asr_initiation_metadata: NOT_NEEDED,
  guardrail_triggered: 'the agent goes on with what its owner has set for that',
  internal_turn_probability: NOT_NEEDED,
  internal_tentative_agent_response: NOT_NEEDED,
  agent_typing: NOT_NEEDED,
  external_agent_connected: 'a person who takes over speaks through the same agent',
  external_agent_disconnected: 'a person who takes over speaks through the same agent',
};
