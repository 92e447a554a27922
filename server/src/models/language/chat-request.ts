/** Requests to the process that hosts this machine's language model, and its answers. */

export interface HostedMessage {
  role: string;
  content: string;
}

export interface HostedTool {
  name: string;
  description: string;
  /** JSON schema. */
  parameters: unknown;
}

export interface HostedCall {
  name: string;
  /** JSON. */
  args: string;
}

export interface ChatRequest {
  /** The conversation. What is computed for it is kept for its next request. */
  key: string;
  messages: readonly HostedMessage[];
  /** The maximum number of tokens of the answer; 0 only computes the messages in advance. */
  maxTokens: number;
  tools?: readonly HostedTool[];
  /** Whether the answer must be a call of one of the tools. */
  mustCall?: boolean;
}

/** The model wrote an endless call of a tool. Only this call is at fault, not the tools. */
export class CallTooLong extends RangeError {
  /** Identifies the error for `ChatClient`. */
  readonly code = 'tool_call_too_long';
}

/** The model that the language model's process serves. */
export interface LanguageModel {
  readonly name: string;
  /** Whether its chat template supports tools, so that it was trained to call them when they help. */
  readonly takesTools: boolean;
  /**
   * Yields the answer as it is produced. An empty string is a step without text. A tool call comes last, as a whole.
   * Rejects with a `RangeError` if the request does not fit the model, or with the abort reason.
   */
  answer(request: ChatRequest, signal: AbortSignal): AsyncIterable<string | HostedCall>;
}
