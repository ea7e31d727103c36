import { rightToSee } from '../answer/account-text.js'

/** The type by which a field of a window is compared, and the right to see it. */
export interface WindowField {
  readonly type: 'text' | 'whole' | 'amount' | 'flag' | 'time'
  /** Null where everybody who sees the row sees the field. */
  readonly right: string | null
}

export type WindowFields = ReadonlyMap<string, WindowField>

/** The fields by which account windows are filtered and sorted. */
export const ACCOUNT_WINDOW_FIELDS: WindowFields = new Map<string, WindowField>(
  Object.entries({
    login: 'whole',
    group: 'text',
    name: 'text',
    last_name: 'text',
    middle_name: 'text',
    email: 'text',
    phone: 'text',
    country: 'text',
    city: 'text',
    company: 'text',
    comment: 'text',
    agent: 'whole',
    client_id: 'whole',
    leverage: 'whole',
    balance: 'amount',
    credit: 'amount',
    enabled: 'flag',
    trading_enabled: 'flag',
    created_at: 'time',
    updated_at: 'time',
    last_access: 'time',
  } as const).map(([name, type]) => [name, { type, right: rightToSee(name) }]),
)
