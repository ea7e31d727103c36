import type { Login, Minor, UnixMs } from '../../engine/units.js'

/** The fields of an account that its holder, or staff, may set. All are empty until set. */
export interface AccountDetails {
  readonly name: string
  readonly last_name: string
  readonly middle_name: string
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly state: string
  readonly zip_code: string
  readonly id_number: string
  readonly comment: string
  readonly company: string
  readonly bank_account: string
  readonly lead_campaign: string
  readonly lead_source: string
  readonly color: string
  readonly language: string
  readonly status: string
}

export const ACCOUNT_DETAILS: readonly (keyof AccountDetails)[] = [
  'name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'state',
  'zip_code',
  'id_number',
  'comment',
  'company',
  'bank_account',
  'lead_campaign',
  'lead_source',
  'color',
  'language',
  'status',
]

/** An account as the desk keeps it. Its money is `StoredAccountState`, the shard's. */
export interface StoredAccount extends AccountDetails {
  readonly login: Login
  readonly group: string
  /** 0 follows the group, as do the limits. */
  readonly leverage: number
  readonly limit_orders: number
  readonly limit_positions: number
  readonly agent: number | null
  readonly client_id: number | null
  readonly enabled: boolean
  readonly trading_enabled: boolean
  readonly expert_enabled: boolean
  readonly api_enabled: boolean
  /** Networks that its terminal `api` may be used from; empty is every address. */
  readonly api_ip_allow: readonly string[]
  readonly must_change_password: boolean
  readonly otp_enabled: boolean
  readonly policy_revision: number
  readonly archived_at: UnixMs | null
  readonly last_access: UnixMs | null
  readonly last_ip: string
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
  /** Kept beside its passwords. Left out where it was written before it was told. */
  readonly api_password_set: boolean
}

/** The trading state as of the projection. */
export interface StoredAccountState {
  readonly login: Login
  readonly balance: Minor
  readonly credit: Minor
  readonly seq: number
  /** Log sequence of the account's newest projected record. */
  readonly recordSeq: number
  readonly commissionDue: Minor
  readonly inMarginCall: boolean
  /** The server's date of its newest day end, in days since 1970; 0 before its first. */
  readonly day: number
  /** See `Account`. */
  readonly nightThrough: number
  readonly balancePrevDay: Minor
  readonly balancePrevMonth: Minor
  /** When its first record was made; 0 where that was before it was kept. */
  readonly firstAt: UnixMs
}

/** The state of an account without a record. */
export function emptyState(login: Login): StoredAccountState {
  return {
    login,
    balance: 0,
    credit: 0,
    seq: 0,
    recordSeq: 0,
    commissionDue: 0,
    inMarginCall: false,
    day: 0,
    nightThrough: 0,
    balancePrevDay: 0,
    balancePrevMonth: 0,
    firstAt: 0,
  }
}
