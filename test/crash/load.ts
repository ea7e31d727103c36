import { SUCCESS_CODES } from '../../engine/code.js'
import {
  REFUSALS_PER_ACCOUNT_MAX,
  REFUSALS_PER_SHARD_MAX,
  REFUSALS_REMEMBERED_MS,
} from '../../engine/limits/requests.js'
import { Prng } from '../../engine/numbers/prng.js'
import type { View } from './account-fold.js'
import { TradeAsks } from './asks.js'
import { serverNow } from './server-clock.js'
import { pause, type ServerProcess, type Signature } from './server-process.js'
import { type Codec, type Reply, Terminal } from './terminal.js'

/**
 * Traders and staff that keep record of everything they asked and of everything they were told.
 *
 *   A1. Every request has an id of its own and is kept with the first final answer to it; a request
 *       without one is unknown until it is repeated.
 *   A2. An answer that says nothing was decided (`unavailable` and its like) is not final.
 *   A3. What was carried out, or has waited, is answered the same for ever. What was refused at once is
 *       answered the same by the server that refused it; one that was started since decides it anew.
 */
export interface LoadRequest {
  readonly key: string
  readonly login: number
  readonly kind: 'trade' | 'balance'
  readonly args: View
  readonly at: number
  told: Told | undefined
  /** The number of the server on this data that told it. */
  toldBy: number
  /** Which refusal it was, of its account and of all, and when that was. */
  refusal: Refused
}

interface Refused {
  readonly ofAccount: number
  readonly ofAll: number
  readonly at: number
}

export interface Told {
  readonly code: string
  readonly message: string
  readonly data: View | null
}

export interface LoadOptions {
  readonly seed: number
  /** Each account has one socket of each codec. */
  readonly logins: readonly number[]
  readonly inFlight: number
  /** Milliseconds that a terminal rests where the provider is away: nothing is learnt from thousands of refusals. */
  readonly restMs?: number | undefined
}

const NOT_FINAL: ReadonlySet<string> = new Set([
  'unavailable',
  'internal',
  'trade.timeout',
  'trade.too_many_requests',
  // Nothing came of it, and nothing is kept under its id.
  'trade.requote',
  'trade.price_changed',
  'trade.busy',
  'auth.session_expired',
])
/** Refusals that were made and are not told yet. */
const UNDERWAY_MAX = 64
const GONE: ReadonlySet<string> = new Set(['trade.position_unknown', 'trade.order_unknown'])
const BALANCE_ACTIONS = ['deposit', 'withdraw', 'credit_in', 'credit_out', 'correction'] as const
const CODECS: readonly Codec[] = ['json', 'msgpack']
const STAFF_IN_FLIGHT = 4
/** The part of staff's requests that open accounts: each one costs two password hashes. */
const OPENED_SHARE = 0.1
const CORRECTED_SHARE = 0.1
const LEVERED_SHARE = 0.2
/** With the smallest, what the poor hold is too much. */
const LEVERAGES = [1, 500, 100] as const
const LEVERED_GROUPS = ['demo%5Cstandard', 'demo%5Cnetting'] as const
/**
 * Timeouts that are decided, since nothing came of them: a restart ended the wait, or a provider said
 * nothing.
 */
const FINAL_TIMEOUTS: ReadonlySet<string> = new Set([
  'The server restarted while the request was waiting and did not carry it out. Send a new request if you still need it.',
  'The provider did not answer in time. Check your orders and positions before you trade again.',
])

export class Load {
  readonly asked = new Map<string, LoadRequest>()
  /** The requests since the last `start`, in order. */
  round: LoadRequest[] = []
  readonly terminals: readonly Terminal[]
  /** Highest account seq and log seq that anyone was told. */
  readonly toldSeq = new Map<number, number>()
  readonly problems: string[] = []
  /** Accounts that staff were told of since the last `start`. */
  opened: number[] = []
  /** Answers that were not final, by code. */
  readonly undecided = new Map<string, number>()
  answers = 0
  /** Servers that were started on this data. */
  servers = 1
  /** Shards may end and begin anew in the server that is asked, and forget what they refused. */
  isShaken = false
  readonly #refusals = new Map<number, number>()
  #refused = 0
  readonly #asks = new Map<number, TradeAsks>()
  readonly #options: LoadOptions
  readonly #prng: Prng
  readonly #prefix: string
  #serial = 0
  #isRunning = false
  #firstAnswer: () => void = () => undefined
  #lanes: Promise<void>[] = []

  constructor(options: LoadOptions) {
    this.#options = options
    this.#prng = new Prng(options.seed)
    this.#prefix = `s${options.seed}`
    this.terminals = options.logins.flatMap((login) =>
      CODECS.map((codec) => new Terminal(login, codec)),
    )
    const prices = new Map<string, string>()
    for (const login of options.logins) this.#asks.set(login, new TradeAsks(this.#prng, prices))
  }

