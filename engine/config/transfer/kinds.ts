import type { ConfigKindName } from '../config-records.js'

/** The kinds that are in files for other servers, in the order in which a file is taken: none names a later one. */
export const TRANSFER_KINDS = [
  'symbols',
  'leverage_profiles',
  'groups',
  'datafeeds',
  'gateways',
  'routing',
  'holidays',
  'reports',
] as const satisfies readonly ConfigKindName[]

export type TransferKind = (typeof TRANSFER_KINDS)[number]
