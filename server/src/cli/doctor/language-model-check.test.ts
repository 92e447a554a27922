import { describe, expect, it } from 'vitest';
import { useServers } from '../../lib/testing/use-servers.ts';
import { findLanguageModels } from './language-model-check.ts';

const serve = useServers();

async function listen(body: string): Promise<number> {
  const origin = await serve((request, response) =>
    response.writeHead(request.url === '/v1/models' ? 200 : 404).end(body),
  );
  return Number(new URL(origin).port);
}

describe('a language model on this machine', () => {
  it('is found, with the settings to use', async () => {
    const port = await listen('{"object":"list","data":[{"id":"qwen3:4b"},{"id":"gemma3"}]}');
    const [finding] = await findLanguageModels([{ name: 'Ollama', port }]);
    expect(finding!.text).toContain('qwen3:4b, gemma3');
    expect(finding!.hint).toContain(`LLM_BASE_URL=http://127.0.0.1:${port}/v1 LLM_MODEL=qwen3:4b`);
  });

  it('is not confused with another program, and the finding says how to get one', async () => {
    const port = await listen('<html>hello</html>');
    const [finding, ...others] = await findLanguageModels([{ name: 'llama.cpp', port }]);
    expect(others).toEqual([]);
    expect(finding!.text).toContain('no language model server was found');
    expect(finding!.hint).toContain('LLM_BASE_URL');
  });
});
