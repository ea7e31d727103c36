import type { Outcome } from '../../actors/thread/ask.js'
import type { Logger } from '../../actors/thread/logger.js'
import type { Refusal } from '../../engine/code.js'
import { SOCKET_BULK_BYTES_MAX } from '../../engine/limits/sockets.js'
import { refuseInput } from '../../engine/reasons/fault.js'
import { because } from '../../engine/reasons/reasons.js'
import { findErrors } from '../../wire/check/validate.js'
import { type ReadyData, readyReply } from '../../wire/frame/plain-frame.js'
import { FRAME_BYTES_MAX } from '../../wire/frame/socket-frame.js'
import { CandlesArgs } from '../../wire/trade/socket-question.js'
import { NoArgs } from '../../wire/types/scalars.js'
import type { CandlesAsk, MarketAsker, MarketReader } from '../readers/market-reader.js'
import type { MarketQuestion } from './market-question.js'
import { sendRefusal } from './replies.js'
import type { TraderConnection } from './trader-connection.js'

export interface MarketSource extends Pick<MarketReader, 'symbols' | 'candles'> {
  /** Reports an unexpected error of a request. */
  failed(error: unknown): void
}

export function marketSourceOf(
  market: Pick<MarketReader, 'symbols' | 'candles'>,
  logger: Pick<Logger, 'error'>,
): MarketSource {
  return {
    symbols: (...asked) => market.symbols(...asked),
    candles: (...asked) => market.candles(...asked),
    failed: (error) => logger.error({ err: error }, 'a question about the market failed'),
  }
}

/**
 * Market data requests, which the query pool answers.
 *
 * - The requests of a socket are answered one at a time, in order. They count among its frames
 *   without a reply until they are answered.
 * - An answer may have to wait for a slow client, like a snapshot.
 * - Between two answers of a socket other sockets get a turn, because answers may be long.
 */
export class MarketFrames {
  readonly #source: MarketSource
  readonly #answered: (connection: TraderConnection) => void

  /** `answered` is called after each reply. */
  constructor(source: MarketSource, answered: (connection: TraderConnection) => void) {
    this.#source = source
    this.#answered = answered
  }

  ask(connection: TraderConnection, question: MarketQuestion): void {
    connection.questions.push(question)
    if (connection.questions.length === 1) void this.#answerAll(connection)
  }

  async #answerAll(connection: TraderConnection): Promise<void> {
    const { questions } = connection
    for (let question = questions[0]; question !== undefined; question = questions[0]) {
      const { state } = connection
      if (state.kind !== 'live') return
      const answer = await this.#answer(state.session, connection, question)
      // The socket closed while the request was waiting.
      if (connection.state.kind !== 'live') return
      questions.shift()
      connection.inFlight--
      this.#send(connection, question.id, answer)
      if (questions.length > 0) await everybodysTurn()
    }
  }

  async #answer(
    session: MarketAsker,
    { codec }: TraderConnection,
    { op, args }: MarketQuestion,
  ): Promise<Outcome<ReadyData>> {
    // Reports only the first error of a frame.
    const mistakes = findErrors(op === 'symbols' ? NoArgs : CandlesArgs, args, FRAME_BYTES_MAX)
    if (mistakes !== null) {
      return refuseInput(mistakes.slice(0, 1))
    }
    try {
      if (op === 'symbols') return await this.#source.symbols(session.group, codec)
      return await this.#source.candles(session, args as unknown as CandlesAsk, codec)
    } catch (error) {
      this.#source.failed(error)
      return FAILED
    }
  }

  #send(connection: TraderConnection, id: number | string, answer: Outcome<ReadyData>): void {
    if (answer.ok) {
      connection.backlogMax = SOCKET_BULK_BYTES_MAX
      connection.send(readyReply(connection.codec, id, answer.value))
    } else sendRefusal(connection, id, answer)
    this.#answered(connection)
  }
}

function everybodysTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const FAILED: Refusal = because('internal.unanswered')
