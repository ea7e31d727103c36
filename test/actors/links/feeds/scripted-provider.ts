import { createServer, type Server, type Socket } from 'node:net'

/** A provider on a real socket that says what the test tells it to, byte for byte. */
export class ScriptedProvider {
  readonly #server: Server
  readonly #sockets: Socket[] = []
  readonly #waiting: (() => void)[] = []
  #text = ''

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(port = 0): Promise<ScriptedProvider> {
    const server = createServer()
    const provider = new ScriptedProvider(server)
    server.on('connection', (socket) => provider.#accept(socket))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return provider
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  get connections(): number {
    return this.#sockets.length
  }

  get open(): number {
    return this.#sockets.filter((socket) => !socket.destroyed).length
  }

  /** Everything that was received, over all connections. */
  get text(): string {
    return this.#text
  }

  async until(claim: (provider: this) => boolean): Promise<void> {
    while (!claim(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  say(text: string): void {
    this.#sockets.at(-1)?.write(text, 'latin1')
  }

  /** Lets the newest connection in. */
  async admit(): Promise<void> {
    const from = this.#text.length
    this.say('> Login: ')
    await this.until((provider) => provider.#text.length > from)
    this.say('\r\n> Password: ')
    await this.until((provider) => provider.#text.slice(from).split('\n').length > 2)
    this.say('\r\n> Access granted\r\n')
  }

  hangUp(): void {
    this.#sockets.at(-1)?.destroy()
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #accept(socket: Socket): void {
    this.#sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#wake())
    socket.on('data', (bytes) => {
      this.#text += bytes.toString('latin1')
      this.#wake()
    })
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
