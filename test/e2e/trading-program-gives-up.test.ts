import {
  App,
  us_listen_socket_close as close,
  us_socket_local_port as portOf,
  type us_listen_socket,
} from 'uWebSockets.js'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'

// The program of docs/build/trading-program.md gives an order up that never arrived, once it can never be placed any more.

const PROGRAM = fileURLToPath(
  new URL('../../../docs/examples/trading-program.mjs', import.meta.url),
)
const LIFE_MS = 5000

interface Asked {
  readonly id: number
  readonly op: string
  readonly args: Readonly<Record<string, unknown>>
}

t.test(
  'what the server never saw is asked for, not sent again, and given up in the end',
  async (t) => {
    const asked: string[] = []
    let at = Date.UTC(2026, 2, 4, 10)
    let listening: us_listen_socket | null = null
    const answer = ({ op }: Asked): object => {
      if (op === 'snapshot') {
        const account = { money: { balance: '12.50' } }
        return { code: 'ok', data: { seq: '1', account, positions: [], orders: [] } }
      }
      if (op === 'ping') return { code: 'ok', data: { at: new Date(at).toISOString() } }
      if (op === 'outcome') return { code: 'trade.order_unknown', data: null }
      return { code: 'ok', data: null }
    }
    const port = await new Promise<number>((resolve) => {
      App()
        .post('/trader/v1/auth/login', (response) => {
          response.end(JSON.stringify({ code: 'ok', data: { access_token: 'token' } }))
        })
        .ws('/trader/v1/socket', {
          upgrade: (response, request, context) => {
            const [key, protocol] = ['sec-websocket-key', 'sec-websocket-protocol'].map((name) =>
              request.getHeader(name),
            ) as [string, string]
            response.upgrade({}, key, protocol, '', context)
          },
          message: (socket, bytes) => {
            const frame = JSON.parse(Buffer.from(bytes).toString('utf8')) as Asked
            asked.push(frame.op)
            if (frame.op === 'trade') {
              // The line is lost with it, and time goes on beyond its end.
              at += LIFE_MS + 1
              socket.close()
            } else socket.send(JSON.stringify({ id: frame.id, message: '', ...answer(frame) }))
          },
        })
        .listen('127.0.0.1', 0, (token) => {
          listening = token as us_listen_socket
          resolve(portOf(listening))
        })
    })
    const child = spawn(process.execPath, ['--experimental-websocket', '--no-warnings', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'] ?? '',
        BASE: `http://127.0.0.1:${port}`,
        RUN: 'lost',
        PASSWORD: 'any',
        ORDERS: '1',
        LIFE_MS: String(LIFE_MS),
      },
    })
    t.teardown(() => {
      child.kill('SIGKILL')
      if (listening !== null) close(listening)
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    const lines: Record<string, unknown>[] = []
    for await (const line of createInterface(child.stdout)) lines.push(JSON.parse(line))
    t.equal(await ended, 0)
    t.match(lines, [
      { client_order_id: 'lost-0', not_after: '2026-03-04T10:00:05.000Z', code: 'given up' },
      { seq: '1', balance: '12.50', positions: [], orders: [] },
    ])
    t.equal(asked.filter((op) => op === 'trade').length, 1, 'sent once')
    t.same(asked.slice(-2), ['ping', 'outcome'], 'the time first, and then what came of it')
  },
)
