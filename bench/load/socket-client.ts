import { Lane } from './lane.js'
import { type OrderFrames, orderFrames, type SocketProtocol } from './order-frames.js'
import { Pacer } from './pacer.js'
import { Tally, type TrafficResult, type TrafficSpec } from './traffic.js'
import { textFrame, WebSocketConnection } from './websocket.js'

/**
 * Trade requests over many sockets, in a closed loop (every socket keeps so many in flight) or an
 * open one (requests are due at a rate, whatever the server does).
 *
 *   S1. A slot has at most one request in flight; its id is FIRST_ID + slot.
 *   S2. In the open loop a latency runs from when the request was due, also while it waited here
 *       for a free slot: a server that stalls is charged for all that it kept waiting.
 *   S3. When a run ends every position it opened is closed, outside what is counted.
 */
export interface SocketsSpec {
  readonly port: number
  readonly path: string
  readonly protocol: SocketProtocol
  /** One socket each; empty texts for a server that asks for none. */
  readonly tokens: readonly string[]
  /** The way of the token: in the upgrade, or in a first frame. */
  readonly signIn: 'header' | 'frame'
}

/** A request unanswered for this long fails the run. */
const ANSWER_MAX_MS = 60_000
/**
 * Rest of the pacing loop when nothing is due: short against the latencies, long against its cost.
 */
const NAP_MS = 0.05

export class SocketClient {
  readonly #connections: WebSocketConnection[] = []
  readonly #frames: OrderFrames
  #serial = 0

  private constructor(protocol: SocketProtocol) {
    this.#frames = orderFrames(protocol, `${process.pid.toString(36)}${Date.now().toString(36)}`)
  }

  static async open(spec: SocketsSpec): Promise<SocketClient> {
    const client = new SocketClient(spec.protocol)
    for (const token of spec.tokens) {
      const inHeader = spec.signIn === 'header' && token !== ''
      const connection = await WebSocketConnection.open({
        port: spec.port,
        path: spec.path,
        protocol: spec.protocol,
        ...(inHeader ? { token } : {}),
      })
      client.#connections.push(connection)
      if (spec.signIn === 'frame') await signIn(connection, token)
    }
    return client
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  async run(spec: TrafficSpec): Promise<TrafficResult> {
    const tally = new Tally()
    let failed: Error | undefined
    const lanes = this.#connections.map((connection) => {
      const lane = new Lane(connection, this.#frames, spec, tally, () => this.#serial++)
      connection.receive({
        frame: (bytes, start, end) => lane.frame(bytes, start, end),
        turn: () => lane.turn(),
        closed: (why) => {
          failed ??= new Error(why)
        },
      })
      return lane
    })
    const healthy = (): boolean => failed === undefined && !(pacer?.overrun ?? false)
    const settle = async (done: () => boolean): Promise<void> => {
      const patience = performance.now() + ANSWER_MAX_MS
      while (healthy() && !done()) {
        if (performance.now() > patience) failed = new Error('a request was never answered')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    let pacer: Pacer | undefined
    if (spec.rate === 0) {
      for (const lane of lanes) lane.fill(performance.now())
      await settle(() => tally.answers >= lanes.length)
    }
    const begin = performance.now()
    if (spec.rate > 0) pacer = new Pacer(lanes, spec.rate, begin)
    const countFrom = begin + spec.warmUpSec * 1000
    const end = countFrom + spec.seconds * 1000
    await spend(countFrom, pacer, healthy)
    tally.start()
    await spend(end, pacer, healthy)
    await settle(() => tally.answers > 0)
    const result = tally.result(pacer?.backlogMax ?? 0)
    for (const lane of lanes) lane.windDown()
    await settle(() => !lanes.some((lane) => lane.busy))
    if (failed !== undefined) throw failed
    if (pacer?.overrun) throw new Error(`the server cannot keep up with ${spec.rate} requests/s`)
    return result
  }
}

/** Lets the sockets work until `until`; with a pacer, sends what falls due. */
async function spend(
  until: number,
  pacer: Pacer | undefined,
  healthy: () => boolean,
): Promise<void> {
  while (healthy() && performance.now() < until) {
    if (pacer === undefined) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(50, until - performance.now())))
    } else {
      if (pacer.sendDue(performance.now()) === 0) nap()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

const napCell = new Int32Array(new SharedArrayBuffer(4))

/** Timers step by a millisecond, and a busy loop would take a core from the server. */
function nap(): void {
  Atomics.wait(napCell, 0, 0, NAP_MS)
}

function signIn(connection: WebSocketConnection, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.receive({
      frame: (bytes, start, end) => {
        const text = bytes.toString('utf8', start, end)
        if (!text.startsWith('{"id":1,')) return
        if (text.includes('"code":"ok"')) resolve()
        else reject(new Error(`the socket was not signed in: ${text}`))
      },
      turn: () => undefined,
      closed: (why) => reject(new Error(why)),
    })
    const args = JSON.stringify({ id: 1, op: 'auth', args: { access_token: token } })
    connection.push(textFrame(args))
    connection.flush()
  })
}
