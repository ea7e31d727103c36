import type { Account } from '../../engine/account/state.js'
import { symbolByName } from '../../engine/book/book.js'
import { isRefusal, type Refusal, refusalData, refuse } from '../../engine/code.js'
import { TRADE_BODY_BYTES_MAX, TRADE_PARTS_MAX } from '../../engine/limits/front.js'
import {
  BAD_FRAMES_MAX,
  QUOTES_PER_SEC_MAX,
  SUBSCRIPTIONS_MAX,
} from '../../engine/limits/sockets.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { because, say } from '../../engine/reasons/reasons.js'
import { FRAME_FORM } from '../../wire/frame/frame-form.js'
import { key } from '../../wire/frame/frame-writer.js'
import {
  beginReply,
  DATA,
  decodeRequest,
  type SocketRequest,
  writePlainReply,
} from '../../wire/frame/socket-frame.js'
import { TRADE_ANSWER_ROW, TRADE_CHECK_ROW } from '../../wire/row/rows.js'
import type { TRADER_OPS } from '../../wire/schema/live/trader-socket.js'
import { type SocketQuestion, socketQuestion } from '../../wire/trade/socket-question.js'
import { readTradeFrame } from '../../wire/trade/trade-frame.js'
import { outcomeId, parseCheck } from '../../wire/trade/trade-question.js'
import {
  type ParsedTrade,
  parseTrade,
  type TradeAsker,
  tradeOf,
} from '../../wire/trade/trade-request.js'
import type { ShardCore } from './core.js'
import type { ShardSocket, ShardSockets } from './live/sockets.js'
import type { Valuations } from './live/valuations.js'
import type { LongAnswers } from './long-answers/long-answers.js'
import { answerResume } from './long-answers/resume.js'
import { answerSnapshot } from './long-answers/snapshot.js'
import type { RequestOutcome } from './outcomes/outcome.js'
import { refusalParts, writeParts } from './outcomes/refusal-parts.js'
import { successOf, tradeAnswer } from './outcomes/trade-answer.js'
import { answerOutcome } from './questions/first-outcomes.js'
import { checkAnswer } from './trade/trade-check.js'

const BEYOND_TRADE = `A trade request has at most ${TRADE_BODY_BYTES_MAX} bytes and ${TRADE_PARTS_MAX} fields.`

/** The same size limits as for the REST request. */
function isBeyondTrade({ args }: SocketRequest, sizeBytes: number): boolean {
  return sizeBytes > TRADE_BODY_BYTES_MAX || Object.keys(args).length > TRADE_PARTS_MAX
}

/** Operations of the contract (wire/schema/live/trader-socket.ts): one without a handler does not compile. */
type HandledOp = Exclude<keyof typeof TRADER_OPS, 'trade'>
type Handler = (
  socket: ShardSocket,
  request: SocketRequest,
  sizeBytes: number,
) => Refusal | undefined

export interface SocketOperationsParts {
  readonly longAnswers: LongAnswers
  readonly valuations: Valuations
  readonly projectionSeq: () => number
}

/**
 * Carries out the operations of live sockets at the shard of the socket's account. Every frame gets
 * exactly one reply, except a frame that closes the socket.
 */
export class SocketOperations {
  readonly #core: ShardCore
  readonly #sockets: ShardSockets
  readonly #projectionSeq: () => number
  readonly #longAnswers: LongAnswers
  readonly #valuations: Valuations
  readonly #handlers: ReadonlyMap<string, Handler>

  constructor(core: ShardCore, sockets: ShardSockets, parts: SocketOperationsParts) {
    this.#core = core
    this.#sockets = sockets
    this.#projectionSeq = parts.projectionSeq
    this.#longAnswers = parts.longAnswers
    this.#valuations = parts.valuations
    this.#handlers = new Map(Object.entries(this.#handlersByName()))
  }

  handle(socketId: number, frame: Uint8Array): void {
    const socket = this.#sockets.get(socketId)
    if (socket === undefined) return
    const { work } = this.#core
    work.begin(socket.login)
    this.#take(socket, frame)
    work.end()
  }

