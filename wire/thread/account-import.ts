import type { CredentialKind } from '../../engine/access/sign-in.js'
import type { Login } from '../../engine/units.js'
import type { AccountDetails } from '../account/stored-account.js'

/** Account imports as threads exchange them: the request, and one result row per record. */
export const IMPORT_ACTIONS = ['created', 'create', 'exists', 'error'] as const

export interface ImportRow {
  /** The line of the file; its header is line 1. */
  readonly line: number
  /** The result for the record. `create` means that a dry run would create the account. */
  readonly action: (typeof IMPORT_ACTIONS)[number]
  readonly login: Login | null
  readonly error: string
  /** The generated passwords, which are shown only here. */
  readonly master_password: string | null
  readonly investor_password: string | null
}

/** A record of the import after its validation. */
export interface ImportItem {
  readonly line: number
  /** The requested login; 0 assigns the next free one. */
  readonly login: Login
  /** The reason why the record was refused; empty if it is valid. */
  readonly error: string
  readonly account: ImportedAccount | null
}

export interface ImportedAccount {
  readonly group: string
  readonly details: Partial<AccountDetails>
  /** Hashes of the given passwords. Missing master and investor passwords are generated. */
  readonly hashes: Readonly<Partial<Record<CredentialKind, string>>>
}

/** A part of the file that consists of complete records. */
export interface ImportPart {
  /** The index in the file of its first record, from 0. */
  readonly first: number
  readonly line: number
  readonly text: string
}

/** The request for an import job, without its parts. */
export interface ImportRequest {
  readonly dry_run: boolean
  readonly columns: readonly string[]
  /** The id under which parts were sent before the job existed; omitted if they were sent with it. */
  readonly receipt?: number
}
