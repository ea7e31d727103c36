import type { BookRecords } from '../../../engine/config/book-records.js'
import type { OpenedKindName, OpenedList } from '../../../engine/config/opened-records.js'
import { accept, type Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type ConfigBatchOperations, configBatchDesk } from './config-batch.js'
import {
  type AnyRecord,
  ConfigDesk,
  type CreateConfig,
  type OrderConfig,
  type RemoveConfig,
  type UpdateConfig,
} from './config-changes.js'
import { ConfigPlanner } from './config-plan.js'

/** The operations of the desk that read and change settings. */
export interface ConfigOperations extends ConfigBatchOperations {
  /** All settings at their version, secrets masked. */
  'config.records': { readonly request: null; readonly answer: BookRecords }
  'config.create': { readonly request: CreateConfig; readonly answer: AnyRecord }
  'config.update': { readonly request: UpdateConfig; readonly answer: AnyRecord }
  'config.remove': { readonly request: RemoveConfig; readonly answer: null }
  /** Answers the ids in their new order. */
  'config.order': { readonly request: OrderConfig; readonly answer: readonly number[] }
  /** With their secrets opened: for the thread that works with them, and nobody else. */
  'config.opened': {
    readonly request: { readonly kind: OpenedKindName }
    readonly answer: OpenedList
  }
}

export function configDesk(desk: Desk): Handlers<ConfigOperations> {
  const planner = new ConfigPlanner(desk)
  const config = new ConfigDesk(desk, planner)
  return {
    ...configBatchDesk(desk, config, planner),
    'config.records': () => accept(desk.config.records),
    'config.create': (request) => config.create(request),
    'config.update': (request) => config.update(request),
    'config.remove': (request) => config.remove(request),
    'config.order': (request) => config.order(request),
    'config.opened': ({ kind }) =>
      accept({ kind, records: desk.config.opened(kind, desk.seal) } as unknown as OpenedList),
  }
}
