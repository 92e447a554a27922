import { readLanguageAddress } from '../models/language/language-address.ts';
import type { ChatEndpoint } from '../providers/llm/chat-client.ts';

export interface HostedLanguageModel {
  /** `undefined` if no model runs. The object stays the same as long as the address does. */
  readonly endpoint: ChatEndpoint | undefined;
  refresh(): Promise<void>;
}

/** @param file where the model host writes its address */
export function composeLanguageModel(file: string | undefined): HostedLanguageModel {
  let endpoint: ChatEndpoint | undefined;
  return {
    get endpoint() {
      return endpoint;
    },
    async refresh() {
      const address = file === undefined ? undefined : await readLanguageAddress(file);
      const { baseUrl, model } = endpoint ?? {};
      if (address?.baseUrl === baseUrl && address?.model === model) return;
      endpoint = address && { ...address, isLocal: true };
    },
  };
}
