import type { Login, UnixMs } from '../../../engine/units.js'
import { TRADE_NUMBERS, type TradeWindow } from '../../../wire/thread/trade-window.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { Parameters } from '../../sqlite/window/columns.js'
import type { WindowQuery } from '../../sqlite/window/query.js'
import type { Candidate, RowSource, RowStream, Start } from '../../sqlite/window/row-source.js'
import type { ReachCondition } from '../accounts/account-reach.js'
import { accountStatesRepo } from '../accounts/account-states.js'
import { numberedRows, type Span } from '../numbered-rows.js'
import { newestOf } from './history-marks.js'
import { TRADE_TABLES } from './trade-window.js'

/** The trades of a window, in addition to its filter. */
export interface TradesWithin {
  readonly reach: ReachCondition | undefined
  readonly login?: Login
  /** Times between which a deal was done or a position was closed, both included; left out is open. */
  readonly from?: UnixMs
  readonly to?: UnixMs
}

/**
 * The rows of windows of trades.
 *
 *   T1. Open positions and orders are few: each page reads all of them.
 *   T2. Deals have ids in order of time (`numberedRows`), so both orders are read from their table,
 *       in the ranges that contain the times. Closed positions are read by id, and by time through
 *       their closing deals.
 *   T3. For one account its own rows are read back along their chain.
 */
export const tradeRows = perDatabase((db: Sqlite) => {
  const statements = new Statements(db)
  const deals = numberedRows(db, 'deals', 'at')
  const states = accountStatesRepo(db)

  const counted = (sql: string, parameters: Parameters): number =>
    statements.of<number>(sql).pluck().get(parameters) as number

  /** The rows of one account, by the chain that its state begins. */
  const ofAccount = (kind: 'deals' | 'closed', login: Login): Rows => {
    const state = states.get(login)
    const newest = state === undefined ? { id: 0, ordinal: 0 } : newestOf(kind, state)
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
    const time = kind === 'deals' ? 'a.at' : 'a.closed_at'
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
    if (kind === 'closed' && scope.length === 0) {
      const all: Span = { low: 0, high: Number.MAX_SAFE_INTEGER, newest: 0 }
      return { ...whole, countUpTo: most, spans: [all] }
    }
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
      // The ranges are those of the times exactly.
      parameters: { spans: parameters.spans },
      countUpTo,
      spans,
    }
  }

  /** Accounts store the counts of their done rows. */
  const totalOf = (kind: TradeWindow, { login, from, to, reach }: TradesWithin) => {
    if (kind === 'positions' || kind === 'orders') return undefined
    if (from !== undefined || to !== undefined) return undefined
    if (login === undefined) return states.rowsInAll(kind, reach)
    const state = states.get(login)
    return state === undefined ? 0 : newestOf(kind, state).ordinal
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
      } = rowsOf(kind, within, rangeLength)
      const { reach } = within
      const reached = reach === undefined ? [] : [reach.sql.replace('?', '@reach')]
      const condition = [...scope, ...reached].join(' AND ')
      const all = { ...parameters, ...(reach === undefined ? {} : { reach: reach.value }) }
      const { field } = query.sort
      const isInOrder = field === TRADE_NUMBERS[kind] || (kind === 'deals' && field === 'at')
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
          if (spans === undefined || !isInOrder) return undefined
          return spans.map((span) => {
            const timed = field === 'at' ? deals : undefined
            const taken = [condition, query.filter].filter((part) => part !== '').join(' AND ')
            const fits = taken === '' ? '1' : taken
            const read = { ...query.filterParameters, ...all }
            return new SpanRows(statements, TRADE_TABLES[kind], span, isFalling, fits, read, timed)
          })
        },
      }
    },
  }
})

const NOUNS: Readonly<Record<TradeWindow, string>> = {
  positions: 'position',
  orders: 'order',
  deals: 'deal',
  closed: 'closed position',
}

/** The tables that are searched. */
interface Rows {
  readonly before: string
  readonly from: string
  readonly scope?: readonly string[]
  readonly parameters: Parameters
  countUpTo(most: number): number
  /** Ranges of numbers in which an index has the rows. */
  readonly spans?: readonly Span[]
}

type Row = [id: number, key: number, fits: number]

/** The rows of a range of numbers, in which times rise with the numbers: by number, or by time. */
class SpanRows implements RowStream {
  readonly #statements: Statements
  readonly #table: string
  readonly #span: Span
  readonly #isFalling: boolean
  readonly #fits: string
  readonly #parameters: Parameters
  readonly #timed: Pick<ReturnType<typeof numberedRows>, 'firstAt'> | undefined

  constructor(
    statements: Statements,
    table: string,
    span: Span,
    isFalling: boolean,
    fits: string,
    parameters: Parameters,
    timed?: Pick<ReturnType<typeof numberedRows>, 'firstAt'>,
  ) {
    this.#statements = statements
    this.#table = table
    this.#span = span
    this.#isFalling = isFalling
    this.#fits = fits
    this.#parameters = parameters
    this.#timed = timed
  }

  read(start: Start | undefined, limit: number, skipped = 0): Candidate[] {
    const order = this.#isFalling ? ' DESC' : ''
    const { low, high, condition, more } = this.#from(start)
    if (low > high) return []
    const key = this.#timed === undefined ? 'a.id' : 'a.at'
    const statement = this.#statements.of<Row>(
      `SELECT a.id, ${key}, ${this.#fits} FROM ${this.#table} AS a
       WHERE a.id BETWEEN @low AND @high ${condition} ORDER BY a.id${order} LIMIT @limit OFFSET @skipped`,
    )
    const rows = statement.raw().all({ ...this.#parameters, ...more, low, high, limit, skipped })
    return (rows as unknown as Row[]).map(([number, at, fits]) => {
      return { number, key: [at], fits: fits === 1 }
    })
  }

  /** The numbers beyond a place, and what of them is not beyond it: rows of the same moment. */
  #from(start: Start | undefined) {
    const { low, high } = this.#span
    if (start === undefined) return { low, high, condition: '', more: {} }
    const { at, isIncluded } = start
    const past = isIncluded ? 0 : 1
    if (this.#timed === undefined) {
      const [from, to] = this.#isFalling ? [low, at.number - past] : [at.number + past, high]
      return { low: Math.max(low, from), high: Math.min(high, to), condition: '', more: {} }
    }
    const time = Number(at.key[0])
    const sign = `${this.#isFalling ? '<' : '>'}${isIncluded ? '=' : ''}`
    const condition = `AND (a.at <> @at_time OR a.id ${sign} @at_number)`
    const more = { at_time: time, at_number: at.number }
    if (this.#isFalling) {
      return { low, high: this.#timed.firstAt(low, high, time + 1) - 1, condition, more }
    }
    return { low: this.#timed.firstAt(low, high, time), high, condition, more }
  }
}
