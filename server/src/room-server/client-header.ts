/** Where the proxy writes whose request it is: the client's block of addresses. */
export const CLIENT_HEADER = 'x-visavis-client';
