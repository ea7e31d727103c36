import type { PositionEvent, PositionSums } from '../../../engine/account/event.js'
import type { Stops } from '../../../engine/account/rules/protection.js'
import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

type SumsRow = [number, number, number, number, number]

/** Writes the positions table. Only the projector uses this. */
export const positionWrites = perDatabase((db: Sqlite) => {
  const upsertOne = db.prepare<unknown[]>(
    `INSERT INTO positions (id, login, symbol_id, side, volume, price_open, price_close, rate_margin,
       swap, opened_at, reason, comment, version, closed_volume, profit, commission, fee, swap_paid,
       stop_loss, take_profit, trailing_pts, open_rest, dealer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (login, id) DO UPDATE SET side = excluded.side, volume = excluded.volume,
       price_open = excluded.price_open, price_close = excluded.price_close,
       rate_margin = excluded.rate_margin, swap = excluded.swap,
       opened_at = excluded.opened_at, reason = excluded.reason, comment = excluded.comment,
       version = excluded.version,
       closed_volume = closed_volume + excluded.closed_volume, profit = profit + excluded.profit,
       commission = commission + excluded.commission, fee = fee + excluded.fee,
       swap_paid = swap_paid + excluded.swap_paid, stop_loss = excluded.stop_loss,
       take_profit = excluded.take_profit, trailing_pts = excluded.trailing_pts,
       open_rest = excluded.open_rest, dealer = excluded.dealer`,
  )
  const addSums = db.prepare<[number, number, number, number, number, number, number]>(
    `UPDATE positions SET closed_volume = closed_volume + ?, profit = profit + ?,
       commission = commission + ?, fee = fee + ?, swap_paid = swap_paid + ?
     WHERE login = ? AND id = ?`,
  )
  const takeOne = db
    .prepare<[number, number], SumsRow>(
      `DELETE FROM positions WHERE login = ? AND id = ?
       RETURNING closed_volume, profit, commission, fee, swap_paid`,
    )
    .raw()
  const selectStops = db
    .prepare<[number, number], [number, number, number]>(
      'SELECT stop_loss, take_profit, trailing_pts FROM positions WHERE login = ? AND id = ?',
    )
    .raw()
  return {
    /** The stored stops of a position; undefined if the table does not contain it. */
    stops(login: Login, id: number): Stops | undefined {
      const row = selectStops.get(login, id)
      if (row === undefined) return undefined
      const [stopLoss, takeProfit, trailingPts] = row
      return { stopLoss, takeProfit, trailingPts }
    },
    /** Stores a row and adds the amounts of its newest deals to its sums. */
    upsert(login: Login, row: Omit<PositionEvent, 'type'>, sums: PositionSums): void {
      upsertOne.run(
        row.id,
        login,
        row.symbolId,
        row.side,
        row.volume,
        row.priceOpen,
        row.priceClose,
        String(row.rateMargin),
        row.swap,
        row.openedAt,
        row.reason,
        row.comment,
        row.version,
        sums.closedVolume,
        sums.profit,
        sums.commission,
        sums.fee,
        sums.swapPaid,
        row.stopLoss,
        row.takeProfit,
        row.trailingPts,
        row.openRest,
        row.dealer,
      )
    },
    addSums(login: Login, id: number, sums: PositionSums): boolean {
      const { closedVolume, profit, commission, fee, swapPaid } = sums
      return addSums.run(closedVolume, profit, commission, fee, swapPaid, login, id).changes === 1
    },
    /** Deletes a row and returns its sums; undefined if the row does not exist. */
    take(login: Login, id: number): PositionSums | undefined {
      const row = takeOne.get(login, id)
      if (row === undefined) return undefined
      const [closedVolume, profit, commission, fee, swapPaid] = row
      return { closedVolume, profit, commission, fee, swapPaid }
    },
  }
})
