/** The messages on the wire as the vendors publish them. `prepare.ts` converts this file to schemas; it never runs. */
import type {
  GenerationRequest,
  TTSGenerateParams,
  WebsocketClientEvent,
  WebsocketResponse,
} from '@cartesia/cartesia-js/resources/tts';
import type { Voice } from '@cartesia/cartesia-js/resources/voices';
import type {
  ListenV1CloseStream,
  ListenV1Finalize,
  ListenV1KeepAlive,
  ListenV1Results,
} from '@deepgram/sdk/listen/v1';
import type { StreamTextToSpeechRequest } from '@elevenlabs/elevenlabs-js/serialization/resources/textToSpeech/client/requests/StreamTextToSpeechRequest';
import type { Voice as ElevenLabsListedVoice } from '@elevenlabs/elevenlabs-js/serialization/types/Voice';
import type * as ElevenLabs from '@elevenlabs/types';
import type { LiveClientMessage, LiveServerMessage } from '@google/genai';
import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import type { TranscriptionCreateParamsNonStreaming } from 'openai/resources/audio/transcriptions';
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions';
import type { RealtimeClientEvent, RealtimeServerEvent } from 'openai/resources/realtime/realtime';

export type OpenAiClientMessage = RealtimeClientEvent;
export type OpenAiServerMessage = RealtimeServerEvent;

export type GeminiClientMessage = LiveClientMessage;
export type GeminiServerMessage = LiveServerMessage;

export type ElevenLabsClientMessage =
  | ElevenLabs.UserAudio
  | ElevenLabs.Pong
  | ElevenLabs.UserMessage
  | ElevenLabs.UserActivity
  | ElevenLabs.UserFeedback
  | ElevenLabs.ClientToolResult
  | ElevenLabs.McpToolApprovalResult
  | ElevenLabs.ContextualUpdate
  | ElevenLabs.ConversationInitiation
  | ElevenLabs.MultimodalMessage;

/** Messages of the agents API; the package also contains those of the speech-to-text API. */
export type ElevenLabsServerMessage =
  | ElevenLabs.Audio
  | ElevenLabs.UserTranscript
  | ElevenLabs.TentativeUserTranscript
  | ElevenLabs.AgentResponse
  | ElevenLabs.AgentResponseCorrection
  | ElevenLabs.AgentChatResponsePart
  | ElevenLabs.AgentReasoningResponsePart
  | ElevenLabs.Interruption
  | ElevenLabs.ConversationMetadata
  | ElevenLabs.ClientToolCallMessage
  | ElevenLabs.RichContentMessage
  | ElevenLabs.AgentToolRequestMessage
  | ElevenLabs.AgentToolResponseMessage
  | ElevenLabs.AgentToolResponseFullPayloadMessage
  | ElevenLabs.McpToolCall
  | ElevenLabs.McpConnectionStatusMessage
  | ElevenLabs.VadScore
  | ElevenLabs.Ping
  | ElevenLabs.ContextUsage
  | ElevenLabs.AsrInitiationMetadata
  | ElevenLabs.GuardrailTriggered
  | ElevenLabs.InternalTurnProbability
  | ElevenLabs.InternalTentativeAgentResponse
  | ElevenLabs.AgentTyping
  | ElevenLabs.ExternalAgentConnected
  | ElevenLabs.ExternalAgentDisconnected
  | ElevenLabs.ErrorMessage;

export type ChatRequest = ChatCompletionCreateParamsStreaming;
export type ChatChunk = ChatCompletionChunk;
export type SpeechRequest = SpeechCreateParams;
/** Without the recording, which is sent as a part of the form. */
export type TranscriptionRequest = Omit<TranscriptionCreateParamsNonStreaming<'json'>, 'file'>;

/** Messages of live speech recognition. */
export type DeepgramClientMessage = ListenV1Finalize | ListenV1CloseStream | ListenV1KeepAlive;
export type DeepgramResults = ListenV1Results;

/** Messages of speech synthesis. */
export type CartesiaGeneration = GenerationRequest;
export type CartesiaCancel = WebsocketClientEvent.CancelContextRequest;
export type CartesiaServerMessage = WebsocketResponse;
export type CartesiaVoice = Voice;
export type CartesiaSpeech = TTSGenerateParams;
export type ElevenLabsSpeech = StreamTextToSpeechRequest.Raw;
export type ElevenLabsVoice = ElevenLabsListedVoice.Raw;
