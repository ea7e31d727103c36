import { letsIn } from '../../engine/access/network-access.js'
import { OPEN_ACCESS, type ServerAccess } from '../../engine/access/server-access.js'
import type { Refusal } from '../../engine/code.js'
import { networkServer } from '../../engine/config/network-servers.js'
import { NEWS_KEPT_DEFAULT } from '../../engine/limits/providers.js'
import type { Login } from '../../engine/units.js'
import type { Disk } from '../../storage/disk-space.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { deskTables } from '../../storage/repos/desk-tables.js'
import { type JournalEntry, journalRepo } from '../../storage/repos/records/journal.js'
import type { Seal } from '../../storage/secrets/seal.js'
import { isDiskFull, type Sqlite, Transactions } from '../../storage/sqlite/open.js'
import type { JournalLine } from '../../wire/stored/journal-line.js'
import type { DeskEvent, NewsBounds } from '../../wire/thread/messages.js'
import type { JournalKind } from '../../wire/words/names.js'
import { SymbolFence } from '../shared/symbol-claims.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import { NOTHING_STORED } from '../thread/no-room.js'
import { AccountChangedDesk } from './accounts/account-changed.js'
import type { Actor } from './actor.js'
import type { DeskChangeLog } from './cluster/change-log.js'
import { RememberedAnswers, type RememberedBounds } from './remembered-answers.js'
import { configFacts } from './settings/config-facts.js'
import { ConfigStore } from './settings/config-store.js'

/**
 * The parts that every desk operation uses. An operation is one function in
 * `actors/desk/<part>.ts`.
 *
 *   D1. A change and its journal line are one transaction, on disk before the answer.
 *   D2. A refusal inside a change rolls back all of it. If a quorum keeps the logs, it has the
 *       change before the transaction commits.
 *   D3. This thread is the only writer of the tables that desk operations write. The projector
 *       writes the others in its own thread.
 *   - Journal lines are published in order after they are on disk, and after the changes of
 *     accounts that belong to them (actors/desk/accounts/account-changed.ts).
 */
export interface Desk {
  readonly db: Sqlite
  readonly tables: ReturnType<typeof deskTables>
  readonly clock: Clock
  readonly shards: number
  readonly transactions: Transactions
  readonly seal: Seal
  readonly config: ConfigStore
  readonly symbols: SymbolFence
  readonly answers: RememberedAnswers
  readonly news: AccountChangedDesk
  readonly access: TerminalAccess
  readonly newsKept: NewsBounds
  /** The public key for licences in PEM form. */
  readonly licencePublicKey: string | undefined
  /** The disk whose free space is checked before users store data; undefined to check nothing. */
  readonly disk: Disk | undefined
  /** Sends the front an event that it did not request, always after the change is on disk. */
  publish(event: DeskEvent): void
  change<T>(work: (journal: JournalWriter) => Outcome<T>): Outcome<T>
}

export type JournalWriter = (
  actor: Actor,
  line: Pick<JournalEntry, 'text'> & {
    readonly kind: JournalKind
  } & Partial<Pick<JournalEntry, 'login' | 'masks' | 'about' | 'changes'>>,
) => void

/** The part of the server's access rules that applies to stored sessions. */
export type TerminalAccess = Pick<ServerAccess, 'isOpen'>

/** The parts that a desk shares with other threads; without it the desk shares nothing. */
export interface DeskWiring {
  readonly symbols?: SymbolFence
  /** Called before the desk waits for the database's write lock, and after it has written. */
  readonly onWrites?: (writes: boolean) => void
  /** The addresses and networks where providers may be, besides public ones. */
  readonly outboundAllow?: readonly string[]
  /** See `DeskData`. */
  readonly accountsSent?: number | undefined
  readonly access?: TerminalAccess
  /** See `DeskData`. */
  readonly newsKept?: NewsBounds | undefined
  /** See `DeskData`. */
  readonly licencePublicKey?: string | undefined
  readonly disk?: Disk
  readonly remembered?: RememberedBounds | undefined
  /** The log of a server whose logs a quorum keeps: a change counts once the quorum has it. */
  readonly log?: DeskChangeLog | undefined
  /** Called for drills when a change of an account is on disk but was not sent yet. */
  readonly beforeNews?: () => void
}

export function openDesk(
  db: Sqlite,
  clock: Clock,
  shards: number,
  seal: Seal,
  publish: (event: DeskEvent) => void = () => undefined,
  wiring: DeskWiring = {},
): Desk {
  const { symbols = new SymbolFence(), onWrites = () => undefined, outboundAllow = [] } = wiring
  const {
    access: given = OPEN_ACCESS,
    newsKept = NEWS_KEPT_DEFAULT,
    licencePublicKey,
    disk,
    log,
  } = wiring
  const transactions = new Transactions(db)
  const journal = journalRepo(db)
  const accounts = accountsRepo(db)
  const groupOf = (login: Login | null): string | null =>
    login === null ? null : (accounts.group(login) ?? null)
  const answers = new RememberedAnswers(db, clock, seal, wiring.remembered)
  let written: JournalLine[] = []
  const write: JournalWriter = (actor, line) => {
    const entry: JournalEntry = {
      actor: actor.login,
      login: line.login ?? null,
      ...(line.masks === undefined ? {} : { masks: line.masks }),
      ...(line.about === undefined ? {} : { about: line.about }),
      kind: line.kind,
      text: line.text,
      changes: line.changes ?? [],
      ip: actor.ip,
      requestId: actor.requestId,
      via: actor.via,
    }
    written.push(journal.append(entry, clock.now()))
  }
  const access: TerminalAccess = {
    isOpen: (terminal) =>
      given.isOpen(terminal) && letsIn(networkServer(config, 'api')?.access, terminal),
  }
  const config = new ConfigStore(db, configFacts(db, clock, symbols, outboundAllow))
  symbols.settle(config.records.version)
  const news = new AccountChangedDesk({ db, config, clock }, wiring)
  news.tell(publish)
  return {
    db,
    tables: deskTables(db),
    clock,
    shards,
    transactions,
    seal,
    config,
    symbols,
    answers,
    news,
    access,
    newsKept,
    licencePublicKey,
    disk,
    publish,
    change<T>(work: (journal: JournalWriter) => Outcome<T>): Outcome<T> {
      written = []
      log?.giveWay()
      onWrites(true)
      log?.begin()
      try {
        const outcome = transactions.durable(() => {
          const worked = work(write)
          if (!worked.ok) throw new Undo(worked)
          answers.keep(worked.value)
          log?.append()
          return worked
        })
        log?.committed()
        news.tell(publish)
        for (const line of written) publish({ type: 'journal', line, group: groupOf(line.login) })
        return outcome
      } catch (error) {
        if (log?.isAppended === true) throw new UnknownChangeError(error)
        log?.undone()
        if (error instanceof Undo) return error.refusal
        if (isDiskFull(error)) return NOTHING_STORED
        throw error
      } finally {
        onWrites(false)
      }
    },
  }
}

/**
 * Thrown if it is unknown whether a change counts. The thread then ends, and the next thread finds
 * out (actors/desk/cluster/desk-log.ts, L2).
 */
class UnknownChangeError extends Error {
  override readonly name = 'UnknownChangeError'

  constructor(cause: unknown) {
    super('a change of the desk may count, and is not in the tables', { cause })
  }
}

class Undo extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
