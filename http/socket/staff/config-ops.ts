import type { Book } from '../../../engine/book/compiled.js'
import type { BookRecords, ConfigChange } from '../../../engine/config/book-records.js'
import type {
  ConfigKindName,
  ConfigRecords,
  Content,
} from '../../../engine/config/config-records.js'
import { groupsScope } from '../../../engine/config/kind.js'
import { kindOf, nameOf } from '../../../engine/config/kinds.js'
import { configChanged } from '../../../wire/frame/plain-frame.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { NoArgs, View } from '../../../wire/types/scalars.js'
import { Type } from '../../../wire/types/type.js'
import { reachesGroup } from '../../reach/journal-reach.js'
import { mayReadKind } from '../../routes/settings/config-readers.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'
import { type StaffFamily, served, staffOp } from './staff-op.js'
import { endsSubscription } from './subscription-ops.js'
import { Watchers } from './watchers.js'

/**
 * `watch_config` and `unwatch_config`: `config_changed` events for changed and deleted records.
 * Every staff session may subscribe. Its current rights decide which kinds it gets, and its scope
 * decides for records about groups.
 */
class ConfigWatchers extends Watchers {
  readonly #book: () => Book
  /** The records before the latest change: a deleted record is no longer in the book, but its groups decide who gets the event. */
  #before: BookRecords | undefined

  constructor(sockets: LiveSockets<StaffConnection>, book: () => Book) {
    super(sockets)
    this.#book = book
  }

  /** Answers the version of the settings after which the socket gets all changes. */
  watch(connection: StaffConnection): number {
    this.#before ??= this.#book().records
    this.add(connection)
    return this.#book().version
  }

  onDeskEvent(event: DeskEvent): void {
    if (event.type === 'config') this.#tellChange(event.change)
  }

  #tellChange({ kind, changed, removed }: ConfigChange): void {
    const old = this.#before
    if (old === undefined) return
    const { records } = this.#book()
    this.#before = records
    const scope = groupsScope(kindOf(kind))
    const was = scope === undefined && removed.length === 0 ? NONE : byId(old, kind)
    const now = scope === undefined ? NONE : byId(records, kind)
    const tellOne = (id: number, record: AnyRecord | undefined, version: number): void => {
      const about = [was.get(id), now.get(id)].flatMap((one) =>
        one === undefined || scope === undefined ? [] : [scope.groupsOf(one)],
      )
      const key = record === undefined ? null : nameOf(kind, record as AnyContent & AnyRecord)
      const frame = configChanged(kind, id, version, { key })
      this.tell((session) =>
        mayReadKind(session, kind) && reachesOne(session, about) ? frame : undefined,
      )
    }
    for (const record of changed) tellOne(record.id, record, record.version)
    for (const id of removed) tellOne(id, was.get(id), 0)
  }
}

const watchConfig = staffOp({
  name: 'watch_config',
  says: 'Subscribes to changes of settings. Answers the current version.',
  args: NoArgs,
  data: View({ version: Type.Integer() }),
  handle: (watchers: ConfigWatchers, { connection }) => ({
    ok: true,
    data: { version: watchers.watch(connection) },
  }),
})

const unwatchConfig = endsSubscription('config', 'Ends the subscription to changes of settings.')

export const CONFIG_OPS = [watchConfig, unwatchConfig]

export function configOps(book: () => Book): StaffFamily {
  return (sockets) => served(CONFIG_OPS, new ConfigWatchers(sockets, book))
}

type AnyRecord = ConfigRecords[ConfigKindName]
type AnyContent = Content<ConfigKindName>
type ById = ReadonlyMap<number, AnyRecord>

const NONE: ById = new Map()

function byId(records: BookRecords, kind: ConfigKindName): ById {
  const list: readonly AnyRecord[] = records[kind]
  return new Map(list.map((record) => [record.id, record]))
}

/** A record that moved to another group is reported to readers of both groups. */
function reachesOne(session: LiveSession, about: readonly (readonly string[])[]): boolean {
  const reaches = reachesGroup(session)
  return about.length === 0 || about.some((paths) => paths.every(reaches))
}
