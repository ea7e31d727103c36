import type { Login, UnixMs } from '../../engine/units.js'
import type { LineSource, TradeSource } from '../../storage/events/source-events.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { applicationsRepo } from '../../storage/repos/people/applications.js'
import { mailsRepo } from '../../storage/repos/people/mails.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { masksOf, type PlacedRow } from '../../storage/repos/records/journal.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { GroupFacts } from '../../wire/account/account-text.js'
import {
  fieldsOfObject,
  JSON_NULL,
  type JsonValue,
  jsonField,
  jsonObject,
} from '../../wire/format/json-parts.js'
import { timeText } from '../../wire/format/time-text.js'
import { journalLineText } from '../../wire/stored/journal-line.js'
import { applicationWithout } from '../../wire/stored/stored-application.js'
import { jobView } from '../../wire/stored/stored-job.js'
import type { EventKind, EventScope, StreamItem } from '../../wire/thread/event-reads.js'
import { accountItem } from '../queries/accounts/account-list-query.js'
import type { rowFactsReader } from '../queries/row-facts.js'
import { type LineChange, reachesGroups } from './line-events.js'
import { type EventTexts, eventTexts } from './sent-texts.js'
import { requestOf, tradeActor, tradeData, tradeKind } from './trade-event.js'

type Of<Kind extends LineChange['kind']> = Extract<LineChange, { readonly kind: Kind }>
type OfAccount = Of<'account' | 'password' | 'session'>

const NO_MESSAGE = { message_id: null, from: null, subject: null }

/** Fields of an event except its id and data. */
interface Head {
  readonly kind: EventKind
  readonly at: UnixMs
  readonly login: Login | null
  readonly group: string | null
  readonly actor: Login | null
  /** The name of the API key that a program used on behalf of the actor. */
  readonly via: string | null
  readonly request_id: string | null
  readonly client_order_id: string | null
}

/**
 * Writes those events of one read that its reader may see. An account belongs to its current group.
 */
export class StreamWriter {
  readonly #db: Sqlite
  readonly #scope: EventScope
  readonly #kinds: ReadonlySet<EventKind>
  readonly #logins: ReadonlySet<Login> | undefined
  readonly #groups: ReadonlyMap<string, GroupFacts>
  readonly #lineGroups: ReadonlySet<string> | undefined
  readonly #rows: ReturnType<ReturnType<typeof rowFactsReader>>
  readonly #accounts: ReturnType<typeof accountsRepo>
  readonly #paths = new Map<Login, string | null>()

  constructor(db: Sqlite, readFacts: ReturnType<typeof rowFactsReader>, scope: EventScope) {
    this.#db = db
    this.#scope = scope
    this.#kinds = new Set(scope.kinds)
    this.#logins = scope.logins && new Set(scope.logins)
    this.#groups = new Map(scope.groups.map((group) => [group.path.toLowerCase(), group]))
    this.#lineGroups = scope.lines && new Set(scope.lines.groups.map((path) => path.toLowerCase()))
    this.#rows = readFacts()
    this.#accounts = accountsRepo(db)
  }

  /** An event of a trade; undefined if the reader may not see it. */
  trade(source: TradeSource, id: string): StreamItem | undefined {
    const kind = tradeKind(source)
    if (kind === undefined || !this.#kinds.has(kind)) return undefined
    const { login, at } = source.record
    const group = this.#groupOf(login)
    if (group === undefined) return undefined
    const holder = this.#rows.holder(login)
    const data = tradeData(this.#db, source, {
      rows: this.#rows,
      holder,
      group,
      nameOf: () => this.#nameOf(login),
      ...this.#textsOf(kind),
    })
    if (data === undefined) return undefined
    const actor = tradeActor(source)
    const via = source.record.note?.via ?? null
    const head = { kind, at, login, group: group.path, actor, via, ...requestOf(source.record) }
    return this.#written(id, head, data)
  }

