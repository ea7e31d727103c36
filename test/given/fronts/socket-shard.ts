import { ShardClient, type ShardResult } from '../../../actors/shard/shard-client.js'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import type { AccountProfile } from '../../../engine/account/state.js'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import type { BookRecords } from '../../../engine/config/book-records.js'
import { AccountWatchers } from '../../../http/socket/staff/account-watchers.js'
import type { StaffFamily } from '../../../http/socket/staff/staff-op.js'
import { watchOps } from '../../../http/socket/staff/watch-ops.js'
import { openWholeLogForReading } from '../../../storage/log/open.js'
import { logDirectory } from '../../../storage/paths.js'
import { decodeRecords } from '../../../wire/record/record.js'
import { DOER, STAFF, scratch, startDesk } from '../desk.js'
import { SocketFront } from './socket-front.js'

/** A desk with the demo set, one real shard over a real log, and the front's live sockets on both. */
export class SocketShard {
  readonly book: Book
  /** Deaths of its thread, and accounts that it set aside. */
  readonly deaths: Error[] = []
  readonly #running: ReturnType<typeof startDesk>
  readonly #dataDir: string
  readonly #records: BookRecords
  readonly client: ShardClient
  readonly watchers: AccountWatchers
  #front: SocketFront<ShardClient> | null = null
  #whenReady: () => void = () => undefined

  private constructor(
    dataDir: string,
    running: ReturnType<typeof startDesk>,
    records: BookRecords,
  ) {
    this.#dataDir = dataDir
    this.#running = running
    this.#records = records
    this.book = compileBook(records)
    this.client = new ShardClient(0, {
      onBatch: (_shard, batch) => this.#front?.sockets.onBatch(batch),
      onWatched: (frames) => this.watchers.onWatched(frames),
      onMessage: (_shard, message) => {
        if (message.type === 'ready') void this.#ready()
        if (message.type === 'set_aside') this.deaths.push(new Error(message.why))
      },
      onDeath: (shard, why) => {
        this.deaths.push(why)
        this.watchers.onShardDeath(shard)
        this.#front?.sockets.onShardDeath(shard)
      },
    })
    this.watchers = new AccountWatchers([this.client], () => this.book)
  }

  /** `more` are operations of the staff socket beside those that watch accounts. */
  static async start(
    test: { teardown(run: () => unknown): unknown },
    more: (shards: readonly ShardClient[]) => readonly StaffFamily[] = () => [],
  ): Promise<{ shard: SocketShard; front: SocketFront<ShardClient> }> {
    const dataDir = scratch(test)
    const running = startDesk(dataDir, { shards: 1 })
    await running.desk.ready
    const records = value(await running.desk.ask('config.records', null))
    const shard = new SocketShard(dataDir, running, records)
    test.teardown(() => shard.#stop())
    await shard.begin()
    const counters = new SharedCounters(running.buffers, 1)
    const front = await SocketFront.startWith(test, [shard.client], running.buffers, [
      watchOps(shard.watchers, () => counters.sequence),
      ...more([shard.client]),
    ])
    front.quotes.setBook(shard.book)
    front.depths.setBook(shard.book)
    shard.#front = front
    return { shard, front }
  }

  /** Starts the thread; resolves when it may trade. */
  async begin(): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      this.#whenReady = resolve
    })
    this.client.start({
      shard: 0,
      shards: 1,
      dataDir: this.#dataDir,
      shared: this.#running.buffers,
      book: this.#records,
      clockOffsetMs: 0,
    })
    await ready
  }

  /** A demo account with money. Answers its login. */
  async account(amount: string, limits: Partial<AccountProfile> = {}): Promise<number> {
    const { desk } = this.#running
    const created = await desk.ask('accounts.create', {
      actor: STAFF,
      group: 'demo\\standard',
      login: 0,
      hashes: { master: 'm', investor: 'i' },
    })
    const { account } = value(created)
    const { login } = account
    this.client.profile({ ...account, archived: false, ...limits }, Number.MAX_SAFE_INTEGER)
    value(
      await this.client.ask('balance', {
        login,
        action: 'deposit',
        amount,
        comment: '',
        request_id: `deposit-${login}`,
        skip_margin_check: false,
        by: DOER,
      }),
    )
    return login
  }

  price(name: string, bid: number, ask: number): void {
    const symbol = this.book.symbolsByName.get(name)
    if (symbol === undefined) throw new Error(`the demo set has no ${name}`)
    this.#front?.price(symbol.id, bid, ask)
    if (this.#front?.board.tape.wake(0)) this.client.post({ type: 'ticks' })
  }

  /** The account's records that are in the log now. */
  async records(login: number): Promise<AccountRecord[]> {
    const log = openWholeLogForReading(logDirectory(this.#dataDir, 0))
    const all: AccountRecord[] = []
    for (const { bytes } of log.read(1)) all.push(...decodeRecords(bytes))
    await log.close()
    return all.filter((record) => record.login === login)
  }

  async #ready(): Promise<void> {
    for (const kind of ['order', 'deal'] as const) {
      const range = value(await this.#running.desk.ask('ids.grant', { shard: 0, kind }))
      this.client.post({ type: 'ids', range })
    }
    this.#front?.sockets.onShardReady(0)
    this.#whenReady()
  }

  async #stop(): Promise<void> {
    await this.client.kill()
    await this.#running.desk.stop()
  }
}

function value<T>(result: Outcome<T> | ShardResult<T>): T {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  return result.value
}
