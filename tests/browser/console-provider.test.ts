/** Tests that users only need a provider that they have chosen: otherwise an avatar uses what the service has. */
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { SCREENS } from '../support/phone.ts';

const visits = new ConsoleVisits();

test.each(SCREENS)(
  'a new avatar on %s uses the provider of this service, which is named; another one can be chosen',
  async (_name, options) => {
    const page = await visits.open(options);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openPath(page, '/avatars/new');
    const provider = page.getByRole('combobox', { name: 'Provider' });
    await expect.poll(() => provider.inputValue()).toBe('What this service has (now the offline demo)');
    await page.getByText('Now a voice of this service speaks').waitFor();
    expect(await page.getByText('speaks once').count()).toBe(0);
    await page.getByLabel('Name').first().fill('Guide');
    await page.getByRole('button', { name: 'maya' }).click();
    await visits.watched.expectAccessible();
    await page.getByRole('button', { name: 'Make the avatar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor();
    const { avatars } = await visits.service.client.get('/v1/avatars', { query: { take: 1 } });
    expect(avatars[0]!.agent).toMatchObject({ anyProvider: true });
    const { session } = await visits.service.client.post('/v1/sessions', {
      body: { name: 'Try', avatar: { id: avatars[0]!.id }, consumerIdentity: { identity: 'visitor' } },
    });
    const { timeline } = await visits.service.client.get('/v3/conversations/{id}', {
      path: { id: session.id },
    });
    const warnings = timeline.filter(({ type }) => type === 'warning').map(({ content }) => content);
    expect(warnings.join()).not.toMatch(/_API_KEY/);

    await provider.click();
    await page.getByRole('option', { name: 'OpenAI Realtime' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    // The message about the creation of the avatar reads the same and may still be visible.
    const { id } = avatars[0]!;
    await expect
      .poll(async () => (await visits.service.client.get('/v1/avatars/{id}', { path: { id } })).agent)
      .toMatchObject({ anyProvider: false, provider: 'openai' });
    await page.getByText('Guide is saved.').waitFor();
    expect(await provider.inputValue()).toBe('OpenAI Realtime');
    expect(visits.watched.complaints).toEqual([]);
  },
);

test('settings of an agent that the form does not show stay unchanged', async () => {
  const { client } = visits.service;
  const server = { name: 'Ours', use: 'llm' as const, url: 'https://models.example/v1', model: 'qwen3' };
  const { id: llmServerId } = await client.post('/v3/model-servers', { body: server });
  const { id: brainId } = await client.post('/v3/brains', { body: { instructions: 'Be brief.' } });
  const { id: agentId } = await client.post('/v1/agents', {
    body: { provider: 'openai', name: 'Porter', llmServerId, brainId },
  });
  const { id } = await client.post('/v1/avatars', { body: { identity: 'maya', name: 'Porter', agentId } });
  const page = await visits.open({ viewport: { width: 1280, height: 800 } });
  await openPath(page, `/avatars/${id}`);
  await page.getByLabel('Greeting').fill('Good evening.');
  expect(await page.getByLabel(/server/i).count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => client.get('/v1/agents/{id}', { path: { id: agentId } }))
    .toMatchObject({ greetingMsg: 'Good evening.', llmServerId, brainId });
  await client.delete('/v1/avatars/{id}', { path: { id } });
  await client.delete('/v1/agents/{id}', { path: { id: agentId } });
});

test('the avatars of the gallery name no provider', async () => {
  const { avatars } = await visits.service.client.get('/v1/avatars', { query: { take: 50 } });
  expect(avatars.filter(({ name }) => name !== 'Guide').map(({ agent }) => agent!.anyProvider)).not.toContain(
    false,
  );
});
