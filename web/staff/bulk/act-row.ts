import type { Schemas } from '../../link/contract.js'

/** The result of a bulk action for one record. */
export type ActRow = Partial<Omit<Schemas['BulkCloseRow'], 'status'>> &
  Partial<Omit<Schemas['PaymentRow'], 'status'>> &
  Partial<Omit<Schemas['DealCorrectionRow'], 'status' | 'side' | 'symbol'>> & {
    readonly login: number
    readonly status: 'done' | 'rejected'
    readonly code: string
    readonly message: string
  }
