import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { LOCALHOST_PAIR } from '../key-pairs.js'

/** An e-mail as the mail server took it, read by a parser that is not ours. */
export interface TakenEmail {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string
  readonly secure: boolean
  readonly raw: string
  readonly mime: Email
}

/** The answer to a recipient or a text in place of taking it. */
export class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

/** A mail server on loopback that takes what comes, unless the test says otherwise. */
export class SmtpPeer {
  readonly taken: TakenEmail[] = []
  /** Connections so far. */
  connections = 0
  /** Asked for each recipient, and each whole text. */
  onRecipient: (to: string) => Refusal | null = () => null
  onText: () => Promise<Refusal | null> = async () => null
  #wake: () => void = () => undefined
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      key: LOCALHOST_PAIR.key,
      cert: LOCALHOST_PAIR.certificate,
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 10,
      onConnect: (_, done) => {
        this.connections++
        done()
      },
      onAuth: ({ username, password }, _, done) => {
        if (password === 'Sesame-open-7') done(null, { user: username ?? '' })
        else done(new Refusal(535, 'No such user here'))
      },
      onRcptTo: ({ address }, _, done) => done(this.onRecipient(address)),
      onData: async (stream, session, done) => {
        const parts: Buffer[] = []
        try {
          for await (const part of stream) parts.push(part as Buffer)
        } catch {
          // Whoever sent it is gone.
          return
        }
        const refusal = await this.onText()
        if (refusal !== null) {
          done(refusal)
          return
        }
        const raw = Buffer.concat(parts)
        const { mailFrom, rcptTo } = session.envelope
        this.taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: String(session.user ?? ''),
          secure: session.secure,
          raw: raw.toString('latin1'),
          mime: await PostalMime.parse(raw),
        })
        done()
        this.#wake()
      },
      ...options,
    })
    this.#server.on('error', () => undefined)
  }

  static async start(
    test: { teardown(run: () => unknown): unknown },
    options: SMTPServerOptions = {},
  ): Promise<SmtpPeer> {
    const peer = new SmtpPeer(options)
    peer.#server.listen(0, '127.0.0.1')
    await once(peer.#server.server, 'listening')
    test.teardown(() => peer.stop())
    return peer
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  /** The record of the mail server by which a server sends through it. */
  get record() {
    return {
      name: 'Main',
      server: `127.0.0.1:${this.port}`,
      security: 'none',
      sender_email: 'desk@broker.example',
      is_default: true,
    } as const
  }

  async until(count: number): Promise<readonly TakenEmail[]> {
    while (this.taken.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.taken
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
