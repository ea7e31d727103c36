import type { Login } from '../../../engine/units.js'
import type { AccountBatch } from './account-batch.js'

/** A bulk action, as desk and front send it to each other. */
export type RequestedAction = Pick<AccountBatch, 'act' | 'params'>

/** The result, or the predicted result, for one account. */
export interface ActRow {
  readonly login: Login
  readonly code: string
  readonly message: string
}

/** The next logins of a bulk job, with its owner. */
export interface ActSlice extends RequestedAction {
  readonly actor: {
    readonly login: Login
    readonly ip: string
    readonly requestId: string
    readonly via?: string | undefined
  }
  readonly from: number
  readonly logins: readonly Login[]
  /** The logins that the owner may not change, with the reason. They are skipped. */
  readonly refused: readonly ActRow[]
}
