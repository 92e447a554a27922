import type { LocalModel as LocalModelBody, ModelDownload as ModelDownloadBody } from '@visavis/contracts';
import type { LocalModel, ModelDownload } from '../../domain/models/local-models.ts';
import { withoutEmpty } from './present.ts';

export function presentModel({ here, languages, needs, ...facts }: LocalModel): LocalModelBody {
  const { name, purpose, title, bytes, license, unavailable } = facts;
  return {
    name,
    purpose,
    title,
    bytes,
    license,
    languages: [...languages],
    needs: [...needs],
    state: here.state,
    ...(here.state === 'partial' && { receivedBytes: here.bytes }),
    ...(here.state === 'damaged' && { problem: here.reason }),
    ...(unavailable !== undefined && { unavailable }),
  };
}

export function presentDownload({
  names,
  startedAt,
  endedAt,
  ...progress
}: ModelDownload): ModelDownloadBody {
  return withoutEmpty({
    names: [...names],
    ...progress,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString(),
  });
}
