import { leverageOf } from '../../engine/account/money/margin.js'
import type { Book, GroupSpec } from '../../engine/book/compiled.js'
import type { AllocationSettingsRecord } from '../../engine/config/records/allocation.js'
import { type FrameWriter, key } from '../frame/frame-writer.js'

/** The account's own settings that affect its terms. */
export interface TermsHolder {
  readonly leverage: number
  readonly limitOrders: number
  readonly limitPositions: number
  readonly tradingEnabled: boolean
}

/** The pages for deposits and withdrawals, for groups without their own. */
export type ServerPages = Pick<AllocationSettingsRecord, 'deposit_url' | 'withdraw_url'>

export function serverPages({ records }: Pick<Book, 'records'>): ServerPages {
  return records.allocation_settings[0] ?? { deposit_url: '', withdraw_url: '' }
}

/**
 * The terms of an account: its own settings, otherwise those of its group; pages also from the
 * server settings.
 */
export function accountTerms(holder: TermsHolder, group: GroupSpec, pages: ServerPages) {
  const { record, currency, currencyDigits } = group
  return {
    currency,
    currency_digits: currencyDigits,
    margin_mode: record.margin_mode,
    leverage: leverageOf(holder, group),
    margin_call_level: record.margin_call_level,
    stop_out_level: record.stop_out_level,
    stop_out_mode: record.stop_out_mode,
    free_margin_mode: record.free_margin_mode,
    negative_balance_protection: record.negative_balance_protection,
    limit_orders: holder.limitOrders || record.limit_orders,
    limit_positions: holder.limitPositions || record.limit_positions,
    trade_enabled: record.trade_enabled && holder.tradingEnabled,
    company: record.company,
    deposit_url: record.deposit_url || pages.deposit_url,
    withdraw_url: record.withdraw_url || pages.withdraw_url,
  }
}

/** Writes the terms as the field `terms`; null if the account's group no longer exists. */
export function writeTerms(
  w: FrameWriter,
  holder: TermsHolder,
  group: GroupSpec | undefined,
  pages: ServerPages,
): void {
  if (group === undefined) {
    w.none(key('terms'))
    return
  }
  const fields = Object.entries(accountTerms(holder, group, pages))
  w.map(fields.length, key('terms'))
  for (const [name, value] of fields) {
    if (typeof value === 'number') w.int(key(name), value)
    else if (typeof value === 'boolean') w.bool(key(name), value)
    else w.text(key(name), value)
  }
  w.endMap()
}
