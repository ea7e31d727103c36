import { readFileSync } from 'node:fs'
import { maskedFrame, textFrame, WebSocketConnection } from './websocket.js'

/** Many sockets that are subscribed to quotes and do nothing but count what arrives. */
export interface ReadersSpec {
  readonly port: number
  readonly path: string
  readonly protocol: string
  /** Sockets take them in turn; empty for a server that asks for none. */
  readonly tokens: readonly string[]
  readonly count: number
  /** Sent once on every socket; empty sends nothing. */
  readonly subscribe: string
  /** Frames of one burst to all sockets; after each the first socket says so. 0: never. */
  readonly burst: number
}

export interface OpenReaders {
  readonly count: number
  /** The reason why fewer readers are connected than requested. */
  readonly note: string
}

export interface ReadersResult {
  readonly seconds: number
  readonly frames: number
  readonly bytes: number
  /** Reads they came in: how many frames the server sent at a time. */
  readonly reads: number
  /** Sockets that received nothing. */
  readonly silent: number
  readonly clientCpu: number
}

const OPENING_AT_ONCE = 100
const FIRST_FRAME_MAX_MS = 60_000
/** Descriptors that are not for readers. */
const DESCRIPTORS_KEPT = 200

export class QuoteReaders {
  readonly #spec: ReadersSpec
  readonly #connections: WebSocketConnection[] = []
  readonly #perSocket: Float64Array
  readonly #seen = maskedFrame(1, Buffer.from('seen'))
  #frames = 0
  #bytes = 0
  #reads = 0
  #burstFrames = 0
  #lost = ''

  private constructor(spec: ReadersSpec, count: number) {
    this.#spec = spec
    this.#perSocket = new Float64Array(count)
  }

  /** Waits until every socket is open, and asks for what it is to read. */
  static async open(spec: ReadersSpec): Promise<{ readers: QuoteReaders; opened: OpenReaders }> {
    const allowed = descriptorsMax() - DESCRIPTORS_KEPT
    const count = Math.min(spec.count, allowed)
    const readers = new QuoteReaders(spec, count)
    for (let first = 0; first < count; first += OPENING_AT_ONCE) {
      const last = Math.min(count, first + OPENING_AT_ONCE)
      await Promise.all(Array.from({ length: last - first }, (_, i) => readers.#openOne(first + i)))
    }
    // The subscription comes last: quotes that go as fast as they can would hold up readers that still
    // connect.
    readers.#subscribe()
    const note = count < spec.count ? `only ${count} sockets: the limit of open files` : ''
    return { readers, opened: { count, note } }
  }

  async #openOne(index: number): Promise<void> {
    const { port, path, protocol, tokens, burst } = this.#spec
    const token = tokens[index % Math.max(1, tokens.length)] ?? ''
    const connection = await WebSocketConnection.open({
      port,
      path,
      protocol,
      ...(token === '' ? {} : { token }),
    })
    this.#connections.push(connection)
    connection.receive({
      frame: (_bytes, start, end) => {
        this.#frames++
        this.#bytes += end - start
        this.#perSocket[index] = (this.#perSocket[index] as number) + 1
        if (burst > 0 && ++this.#burstFrames === burst) this.#burstSeen()
      },
      turn: () => {
        this.#reads++
      },
      closed: (why) => {
        this.#lost ||= why
      },
    })
  }

  #subscribe(): void {
    const { subscribe } = this.#spec
    if (subscribe === '') return
    const frame = textFrame(subscribe)
    for (const connection of this.#connections) {
      connection.push(frame)
      connection.flush()
    }
  }

  async read(seconds: number): Promise<ReadersResult> {
    this.#frames = 0
    this.#bytes = 0
    this.#reads = 0
    this.#perSocket.fill(0)
    const start = performance.now()
    const before = process.cpuUsage()
    const patience = start + FIRST_FRAME_MAX_MS
    do {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      // A busy machine may need its time even for one.
    } while (this.#frames === 0 && this.#lost === '' && performance.now() < patience)
    const took = (performance.now() - start) / 1000
    const cpu = process.cpuUsage(before)
    if (this.#lost !== '') throw new Error(`a reader's socket ended: ${this.#lost}`)
    return {
      seconds: took,
      frames: this.#frames,
      bytes: this.#bytes,
      reads: this.#reads,
      silent: this.#perSocket.reduce((sum, frames) => sum + (frames === 0 ? 1 : 0), 0),
      clientCpu: (cpu.user + cpu.system) / 1e6 / took,
    }
  }

  close(): void {
    for (const connection of this.#connections.splice(0)) connection.close()
  }

  #burstSeen(): void {
    this.#burstFrames = 0
    const first = this.#connections[0] as WebSocketConnection
    first.push(this.#seen)
    first.flush()
  }
}

/** Node.js raises the soft limit of open files to the hard limit at its start. */
function descriptorsMax(): number {
  const line = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files\s+(\S+)/m)
  const soft = line?.[1] ?? '1024'
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft)
}
