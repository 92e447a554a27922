const ENDPOINT = /\/(?:chat\/completions|audio\/(?:speech|transcriptions)|(?<=\/v\d+\/)embeddings)\/*$/;

/** The endpoint that the address of an OpenAI-compatible server ends with, as people copy it; it belongs to requests alone. */
export const endpointIn = (address: string): string | undefined => ENDPOINT.exec(address)?.[0];
