import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Packr } from 'msgpackr'

/** A WebSocket client on a bare TCP connection: any headers, any bytes, and it can stop reading. */

export interface ClientOptions {
  readonly port: number
  readonly path?: string
  readonly protocol?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface SocketMessage {
  readonly opcode: number
  readonly bytes: Buffer
}

export interface Frame {
  readonly id?: number | string | null
  readonly code?: string
  readonly message?: string
  readonly event?: string
  readonly seq?: string
  readonly data?: Record<string, unknown> | null
}

export interface RefusedUpgrade {
  readonly status: number
  readonly body: { readonly code: string; readonly success: boolean }
}

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const
/** The longest wait for a frame: it comes at once, unless the machine is busy with something else. */
const WAIT_MS = 60_000
const packr = new Packr({ useRecords: false, variableMapSize: true })

export class WsClient {
  readonly #socket: Socket
  readonly #codec: 'json' | 'msgpack'
  readonly frames: Frame[] = []
  readonly pings: Buffer[] = []
  /** Frames that were a part of a message. */
  parts = 0
  readonly #parts: Buffer[] = []
  /** The code of the server's close frame; 1006 when the connection ended without one. */
  closed: { readonly code: number; readonly why: string } | null = null
  answersPings = true
  #rest: Buffer = Buffer.alloc(0)
  #wake: (() => void)[] = []
  #lastAsk = 0

  private constructor(socket: Socket, codec: 'json' | 'msgpack', rest: Buffer) {
    this.#socket = socket
    this.#codec = codec
    socket.on('data', (bytes) => this.#received(bytes))
    socket.on('close', () => this.#ended(1006, ''))
    this.#received(rest)
  }

  static async open(options: ClientOptions): Promise<WsClient> {
    const opened = await WsClient.#connect(options)
    if (opened instanceof WsClient) return opened
    throw new Error(`refused with ${opened.status} ${JSON.stringify(opened.body)}`)
  }

  static async refused(options: ClientOptions): Promise<RefusedUpgrade> {
    const opened = await WsClient.#connect(options)
    if (!(opened instanceof WsClient)) return opened
    opened.destroy()
    throw new Error('the upgrade was not refused')
  }

  static async #connect(options: ClientOptions): Promise<WsClient | RefusedUpgrade> {
    const socket = connect({ host: '127.0.0.1', port: options.port, noDelay: true })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(handshake(options))
    let answer = Buffer.alloc(0)
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      answer = Buffer.concat([answer, chunk])
      const head = answer.indexOf('\r\n\r\n')
      if (head < 0) continue
      const status = Number(answer.toString('latin1', 9, 12))
      if (status === 101) {
        const isPacked = /sec-websocket-protocol: openfloor.msgpack/i.test(
          answer.toString('latin1'),
        )
        return new WsClient(socket, isPacked ? 'msgpack' : 'json', answer.subarray(head + 4))
      }
      const length = /content-length: (\d+)/i.exec(answer.toString('latin1'))
      if (length !== null && answer.length < head + 4 + Number(length[1])) continue
      socket.destroy()
      return { status, body: JSON.parse(answer.toString('utf8', head + 4)) }
    }
  }

  /** Sends a request in the codec of the socket. */
  send(frame: object): void {
    this.write(this.encode(frame))
  }

  encode(frame: object): Buffer {
    return this.#codec === 'json'
      ? clientFrame(OPCODE.text, Buffer.from(JSON.stringify(frame)))
      : clientFrame(OPCODE.binary, packr.pack(frame))
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** The next frame that fits and was not taken yet. */
  async next(fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return this.#until(() => {
      const at = this.frames.findIndex(fits)
      return at < 0 ? undefined : (this.frames.splice(at, 1)[0] as Frame)
    })
  }

  reply(id: number | string | null): Promise<Frame> {
    return this.next((frame) => frame.id === id && frame.code !== undefined)
  }

  /** The reply to a request under an id of its own. */
  ask(op: string, args: object = {}): Promise<Frame> {
    const id = `ask ${++this.#lastAsk}`
    this.send({ id, op, args })
    return this.reply(id)
  }

  /** What came, and was not taken, before the reply to a ping; without `rights_changed`, which `event` waits for. */
  async heard(): Promise<Frame[]> {
    return (await this.heardAll()).filter(({ event }) => event !== 'rights_changed')
  }

