import { elevenLabsProvider } from './elevenlabs/elevenlabs-provider.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import { openAiProvider } from './openai/openai-provider.ts';
import type { ProviderDescriptor } from './provider.ts';

/** Every vendor that the service knows, in the order in which it is listed to operators. */
export const PROVIDERS: readonly ProviderDescriptor[] = [openAiProvider, geminiProvider, elevenLabsProvider];
