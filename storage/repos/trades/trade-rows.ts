import type { Login, UnixMs } from '../../../engine/units.js'
import { TRADE_NUMBERS, type TradeWindow } from '../../../wire/window/trade-window.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { Parameters } from '../../sqlite/window/columns.js'
import type { WindowQuery } from '../../sqlite/window/query.js'
import type { Candidate, RowSource, RowStream, Start } from '../../sqlite/window/row-source.js'
import type { ReachCondition } from '../accounts/account-reach.js'
import { accountStatesRepo } from '../accounts/account-states.js'
import { numberedRows, type Span } from '../numbered-rows.js'
import { type HistoryKind, newestOf } from './history-marks.js'
import { TRADE_TABLES } from './trade-window.js'

/** Restrictions of a window's trades, in addition to its filter. */
export interface TradesWithin {
  readonly reach: ReachCondition | undefined
  readonly login?: Login
  /**
   * The first and last time, both inclusive, at which a deal or order was done or a position was
   * closed; undefined for no limit.
   */
  readonly from?: UnixMs
  readonly to?: UnixMs
}

/**
 * The rows of windows of trades.
 *
 *   - Open positions and orders are few: each page reads all of them.
 *   - Deals have ids in order of time (`numberedRows`), so both orders are read from their table,
 *     in the ranges that contain the times. Closed positions are read by id, and by time through
 *     their closing deals.
 *   - For one account its own rows are read back along their chain.
 *   - Finished orders that were done at once have ids in order of time, too. Those that rested
 *     before have an index by the time at which they were done.
 */
