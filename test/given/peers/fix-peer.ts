import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { connect as connectSecurely, createServer as createSecureServer } from 'node:tls'
import { FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'
import { FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import { type FixField, fieldsText, frameText } from '../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../wire/fix/dictionary/time.js'

export interface FixPeerPair {
  readonly certificate: string
  readonly key: string
}

interface Said {
  /** Its number, in place of the next one. */
  readonly seq?: number
  readonly header?: readonly FixField[]
}

/**
 * A party on a real socket that speaks frames of FIX and keeps to no rule that the test does not want: it calls
 * itself LP and us OF. Each connection begins its numbers at 1.
 */
export class FixPeer {
  readonly #server: Server | undefined
  readonly #waiting: (() => void)[] = []
  readonly messages: FixMessage[] = []
  #reader = new FixFrameReader()
  #socket: Socket | undefined
  #nextOut = 1
  connections = 0
  /** Its clock, which is that of the server that it speaks with. */
  now: () => number = Date.now
  isOpen = false

  private constructor(server: Server | undefined) {
    this.#server = server
  }

  static async listen(pair?: FixPeerPair): Promise<FixPeer> {
    const server =
      pair === undefined
        ? createServer()
        : createSecureServer({ cert: pair.certificate, key: pair.key })
    const peer = new FixPeer(server)
    const ready = pair === undefined ? 'connection' : 'secureConnection'
    server.on(ready, (socket: Socket) => peer.#hold(socket))
    server.on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return peer
  }

  static dial(port: number, isSecure = false): FixPeer {
    const peer = new FixPeer(undefined)
    const address = { host: '127.0.0.1', port }
    peer.#hold(
      isSecure ? connectSecurely({ ...address, rejectUnauthorized: false }) : connect(address),
    )
    return peer
  }

  get port(): number {
    const address = this.#server?.address() as AddressInfo | undefined
    return address?.port ?? 0
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  /** The messages of a type, as they came. */
  of(type: string): readonly FixMessage[] {
    return this.messages.filter((message) => message.type === type)
  }

  say(bytes: string): void {
    this.#socket?.write(bytes, 'latin1')
  }

  frame(type: string, body: readonly FixField[], { seq, header = [] }: Said = {}): string {
    const own = seq ?? this.#nextOut
    if (seq === undefined) this.#nextOut++
    const fields: FixField[] = [
      [35, type],
      [49, 'LP'],
      [56, 'OF'],
      [34, String(own)],
      [52, fixTimeText(this.now())],
      ...header,
      ...body,
    ]
    return frameText(fieldsText(fields))
  }

  send(type: string, body: readonly FixField[] = [], said: Said = {}): void {
    this.say(this.frame(type, body, said))
  }

  /** Answers the Logon of the newest connection. */
  async admit(times = 1): Promise<void> {
    await this.until(() => this.of('A').length >= times)
    this.send('A', [
      [98, '0'],
      [108, '30'],
    ])
  }

  hangUp(): void {
    this.#socket?.destroy()
  }

  async until(claim: (peer: this) => boolean): Promise<void> {
    while (!claim(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async stop(): Promise<void> {
    this.#socket?.destroy()
    if (this.#server === undefined) return
    this.#server.close()
    if (this.#server.listening) await once(this.#server, 'close')
  }

  #hold(socket: Socket): void {
    this.#socket = socket
    this.#reader = new FixFrameReader()
    this.#nextOut = 1
    this.connections++
    this.isOpen = true
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      this.#reader.push(bytes)
      for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
        const message = readFixMessage(frame)
        if (message instanceof FixMessage) this.messages.push(message)
      }
      this.#wake()
    })
    socket.on('close', () => {
      this.isOpen = this.#socket !== socket && this.isOpen
      this.#wake()
    })
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
