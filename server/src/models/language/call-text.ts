import { objectOf, textAt } from '../../lib/json-reader.ts';
import type { HostedCall, HostedTool } from './chat-request.ts';

/** The mark before a call in the templates of Hermes, Qwen, SmolLM3 and Granite. */
export const CALL_MARK = '<tool_call>';

/** Writes calls as those models wrote them, for the next round. */
export const writeCalls = (calls: readonly HostedCall[]): string =>
  calls
    .map(
      ({ name, args }) =>
        `\n${CALL_MARK}\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n</tool_call>`,
    )
    .join('');

/** Parses a call that follows the grammar; undefined if it is incomplete. */
export function readCall(text: string): HostedCall | undefined {
  try {
    const call = objectOf(JSON.parse(text.replace(/<\/tool_call>\s*$/, '')));
    const name = textAt(call, 'name');
    return name === undefined ? undefined : { name, args: JSON.stringify(call!.arguments ?? {}) };
  } catch {
    return undefined;
  }
}

/** Describes the tools in the instructions, for a model whose template has no place for them. */
export const describeTools = (tools: readonly HostedTool[]): string =>
  `\n\nCall one of these functions, as JSON with "name" and "arguments":\n${tools
    .map((tool) => JSON.stringify(tool))
    .join('\n')}`;

/** Some models (Qwen2.5 Coder) omit the mark: an answer that begins like JSON is a call, and must not be spoken. */
export const beginsUnmarkedCall = (text: string): boolean => /^\s*\{/.test(text);