export const tradeRows = perDatabase((db: Sqlite) => {
  const statements = new Statements(db)
  const deals = numberedRows(db, 'deals', 'at')
  const orders = numberedRows(db, 'orders', 'created_at')
  const states = accountStatesRepo(db)

  const counted = (sql: string, parameters: Parameters): number =>
    statements.of<number>(sql).pluck().get(parameters) as number

  /** The rows of one account, read along the chain that begins in its state. */
  const ofAccount = (kind: Past, login: Login): Rows => {
    const state = states.get(login)
    const newest = state === undefined ? { id: 0, ordinal: 0 } : newestOf(HISTORY_OF[kind], state)
    const table = TRADE_TABLES[kind]
    return {
      before: `WITH RECURSIVE own (id) AS (
        SELECT @newest WHERE @newest <> 0
        UNION ALL SELECT previous_id FROM own CROSS JOIN ${table} USING (id) WHERE previous_id <> 0)`,
      from: `FROM own CROSS JOIN ${table} AS a ON a.id = own.id`,
      parameters: { newest: newest.id },
      countUpTo: () => newest.ordinal,
    }
  }

  /**
   * The finished orders between two times. Those done at once are found by id, the others by their
   * index.
   */
  const doneWithin = (
    within: TradesWithin,
    scope: readonly string[],
    times: Parameters,
    rangeLength: number,
  ): Rows => {
    const spans = orders.spans(within, rangeLength)
    const rested = `orders AS rested INDEXED BY orders_rested WHERE version > 1
      AND ${scope.join(' AND ').replaceAll('a.', 'rested.')}`
    const restedUpTo = (limit: number): number =>
      counted(`SELECT count(*) FROM (SELECT 1 FROM ${rested} LIMIT @limit)`, { ...times, limit })
    return {
      before: `WITH done (id) AS (
        SELECT orders.id FROM json_each(@spans) AS span
        CROSS JOIN orders ON orders.id BETWEEN span.value ->> 0 AND span.value ->> 1
        WHERE version = 1
        UNION ALL SELECT id FROM ${rested})`,
      from: 'FROM done CROSS JOIN orders AS a ON a.id = done.id',
      scope,
      parameters: { ...times, spans: JSON.stringify(spans.map(({ low, high }) => [low, high])) },
      countUpTo: (most) =>
        spans.reduce((sum, { low, high }) => sum + high - low + 1, restedUpTo(most)),
      timed: spans,
    }
  }

  const rowsOf = (kind: TradeWindow, within: TradesWithin, rangeLength: number): Rows => {
    const { login, from, to } = within
    const table = TRADE_TABLES[kind]
    const whole = { before: '', from: `FROM ${table} AS a`, parameters: {} }
    const most = (limit: number): number =>
      counted(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT @limit)`, { limit })
    if (kind === 'positions' || kind === 'orders') {
      if (login === undefined) return { ...whole, countUpTo: most }
      return { ...whole, scope: ['a.login = @own'], parameters: { own: login }, countUpTo: () => 0 }
    }
    const time = `a.${TIMES[kind]}`
    const scope = [
      ...(from === undefined ? [] : [`${time} >= @since`]),
      ...(to === undefined ? [] : [`${time} <= @until`]),
    ]
    const times = {
      ...(from === undefined ? {} : { since: from }),
      ...(to === undefined ? {} : { until: to }),
    }
    if (login !== undefined) {
      const own = ofAccount(kind, login)
      return { ...own, scope, parameters: { ...own.parameters, ...times } }
    }
    if (kind !== 'deals' && scope.length === 0) {
      const all: Span = { low: 0, high: Number.MAX_SAFE_INTEGER, newest: 0 }
      if (kind === 'closed') return { ...whole, countUpTo: most, spans: [all] }
      return { ...whole, countUpTo: most, spans: [all], timed: orders.spans(within, rangeLength) }
    }
    if (kind === 'history') return doneWithin(within, scope, times, rangeLength)
    const spans = deals.spans(within, rangeLength)
    const parameters = {
      spans: JSON.stringify(spans.map(({ low, high }) => [low, high])),
      ...times,
    }
    const countUpTo = (): number => spans.reduce((sum, { low, high }) => sum + high - low + 1, 0)
    if (kind === 'closed') {
      const closing = `a.id IN (SELECT position_id FROM json_each(@spans) AS span CROSS JOIN deals
        WHERE deals.id BETWEEN span.value ->> 0 AND span.value ->> 1
          AND entry <> 'in' AND position_id <> 0)`
      return { ...whole, scope: [closing, ...scope], parameters, countUpTo }
    }
    return {
      before: '',
      from: `FROM json_each(@spans) AS span
        CROSS JOIN deals AS a ON a.id BETWEEN span.value ->> 0 AND span.value ->> 1`,
      // The id ranges contain exactly the rows of the requested times.
      parameters: { spans: parameters.spans },
      countUpTo,
      spans,
      timed: spans,
    }
  }

  /** Accounts store the numbers of their finished rows. */
  const totalOf = (kind: TradeWindow, { login, from, to, reach }: TradesWithin) => {
    if (kind === 'positions' || kind === 'orders') return undefined
    if (from !== undefined || to !== undefined) return undefined
    if (login === undefined) return states.rowsInAll(HISTORY_OF[kind], reach)
    const state = states.get(login)
    return state === undefined ? 0 : newestOf(HISTORY_OF[kind], state).ordinal
  }

  return {
    source(
      kind: TradeWindow,
      within: TradesWithin,
      rangeLength: number,
      query: WindowQuery,
    ): RowSource {
      const {
        before,
        from,
        scope = [],
        parameters,
        countUpTo,
        spans,
        timed,
      } = rowsOf(kind, within, rangeLength)
      const { reach } = within
      const reached = reach === undefined ? [] : [reach.sql.replace('?', '@reach')]
      const condition = [...scope, ...reached].join(' AND ')
      const all = { ...parameters, ...(reach === undefined ? {} : { reach: reach.value }) }
      const { field } = query.sort
      return {
        number: 'id',
        isNone: false,
        before,
        from,
        scope: condition,
        parameters: all,
        isWhole: condition === '',
        countUpTo,
        total: () => (query.conditions.length > 0 ? undefined : totalOf(kind, within)),
        noun: NOUNS[kind],
        isTooMany: 'field.scan_trades',
        streams(isFalling) {
          const isByTime = (kind === 'deals' || kind === 'history') && field === TIMES[kind]
          const ranges = isByTime ? timed : field === TRADE_NUMBERS[kind] ? spans : undefined
          if (ranges === undefined) return undefined
          const taken = [condition, query.filter].filter((part) => part !== '').join(' AND ')
          const rows: StreamOf = {
            statements,
            table: TRADE_TABLES[kind],
            isFalling,
            fits: taken === '' ? '1' : taken,
            parameters: { ...query.filterParameters, ...all },
          }
          if (!isByTime) return ranges.map((span) => new SpanRows(rows, span))
          if (kind === 'deals') return ranges.map((span) => new SpanRows(rows, span, DEALS, deals))
          const atOnce = ranges.map((span) => new SpanRows(rows, span, DONE_AT_ONCE, orders))
          return [...atOnce, new RestedRows(rows, within)]
        },
      }
    },
  }
})

const NOUNS: Readonly<Record<TradeWindow, string>> = {
  positions: 'position',
  orders: 'order',
  history: 'order',
  deals: 'deal',
  closed: 'closed position',
}

/** The source of a window's rows: its tables, conditions and indexes. */
interface Rows {
  readonly before: string
  readonly from: string
  readonly scope?: readonly string[]
  readonly parameters: Parameters
  countUpTo(most: number): number
  readonly spans?: readonly Span[]
  /** Ranges of numbers in which the rows are in order of time. */
  readonly timed?: readonly Span[]
}

/** The lists of finished trades, which only grow. */
type Past = Exclude<TradeWindow, 'positions' | 'orders'>

const HISTORY_OF: Readonly<Record<Past, HistoryKind>> = {
  history: 'orders',
  deals: 'deals',
  closed: 'closed',
}
/** The columns of the times that limit each list. */
const TIMES: Readonly<Record<Past, string>> = {
  history: 'done_at',
  deals: 'at',
  closed: 'closed_at',
}

type Row = [id: number, key: number, fits: number]

/** The common parts of streams of rows. */
interface StreamOf {
  readonly statements: Statements
  readonly table: string
  readonly isFalling: boolean
  /** An SQL expression that is 1 for rows which match the filter. */
  readonly fits: string
  readonly parameters: Parameters
}

/**
 * Rows whose numbers rise with time: the column of the time, and a condition that selects these
 * rows.
 */
interface Timed {
  readonly time: string
  readonly only: string
}
const DEALS: Timed = { time: 'a.at', only: '' }
/** Orders that were never modified were done when they were created. */
const DONE_AT_ONCE: Timed = { time: 'a.done_at', only: 'AND a.version = 1' }

function candidates(rows: unknown): Candidate[] {
  return (rows as Row[]).map(([number, at, fits]) => ({ number, key: [at], fits: fits === 1 }))
}

/** The rows of a range of numbers, in which times rise with the numbers: by number, or by time. */
class SpanRows implements RowStream {
  readonly #of: StreamOf
  readonly #span: Span
  readonly #timed: Timed | undefined
  readonly #places: Pick<ReturnType<typeof numberedRows>, 'firstAt'> | undefined

  constructor(
    of: StreamOf,
    span: Span,
    timed?: Timed,
    places?: Pick<ReturnType<typeof numberedRows>, 'firstAt'>,
  ) {
    this.#of = of
    this.#span = span
    this.#timed = timed
    this.#places = places
  }

  read(start: Start | undefined, limit: number, skipped = 0): Candidate[] {
    const { statements, table, isFalling, fits, parameters } = this.#of
    const order = isFalling ? ' DESC' : ''
    const { low, high, condition, more } = this.#from(start)
    if (low > high) return []
    const { time: key, only } = this.#timed ?? { time: 'a.id', only: '' }
    const statement = statements.of<Row>(
      `SELECT a.id, ${key}, ${fits} FROM ${table} AS a
       WHERE a.id BETWEEN @low AND @high ${only} ${condition}
       ORDER BY a.id${order} LIMIT @limit OFFSET @skipped`,
    )
    const given = { ...parameters, ...more, low, high, limit, skipped }
    return candidates(statement.raw().all(given))
  }

  /** The numbers after a place, and the rows of the same moment that are not after it. */
  #from(start: Start | undefined) {
    const { low, high } = this.#span
    if (start === undefined) return { low, high, condition: '', more: {} }
    const { at, isIncluded } = start
    const past = isIncluded ? 0 : 1
    const { isFalling } = this.#of
    if (this.#timed === undefined || this.#places === undefined) {
      const [from, to] = isFalling ? [low, at.number - past] : [at.number + past, high]
      return { low: Math.max(low, from), high: Math.min(high, to), condition: '', more: {} }
    }
    const time = Number(at.key[0])
    const sign = `${isFalling ? '<' : '>'}${isIncluded ? '=' : ''}`
    const condition = `AND (${this.#timed.time} <> @at_time OR a.id ${sign} @at_number)`
    const more = { at_time: time, at_number: at.number }
    if (isFalling) {
      return { low, high: this.#places.firstAt(low, high, time + 1) - 1, condition, more }
    }
    return { low: this.#places.firstAt(low, high, time), high, condition, more }
  }
}

/** Reads finished orders that rested before, by the index of their time. */
class RestedRows implements RowStream {
  readonly #of: StreamOf
  readonly #times: { readonly since: UnixMs; readonly until: UnixMs }

  constructor(of: StreamOf, { from = 0, to = Number.MAX_SAFE_INTEGER }: TradesWithin) {
    this.#of = of
    this.#times = { since: from, until: to }
  }

  read(start: Start | undefined, limit: number, skipped = 0): Candidate[] {
    const { statements, isFalling, fits, parameters } = this.#of
    const order = isFalling ? ' DESC' : ''
    const sign = `${isFalling ? '<' : '>'}${start?.isIncluded === true ? '=' : ''}`
    const place = start === undefined ? '' : `AND (a.done_at, a.id) ${sign} (@at_time, @at_number)`
    const statement = statements.of<Row>(
      `SELECT a.id, a.done_at, ${fits} FROM orders AS a INDEXED BY orders_rested
       WHERE a.version > 1 AND a.done_at BETWEEN @since AND @until ${place}
       ORDER BY a.done_at${order}, a.id${order} LIMIT @limit OFFSET @skipped`,
    )
    const more =
      start === undefined ? {} : { at_time: Number(start.at.key[0]), at_number: start.at.number }
    return candidates(
      statement.raw().all({ ...parameters, ...this.#times, ...more, limit, skipped }),
    )
  }
}
