import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { addressAllowed } from '../../engine/access/address.js'
import {
  WEBHOOK_ANSWER_BYTES_KEPT,
  WEBHOOK_ANSWER_BYTES_MAX,
  WEBHOOK_ANSWER_MS,
  WEBHOOK_IN_FLIGHT_MAX,
} from '../../engine/limits/webhooks.js'
import { refusedReceiverAddress } from '../../engine/names/outbound.js'
import { retryAfterMs } from '../../engine/webhooks/retries.js'
import type { WebhookAnswer, WebhookTarget } from '../../wire/thread/webhook-messages.js'
import type { Clock } from '../thread/clock.js'
import { findAll, Outbound } from '../thread/outbound.js'
import { webhookSignature } from './signature.js'

/** A request to a receiver: its id is the event's, on each attempt. */
export interface ReceiverRequest {
  readonly id: string
  readonly body: string
}

export interface RequestsOptions {
  readonly outboundAllow: readonly string[]
  /** The real time, because receivers refuse requests with an old time. */
  readonly clock: Clock
  readonly userAgent: string
}

/**
 * Sends requests to webhook receivers.
 *
 *   - Exactly the checked address is dialled (actors/thread/outbound.ts), also for connections that
 *     stay open.
 *   - Redirects are not followed, and certificates must be valid.
 *   - An answer may take `WEBHOOK_ANSWER_MS` and `WEBHOOK_ANSWER_BYTES_MAX` at most.
 */
export class WebhookRequests {
  readonly #options: RequestsOptions
  readonly #tls: Way
  readonly #plain: Way

  constructor(options: RequestsOptions) {
    const { outboundAllow } = options
    const agents = { keepAlive: true, maxFreeSockets: WEBHOOK_IN_FLIGHT_MAX }
    this.#options = options
    this.#tls = {
      outbound: new Outbound(outboundAllow, findAll, refusedReceiverAddress),
      agent: new TlsAgent(agents),
      request: tlsRequest,
    }
    this.#plain = {
      outbound: new Outbound(outboundAllow, findAll, refusedUnlessNamed),
      agent: new PlainAgent(agents),
      request: plainRequest,
    }
  }

  /** Never rejects. */
  async send(target: WebhookTarget, message: ReceiverRequest): Promise<WebhookAnswer> {
    const { clock } = this.#options
    const begun = clock.monotonic()
    const answer = await this.#once(target, message, true)
    return { ...answer, durationMs: Math.round(clock.monotonic() - begun) }
  }

  /**
   * Sends a request, and repeats it if a kept connection fails: a receiver may close one at the
   * moment of its reuse.
   */
  async #once(
    target: WebhookTarget,
    message: ReceiverRequest,
    mayRepeat: boolean,
  ): Promise<Omit<WebhookAnswer, 'durationMs'>> {
    const url = new URL(target.url)
    const way = url.protocol === 'https:' ? this.#tls : this.#plain
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (way.outbound.refusal(host) !== null) return failed(UNREACHED)
    const sent = way.request(url, {
      method: 'POST',
      agent: way.agent,
      lookup: way.outbound.lookup,
      headers: this.#headers(target, message),
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    })
    try {
      return await this.#answered(sent, message.body)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const isStale = sent.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')
      return isStale && mayRepeat ? this.#once(target, message, false) : failed(whyNot(code))
    } finally {
      if (!sent.destroyed && !sent.writableEnded) sent.destroy()
    }
  }

  #headers({ secrets }: WebhookTarget, { id, body }: ReceiverRequest): Record<string, string> {
    const timestamp = Math.floor(this.#options.clock.now() / 1000)
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': this.#options.userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignature(secrets, { id, timestamp, body }),
    }
  }

  #answered(sent: ClientRequest, body: string): Promise<Omit<WebhookAnswer, 'durationMs'>> {
    const { clock } = this.#options
    return new Promise((resolve, reject) => {
      let read: AnswerReader | undefined
      const timer = clock.after(WEBHOOK_ANSWER_MS, () => {
        if (read === undefined) reject(Object.assign(new Error('late'), { code: LATE }))
        else resolve(read.answer(clock.now()))
        sent.destroy()
      })
      const done = () => timer.cancel()
      sent.once('error', (error) => {
        done()
        if (read === undefined) reject(error)
        else resolve(read.answer(clock.now()))
      })
      sent.once('response', (response) => {
        read = new AnswerReader(response)
        response.once('close', () => {
          done()
          if (read !== undefined) resolve(read.answer(clock.now()))
        })
      })
      sent.end(body)
    })
  }
}

interface Way {
  readonly outbound: Outbound
  readonly agent: PlainAgent
  readonly request: typeof tlsRequest
}

/** Reads the beginning of an answer; the status counts, even if the rest fails. */
class AnswerReader {
  readonly #response: IncomingMessage
  readonly #kept: Buffer[] = []
  #bytes = 0

  constructor(response: IncomingMessage) {
    this.#response = response
    response.on('error', () => undefined)
    response.on('data', (chunk: Buffer) => {
      if (this.#bytes < WEBHOOK_ANSWER_BYTES_KEPT) this.#kept.push(chunk)
      this.#bytes += chunk.length
      if (this.#bytes > WEBHOOK_ANSWER_BYTES_MAX) response.destroy()
    })
  }

  answer(realNow: number): Omit<WebhookAnswer, 'durationMs'> {
    const status = this.#response.statusCode ?? 0
    const bytes = Buffer.concat(this.#kept).subarray(0, WEBHOOK_ANSWER_BYTES_KEPT)
    return {
      status,
      answer: bytes.toString('utf8'),
      error: errorOf(status),
      retryAfterMs: retryAfterMs(this.#response.headers['retry-after'], realNow),
    }
  }
}

function errorOf(status: number): string {
  if (status >= 200 && status < 300) return ''
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : ''
  return `The receiver answered ${status}.${redirect}`
}

function failed(error: string): Omit<WebhookAnswer, 'durationMs'> {
  return { status: null, answer: '', error, retryAfterMs: null }
}

const LATE = 'ELATE'
/**
 * The same text for an address that is not allowed and one that does not answer, so that nobody can
 * scan internal networks.
 */
const UNREACHED = 'The receiver cannot be reached.'
const UNKNOWN_NAMES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/

function whyNot(code: string): string {
  if (UNKNOWN_NAMES.has(code)) return 'The name of the receiver is not known.'
  if (CERTIFICATE.test(code)) return `The certificate of the receiver is not valid: ${code}.`
  if (code === LATE)
    return `The receiver did not answer within ${WEBHOOK_ANSWER_MS / 1000} seconds.`
  return UNREACHED
}

/** Refuses addresses that the operator has not named. Only these are dialled without TLS. */
function refusedUnlessNamed(address: string, allowed: readonly string[]): string | null {
  const isNamed = allowed.length > 0 && addressAllowed(allowed, address)
  return isNamed ? null : 'an address that OUTBOUND_ALLOW does not name'
}
