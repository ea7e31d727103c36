import type { BookRecords } from '../../../engine/config/book-records.js'
import type { OpenedKindName, OpenedList } from '../../../engine/config/opened-records.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { configBatchDesk } from './config-batch.js'
import {
  ConfigDesk,
  type CreateConfig,
  type OrderConfig,
  type RemoveConfig,
  type UpdateConfig,
} from './config-changes.js'
import { ConfigPlanner } from './config-plan.js'

export type ConfigOperations = OperationsOf<ReturnType<typeof configDesk>>

/** The operations of the desk that read and change settings. */
export function configDesk(desk: Desk) {
  const planner = new ConfigPlanner(desk)
  const config = new ConfigDesk(desk, planner)
  return {
    ...configBatchDesk(desk, config, planner),
    /** Returns all settings at their version, with masked secrets. */
    'config.records': (): Outcome<BookRecords> => accept(desk.config.records),
    'config.create': (request: CreateConfig) => config.create(request),
    'config.update': (request: UpdateConfig) => config.update(request),
    'config.remove': (request: RemoveConfig) => config.remove(request),
    /** Changes the order of records and returns their ids in the new order. */
    'config.order': (request: OrderConfig) => config.order(request),
    /** Records with decrypted secrets, only for the thread that uses them. */
    'config.opened': ({ kind }: { readonly kind: OpenedKindName }): Outcome<OpenedList> =>
      accept({ kind, records: desk.config.opened(kind, desk.seal) } as unknown as OpenedList),
  }
}
