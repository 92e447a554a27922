const ENDPOINT = /\/(?:chat\/completions|audio\/(?:speech|transcriptions)|(?<=\/v\d+\/)embeddings)\/*$/;

/** Returns the endpoint path at the end of an OpenAI-compatible server's address, often copied along by mistake. */
export const endpointIn = (address: string): string | undefined => ENDPOINT.exec(address)?.[0];
