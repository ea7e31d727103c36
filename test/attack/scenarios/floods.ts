import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { clientFrame, OPCODE } from '../../given/fronts/ws-client.js'
import { getText, pause, rawConnection } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

/**
 * Connections that send as fast as the line takes it, and come back whenever they are closed: some from this machine,
 * some from an address of their own. One reads what it is answered, since answers that nobody reads are bounded anyway.
 */
const WRITE_BYTES = 65_536
const BACK_MS = 20
const FLOOD_MS = { full: 8_000, small: 4_000 }
/** Nobody else is to feel more than that. */
const BOUNDS = { latestMs: 1_000, memoryMaxMib: 100 }

interface Flood {
  readonly connections: number
  /** What a connection begins with; the flood follows its answer where it has to be waited for. */
  head(number: number): { readonly text: string; readonly isAnswered: boolean }
  readonly bytes: Buffer
  /** It stops here and holds the connection; infinite when left out. */
  readonly bytesMax?: number
}

/** The number of connections that were opened, all together. */
async function flooded(field: Field, flood: Flood): Promise<number> {
  const until = performance.now() + field.size(FLOOD_MS.full, FLOOD_MS.small)
  let opened = 0
  const lane = async (number: number): Promise<void> => {
    while (performance.now() < until) {
      const socket = await rawConnection(field.server.port)
      opened++
      await send(socket, flood, number, until)
      socket.destroy()
      await pause(BACK_MS)
    }
  }
  await Promise.all(Array.from({ length: flood.connections }, (_, number) => lane(number)))
  return opened
}

/** Until the connection is closed, or the time is over. */
function send(socket: Socket, flood: Flood, number: number, until: number): Promise<void> {
  return new Promise((resolve) => {
    const { text, isAnswered } = flood.head(number)
    const timer = setTimeout(resolve, Math.max(0, until - performance.now()))
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    let sent = 0
    const goOn = (): void => {
      if (socket.destroyed || performance.now() > until) return
      if (sent >= (flood.bytesMax ?? Number.POSITIVE_INFINITY)) return
      sent += flood.bytes.length
      if (socket.write(flood.bytes)) setImmediate(goOn)
      else socket.once('drain', goOn)
    }
    socket.write(text)
    if (isAnswered) socket.once('data', goOn)
    else goOn()
    socket.resume()
  })
}

function filled(one: string | Buffer): Buffer {
  const bytes = Buffer.from(one)
  return Buffer.concat(Array(Math.floor(WRITE_BYTES / bytes.length)).fill(bytes))
}

/** Every other connection comes from somewhere else. */
function from(field: Field): (number: number) => Readonly<Record<string, string>> {
  const address = field.address()
  return (number) => (number % 2 === 0 ? {} : { 'x-forwarded-for': address })
}

function upgradeText(headers: Readonly<Record<string, string>>): string {
  return getText('/trader/v1/socket', {
    upgrade: 'websocket',
    connection: 'upgrade',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-version': '13',
    'sec-websocket-protocol': 'openfloor.json',
    ...headers,
  })
}

export const controlFrames: Scenario = {
  ...BOUNDS,
  name: 'control-frames',
  tries:
    'eight sockets, half of them signed in, send pings and pongs as fast as the line takes them',
  async attack(field) {
    const { headers } = await field.trader('1000')
    const address = from(field)
    const opened = await Promise.all(
      [OPCODE.ping, OPCODE.pong].flatMap((opcode) =>
        [{}, headers].map((signature) =>
          flooded(field, {
            connections: 2,
            head: (number) => ({
              text: upgradeText({ ...signature, ...address(number) }),
              isAnswered: true,
            }),
            bytes: filled(clientFrame(opcode, Buffer.alloc(0))),
          }),
        ),
      ),
    )
    return found(opened.some((count) => count <= 2) && 'a socket was not closed')
  },
}