  /** Terminals that are not connected resume. */
  async connect(port: number, tokenOf: (login: number) => string): Promise<void> {
    const away = this.terminals.filter(({ isConnected }) => !isConnected)
    await Promise.all(away.map((one) => one.connect(port, tokenOf(one.login))))
  }

  /**
   * Keeps so many requests in flight on every socket, and some of staff; resolves at the first answer, or
   * when none can come any more.
   */
  start(server: ServerProcess, staff: Signature): Promise<void> {
    this.round = []
    this.opened = []
    this.#isRunning = true
    this.#lanes = []
    const answered = new Promise<void>((resolve) => {
      this.#firstAnswer = resolve
    })
    this.goOn(server, staff)
    return Promise.race([answered, Promise.all(this.#lanes).then(() => undefined)])
  }

  /** As many more requests, of the server that the terminals are connected to by now. */
  goOn(server: ServerProcess, staff: Signature): void {
    const lanes = this.terminals.flatMap((terminal) =>
      Array.from({ length: this.#options.inFlight }, () => this.#lane(() => this.#trade(terminal))),
    )
    const staffLanes = Array.from({ length: STAFF_IN_FLIGHT }, () =>
      this.#lane(() => this.#asStaff(server, staff)),
    )
    this.#lanes.push(...lanes, ...staffLanes)
  }

  /** No new requests; resolves when those in flight are answered, or known to stay unanswered. */
  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#lanes)
  }

  hangUp(): void {
    for (const terminal of this.terminals) terminal.hangUp()
  }

  /** Asks (again), and holds the answer against the one before. */
  async repeat(asked: LoadRequest, terminal: Terminal): Promise<'answered' | 'unknown'> {
    const by = this.servers
    const reply = await terminal.ask('trade', asked.args)
    return this.#told(asked, reply, by)
  }

  async repeatBalance(asked: LoadRequest, server: ServerProcess, staff: Signature) {
    const by = this.servers
    const path = `POST /admin/v1/accounts/${asked.login}/balance`
    const reply = await server.ask(path, staff, asked.args).catch(() => undefined)
    return this.#told(asked, reply, by)
  }

  async #lane(step: () => Promise<'answered' | 'unknown'>): Promise<void> {
    while (this.#isRunning && (await step()) === 'answered');
  }

  /** `by` is the number of the server that was asked. */
  #told(asked: LoadRequest, reply: Told | Reply | undefined, by: number): 'answered' | 'unknown' {
    if (reply === undefined) return 'unknown'
    const { code, message, data } = reply
    this.answers++
    this.#firstAnswer()
    if (NOT_FINAL.has(code) && !FINAL_TIMEOUTS.has(message)) {
      this.undecided.set(code, (this.undecided.get(code) ?? 0) + 1)
      return 'answered'
    }
    const told = { code, message, data }
    if (asked.told === undefined || (isFleeting(asked.told) && this.isForgotten(asked))) {
      asked.told = told
      if (isFleeting(told)) {
        const ofAccount = (this.#refusals.get(asked.login) ?? 0) + 1
        this.#refusals.set(asked.login, ofAccount)
        asked.refusal = { ofAccount, ofAll: ++this.#refused, at: performance.now() }
      }
      asked.toldBy = by
      this.#learn(asked, told)
    } else if (JSON.stringify(told) !== JSON.stringify(asked.told)) {
      this.problems.push(
        `${asked.login} ${asked.key}: ${JSON.stringify(asked.told)}, then ${JSON.stringify(told)}`,
      )
    }
    return 'answered'
  }

  /** What was refused at once by another server, or so long or so many refusals ago that it may not be remembered. */
  isForgotten({ toldBy, refusal, login }: LoadRequest): boolean {
    if (this.isShaken || toldBy !== this.servers) return true
    const since = (this.#refusals.get(login) ?? 0) - refusal.ofAccount
    return (
      since >= REFUSALS_PER_ACCOUNT_MAX / 2 - UNDERWAY_MAX ||
      this.#refused - refusal.ofAll >= REFUSALS_PER_SHARD_MAX / 2 - UNDERWAY_MAX ||
      performance.now() - refusal.at >= REFUSALS_REMEMBERED_MS / 2
    )
  }

  #learn({ login, kind, args }: LoadRequest, { code, data }: Told): void {
    if (GONE.has(code)) this.#asks.get(login)?.forget(args)
    if (code === 'trade.no_connection') this.#asks.get(login)?.again(args)
    if (!isDone(code) || data === null || kind === 'balance') return
    const seq = Number(data['seq'])
    if (seq > (this.toldSeq.get(login) ?? 0)) this.toldSeq.set(login, seq)
    this.#asks.get(login)?.learn(args, data)
  }

  async #trade(terminal: Terminal): Promise<'answered' | 'unknown'> {
    const { login } = terminal
    const draw = this.#prng.unit()
    if (draw < 0.05 && this.round.length > 0) {
      const old = this.round[this.#prng.below(this.round.length)] as LoadRequest
      if (old.login === login && old.kind === 'trade') return this.repeat(old, terminal)
    }
    const args = { ...this.#asks.get(login)?.next(), client_order_id: this.#nextKey() }
    const asked = this.#ask(login, 'trade', args)
    const came = await this.repeat(asked, terminal)
    const { restMs = 0 } = this.#options
    if (restMs > 0 && asked.told?.code === 'trade.no_connection') await pause(restMs)
    return came
  }

  #asStaff(server: ServerProcess, staff: Signature): Promise<'answered' | 'unknown'> {
    const draw = this.#prng.unit()
    if (draw < OPENED_SHARE) return this.#openAccount(server, staff)
    if (draw < OPENED_SHARE + CORRECTED_SHARE) return this.#correct(server, staff)
    if (draw > 1 - LEVERED_SHARE) return this.#lever(server, staff)
    const { logins } = this.#options
    const login = logins[this.#prng.below(logins.length)] as number
    const action = BALANCE_ACTIONS[this.#prng.below(BALANCE_ACTIONS.length)]
    const amount = `${this.#prng.below(900)}.${10 + this.#prng.below(90)}`
    return this.#balance(server, staff, login, { action, amount })
  }

  #balance(
    server: ServerProcess,
    staff: Signature,
    login: number,
    asked: View,
  ): Promise<'answered' | 'unknown'> {
    const hex = (digits: number): string =>
      Array.from({ length: digits }, () => this.#prng.below(16).toString(16)).join('')
    const request_id = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
    const args = { ...asked, comment: '', request_id }
    return this.repeatBalance(this.#ask(login, 'balance', args), server, staff)
  }

  /** Opens an account with money, so that its days end, too. */
  async #openAccount(server: ServerProcess, staff: Signature): Promise<'answered' | 'unknown'> {
    const login = await server.openBareAccount(staff, 'demo\\standard').catch(() => undefined)
    if (login === undefined) return server.hasExited ? 'unknown' : 'answered'
    this.opened.push(login)
    return this.#balance(server, staff, login, { action: 'deposit', amount: '100.00' })
  }

  /** A stop loss far away, or the comment, of a position that somebody opened. */
  async #correct(server: ServerProcess, staff: Signature): Promise<'answered' | 'unknown'> {
    const { logins } = this.#options
    const position = this.#asks.get(logins[this.#prng.below(logins.length)] ?? 0)?.anyPosition()
    if (position === undefined) return 'answered'
    const change = this.#prng.below(2) === 0 ? { take_profit: '0' } : { comment: 'put right' }
    const path = `PATCH /admin/v1/positions/${position}`
    const answer = await server.ask(path, staff, change).catch(() => undefined)
    return answer === undefined ? 'unknown' : 'answered'
  }

  async #lever(server: ServerProcess, staff: Signature): Promise<'answered' | 'unknown'> {
    const leverage = LEVERAGES[this.#prng.below(LEVERAGES.length)]
    const group = LEVERED_GROUPS[this.#prng.below(LEVERED_GROUPS.length)]
    const change = server.change(`/admin/v1/groups/${group}`, staff, { leverage })
    // Two of them at once are one too many.
    await change.catch(() => undefined)
    return server.hasExited ? 'unknown' : 'answered'
  }

  #ask(login: number, kind: LoadRequest['kind'], args: View): LoadRequest {
    const key = kind === 'trade' ? `o:${args['client_order_id']}` : `b:${args['request_id']}`
    const asked: LoadRequest = {
      key,
      login,
      kind,
      args,
      at: serverNow(),
      told: undefined,
      toldBy: 0,
      refusal: { ofAccount: 0, ofAll: 0, at: 0 },
    }
    this.asked.set(`${login} ${key}`, asked)
    this.round.push(asked)
    return asked
  }

  /** None is the beginning of another one. */
  #nextKey(): string {
    return `${this.#prefix}-${String(++this.#serial).padStart(8, '0')}`
  }
}

/** A refusal that nothing was made for, so in no log. What has waited names its order. */
export function isFleeting({ code, data }: Told): boolean {
  return !isDone(code) && Number(data?.['order_id'] ?? 0) === 0
}

function isDone(code: string): boolean {
  return SUCCESS_CODES.some((one) => one === code)
}
