/** Whether a host, with or without a port, names this machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);

/** Whether requests to an address cannot be read on the way: https, or http to this machine. */
export const isSecureAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
