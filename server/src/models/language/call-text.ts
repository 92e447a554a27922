import { objectOf, textAt } from '../../lib/json-reader.ts';
import type { HostedCall, HostedTool } from './chat-request.ts';

/** The mark before a call, in the templates of Hermes, Qwen, SmolLM3 and Granite. */
export const CALL_MARK = '<tool_call>';

/** Calls as those models wrote them, for their next round. */
export const writeCalls = (calls: readonly HostedCall[]): string =>
  calls
    .map(
      ({ name, args }) =>
        `\n${CALL_MARK}\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n</tool_call>`,
    )
    .join('');

/** A call as the grammar lets it be written; `undefined` where it is broken off. */
export function readCall(text: string): HostedCall | undefined {
  try {
    const call = objectOf(JSON.parse(text.replace(/<\/tool_call>\s*$/, '')));
    const name = textAt(call, 'name');
    return name === undefined ? undefined : { name, args: JSON.stringify(call!.arguments ?? {}) };
  } catch {
    return undefined;
  }
}

/** Returns a description of the tools for instructions, where the template of a model says nothing of tools. */
export const describeTools = (tools: readonly HostedTool[]): string =>
  `\n\nCall one of these functions, as JSON with "name" and "arguments":\n${tools
    .map((tool) => JSON.stringify(tool))
    .join('\n')}`;

/** Some models (Qwen2.5 Coder) leave the mark out: an answer that begins as JSON does is a call, and nothing to be spoken. */
export const beginsUnmarkedCall = (text: string): boolean => /^\s*\{/.test(text);

/** How much of the end of a text may be the beginning of the mark. */
export function heldBack(text: string): number {
  for (let length = Math.min(text.length, CALL_MARK.length - 1); length > 0; length--)
    if (CALL_MARK.startsWith(text.slice(-length))) return length;
  return 0;
}
