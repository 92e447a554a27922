/** The address of the service that this page came from. The console may be mounted below a path of a proxy. */
export const serviceUrl = new URL('..', location.href.split('#')[0]).href.replace(/\/$/, '');
