import { parameterValue } from '../../../engine/config/kinds/connection.js'
import { addressesIn } from '../../../engine/config/kinds/fix-parameters.js'
import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import { parseAddress } from '../../../engine/names/server-address.js'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { securitiesIn, securityListRequest } from '../../../wire/fix/market-data/security-list.js'
import { mayGoOn } from '../../../wire/thread/provider-messages.js'
import type { Timer } from '../../thread/clock.js'
import type {
  OpenSession,
  ProviderSession,
  SessionFigures,
  SessionOptions,
  SessionOrder,
  SessionReport,
} from '../gateways/provider-session.js'
import type { FixAcceptors } from './fix-acceptors.js'
import { FixConnection, type FixConnectionHandlers } from './fix-connection.js'
import type { FixStores } from './fix-stores.js'
import { tlsTermsOf, withFreshNumbers } from './fix-terms.js'
import {
  cancelFields,
  cancelIdOf,
  newOrderFields,
  replaceFields,
  statusFields,
} from './order-messages.js'
import { type OrderWord, orderWord, reportWithoutFigures, saysUnknown } from './order-reports.js'
import { orderSessionSettings } from './order-session-settings.js'
import { SentMessages } from './sent-messages.js'

/**
 * A gateway's session with a provider that speaks FIX 4.4. Orders are sent as messages; a received
 * message becomes a report, a status request, or a line of the log.
 *
 *   X1. An order is sent once. Messages that the provider requests again are answered with a gap
 *       fill, except cancels of this connection, which are repeated. Then the status of every
 *       unanswered order is requested; an order that the provider never received is answered as
 *       unknown.
 *   - Status requests are sent a few at a time, one per order, so that thousands of them block
 *     neither the connection nor the thread. Orders and cancels do not wait for them.
 *   - For a provider that does not report status, only its refusal of a cancel for an unknown order
 *     counts as proof.
 */
const ASK_EVERY_MS = 50
const ASKED_AT_ONCE = 32
const NO_ADDRESS = 'the server is not host:port: the built-in provider runs with DEMO=1 only'
/** Maximum number of stored instruments; further instruments are dropped. */
export const INSTRUMENTS_MAX = 10_000

export interface FixParts {
  readonly stores: FixStores
  readonly acceptors: FixAcceptors
}

export function fixSessions(parts: FixParts): OpenSession {
  return (options) => new FixOrderSession(options, parts)
}

class FixOrderSession implements ProviderSession {
  readonly #options: SessionOptions
  readonly #account: string
  readonly #sent = new SentMessages()
  readonly #externalIds = new Map<string, string>()
  readonly #instruments = new Map<string, ProviderSymbol>()
  readonly #questions = new Map<string, SessionOrder>()
  /** The connection; undefined until the provider has dialled. */
  #connection: FixConnection | undefined
  #await: (() => void) | undefined
  #asking: Timer | undefined
  #askingAgain: Timer | undefined
  #saysStatus = true
  #lastCancel = 0
  #isClosed = false

  constructor(options: SessionOptions, parts: FixParts) {
    this.#options = options
    this.#account = parameterValue(options.gateway.params, 'Account')
    this.#connect(parts)
  }

