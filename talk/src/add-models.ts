import { createVisavisClient, type LocalModels, type VisavisClient } from '@visavis/client';
import { element } from './page.ts';

/** Where the console keeps the admin token of whoever signed in there as the operator, for this tab alone. */
const ADMIN_TOKEN = 'visavis.admin-token';
const WATCH_MS = 1000;

let watching = false;

/** To an operator: a button that downloads what the avatar lacks to hear and speak by itself. Others see nothing. */
export async function offerModels(): Promise<void> {
  const adminToken = sessionStorage.getItem(ADMIN_TOKEN);
  if (!adminToken || watching) return;
  const client = createVisavisClient({ baseUrl: location.origin, adminToken });
  const models = await client.get('/admin/models').catch(() => undefined);
  if (!models) return;
  const { names, missingBytes } = models.suggested ?? { names: [], missingBytes: 0 };
  const isMissing = missingBytes > 0;
  if (isMissing) prepareButton(client, names, models);
  if (models.download?.state === 'running') return watch(client);
  if (!isMissing) return;
  const lacks = names.includes('speech-recognition') ? 'does not hear you' : 'speaks with a plain voice';
  tell(`Without a key the avatar ${lacks} yet. You are signed in as the operator of this service.`);
  element('add-models').hidden = false;
}

function prepareButton(client: VisavisClient, names: string[], { models, suggested }: LocalModels): void {
  const licences = models.filter(({ state }) => state !== 'installed').map(({ license }) => license.name);
  const button = element<HTMLButtonElement>('add-models');
  button.textContent = `Download ${names.map(nameOf).join(' and ')} (${mebibytes(suggested!.missingBytes)})`;
  button.title = `Licences: ${[...new Set(licences)].join(', ')}`;
  button.onclick = async () => {
    button.hidden = true;
    try {
      await client.post('/admin/models', { body: { names } });
    } catch (problem) {
      tell((problem as Error).message);
      button.hidden = false;
      return;
    }
    await watch(client);
  };
}

async function watch(client: VisavisClient): Promise<void> {
  watching = true;
  const bar = element<HTMLProgressElement>('models-progress');
  try {
    for (;;) {
      const { download } = await client.get('/admin/models');
      bar.hidden = download?.state !== 'running';
      if (!download || download.state === 'done') {
        tell('Speech recognition and voice are here: the next conversation has them.');
        return;
      }
      if (download.state !== 'running') {
        tell(download.problem ?? 'The download was stopped; it goes on when it is asked for again.');
        offerAgain();
        return;
      }
      bar.max = download.totalBytes;
      bar.value = download.bytes;
      tell(`${download.model ?? download.names[0]}: ${progress(download)}`);
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    }
  } catch (problem) {
    tell((problem as Error).message);
    offerAgain();
  } finally {
    watching = false;
    bar.hidden = true;
  }
}

/** Where nothing is missing, or nobody knows what, there is nothing to ask for. */
function offerAgain(): void {
  element('add-models').hidden = element<HTMLButtonElement>('add-models').onclick === null;
}

function tell(text: string): void {
  element('models').hidden = false;
  element('models-text').textContent = text;
}

const nameOf = (name: string) => (name === 'voice' ? 'a natural voice' : name.replace('-', ' '));
/** As the console has it. */
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const progress = ({ bytes, totalBytes }: NonNullable<LocalModels['download']>) =>
  `${mebibytes(bytes)} of ${mebibytes(totalBytes)}`;
