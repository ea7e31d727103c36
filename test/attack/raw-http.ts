import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export { pause } from '../crash/server-process.js'

/** A connection on which requests are written as they are, read or not. */
export async function rawConnection(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

export function getText(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([k, v]) => `${k}: ${v}`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
