/** Of the service that this page came from; the console may lie below a path of a proxy. */
export const serviceUrl = new URL('..', location.href.split('#')[0]).href.replace(/\/$/, '');
