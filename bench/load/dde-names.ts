import { createServer } from 'node:net'
import { DdeServerSession } from '../../wire/dde/server-session.js'
import type { Bench } from '../harness.js'

/**
 * A price provider with unknown symbol names. Each client gets a number of new names, each quoted
 * once.
 */
export interface NameProvider {
  readonly port: number
  /** The names that the newest client got. */
  readonly bytes: number
}

export async function startNameProvider(bench: Bench, names: number): Promise<NameProvider> {
  let clients = 0
  let bytes = 0
  const server = createServer((socket) => {
    const client = ++clients
    bytes = 0
    const session: DdeServerSession = new DdeServerSession(
      () => true,
      {
        send: (text) => {
          bytes += text.length
          socket.write(text)
        },
        granted: () => {
          for (let n = 1; n <= names; n++) session.publish(`N${client}X${n}`, '1.1', '1.2')
        },
        ended: () => socket.end(),
      },
      performance.now(),
    )
    socket.on('data', (part) => session.receive(part, performance.now()))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  bench.defer(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  return {
    port: address.port,
    get bytes() {
      return bytes
    },
  }
}