  async heardAll(): Promise<Frame[]> {
    await this.ask('ping')
    return this.frames.splice(0)
  }

  event(name: string): Promise<Frame> {
    return this.next((frame) => frame.event === name)
  }

  closing(): Promise<{ readonly code: number; readonly why: string }> {
    return this.#until(() => this.closed ?? undefined)
  }

  pinged(): Promise<Buffer> {
    return this.#until(() => this.pings.shift())
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async #until<T>(look: () => T | undefined): Promise<T> {
    const giveUpAt = Date.now() + WAIT_MS
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.closed !== null) throw new Error(`the socket closed with ${this.closed.code}`)
      if (Date.now() > giveUpAt) throw new Error(`nothing came; ${this.frames.length} others did`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WAIT_MS + 10)
        this.#wake.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  #received(bytes: Buffer): void {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    for (let frame = takeFrame(rest); frame !== undefined; frame = takeFrame(rest)) {
      rest = frame.rest
      this.#frame(frame.opcode, frame.isWhole, frame.payload)
    }
    this.#rest = rest
    this.#wakeAll()
  }

  #frame(opcode: number, isWhole: boolean, payload: Buffer): void {
    const isMessage = opcode === OPCODE.text || opcode === OPCODE.binary
    if (isMessage && this.#parts.length > 0) this.#ended(1002, 'a message inside of another one')
    else if ((isMessage && !isWhole) || opcode === OPCODE.more) {
      this.#parts.push(payload)
      this.parts++
      const kind = this.#codec === 'json' ? OPCODE.text : OPCODE.binary
      if (isWhole) this.#frame(kind, true, Buffer.concat(this.#parts.splice(0)))
    } else if (opcode === OPCODE.text) this.frames.push(JSON.parse(payload.toString('utf8')))
    else if (opcode === OPCODE.binary) this.frames.push(packr.unpack(payload) as Frame)
    else if (opcode === OPCODE.ping) {
      this.pings.push(payload)
      if (this.answersPings) this.write(clientFrame(OPCODE.pong, payload))
    } else if (opcode === OPCODE.close) {
      this.#ended(payload.length < 2 ? 1005 : payload.readUInt16BE(0), payload.toString('utf8', 2))
    }
  }

  #ended(code: number, why: string): void {
    this.closed ??= { code, why }
    this.#socket.end()
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}

function takeFrame(bytes: Buffer):
  | {
      readonly opcode: number
      readonly isWhole: boolean
      readonly payload: Buffer
      readonly rest: Buffer
    }
  | undefined {
  if (bytes.length < 2) return undefined
  let head = 2
  let size = (bytes[1] as number) & 0x7f
  if (size === 126) {
    head = 4
    if (bytes.length < head) return undefined
    size = bytes.readUInt16BE(2)
  } else if (size === 127) {
    head = 10
    if (bytes.length < head) return undefined
    size = Number(bytes.readBigUInt64BE(2))
  }
  if (bytes.length < head + size) return undefined
  const opcode = (bytes[0] as number) & 0x0f
  const isWhole = ((bytes[0] as number) & 0x80) !== 0
  const payload = bytes.subarray(head, head + size)
  return { opcode, isWhole, payload, rest: bytes.subarray(head + size) }
}

/** A whole frame under a random mask. */
export function clientFrame(opcode: number, payload: Uint8Array): Buffer {
  const size = payload.length
  const head = size < 126 ? 6 : size < 65536 ? 8 : 14
  const frame = Buffer.alloc(head + size)
  frame[0] = 0x80 | opcode
  if (head === 6) frame[1] = 0x80 | size
  else if (head === 8) {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(size, 2)
  } else {
    frame[1] = 0x80 | 127
    frame.writeBigUInt64BE(BigInt(size), 2)
  }
  const mask = randomBytes(4)
  frame.set(mask, head - 4)
  for (let i = 0; i < size; i++) {
    frame[head + i] = (payload[i] as number) ^ (mask[i & 3] as number)
  }
  return frame
}

function handshake(options: ClientOptions): string {
  const headers: Record<string, string> = {
    host: `127.0.0.1:${options.port}`,
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-version': '13',
    ...(options.protocol === undefined ? {} : { 'sec-websocket-protocol': options.protocol }),
    ...options.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `GET ${options.path ?? '/trader/v1/socket'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
