import { createServer } from 'node:net'

const LISTENERS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: () =>
    'another program listens there. Is another server running? Stop it, or set another PORT',
  EADDRNOTAVAIL: (host) =>
    `${host} is no address of this machine. Set HOST to one that it has, 0.0.0.0 for all`,
  EACCES: (_host, port) =>
    `the user that the server runs as may not use port ${port}. Set a PORT from 1024 on, and a proxy before it`,
  ENOTFOUND: (host) =>
    `the name ${host} has no address here. Set HOST to an address of this machine`,
  EAI_AGAIN: (host) =>
    `the name ${host} could not be looked up. Set HOST to an address of this machine`,
}

/**
 * Finds out why listening failed, because the socket library gives no reason: it tries the same
 * with Node's own server and reports the error.
 */
export function whyNotListening(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const tried = createServer()
    tried.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      resolve(LISTENERS[code]?.(host, port) ?? message)
    })
    // This attempt succeeded: another server has just released the port.
    tried.listen({ host, port, exclusive: true }, () => {
      tried.close(() => resolve('it was in use a moment ago. Start the server again'))
    })
  })
}
