import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { LicenceRecord } from '../records/licence.js'

const NONE: ContentOf<LicenceRecord> = {
  licence_id: '',
  issued_at: null,
  expires_at: null,
  companies: [],
  max_accounts: 0,
  max_groups: 0,
  applied_at: null,
  applied_by: null,
  has_key: false,
}

/** The one record of the licence. It changes only when a key is applied. */
export const licenceKind: ConfigKind<'licence'> = {
  kind: 'licence',
  noun: 'licence',
  scope: 'server',
  usedByThreads: [],
  refers: [],
  transfer: 'stays',
  secrets: { fields: ['key'], goesTo: () => ({}) },
  always: [{}],
  nameOf: () => 'of this server',
  defaults: (input) => ({ ...NONE, ...input }),
  normal: (licence) => licence,
  check: () => [],
}
