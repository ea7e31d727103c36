import { connect, type Socket } from 'node:net'
import { type EncodedHistogram, Histogram } from '../histogram.js'

/**
 * Keep-alive HTTP/1.1 over raw TCP: one request in flight per connection, requests taken in turn.
 */
export interface HttpSpec {
  readonly port: number
  readonly connections: number
  /** Whole requests, head and body. */
  readonly requests: readonly string[]
  /** The time that a connection rests after an answer; 0 when absent. */
  readonly pauseMs?: number
  readonly warmUpSec: number
  readonly seconds: number
}

export interface HttpResult {
  readonly seconds: number
  /** Answers with status 200 in the counted time. */
  readonly answers: number
  readonly failed: number
  readonly firstFailure: string
  readonly bytes: number
  readonly latency: EncodedHistogram
  readonly clientCpu: number
}

const READ_BYTES = 512 * 1024
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES)
const ANSWER_MAX_MS = 60_000
const HEAD_END = Buffer.from('\r\n\r\n')

export function getRequest(port: number, path: string, headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, '', ''].join('\r\n')
}

export async function runHttp(spec: HttpSpec): Promise<HttpResult> {
  const tally = new HttpTally(spec.requests, spec.pauseMs ?? 0)
  const connections = await Promise.all(
    Array.from({ length: spec.connections }, () => HttpConnection.open(spec.port, tally)),
  )
  for (const connection of connections) connection.start()
  try {
    await tally.firstAnswer()
    await tally.pass(spec.warmUpSec)
    tally.start()
    await tally.pass(spec.seconds)
    await tally.firstAnswer()
    return tally.result()
  } finally {
    for (const connection of connections) connection.close()
  }
}

class HttpTally {
  readonly #requests: readonly Buffer[]
  readonly pauseMs: number
  latency = new Histogram()
  answers = 0
  failed = 0
  bytes = 0
  firstFailure = ''
  #next = 0
  #since = 0
  #cpu = process.cpuUsage()
  #fail: ((error: Error) => void) | undefined

  constructor(requests: readonly string[], pauseMs: number) {
    this.#requests = requests.map((request) => Buffer.from(request))
    this.pauseMs = pauseMs
  }

  nextRequest(): Buffer {
    this.#next = (this.#next + 1) % this.#requests.length
    return this.#requests[this.#next] as Buffer
  }

  start(): void {
    this.latency = new Histogram()
    this.answers = 0
    this.failed = 0
    this.bytes = 0
    this.#since = performance.now()
    this.#cpu = process.cpuUsage()
  }

  /** A busy machine may need its time even for one. */
  async firstAnswer(): Promise<void> {
    const patience = performance.now() + ANSWER_MAX_MS
    while (this.answers + this.failed === 0) {
      if (performance.now() > patience) throw new Error('a request was never answered')
      await this.pass(0.005)
    }
  }

  pass(seconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject
      setTimeout(resolve, seconds * 1000)
    })
  }

  broken(error: Error): void {
    this.#fail?.(error)
  }

  result(): HttpResult {
    const seconds = (performance.now() - this.#since) / 1000
    const cpu = process.cpuUsage(this.#cpu)
    return {
      seconds,
      answers: this.answers,
      failed: this.failed,
      firstFailure: this.firstFailure,
      bytes: this.bytes,
      latency: this.latency.encode(),
      clientCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    }
  }
}

class HttpConnection {
  readonly #tally: HttpTally
  readonly #socket: Socket
  #rest: Buffer | undefined
  #sentAt = 0
  #closing = false

  private constructor(port: number, tally: HttpTally) {
    this.#tally = tally
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          this.#received(length)
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#lost(error))
    this.#socket.on('close', () => this.#lost(new Error('the server closed a connection')))
  }

  static open(port: number, tally: HttpTally): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const connection = new HttpConnection(port, tally)
      connection.#socket.once('connect', () => resolve(connection))
      connection.#socket.once('error', reject)
    })
  }

  start(): void {
    if (this.#closing) return
    this.#sentAt = performance.now()
    this.#socket.write(this.#tally.nextRequest())
  }

  close(): void {
    this.#closing = true
    this.#socket.destroy()
  }

  #received(length: number): void {
    let bytes: Buffer = readBuffer
    let end = length
    if (this.#rest !== undefined) {
      bytes = Buffer.concat([this.#rest, readBuffer.subarray(0, length)])
      end = bytes.length
    }
    const total = answerLength(bytes, end)
    if (total === 0 || total > end) {
      this.#rest = Buffer.from(bytes.subarray(0, end))
      return
    }
    this.#rest = undefined
    this.#answered(bytes, total)
    const { pauseMs } = this.#tally
    if (pauseMs === 0) this.start()
    else setTimeout(() => this.start(), pauseMs)
  }

  #answered(bytes: Buffer, total: number): void {
    const tally = this.#tally
    tally.bytes += total
    tally.latency.record(performance.now() - this.#sentAt)
    // HTTP/1.1 200
    if (bytes[9] === 0x32 && bytes[10] === 0x30 && bytes[11] === 0x30) {
      tally.answers++
    } else {
      tally.failed++
      tally.firstFailure ||= bytes.toString('utf8', 0, Math.min(total, 600))
    }
  }

  #lost(error: Error): void {
    if (!this.#closing) this.#tally.broken(error)
  }
}

/** Bytes of the first answer in `bytes`, or 0 while its head is not whole. */
function answerLength(bytes: Buffer, end: number): number {
  const head = bytes.indexOf(HEAD_END)
  if (head < 0 || head + 4 > end) return 0
  const text = bytes.toString('latin1', 0, head)
  const at = text.search(/content-length:/i)
  if (at < 0) throw new Error(`an answer without a length: ${text}`)
  return head + 4 + Number.parseInt(text.slice(at + 15), 10)
}
