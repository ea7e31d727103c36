import type { PositionSums } from '../../../engine/account/event.js'
import type { Login, Minor, Side, VolumeUnits } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { blockSql, rowsInBlocks } from '../../sqlite/row-blocks.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { conditions, type OpenFilter } from './open-filter.js'

/** All SQL statements that read the table of open positions. Only the projector writes it. */

export interface StoredPosition extends PositionSums {
  readonly id: number
  readonly login: Login
  readonly symbolId: number
  readonly side: Side
  readonly volume: VolumeUnits
  readonly priceOpen: number
  readonly priceClose: number
  readonly rateMargin: bigint
  readonly swap: Minor
  readonly openedAt: number
  readonly reason: string
  readonly comment: string
  readonly version: number
  readonly stopLoss: number
  readonly takeProfit: number
  readonly trailingPts: number
  readonly openRest: number
  readonly dealer: Login
}

/** The raw columns of a row. A starting shard reads a million of them. */
export type OpenPositionRow = [
  id: number,
  login: number,
  symbolId: number,
  side: Side,
  volume: number,
  priceOpen: number,
  rateMargin: string,
  swap: number,
  openedAt: number,
  reason: string,
  comment: string,
  version: number,
  stopLoss: number,
  takeProfit: number,
  trailingPts: number,
  openRest: number,
  dealer: number,
]

type Row = {
  id: number
  login: number
  symbol_id: number
  side: Side
  volume: number
  price_open: number
  price_close: number
  rate_margin: string
  swap: number
  opened_at: number
  reason: string
  comment: string
  version: number
  closed_volume: number
  profit: number
  commission: number
  fee: number
  swap_paid: number
  stop_loss: number
  take_profit: number
  trailing_pts: number
  open_rest: number
  dealer: number
}

export const positionsRepo = perDatabase((db: Sqlite) => {
  const selectOfLogin = db.prepare<[number], Row>(
    'SELECT * FROM positions WHERE login = ? ORDER BY id',
  )
  const selectOne = db.prepare<[number, number], Row>(
    'SELECT * FROM positions WHERE login = ? AND id = ?',
  )
  const countOfLogin = db
    .prepare<[number], number>('SELECT count(*) FROM positions WHERE login = ?')
    .pluck()
  const selectShard = db.prepare<[number, number], Row>(
    'SELECT * FROM positions WHERE login % ? = ? ORDER BY login, id',
  )
  const open = `id, login, symbol_id, side, volume, price_open, rate_margin, swap, opened_at, reason,
    comment, version, stop_loss, take_profit, trailing_pts, open_rest, dealer`
  const selectOpen = db
    .prepare<[number, number, number, number], string>(
      blockSql(
        open,
        `SELECT ${open} FROM positions WHERE (login, id) > (?, ?) AND login % ? = ?
         ORDER BY login, id`,
      ),
    )
    .pluck()
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  return {
    ofLogin: (login: Login): StoredPosition[] => selectOfLogin.all(login).map(fromRow),
    countOfLogin: (login: Login): number => countOfLogin.get(login) as number,
    get(login: Login, id: number): StoredPosition | undefined {
      const row = selectOne.get(login, id)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The open positions with these ids, unordered. */
    ofIds: (ids: readonly number[]): StoredPosition[] =>
      filtered
        .of<Row>('SELECT * FROM positions WHERE id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(ids))
        .map(fromRow),
    /** Positions of all accounts, by login and id. */
    page(filter: OpenFilter, offset: number, limit: number): StoredPosition[] {
      const { where, values } = conditions(filter)
      return filtered
        .of<Row>(`SELECT * FROM positions ${where} ORDER BY login, id LIMIT ? OFFSET ?`)
        .all(...values, limit, offset)
        .map(fromRow)
    },
    countMatching(filter: OpenFilter): number {
      const { where, values } = conditions(filter)
      const count = filtered.of<number>(`SELECT count(*) FROM positions ${where}`)
      return count.pluck().get(...values) as number
    },
    /**
     * Open volume by login and side, of these symbols or, if null, of all. Returns the first
     * `limit` rows by login.
     */
    volumes(
      filter: OpenFilter,
      symbolIds: readonly number[] | null,
      limit: number,
    ): [login: bigint, side: bigint, volume: bigint][] {
      const { where, values } = conditions(filter)
      const named = symbolIds === null ? '' : 'symbol_id IN (SELECT value FROM json_each(?))'
      const both = where === '' ? `WHERE ${named}` : `${where} AND ${named}`
      const condition = symbolIds === null ? where : both
      const list = symbolIds === null ? [] : [JSON.stringify(symbolIds)]
      return filtered
        .of<[bigint, bigint, bigint]>(
          `SELECT login, side, sum(volume) FROM positions ${condition}
           GROUP BY login, side ORDER BY login, side LIMIT ?`,
        )
        .raw()
        .safeIntegers()
        .all(...values, ...list, limit)
    },
    /** The rows of a shard, ordered by login and id. */
    rowsOfShard: (shard: number, shards: number): Generator<OpenPositionRow> =>
      rowsInBlocks<OpenPositionRow>((after) =>
        selectOpen.get(after?.[1] ?? 0, after?.[0] ?? 0, shards, shard),
      ),
    *ofShard(shard: number, shards: number): Generator<StoredPosition> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
  }
})

function fromRow(row: Row): StoredPosition {
  return {
    id: row.id,
    login: row.login,
    symbolId: row.symbol_id,
    side: row.side,
    volume: row.volume,
    priceOpen: row.price_open,
    priceClose: row.price_close,
    rateMargin: BigInt(row.rate_margin),
    swap: row.swap,
    openedAt: row.opened_at,
    reason: row.reason,
    comment: row.comment,
    version: row.version,
    closedVolume: row.closed_volume,
    profit: row.profit,
    commission: row.commission,
    fee: row.fee,
    swapPaid: row.swap_paid,
    stopLoss: row.stop_loss,
    takeProfit: row.take_profit,
    trailingPts: row.trailing_pts,
    openRest: row.open_rest,
    dealer: row.dealer,
  }
}
