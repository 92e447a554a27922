import { createVisavisClient, type LocalModels, type VisavisClient } from '@visavis/client';
import { fill } from '@visavis/web/language';
import { STORED } from '@visavis/web/pages';
import { language, texts } from './language.ts';
import { element } from './page.ts';

const POLL_INTERVAL_MS = 1000;

let isWatching = false;

/** Offers the operator a button that downloads the models with which avatars hear and speak. Others see nothing. */
export async function offerModels(): Promise<void> {
  const adminToken = sessionStorage.getItem(STORED.adminToken);
  if (!adminToken || isWatching) return;
  const client = createVisavisClient({ baseUrl: location.origin, adminToken });
  const models = await client.get('/admin/models').catch(() => undefined);
  if (!models) return;
  const { names, missingBytes } = models.suggested ?? { names: [], missingBytes: 0 };
  const isMissing = missingBytes > 0;
  if (isMissing) setUpButton(client, names, models);
  if (models.download?.state === 'running') return watchDownload(client);
  if (!isMissing) return;
  showNote(names.includes('speech-recognition') ? texts.doesNotHear : texts.plainVoice);
  element('add-models').hidden = false;
}

function setUpButton(client: VisavisClient, names: string[], { models, suggested }: LocalModels): void {
  const licences = models.filter(({ state }) => state !== 'installed').map(({ license }) => license.name);
  const button = element<HTMLButtonElement>('add-models');
  button.textContent = fill(texts.downloadModels, {
    names: new Intl.ListFormat(language).format(names.map(nameOf)),
    size: mebibytes(suggested!.missingBytes),
  });
  button.title = fill(texts.licences, { names: [...new Set(licences)].join(', ') });
  button.onclick = async () => {
    button.hidden = true;
    try {
      await client.post('/admin/models', { body: { names } });
    } catch (error) {
      showNote((error as Error).message);
      button.hidden = false;
      return;
    }
    await watchDownload(client);
  };
}

async function watchDownload(client: VisavisClient): Promise<void> {
  isWatching = true;
  const bar = element<HTMLProgressElement>('models-progress');
  try {
    for (;;) {
      const { download } = await client.get('/admin/models');
      bar.hidden = download?.state !== 'running';
      if (!download || download.state === 'done') {
        showNote(texts.modelsInstalled);
        return;
      }
      if (download.state !== 'running') {
        showNote(download.problem ?? texts.downloadStopped);
        showButtonAgain();
        return;
      }
      bar.max = download.totalBytes;
      bar.value = download.bytes;
      const { model, names, bytes, totalBytes } = download;
      const name = model ?? names[0] ?? '';
      showNote(fill(texts.progress, { name, size: mebibytes(bytes), total: mebibytes(totalBytes) }));
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  } catch (error) {
    showNote((error as Error).message);
    showButtonAgain();
  } finally {
    isWatching = false;
    bar.hidden = true;
  }
}

/** Shows the button again, unless nothing is missing, or it is not known what. */
function showButtonAgain(): void {
  element('add-models').hidden = element<HTMLButtonElement>('add-models').onclick === null;
}

function showNote(text: string): void {
  element('models').hidden = false;
  element('models-text').textContent = text;
}

const NAMES: Record<string, string> = { voice: texts.voice, 'speech-recognition': texts.recognition };
const nameOf = (name: string) => NAMES[name] ?? name.replace('-', ' ');
/** Formats bytes as the console does. */
const mebibytes = (bytes: number) =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 2 ** 20)} MiB`;
