/** Whether a host, with or without a port, names this machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);

/** Whether nobody on the way reads what is sent there: https, or http within this machine. */
export const isSecureAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
