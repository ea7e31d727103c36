import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { type AccountChains, CHAINS_COLUMNS, type ChainsRow } from './account-states.js'

/** Writes the account_states table. Only the projector uses this. */
export const accountStateWrites = perDatabase((db: Sqlite) => {
  const upsert = db.prepare<ChainsRow>(
    `INSERT INTO account_states (${CHAINS_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (login) DO UPDATE SET balance = excluded.balance, credit = excluded.credit,
       seq = excluded.seq, record_seq = excluded.record_seq,
       last_order_id = excluded.last_order_id, last_deal_id = excluded.last_deal_id,
       last_closed_id = excluded.last_closed_id, orders = excluded.orders, deals = excluded.deals,
       closed = excluded.closed, commission_due = excluded.commission_due,
       in_margin_call = excluded.in_margin_call, day = excluded.day,
       balance_prev_day = excluded.balance_prev_day,
       balance_prev_month = excluded.balance_prev_month, first_at = excluded.first_at,
       night_through = excluded.night_through`,
  )
  return {
    set(state: AccountChains): void {
      upsert.run(
        state.login,
        state.balance,
        state.credit,
        state.seq,
        state.recordSeq,
        state.commissionDue,
        state.inMarginCall ? 1 : 0,
        state.day,
        state.balancePrevDay,
        state.balancePrevMonth,
        state.firstAt,
        state.nightThrough,
        state.lastOrderId,
        state.lastDealId,
        state.lastClosedId,
        state.orders,
        state.deals,
        state.closed,
      )
    },
  }
})
