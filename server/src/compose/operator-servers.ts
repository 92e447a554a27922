import type { ModelServerUse } from '@visavis/contracts';
import type { Config } from '../config.ts';
import type { OperatorServers } from '../domain/provider-keys/provider-keys.ts';
import { RECOGNITION_VENDORS } from '../providers/stt/recognition-vendors.ts';
import { SYNTHESIS_VENDORS } from '../providers/tts/synthesis-vendors.ts';

/** Returns the servers of the settings, as organizations may see them: without addresses and keys. */
export function operatorServers(config: Config): OperatorServers {
  const { pipeline, speechVendors, meaning, embeddings } = config;
  const vendorOf = (use: 'stt' | 'tts', vendors: readonly { id: string; name: string }[]) => {
    const vendor = vendors.find(({ id }) => speechVendors[use][id]);
    return vendor && { model: speechVendors[use][vendor.id]!.model, vendor: vendor.name };
  };
  const servers: [ModelServerUse, { model: string; vendor?: string } | undefined][] = [
    ['llm', pipeline.llm],
    ['tts', pipeline.tts ?? vendorOf('tts', SYNTHESIS_VENDORS)],
    ['stt', pipeline.stt ?? vendorOf('stt', RECOGNITION_VENDORS)],
    ['embeddings', meaning === 'server' ? embeddings : undefined],
  ];
  return servers.flatMap(([use, server]) => {
    if (!server) return [];
    const { model, vendor } = server;
    return { use, model, ...(vendor !== undefined && { vendor }) };
  });
}
