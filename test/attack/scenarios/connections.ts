import type { Socket } from 'node:net'
import { OPCODE, WsClient } from '../../given/fronts/ws-client.js'
import { getText, pause, rawConnection } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'
import { originOf, textFrame } from './frames.js'

/** Connections that ask for much, take nothing, or are simply many. */

export const unreadDocuments: Scenario = {
  name: 'unread-documents',
  tries: 'a stranger asks 500 times a connection for the API document and reads nothing',
  async attack(field) {
    const sockets: Socket[] = []
    for (let n = 0; n < field.size(20, 4); n++) {
      const socket = await rawConnection(field.server.port)
      socket.pause()
      socket.write(getText('/openapi.json').repeat(500))
      sockets.push(socket)
    }
    const slowest = await slowestHealth(field, field.size(8_000, 1_500))
    for (const socket of sockets) socket.destroy()
    return found(slowest > 1_000 && `/health of others took ${Math.round(slowest)} ms`)
  },
}

export const unreadEvents: Scenario = {
  name: 'unread-events',
  tries: 'one address holds sockets that subscribe to everything and read nothing',
  async attack(field) {
    const session = await field.trader('1000')
    const address = field.address()
    const headers = { ...session.headers, 'x-forwarded-for': address }
    const clients: WsClient[] = []
    for (let n = 0; n < field.size(200, 20); n++) {
      const client = await open(field, headers)
      if (client === null) continue
      client.pause()
      client.send({ id: 1, op: 'subscribe', args: { symbols: ['EURUSD', 'XAUUSD', 'BTCUSD'] } })
      for (let id = 2; id < 100; id++) client.send({ id, op: 'symbols', args: {} })
      clients.push(client)
    }
    await pause(field.size(10_000, 1_500))
    for (const client of clients) client.destroy()
    return found(clients.length > 16 && `${clients.length} live sockets of one session`)
  },
}

export const unfinishedFrames: Scenario = {
  name: 'unfinished-frames',
  tries: 'an address opens sockets without a sign-in and sends most of a large frame on each',
  async attack(field) {
    const headers = { 'x-forwarded-for': field.address() }
    const clients: WsClient[] = []
    let refused = 0
    for (let n = 0; n < field.size(400, 80); n++) {
      const client = await open(field, headers)
      if (client === null) {
        refused++
        continue
      }
      client.write(unfinished(n % 2 === 0 ? 60_000 : 65_000))
      clients.push(client)
    }
    const other = await open(field, { 'x-forwarded-for': field.address() })
    other?.destroy()
    await pause(field.size(3_000, 500))
    for (const client of clients) client.destroy()
    return found(
      clients.length > 64 && `${clients.length} sockets of one address that have not signed in`,
      other === null && 'another address could not open a socket',
      refused === 0 && 'none was refused',
    )
  },
}

export const manySockets: Scenario = {
  name: 'many-sockets',
  tries: 'one session opens 1,500 live sockets',
  async attack(field) {
    const session = await field.trader('1000')
    const clients: WsClient[] = []
    for (let n = 0; n < field.size(1_500, 40); n++) {
      const client = await open(field, session.headers)
      if (client !== null) clients.push(client)
    }
    const alive = clients.filter(({ closed }) => closed === null).length
    for (const client of clients) client.destroy()
    return found(alive > 16 && `${alive} live sockets of one session`)
  },
}

export const slowRequests: Scenario = {
  name: 'slow-requests',
  tries: 'an address opens connections and sends a byte a second on each',
  async attack(field) {
    const sockets: Socket[] = []
    for (let n = 0; n < field.size(1_000, 50); n++) {
      const socket = await rawConnection(field.server.port)
      socket.write('POST /trader/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n')
      sockets.push(socket)
    }
    const seconds = field.size(8, 1)
    for (let n = 0; n < seconds; n++) {
      for (const socket of sockets) socket.write('x')
      await pause(1_000)
    }
    for (const socket of sockets) socket.destroy()
    return null
  },
}

export const chattyFrames: Scenario = {
  name: 'unknown-fields',
  tries: 'frames with 10,000 unknown fields, twenty at a time, by a trader and by staff',
  async attack(field) {
    const session = await field.trader('1000')
    const fields = Array.from({ length: 4_500 }, (_, i) => `"f${i}":${i}`).join(',')
    const sides = [
      { path: '/trader/v1/socket', headers: session.headers, op: 'candles' },
      { path: '/admin/v1/socket', headers: field.staff.headers, op: 'watch' },
    ]
    for (const { path, headers, op } of sides) {
      const client = await WsClient.open({
        port: field.server.port,
        path,
        headers: { ...originOf(field), ...headers },
      })
      for (let round = 0; round < field.size(20, 3) && client.closed === null; round++) {
        for (let id = 0; id < 20; id++) {
          client.write(textFrame(`{"id":${id},"op":"${op}","args":{${fields}}}`))
        }
        await pause(50)
      }
      client.destroy()
    }
    return null
  },
}

/** Null when it was refused. */
async function open(
  { server }: Field,
  headers: Readonly<Record<string, string>>,
): Promise<WsClient | null> {
  try {
    return await WsClient.open({ port: server.port, headers })
  } catch {
    return null
  }
}

/** All but the last byte of a frame of that length. */
function unfinished(bytes: number): Buffer {
  const head = Buffer.alloc(14)
  head[0] = 0x80 | OPCODE.text
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(bytes), 2)
  return Buffer.concat([head, Buffer.alloc(bytes - 1, 0x20)])
}

async function slowestHealth({ server }: Field, forMs: number): Promise<number> {
  const until = performance.now() + forMs
  let slowest = 0
  while (performance.now() < until) {
    const begun = performance.now()
    await server.health()
    slowest = Math.max(slowest, performance.now() - begun)
    await pause(20)
  }
  return slowest
}
