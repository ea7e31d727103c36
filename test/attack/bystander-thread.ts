import { parentPort } from 'node:worker_threads'
import { WsClient } from '../given/fronts/ws-client.js'

/** The bystander's own thread: see bystander.ts. */
export interface BystanderStart {
  readonly port: number
  readonly token: string
  readonly ordersPerSec: number
}

/** Times in milliseconds. `lost` counts the times that its socket was closed on it. */
export interface BystanderFigures {
  readonly orders: number
  readonly refused: number
  readonly firstRefusal: string
  readonly lost: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const port = parentPort
if (port === null) throw new Error('the bystander is a thread')
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }

/** One after the other; undefined while it rests. */
let trading: { readonly start: BystanderStart; readonly ended: Promise<void> } | undefined
let client: WsClient
let lastId = 0
let times: number[] = []
let refused = 0
let firstRefusal = ''
let lost = 0
let isOver = false
let positionId = 0

async function connect(start: BystanderStart): Promise<WsClient> {
  const headers = { authorization: `Bearer ${start.token}` }
  return WsClient.open({ port: start.port, headers })
}

async function begin(start: BystanderStart): Promise<void> {
  await rest()
  client = await connect(start)
  isOver = false
  positionId = 0
  take()
  trading = { start, ended: trade(start) }
}

async function rest(): Promise<void> {
  if (trading === undefined) return
  isOver = true
  client.destroy()
  await trading.ended
  trading = undefined
}

/** One order after the other, since a close needs the position; each is late from when it fell due. */
async function trade(start: BystanderStart): Promise<void> {
  const begun = performance.now()
  const every = 1000 / start.ordersPerSec
  for (let n = 0; !isOver; n++) {
    const due = begun + n * every
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await order(start, due)
  }
}

async function order(start: BystanderStart, due: number): Promise<void> {
  const id = ++lastId
  const args = positionId === 0 ? OPEN : { kind: 'close', position_id: positionId }
  try {
    client.send({ id, op: 'trade', args: { ...args, client_order_id: `by-${start.port}-${id}` } })
    const reply = await client.reply(id)
    client.frames.length = 0
    times.push(performance.now() - due)
    if (reply.code === 'ok') positionId = positionId === 0 ? Number(reply.data?.['position_id']) : 0
    else {
      refused++
      firstRefusal ||= `${reply.code} ${reply.message}`
      positionId = 0
    }
  } catch {
    if (isOver) return
    lost++
    positionId = 0
    client = await connect(start)
  }
}

function take(): BystanderFigures {
  const sorted = times.sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0
  const figures = {
    orders: sorted.length,
    refused,
    firstRefusal,
    lost,
    p50: at(0.5),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
  }
  times = []
  refused = 0
  firstRefusal = ''
  lost = 0
  return figures
}

port.on('message', async (message: BystanderStart | 'figures' | 'rest') => {
  if (message === 'figures') port.postMessage(take())
  else {
    await (message === 'rest' ? rest() : begin(message))
    port.postMessage('done')
  }
})
port.postMessage('ready')