export const emptyFrames: Scenario = {
  ...BOUNDS,
  name: 'empty-frames',
  tries: 'eight sockets, half of them signed in, send empty texts as fast as the line takes them',
  async attack(field) {
    const { headers } = await field.trader('1000')
    const address = from(field)
    const flood = (signature: Readonly<Record<string, string>>) =>
      flooded(field, {
        connections: 4,
        head: (number) => ({
          text: upgradeText({ ...signature, ...address(number) }),
          isAnswered: true,
        }),
        bytes: filled(clientFrame(OPCODE.text, Buffer.alloc(0))),
      })
    const opened = await Promise.all([flood({}), flood(headers)])
    return found(opened.some((count) => count <= 4) && 'a socket was not closed')
  },
}

export const healthFlood: Scenario = {
  ...BOUNDS,
  name: 'health-flood',
  tries: 'eight connections ask for /health without end, pipelined, and read the answers',
  async attack(field) {
    const address = from(field)
    const floods = [0, 1].map((number) => {
      const get = getText('/health', address(number))
      const head = () => ({ text: get, isAnswered: true })
      return flooded(field, { connections: 4, head, bytes: filled(get) })
    })
    const opened = await Promise.all(floods)
    return found(opened.some((count) => count <= 4) && 'a connection was not closed')
  },
}

export const pagesFlood: Scenario = {
  ...BOUNDS,
  name: 'pages-flood',
  tries:
    'eight connections ask for the largest script of the pages without end, pipelined and not packed',
  async attack(field) {
    const origin = `http://127.0.0.1:${field.server.port}`
    const page = await (await fetch(`${origin}/`)).text()
    const sizes = new Map<string, number>()
    for (const [path] of page.matchAll(/\/assets\/[\w-]+\.js/g)) {
      sizes.set(path, (await (await fetch(`${origin}${path}`)).arrayBuffer()).byteLength)
    }
    const [largest] = [...sizes].sort(([, one], [, other]) => other - one)
    if (largest === undefined) return 'the page has no script'
    const address = from(field)
    const floods = [0, 1].map((number) => {
      const get = getText(largest[0], address(number))
      const head = () => ({ text: get, isAnswered: true })
      return flooded(field, { connections: 4, head, bytes: filled(get) })
    })
    await Promise.all(floods)
    return null
  },
}

export const refusedSession: Scenario = {
  ...BOUNDS,
  name: 'refused-session',
  tries: 'eight connections of one session ask on, pipelined, when they are refused with 429',
  async attack(field) {
    const { headers } = await field.trader('1000')
    const address = from(field)
    const floods = [0, 1].map((number) => {
      const get = getText('/trader/v1/auth/me', { ...headers, ...address(number) })
      const head = () => ({ text: get, isAnswered: true })
      return flooded(field, { connections: 4, head, bytes: filled(get) })
    })
    const opened = await Promise.all(floods)
    return found(opened.some((count) => count <= 4) && 'a connection was not closed')
  },
}

function crumbs(name: string, tries: string, connections: number, bytesMax?: number): Scenario {
  return {
    ...BOUNDS,
    name,
    tries,
    async attack(field) {
      const address = from(field)
      const head = (number: number) => {
        const headers = {
          ...address(number),
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        }
        const text = getText('/trader/v1/auth/login', headers).replace('GET', 'POST')
        return { text, isAnswered: false }
      }
      const bytes = filled('1\r\n \r\n')
      const flood = { connections, head, bytes, ...(bytesMax === undefined ? {} : { bytesMax }) }
      const opened = await flooded(field, flood)
      return found(opened <= connections && 'no connection was closed')
    },
  }
}

export const crumbFlood = crumbs(
  'crumb-flood',
  'eight connections send bodies in parts of one byte, without a session',
  8,
)
export const unendedCrumbs = crumbs(
  'unended-crumbs',
  '44 connections send a megabyte in parts of one byte each, and do not end it',
  44,
  6_000_000,
)
