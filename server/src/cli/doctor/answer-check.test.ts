import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { useServers } from '../../lib/testing/use-servers.ts';
import { PATIENCE } from '../../providers/patience.ts';
import { answerFinding } from './answer-check.ts';

const serve = useServers();
const KEY = 'sk-test-0123456789';
const HELLO = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Hello.' } }] })}\n\ndata: [DONE]\n\n`;

test.each([
  ['has, with the key', 'mine', KEY, 'ok', 'pipeline llm: mine answers'],
  [
    'has not',
    'other',
    KEY,
    'fail',
    'there is no model other at this address, which usually ends in /v1: HTTP 404 No such model',
  ],
  ['has, with another key', 'mine', 'sk-wrong-0123456789', 'fail', 'refused the API key (check LLM_API_KEY)'],
])('asks a language model that the server %s', async (_, model, apiKey, level, text) => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = JSON.parse((await request.toArray()).join('')) as { model: string };
    if (request.headers.authorization !== `Bearer ${KEY}`) response.writeHead(401).end('{}');
    else if (asked.model === 'mine' && request.url === '/chat/completions') response.end(HELLO);
    else response.writeHead(404).end('{"error":{"message":"No such model"}}');
  };
  const baseUrl = await serve((request, response) => void answer(request, response));
  const finding = await answerFinding('pipeline llm', { baseUrl, apiKey, model }, PATIENCE.llm, 'LLM');
  expect(finding).toMatchObject({ level, text: expect.stringContaining(text) });
  expect(JSON.stringify(finding)).not.toContain('0123456789');
});
