import type { CredentialKind } from '../../engine/access/sign-in.js'
import type { Login } from '../../engine/units.js'
import type { AccountDetails } from '../stored/stored-account.js'

/** An import of accounts between the threads: what is asked for, and what became of it, a record a row. */
export const IMPORT_ACTIONS = ['created', 'create', 'exists', 'error'] as const

export interface ImportRow {
  /** The line of the file; its header is line 1. */
  readonly line: number
  /** The action on the record; `create` is that of a dry run for a record that would be created. */
  readonly action: (typeof IMPORT_ACTIONS)[number]
  readonly login: Login | null
  readonly error: string
  /** Passwords that the server made; they are shown here and nowhere else. */
  readonly master_password: string | null
  readonly investor_password: string | null
}

/** A record that was checked. */
export interface ImportItem {
  readonly line: number
  /** 0 takes the next free one. */
  readonly login: Login
  /** Why nothing is done of it; empty when it is fine. */
  readonly error: string
  readonly account: ImportedAccount | null
}

export interface ImportedAccount {
  readonly group: string
  readonly details: Partial<AccountDetails>
  /** Hashes of passwords that were typed. Master and investor are made where they were left out. */
  readonly hashes: Readonly<Partial<Record<CredentialKind, string>>>
}

/** A part of the file's text, with whole records. */
export interface ImportPart {
  /** The number in the file of its first record, from 0. */
  readonly first: number
  readonly line: number
  readonly text: string
}

/** The request for an import as a job, beside its parts. */
export interface ImportRequest {
  readonly dry_run: boolean
  readonly columns: readonly string[]
  /** The number under which its parts came before there was a job; left out where they all came with it. */
  readonly receipt?: number
}