  #take(socket: ShardSocket, frame: Uint8Array): void {
    const mayTrade = frame.length <= TRADE_BODY_BYTES_MAX
    const trade = mayTrade ? readTradeFrame(socket.codec, frame) : undefined
    if (trade !== undefined) {
      socket.badFrames = 0
      const account = this.#traded(socket, trade.fields)
      const refusal = isRefusal(account)
        ? account
        : this.#trade(socket, account, trade, tradeOf(trade.fields, askerOf(socket)))
      if (refusal !== undefined) this.#refuse(socket, trade.id, refusal)
      return
    }
    const request = decodeRequest(socket.codec, frame)
    if (request === undefined) {
      this.#badFrame(socket)
      return
    }
    socket.badFrames = 0
    const refusal = this.#operate(socket, request, frame.length)
    if (refusal !== undefined) this.#refuse(socket, request.id, refusal)
  }

  #badFrame(socket: ShardSocket): void {
    if (++socket.badFrames >= BAD_FRAMES_MAX) {
      this.#sockets.control(socket.id, { op: 'close', code: 4003, reason: 'too many bad frames' })
      return
    }
    this.#refuse(socket, null, because('invalid_input.frame', { frame: FRAME_FORM }))
  }

  #refuse(socket: ShardSocket, id: number | string | null, refusal: Refusal): void {
    const w = this.#sockets.writers[socket.codec]
    const { code, message } = refusal
    const data = refusalData(refusal)
    if (data === undefined || id === null) writePlainReply(w, id, code, message)
    else {
      beginReply(w, id, code, message)
      const parts = refusalParts(data)
      w.map(parts.length, DATA)
      writeParts(w, parts)
      w.endMap()
      w.endMap()
    }
    this.#sockets.reply(socket)
  }

  /**
   * If a read-only operation throws, nothing has changed: the socket gets an error reply and
   * everything else continues.
   */
  #operate(socket: ShardSocket, request: SocketRequest, sizeBytes: number): Refusal | undefined {
    if ((request.op === 'trade' || request.op === 'check') && isBeyondTrade(request, sizeBytes)) {
      return refuse('invalid_input', BEYOND_TRADE)
    }
    if (request.op === 'trade') {
      const { id, args } = request
      const account = this.#traded(socket, args)
      if (isRefusal(account)) return account
      const parsed = parseTrade(args, sizeBytes, askerOf(socket))
      return this.#trade(socket, account, { id, fields: args }, parsed)
    }
    try {
      return this.#read(socket, request, sizeBytes)
    } catch (error) {
      return this.#core.quarantine.failed(request.op, socket.login, error)
    }
  }

  #read(socket: ShardSocket, request: SocketRequest, sizeBytes: number): Refusal | undefined {
    const handle = this.#handlers.get(request.op)
    if (handle === undefined) {
      return because('invalid_input.operation', { name: request.op.slice(0, 32) })
    }
    return handle(socket, request, sizeBytes)
  }

  /** The handler of each operation of the contract except `trade`, which has its own path. */
  #handlersByName(): Readonly<Record<HandledOp, Handler>> {
    const handedOn =
      (op: SocketQuestion['op']): Handler =>
      (socket, request, sizeBytes) =>
        this.#handOn(socket, op, request, sizeBytes)
    return {
      auth: handedOn('auth'),
      ping: (socket, request) => this.#ping(socket, request),
      logout: handedOn('logout'),
      snapshot: (socket, request) => this.#snapshot(socket, request),
      resume: (socket, request) => this.#resume(socket, request),
      symbols: handedOn('symbols'),
      subscribe: (socket, request) => this.#subscribe(socket, request, 'subscribe'),
      unsubscribe: (socket, request) => this.#subscribe(socket, request, 'unsubscribe'),
      depth: handedOn('depth'),
      candles: handedOn('candles'),
      check: (socket, request, sizeBytes) => this.#check(socket, request, sizeBytes),
      outcome: (socket, request, sizeBytes) => this.#outcome(socket, request, sizeBytes),
    }
  }

  /** Passes the operation to the front, which has the sessions and reads the tables. */
  #handOn(
    socket: ShardSocket,
    op: SocketQuestion['op'],
    request: SocketRequest,
    sizeBytes: number,
  ): Refusal | undefined {
    const question = socketQuestion(op, request, sizeBytes)
    if (isRefusal(question)) return question
    this.#sockets.control(socket.id, question)
    return undefined
  }

  /** The account that a trade of the socket is for. */
  #traded(socket: ShardSocket, body: unknown): Account | Refusal {
    const account = this.#core.account(socket.login)
    if (isRefusal(account) || !socket.readOnly) return account
    return this.#notTaken(socket, account, body, because('trade.read_only.session'))
  }

  /** Records for staff that the request was refused before it was decided. */
  #notTaken(socket: ShardSocket, account: Account, body: unknown, refusal: Refusal): Refusal {
    this.#core.refused.add(this.#core, account, { body, by: askerOf(socket) }, refusal)
    return refusal
  }

  #trade(
    socket: ShardSocket,
    account: Account,
    { id, fields }: { readonly id: number | string; readonly fields: unknown },
    parsed: ParsedTrade | Refusal,
  ): Refusal | undefined {
    if (!parsed.ok) return this.#notTaken(socket, account, fields, parsed)
    try {
      const outcome = this.#core.trade(account, parsed, undefined, (later) => {
        this.#tellLater(socket.id, id, later)
      })
      if (outcome === 'waits') return undefined
      if (!outcome.ok) return outcome
      this.#replyTrade(socket, id, outcome)
      return undefined
    } catch (error) {
      return this.#core.quarantine.add(account, error)
    }
  }

  /** Sends the answer to a request that had to wait. The socket may have closed meanwhile. */
  #tellLater(socketId: number, id: number | string, outcome: RequestOutcome): void {
    const socket = this.#sockets.get(socketId)
    if (socket === undefined) return
    if (outcome.ok) this.#replyTrade(socket, id, outcome)
    else this.#refuse(socket, id, outcome)
  }

  #replyTrade(
    socket: ShardSocket,
    id: number | string,
    outcome: RequestOutcome & { ok: true },
  ): void {
    const w = this.#sockets.tradeReply(socket.codec)
    beginReply(w, id, successOf(outcome.record), '')
    const answer = tradeAnswer(this.#core.book, outcome.record)
    TRADE_ANSWER_ROW.stored(w, answer, undefined, answer, undefined, DATA)
    w.endMap()
    this.#sockets.reply(socket, w)
  }

  #ping(socket: ShardSocket, request: SocketRequest): undefined {
    const w = this.#sockets.writers[socket.codec]
    beginReply(w, request.id, 'ok', '')
    w.map(1, DATA)
    w.time(key('at'), this.#core.now)
    w.endMap()
    w.endMap()
    this.#sockets.reply(socket)
  }

  #check(socket: ShardSocket, request: SocketRequest, sizeBytes: number): Refusal | undefined {
    const account = this.#core.account(socket.login)
    if (isRefusal(account)) return account
    const asked = parseCheck(request.args, sizeBytes)
    if (!asked.ok) return asked
    const found = checkAnswer(this.#core, account, asked, askerOf(socket))
    if (!found.ok) return found
    const w = this.#sockets.writers[socket.codec]
    beginReply(w, request.id, 'ok', '')
    TRADE_CHECK_ROW.stored(w, found.check, found, found.check, undefined, DATA)
    w.endMap()
    this.#sockets.reply(socket)
    return undefined
  }

  #outcome(socket: ShardSocket, { id, args }: SocketRequest, size: number): Refusal | undefined {
    const account = this.#core.account(socket.login)
    if (isRefusal(account)) return account
    const clientOrderId = outcomeId(args, size)
    if (isRefusal(clientOrderId)) return clientOrderId
    const told = answerOutcome(this.#core, account, clientOrderId)
    if (isRefusal(told)) return told
    const w = this.#sockets.writers[socket.codec]
    beginReply(w, id, told.code, told.message)
    told.write(w, DATA)
    w.endMap()
    this.#sockets.reply(socket)
    return undefined
  }

  #snapshot(socket: ShardSocket, { id }: SocketRequest): Refusal | undefined {
    const account = this.#core.account(socket.login)
    if (isRefusal(account)) return account
    const asked = { id, projectionSeq: this.#projectionSeq() }
    const work = answerSnapshot(this.#core, this.#sockets, socket, account, asked)
    this.#longAnswers.begin({ ...work, refuse: (refusal) => this.#refuse(socket, id, refusal) })
    return undefined
  }

  #resume(socket: ShardSocket, { id, args }: SocketRequest): Refusal | undefined {
    const account = this.#core.account(socket.login)
    if (isRefusal(account)) return account
    const from = seqArgument(args['seq'])
    if (from === undefined) return refuseField('seq', say('field.seq'))
    if (from > account.seq) {
      return refuseField('seq', say('field.seq_ahead', { seq: String(account.seq) }))
    }
    const refused = (refusal: Refusal): void => this.#refuse(socket, id, refusal)
    const asked = { id, from }
    this.#longAnswers.begin(
      answerResume(this.#core, this.#sockets, socket, account, asked, refused),
    )
    return undefined
  }

  #subscribe(
    socket: ShardSocket,
    request: SocketRequest,
    op: 'subscribe' | 'unsubscribe',
  ): Refusal | undefined {
    const { symbols: named, max_per_sec: rate, valuation, news } = request.args
    if (valuation !== undefined && typeof valuation !== 'boolean') {
      return refuseField('valuation', say('field.flag'))
    }
    if (news !== undefined && typeof news !== 'boolean') {
      return refuseField('news', say('field.flag'))
    }
    // A client that subscribes only to valuations or news sends no symbols.
    const isOther = valuation !== undefined || news !== undefined
    const symbols = named === undefined && isOther ? [] : named
    if (op === 'subscribe' && rate !== undefined && !isQuoteRate(rate)) {
      return refuseField('max_per_sec', say('field.rate', { max: QUOTES_PER_SEC_MAX }))
    }
    if (
      !Array.isArray(symbols) ||
      symbols.length > SUBSCRIPTIONS_MAX ||
      !symbols.every((name) => typeof name === 'string')
    ) {
      return refuseField('symbols', say('field.symbol_names'))
    }
    const ids = new Set<number>()
    for (const name of symbols) {
      const symbol = symbolByName(this.#core.book, name)
      if (symbol === undefined) {
        return because('trade.symbol_unknown.symbol', { symbol: name.slice(0, 64) })
      }
      ids.add(symbol.id)
    }
    // Sets the subscription before the reply, so that a restarted shard already knows it.
    if (valuation !== undefined) this.#setValuation(socket, op === 'subscribe' && valuation)
    // The socket receives news for the account's group at the time of each item
    // (http/socket/news-readers.ts).
    if (news !== undefined) {
      this.#sockets.control(socket.id, { op: 'news', hears: op === 'subscribe' && news })
    }
    writePlainReply(this.#sockets.writers[socket.codec], request.id, 'ok', '')
    this.#sockets.reply(socket)
    if (named === undefined) return undefined
    // Subscribes after the reply, because the newest quote of each symbol must follow the reply.
    const paced = op === 'subscribe' && isQuoteRate(rate) ? { max_per_sec: rate } : {}
    this.#sockets.control(socket.id, { op, symbols: [...ids], ...paced })
    return undefined
  }

  #setValuation({ id }: ShardSocket, hears: boolean): void {
    this.#sockets.control(id, { op: 'valuation', hears })
    this.#valuations.set(id, hears)
  }
}

function isQuoteRate(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= QUOTES_PER_SEC_MAX
}

function askerOf({ reason, session, ip }: ShardSocket): TradeAsker {
  return { reason, dealer: 0, session, ip }
}

function seqArgument(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,15})$/.test(value)) return undefined
  const seq = Number(value)
  return Number.isSafeInteger(seq) ? seq : undefined
}