  #connect({ stores, acceptors }: FixParts): void {
    const { gateway, clock, outbound, log } = this.#options
    const address = parseAddress(gateway.server)
    if (address === undefined) {
      clock.after(0, () => this.#ended(NO_ADDRESS))
      return
    }
    const settings = orderSessionSettings(gateway, () => this.#skipped())
    const store = stores.storeOf(`gateway-${gateway.id}`, settings)
    const endpoint = {
      settings: withFreshNumbers(settings, store),
      store,
      traffic: this.#options.traffic,
    }
    const tls = tlsTermsOf(gateway.params, gateway.ssl)
    const handlers: FixConnectionHandlers = {
      online: () => {
        if (!this.#isClosed) this.#online()
      },
      delivered: (message, mark) => this.#delivered(message, mark),
      ended: (why, code) => this.#ended(why, code),
    }
    if (gateway.mode === 'Active') {
      const timeoutMs = gateway.timeout_sec * 1_000
      const dialling = { address, timeoutMs, outbound, ...(tls === undefined ? {} : { tls }) }
      this.#connection = FixConnection.dial(dialling, endpoint, clock, handlers)
      return
    }
    const allowed = addressesIn(parameterValue(gateway.params, 'FIX Allowed Addresses'))
    this.#await = acceptors.await({
      address,
      tls,
      allowed,
      endpoint,
      awaits: () => log.info({ gateway: gateway.name }, 'the provider is awaited'),
      began: (connection) => {
        this.#connection = connection
        return handlers
      },
      failed: (why, code) => void clock.after(0, () => this.#ended(why, code)),
    })
  }

  get figures(): SessionFigures {
    const { bytesIn = 0, bytesOut = 0, numbers } = this.#connection ?? {}
    const { nextIn = 1, nextOut = 1 } = numbers ?? {}
    return {
      bytesIn,
      bytesOut,
      seqIn: nextIn - 1,
      seqOut: nextOut - 1,
      instruments: this.#instruments.size,
    }
  }

  get instruments(): readonly ProviderSymbol[] {
    return [...this.#instruments.values()]
  }

  place(order: SessionOrder): void {
    this.#send('D', order, newOrderFields(order, this.#account, this.#options.clock.now()))
  }

  change(order: SessionOrder): void {
    const externalId = this.#externalIds.get(order.replaces ?? '') ?? ''
    const known = { account: this.#account, externalId }
    this.#send('G', order, replaceFields(order, known, this.#options.clock.now()))
  }

  cancel(order: SessionOrder): void {
    const now = this.#options.clock.now()
    // Cancel requests of an order never have the same id, even across restarts.
    this.#lastCancel = Math.max(now, this.#lastCancel + 1)
    const cancelId = cancelIdOf(order.id, this.#lastCancel)
    const externalId = this.#externalIds.get(order.id) ?? ''
    this.#send(
      'F',
      order,
      cancelFields(order, { account: this.#account, externalId, cancelId }, now),
    )
  }

  ask(order: SessionOrder): void {
    this.#questions.set(order.id, order)
    if (this.#isClosed) return
    this.#asking ??= this.#options.clock.after(0, () => this.#askSome())
  }

  taken(mark: number): void {
    if (!this.#isClosed) this.#connection?.taken(mark)
  }

  close(why: string): void {
    if (this.#isClosed) return
    this.#leave()
    this.#connection?.logout(why)
    this.#connection?.close(why)
  }

  #online(): void {
    this.#connection?.send('x', securityListRequest(`l${this.#options.clock.now().toString(36)}`))
    this.#options.online()
  }

  /** Called at the end of the connection. `code` is only for the log of the process. */
  #ended(why: string, code?: string): void {
    if (this.#isClosed) return
    this.#leave()
    const { gateway, log } = this.#options
    if (code !== undefined) log.info({ gateway: gateway.name, why, code }, 'gateway connection')
    this.#options.ended(why)
  }

  #leave(): void {
    this.#isClosed = true
    this.#await?.()
    this.#asking?.cancel()
    this.#askingAgain?.cancel()
    this.#questions.clear()
  }

  #send(type: 'D' | 'F' | 'G' | 'H', order: SessionOrder, body: readonly FixField[]): void {
    const connection = this.#connection
    const nextOut = connection?.numbers.nextOut ?? 0
    if (connection?.send(type, body) === true) this.#sent.sent(nextOut, { type, order })
  }

  #askSome(): void {
    this.#asking = undefined
    for (const order of [...this.#questions.values()].slice(0, ASKED_AT_ONCE)) {
      this.#questions.delete(order.id)
      const externalId = this.#externalIds.get(order.id) ?? ''
      this.#send('H', order, statusFields(order, { account: this.#account, externalId }))
    }
    if (this.#questions.size === 0) return
    this.#asking = this.#options.clock.after(ASK_EVERY_MS, () => this.#askSome())
  }

  #listed(symbols: readonly ProviderSymbol[]): void {
    for (const symbol of symbols) {
      if (this.#instruments.size < INSTRUMENTS_MAX) this.#instruments.set(symbol.name, symbol)
    }
  }

  /**
   * Requests the status of all unanswered orders, once for all messages that a resend skips (X1).
   */
  #skipped(): void {
    this.#askingAgain ??= this.#options.clock.after(0, () => {
      this.#askingAgain = undefined
      for (const order of this.#sent.unanswered) this.ask(order)
    })
  }

  /** Handles a message. True if no part of it waits for confirmation. */
  #delivered(message: FixMessage, mark: number): boolean {
    if (this.#isClosed) return false
    if (message.type === 'y') {
      this.#listed(securitiesIn(message) ?? [])
      return true
    }
    const word = orderWord(message, this.#sent)
    if (word.is === 'report') {
      this.#tell(word.report, mark, word.isStatus === true)
      return false
    }
    return this.#aside(word, message, mark)
  }

  #tell(report: SessionReport, mark: number, isStatus: boolean): void {
    const { order, externalId, state } = report
    this.#sent.heard(order, isStatus)
    if (!mayGoOn(state)) {
      this.#sent.ended(order)
      this.#questions.delete(order)
      this.#externalIds.delete(order)
    } else if (externalId !== '' && this.#sent.order(order) !== undefined) {
      this.#externalIds.set(order, externalId)
    }
    this.#options.report(report, mark)
  }

  #aside(word: Exclude<OrderWord, { is: 'report' }>, message: FixMessage, mark: number): boolean {
    const { log, gateway } = this.#options
    const order = word.is === 'doubt' ? word.order : undefined
    log.warn({ gateway: gateway.name, why: word.why, order: order?.id ?? '' }, 'fix')
    if (word.is === 'silence') this.#saysStatus = false
    if (order === undefined) return true
    const kept = word.is === 'doubt' ? word.kept : undefined
    if (kept !== undefined) {
      // The shard itself queries an order that is being changed, by its current id.
      if (this.#saysStatus && order.replaces === undefined) this.ask(order)
      this.#tell(kept, mark, false)
      return false
    }
    if (this.#saysStatus) this.ask(order)
    else if (saysUnknown(message)) {
      this.#tell(reportWithoutFigures(order, 'unknown', word.why), mark, true)
      return false
    }
    return true
  }
}
