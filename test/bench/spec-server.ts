import { App, type HttpRequest, type HttpResponse, type WebSocket } from 'uWebSockets.js'
import { Packr } from 'msgpackr'

/**
 * A server that speaks the product's frames and routes as far as the bench uses them, and does
 * nothing behind them: what the load client and the cases are tested against, without the product's
 * weight. `PORT` is where it listens. `?mode=` on a socket: `refuse` refuses its orders, `drop`
 * closes it at the first, `stall` stops the whole server for STALL_MS at the 100th of its run.
 */
interface Frame {
  readonly id: number
  readonly op: string
  readonly args: Readonly<Record<string, unknown>>
}

interface SocketData {
  readonly packed: boolean
  readonly mode: string
}

const packr = new Packr({ useRecords: false })
const port = Number(process.env['PORT'])
const QUOTE_EVERY_MS = 5
const STALL_AT_ORDER = 100
const STALL_MS = 200

const app = App()
let accounts = 1000
let positions = 0
let stallOrders = 0
let lag = 0
const open = new Set<number>()
const clientOrderIds = new Set<unknown>()

function answer(res: HttpResponse, data: unknown, cookie?: string): void {
  const body = JSON.stringify({ success: true, code: 'ok', message: '', data, request_id: '1' })
  res.cork(() => {
    if (cookie !== undefined) res.writeHeader('Set-Cookie', cookie)
    res.writeHeader('Content-Type', 'application/json').end(body)
  })
}

function refuse(res: HttpResponse, status: string): void {
  res.cork(() => res.writeStatus(status).end(JSON.stringify({ success: false, code: status })))
}

/** Calls `then` with the parsed body. */
function body(res: HttpResponse, then: (body: Record<string, unknown>) => void): void {
  let text = ''
  res.onAborted(() => undefined)
  res.onData((chunk, isLast) => {
    text += Buffer.from(chunk).toString()
    if (isLast) then(text === '' ? {} : JSON.parse(text))
  })
}

function bearer(req: HttpRequest): boolean {
  return req.getHeader('authorization').startsWith('Bearer token-')
}

app.get('/health', (res) => answer(res, { status: 'ok' }))
/** The tables come up to date between two looks. */
app.get('/metrics', (res) => {
  lag = lag === 0 ? 7 : 0
  res.end(`openfloor_projection_lag ${lag}\n`)
})
app.post('/admin/v1/auth/login', (res) => {
  body(res, () => answer(res, { csrf_token: 'csrf' }, 'of_access_s=token; HttpOnly'))
})
app.post('/trader/v1/auth/login', (res) => {
  body(res, ({ login }) => answer(res, { access_token: `token-${login}` }))
})
app.post('/admin/v1/accounts', (res, req) => {
  const signed = req.getHeader('cookie') !== '' && req.getHeader('x-csrf-token') === 'csrf'
  body(res, () => (signed ? answer(res, { login: ++accounts }) : refuse(res, '401 Unauthorized')))
})
app.post('/admin/v1/confirmations', (res) => {
  body(res, () => answer(res, { confirm_token: 'token', code: '000000' }))
})
app.post('/admin/v1/accounts/:login/balance', (res) => {
  body(res, () => answer(res, { status: 'done' }))
})
app.get('/admin/v1/accounts', (res) => answer(res, { items: [], page: 1, total: 0 }))
for (const path of ['/trader/v1/auth/me', '/trader/v1/account']) {
  app.get(path, (res, req) =>
    bearer(req) ? answer(res, { login: 1001 }) : refuse(res, '401 Unauthorized'),
  )
}

app.ws<SocketData>('/trader/v1/socket', {
  maxPayloadLength: 64 * 1024,
  upgrade: (res, req, context) => {
    const protocol = req.getHeader('sec-websocket-protocol')
    stallOrders = 0
    res.upgrade(
      { packed: protocol === 'openfloor.msgpack', mode: req.getQuery('mode') ?? '' },
      req.getHeader('sec-websocket-key'),
      protocol,
      req.getHeader('sec-websocket-extensions'),
      context,
    )
  },
  message: (socket, message) => {
    const { packed } = socket.getUserData()
    const bytes = Buffer.from(message)
    const frame = (packed ? packr.unpack(bytes) : JSON.parse(bytes.toString())) as Frame
    if (frame.op === 'trade') trade(socket, frame)
    else if (frame.op === 'subscribe') {
      for (const symbol of frame.args['symbols'] as string[]) socket.subscribe(symbol)
      send(socket, { id: frame.id, code: 'ok', message: '', data: {} })
    } else send(socket, { id: frame.id, code: 'ok', message: '', data: {} })
  },
})

function trade(socket: WebSocket<SocketData>, { id, args }: Frame): void {
  const { mode } = socket.getUserData()
  if (mode === 'drop') {
    socket.end(4001, 'dropped')
    return
  }
  const refusal = mode === 'refuse' ? 'trade.no_money' : refusalOf(args)
  if (refusal !== '') {
    send(socket, { id, code: refusal, message: 'no', data: null })
    return
  }
  clientOrderIds.add(args['client_order_id'])
  if (mode === 'stall' && ++stallOrders === STALL_AT_ORDER) stall()
  const opens = args['kind'] === 'open'
  const position = opens ? ++positions : (args['position_id'] as number)
  if (opens) open.add(position)
  else open.delete(position)
  send(socket, { event: 'position', data: { id: position, position_id: 77 }, seq: '1' })
  const data = { code: 'ok', message: '', order_id: 5, deal_id: 6, position_id: position }
  send(socket, { id, code: 'ok', message: '', data })
}

function refusalOf(args: Frame['args']): string {
  if (clientOrderIds.has(args['client_order_id'])) return 'conflict'
  if (args['kind'] === 'close' && !open.has(args['position_id'] as number)) {
    return 'trade.position_unknown'
  }
  return ''
}

function stall(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS)
}

function send(socket: WebSocket<SocketData>, frame: unknown): void {
  if (socket.getUserData().packed) socket.send(packr.pack(frame), true)
  else socket.send(JSON.stringify(frame))
}

/** The positions left open, for a test to look at. */
app.get('/open-positions', (res) => answer(res, { open: open.size, orders: clientOrderIds.size }))

const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'AUDUSD', 'USDCAD', 'NZDUSD', 'EURGBP']
const ticking = setInterval(() => {
  for (const symbol of [...SYMBOLS, 'EURJPY', 'XAUUSD', 'US500', 'BTCUSD']) {
    const data = { s: symbol, b: '1.10000', a: '1.10010', t: '2026-03-04T10:00:00.000Z' }
    app.publish(symbol, JSON.stringify({ event: 'quote', data }))
  }
}, QUOTE_EVERY_MS)

app.listen('127.0.0.1', port, (socket) => {
  if (!socket) throw new Error(`port ${port} is taken`)
})

process.on('SIGTERM', () => {
  clearInterval(ticking)
  app.close()
  process.exit(0)
})
process.on('disconnect', () => process.exit(0))
