import { readLanguageAddress } from '../models/language/language-address.ts';
import type { ChatEndpoint } from '../providers/llm/chat-client.ts';

export interface HostedLanguageModel {
  /** `undefined` where no model runs. The same object for as long as its address is the same. */
  readonly endpoint: ChatEndpoint | undefined;
  refresh(): Promise<void>;
}

/** @param file where the model's host writes its address */
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
