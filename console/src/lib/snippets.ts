import { texts } from '../texts/texts.ts';

const words = texts.start;

export interface Snippet {
  name: string;
  about: string;
  code: string;
}

/** Returns code examples that contain the reader's own ids. */
export function makeSnippets(own: { serviceUrl: string; avatarId: string; agentId: string }): Snippet[] {
  const { serviceUrl, avatarId, agentId } = own;
  return [
    {
      name: 'curl',
      about: words.curl,
      code: `curl -s ${serviceUrl}/v1/sessions \\
  -H "x-api-key: $KEY" -H "content-type: application/json" \\
  -d '{ "name": "First", "avatar": { "id": "${avatarId}" }, "consumerIdentity": { "identity": "ada" } }'`,
    },
    {
      name: 'TypeScript',
      about: words.typescript,
      code: `import { createVisavisClient } from '@visavis/client';

const client = createVisavisClient({ baseUrl: '${serviceUrl}', apiKey: process.env.KEY! });
const started = await client.post('/v1/sessions', {
  body: { name: 'First', avatar: { id: '${avatarId}' }, consumerIdentity: { identity: 'ada' } },
});
console.log(started.session.id);`,
    },
    {
      name: 'Python',
      about: words.python,
      code: `import json, os, urllib.request

body = {"name": "First", "avatar": {"id": "${avatarId}"}, "consumerIdentity": {"identity": "ada"}}
request = urllib.request.Request(
    "${serviceUrl}/v1/sessions",
    data=json.dumps(body).encode(),
    headers={"x-api-key": os.environ["KEY"], "content-type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["session"]["id"])`,
    },
    {
      name: 'HTML',
      about: words.html,
      code: `<script type="module" src="${serviceUrl}/widget/widget.js"></script>
<visavis-avatar service="${serviceUrl}" token="TOKEN" avatar="${avatarId}" agent="${agentId}"></visavis-avatar>`,
    },
    {
      name: 'React',
      about: words.react,
      code: `import { VisavisAvatar } from '@visavis/react';

const source = {
  pass: { serviceUrl: '${serviceUrl}', token: 'TOKEN', avatar: '${avatarId}', agent: '${agentId}' },
};

export function App() {
  return <VisavisAvatar source={source} onEnded={({ reason }) => console.log('over:', reason)} />;
}`,
    },
  ];
}
