/** What the process that hosts this machine's language model is asked, and what it answers. */

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
  /** The conversation: what is computed for one is kept for its next request. */
  key: string;
  messages: readonly HostedMessage[];
  /** Most tokens of the answer; 0: the messages are computed ahead, and nothing is answered. */
  maxTokens: number;
  tools?: readonly HostedTool[];
  /** Whether the answer has to be a call of one of the tools. */
  mustCall?: boolean;
}

/** The model wrote a call of a tool on and on: this one call is at fault, not the tools. */
export class CallTooLong extends RangeError {
  /** `ChatClient` knows the error by it. */
  readonly code = 'tool_call_too_long';
}

/** The model that the process of the language model serves. */
export interface LanguageModel {
  readonly name: string;
  /** Its template of a chat has tools: it was trained to call them when they help. */
  readonly takesTools: boolean;
  /**
   * The answer as it is made; an empty text is a step without words. A call of a tool comes last, as a whole. Rejects with a `RangeError` where the request does not
   * fit the model, and with the abort's reason.
   */
  answer(request: ChatRequest, signal: AbortSignal): AsyncIterable<string | HostedCall>;
}
