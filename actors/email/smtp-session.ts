import { connect, isIP, type Socket } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import {
  SMTP_ANSWER_BYTES_MAX,
  SMTP_ANSWER_MS,
  SMTP_CONNECT_MS,
  SMTP_ERROR_CHARACTERS_MAX,
} from '../../engine/limits/mail.js'
import type { SmtpServer } from '../../wire/thread/mail-messages.js'
import type { Clock } from '../thread/clock.js'
import type { Outbound } from '../thread/outbound.js'

/**
 * The reason why an e-mail was not sent. `isFinal`: the mail server refuses this e-mail
 * permanently.
 */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/**
 * One signed-in connection to a mail server.
 *
 *   - The connection is dialled here, so the checked address is the one that is used
 *     (actors/thread/outbound.ts).
 *   - `starttls` and `tls` are mandatory if they are set, with a certificate that is valid for the
 *     host.
 *   - A 5xx answer about the sender, the recipient or the text is final; after any other failure
 *     the e-mail may be sent later.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection
  #sent = 0
  #isOpen = true
  #onEnd: (why: Error) => void = () => undefined

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', (error: Error) => this.#ended(error))
    connection.on('end', () => this.#ended(new Error('The mail server closed the connection.')))
  }

  static async open(server: SmtpServer, outbound: Outbound, clock: Clock): Promise<SmtpSession> {
    const socket = await dialled(server, outbound, clock)
    const { host, port, security, login, password } = server
    const connection = new SMTPConnection({
      host,
      port,
      connection: socket,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: SMTP_CONNECT_MS,
      greetingTimeout: SMTP_ANSWER_MS,
      socketTimeout: SMTP_ANSWER_MS,
      maxResponseSize: SMTP_ANSWER_BYTES_MAX,
      tls: { minVersion: 'TLSv1.2' },
    })
    const session = new SmtpSession(connection)
    try {
      await session
        .#step((done) => connection.connect(done))
        .catch((error: unknown) => {
          throw isWordless(error) ? new SendError(unreached(error), false) : error
        })
      if (login !== '') {
        const credentials = { user: login, pass: password }
        await session.#step((done) => connection.login({ credentials }, done))
      }
      return session
    } catch (error) {
      session.close()
      throw sendError(error)
    }
  }

  get sent(): number {
    return this.#sent
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends an e-mail. Resolves once the server has accepted it. */
  async send(from: string, to: string, message: Buffer): Promise<void> {
    try {
      await this.#step((done) => this.#connection.send({ from, to }, message, done))
      this.#sent++
    } catch (error) {
      this.close()
      throw sendError(error)
    }
  }

  /** True if the server still answers. */
  async isAlive(): Promise<boolean> {
    if (!this.#isOpen) return false
    try {
      await this.#step((done) => this.#connection.reset(done))
      return true
    } catch {
      this.close()
      return false
    }
  }

  close(): void {
    this.#isOpen = false
    this.#connection.close()
  }

  /** Ends the current step with this reason. */
  abort(why: string): void {
    this.#onEnd(new Error(why))
    this.close()
  }

  /** Sends QUIT before closing. */
  quit(): void {
    this.#isOpen = false
    this.#connection.quit()
  }

  /** Runs a step of the protocol, which ends with its own answer or with the connection. */
  #step(run: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onEnd = reject
      run((error) => {
        this.#onEnd = () => undefined
        if (error === undefined || error === null) resolve()
        else reject(error)
      })
    })
  }

  #ended(why: Error): void {
    this.#isOpen = false
    this.#onEnd(why)
  }
}

function dialled({ host, port }: SmtpServer, outbound: Outbound, clock: Clock): Promise<Socket> {
  const refusal = outbound.refusal(host)
  if (refusal !== null) throw new SendError(`The mail server is not dialled: ${refusal}.`, false)
  return new Promise((resolve, reject) => {
    const at = isIP(host) === 0 ? { host, lookup: outbound.lookup } : { host }
    const socket = connect({ ...at, port })
    const failed = (error: Error): void => {
      socket.destroy()
      reject(new SendError(unreached(error), false))
    }
    const late = () => failed(new Error(SILENT))
    const timer = clock.after(SMTP_CONNECT_MS, late)
    socket.once('error', failed)
    socket.once('connect', () => {
      timer.cancel()
      socket.off('error', failed)
      resolve(socket)
    })
    socket.once('close', () => timer.cancel())
  })
}

/**
 * The reason why a server could not be reached. All causes except an unknown host have the same
 * text, so that nobody can scan internal networks with it.
 */
function unreached({ code }: NodeJS.ErrnoException): string {
  const why = code !== undefined && NOT_KNOWN.has(code) ? 'its name is not known' : SILENT
  return `The mail server cannot be reached: ${why}`
}

const NOT_KNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const SILENT = 'it does not answer as one'

interface SmtpFailure {
  readonly message: string
  readonly code?: string
  readonly response?: string
  readonly responseCode?: number
}

/** True for an error without an answer of the server: a timeout or a lost connection. */
function isWordless(error: unknown): error is NodeJS.ErrnoException {
  const { code = '', response = '', message = '' } = error as SmtpFailure
  const isCut =
    code === 'ETIMEDOUT' || code === 'ECONNECTION' || /ECONNRESET|EPIPE|closed/.test(message)
  return response === '' && isCut
}

/** Error codes of refusals that concern the e-mail itself. */
const OF_THE_EMAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE'])

function sendError(error: unknown): SendError {
  if (error instanceof SendError) return error
  const { message, code = '', response = '', responseCode = 0 } = error as SmtpFailure
  const [said = ''] = (response === '' ? message : response).split(/[\r\n]/)
  const line = code === 'ETLS' ? `TLS is required, and there is none: ${said}` : said
  return new SendError(
    line.slice(0, SMTP_ERROR_CHARACTERS_MAX),
    responseCode >= 500 && OF_THE_EMAIL.has(code),
  )
}
