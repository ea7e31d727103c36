import { MARGIN_PHRASES } from '../../../engine/margin-watch/journal-phrases.js'
import type { UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** Sums of one group's deals in an hour. Amounts are minor units of the group's currency. */
export type HourSums = [
  group: string,
  hour: bigint,
  /** The profit, swap, commissions and fees of trades. */
  profit: bigint,
  deposits: bigint,
  /** Zero or less. */
  withdrawals: bigint,
]

/** The volume that one group's deals traded of a symbol in an hour. */
export type HourVolume = [group: string, symbolId: bigint, hour: bigint, volume: bigint]

/**
 * How many accounts of a group entered a margin call, and how many lost something to a stop out.
 */
export type StandingCounts = [group: string, marginCalls: bigint, stopOuts: bigint]

/** A bound number is a float, which would divide into parts of hours. */
const HOUR = '(deals.at - CAST(? AS INTEGER)) / 3600000'

/** All SQL statements that sum deals and margin calls by the current group of the account. */
export const daySumsRepo = perDatabase((db: Sqlite) => {
  const money = db
    .prepare<[UnixMs, number, number], HourSums>(
      `SELECT group_path, ${HOUR},
         sum(CASE WHEN entry <> 'balance' OR action = 'commission'
           THEN profit + swap + commission + fee ELSE 0 END),
         sum(CASE WHEN action = 'deposit' THEN profit ELSE 0 END),
         sum(CASE WHEN action = 'withdraw' THEN profit ELSE 0 END)
       FROM deals JOIN accounts USING (login) WHERE deals.id BETWEEN ? AND ? GROUP BY 1, 2`,
    )
    .raw()
    .safeIntegers()
  const volumes = db
    .prepare<[UnixMs, number, number], HourVolume>(
      `SELECT group_path, symbol_id, ${HOUR}, sum(volume)
       FROM deals JOIN accounts USING (login)
       WHERE deals.id BETWEEN ? AND ? AND entry <> 'balance' GROUP BY 1, 2, 3`,
    )
    .raw()
    .safeIntegers()
  const standings = db
    .prepare<[UnixMs], StandingCounts>(
      `SELECT group_path,
         count(DISTINCT CASE WHEN journal.text LIKE '%${MARGIN_PHRASES.callEntered}%' THEN login END),
         count(DISTINCT CASE WHEN journal.text LIKE '%${MARGIN_PHRASES.stopOut} %' THEN login END)
       FROM journal JOIN accounts USING (login)
       WHERE journal.kind = 'margin' AND journal.at >= ? GROUP BY 1`,
    )
    .raw()
    .safeIntegers()
  return {
    /** Sums the deals numbered from `low` to `high`. Hours count from `start`. */
    money: (start: UnixMs, low: number, high: number): HourSums[] => money.all(start, low, high),
    volumes: (start: UnixMs, low: number, high: number): HourVolume[] =>
      volumes.all(start, low, high),
    /** The counts of accounts since `start`. */
    standings: (start: UnixMs): StandingCounts[] => standings.all(start),
  }
})