  change({ line }: LineSource, change: LineChange, id: string): StreamItem | undefined {
    if (!this.#kinds.has(change.kind)) return undefined
    switch (change.kind) {
      case 'config':
        return this.#config(line, change, id)
      case 'application':
        return this.#application(line, change, id)
      case 'mail':
        return this.#mail(line, change, id)
      case 'job':
        return this.#job(line, change, id)
      default:
        return this.#ofAccount(line, change, id)
    }
  }

  line({ line }: LineSource, id: string): StreamItem | undefined {
    if (!this.#kinds.has('journal') || line.at < this.#scope.linesFrom) return undefined
    if (this.#scope.isForReceiver || !this.#seesLine(line)) return undefined
    const group = line.login === null ? null : this.#pathOf(line.login)
    const data = journalLineText(line, this.#scope.hidden)
    return this.#written(id, headOf(line, 'journal', group), data)
  }

  #ofAccount(line: PlacedRow, change: OfAccount, id: string): StreamItem | undefined {
    const login = line.login as Login
    const group = this.#groupOf(login)
    if (group === undefined) return undefined
    const data = change.kind === 'account' ? this.#account(login, change) : signInData(change)
    return data && this.#written(id, headOf(line, change.kind, group.path), data)
  }

  #account(login: Login, { change, fields }: Of<'account'>) {
    const [values] = this.#accounts.rowsOf([login])
    if (values === undefined) return undefined
    const item = accountItem(values, this.#groups, this.#scope.hidden)
    const account = jsonObject(item.fields, jsonField('money', JSON_NULL))
    const head = fieldsOfObject(this.#textsOf('account').jsonOf({ change, fields }))
    return jsonObject(head, jsonField('account', account))
  }

  /** An event of an application, which belongs to its group until it has an account. */
  #application(line: PlacedRow, { id: of, change }: Of<'application'>, id: string) {
    const [mask] = masksOf(line.masks) ?? []
    const path = line.login === null ? mask : this.#pathOf(line.login)
    const group = this.#groups.get(path?.toLowerCase() ?? '')
    const { logins } = this.#scope
    const isMeant = logins === undefined || (line.login !== null && logins.includes(line.login))
    if (group === undefined || !isMeant) return undefined
    const row = applicationsRepo(this.#db).get(of)
    const application = row === undefined ? null : applicationWithout(row, this.#scope.hidden)
    return this.#written(id, headOf(line, 'application', group.path), { change, application })
  }

  #mail(line: PlacedRow, { id: of }: Of<'mail'>, id: string): StreamItem | undefined {
    const group = line.login === null ? undefined : this.#groupOf(line.login)
    const isSeen = line.login === null ? this.#seesAll(line) : group !== undefined
    if (!isSeen) return undefined
    const row = mailsRepo(this.#db).sentMessage(of)
    const data = { ...(row ?? NO_MESSAGE), groups: masksOf(line.masks) }
    return this.#written(id, headOf(line, 'mail', group?.path ?? null), data)
  }

  /** An event of a job. A reader sees only their own jobs. */
  #job(line: PlacedRow, { id: of }: Of<'job'>, id: string): StreamItem | undefined {
    const { isNarrowed, logins, reader } = this.#scope
    const job = isNarrowed || logins !== undefined ? undefined : jobsRepo(this.#db).get(of)
    if (job?.owner !== reader) return undefined
    return this.#written(id, headOf(line, 'job', null), jobView(job))
  }

  /** True if the reader may see events without an account, and this line about groups. */
  #seesAll(line: PlacedRow): boolean {
    const { isNarrowed, logins } = this.#scope
    return !isNarrowed && logins === undefined && reachesGroups(this.#scope, line)
  }

  #config(line: PlacedRow, change: Of<'config'>, id: string) {
    if (!this.#scope.settings.includes(change.of) || !this.#seesAll(line)) return undefined
    const version = change.id === 0 ? 0 : this.#versionOf(change)
    const data = { kind: change.of, id: change.id, version }
    return this.#written(id, headOf(line, 'config', null), data)
  }

  #versionOf({ of, id }: Of<'config'>): number {
    return settingsRepo(this.#db).get(of, id)?.version ?? 0
  }

  #seesLine(line: PlacedRow): boolean {
    const { isNarrowed, lines } = this.#scope
    if (line.login === null) return this.#seesAll(line)
    if (isNarrowed) return this.#groupOf(line.login) !== undefined
    if (this.#logins?.has(line.login) === false) return false
    const path = this.#pathOf(line.login)
    if (lines === undefined) return true
    return path === null ? lines.gone : this.#lineGroups?.has(path.toLowerCase()) === true
  }

  #textsOf(kind: EventKind): EventTexts {
    return eventTexts(kind, this.#scope.isForReceiver === true)
  }

  /** `data` is JSON already if the texts of the reader are in it. */
  #written(id: string, { at: ms, ...head }: Head, data: object | JsonValue): StreamItem {
    const { kind, login, ...rest } = head
    const at = timeText(ms)
    const texts = this.#textsOf(kind)
    const fields = fieldsOfObject(texts.jsonOf({ id, kind, at, login, ...rest }))
    const content = typeof data === 'string' ? data : texts.jsonOf(data)
    return { id, kind, at, login, json: jsonObject(fields, jsonField('data', content)) }
  }

  /** The group of a trading account that the reader may see and has selected. */
  #groupOf(login: Login): GroupFacts | undefined {
    if (this.#logins?.has(login) === false) return undefined
    return this.#groups.get(this.#pathOf(login)?.toLowerCase() ?? '')
  }

  #pathOf(login: Login): string | null {
    let path = this.#paths.get(login)
    if (path === undefined) {
      path = this.#accounts.group(login) ?? null
      this.#paths.set(login, path)
    }
    return path
  }

  #nameOf(login: Login): string | null {
    if (this.#scope.hidden.includes('name')) return null
    return this.#accounts.get(login)?.name ?? null
  }
}

function signInData(change: Of<'password' | 'session'>): object {
  if (change.kind === 'password') return { kind: change.of, change: change.change }
  const { terminal, ip } = change.place
  return { change: change.change, terminal, address: ip }
}

function headOf(line: PlacedRow, kind: EventKind, group: string | null): Head {
  const { at, login, actor, via, request_id: id } = line
  return { kind, at, login, group, actor, via, request_id: id || null, client_order_id: null }
}
