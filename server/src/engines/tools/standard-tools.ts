import { EMOTIONS, type Emotion } from '../../faces/face.ts';
import type { EngineEvent, EngineHost, EngineTool } from '../engine.ts';

export interface WebPage {
  title: string;
  url: string;
  /** The part of the page that is about the query. */
  excerpt: string;
}

/** An operator's search service. Rejects if it cannot answer. */
export type WebSearch = (query: string, signal: AbortSignal) => Promise<WebPage[]>;

export interface StandardToolOptions {
  webSearch?: WebSearch | undefined;
  emit: (event: EngineEvent) => void;
  /** Called when the model wants to hang up; a farewell may still follow. */
  onEnd: () => void;
}

const MAX_PASSAGES = 5;
const MAX_PAGES = 5;

/** Returns the tools of this conversation. They depend on the plan and the host, not on the provider. */
export function standardTools(host: EngineHost, options: StandardToolOptions): EngineTool[] {
  const tools: EngineTool[] = [];
  if (host.searchKnowledge) tools.push(searchKnowledgeTool(host.searchKnowledge.bind(host)));
  if (host.plan.search && options.webSearch) tools.push(searchWebTool(options.webSearch));
  if (host.plan.emotions) tools.push(expressTool(options.emit));
  tools.push(endConversationTool(options.onEnd));
  return tools;
}

function searchKnowledgeTool(search: NonNullable<EngineHost['searchKnowledge']>): EngineTool {
  return {
    name: 'search_knowledge_base',
    description:
      'Searches the documents that you answer from. Call it before you answer any question of fact that they ' +
      'may cover, with the question in a few words.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for' } },
      required: ['query'],
    },
    async run(args) {
      const passages = await search(textArgument(args, 'query'), MAX_PASSAGES);
      if (passages.length === 0)
        return 'Nothing about this in the documents. Say so; do not invent an answer.';
      return passages.map(({ documentName, text }, i) => `[${i + 1}] ${documentName}: ${text}`).join('\n\n');
    },
  };
}

function searchWebTool(search: WebSearch): EngineTool {
  return {
    name: 'search_web',
    description: 'Searches the web. Call it for news, prices, weather and whatever else changes.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for' } },
      required: ['query'],
    },
    async run(args, signal) {
      const pages = (await search(textArgument(args, 'query'), signal)).slice(0, MAX_PAGES);
      if (pages.length === 0) return 'The search found nothing.';
      return pages.map(({ title, url, excerpt }) => `${title} (${url}): ${excerpt}`).join('\n\n');
    },
  };
}

function expressTool(emit: StandardToolOptions['emit']): EngineTool {
  return {
    name: 'express',
    description:
      'Shows a feeling on your face. Call it together with your answer whenever your feeling changes; it is ' +
      'silent, never mention it.',
    parameters: {
      type: 'object',
      properties: { emotion: { type: 'string', enum: [...EMOTIONS] } },
      required: ['emotion'],
    },
    silent: true,
    run(args) {
      const emotion = EMOTIONS.find((name): name is Emotion => name === args.emotion);
      if (!emotion) return Promise.reject(new Error(`the emotion must be one of ${EMOTIONS.join(', ')}`));
      emit({ type: 'emotion', emotion });
      return Promise.resolve('Shown.');
    },
  };
}

function endConversationTool(onEnd: () => void): EngineTool {
  return {
    name: 'end_conversation',
    description:
      'Hangs up. Call it when the user says goodbye or asks to stop, after or together with a short farewell.',
    parameters: { type: 'object', properties: {} },
    silent: true,
    run() {
      onEnd();
      return Promise.resolve('The conversation ends once your farewell is said.');
    },
  };
}

function textArgument(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`the argument "${name}" is missing`);
  return value.trim();
}
