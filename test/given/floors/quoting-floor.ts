import { openDesk } from '../../../actors/desk/desk.js'
import type { DeskOperations } from '../../../actors/desk/operations.js'
import { seed } from '../../../actors/desk/start/seed.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { randomKey } from '../../../actors/thread/random.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { openWholeLogForReading } from '../../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../../storage/paths.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { decodeRecords } from '../../../wire/record/record.js'
import type { JournalLine } from '../../../wire/stored/journal-line.js'
import { ScriptedProvider } from '../../actors/links/feeds/scripted-provider.js'
import { DOER, deskData, moment, STAFF, scratch } from '../desk.js'
import { SocketFront } from '../fronts/socket-front.js'
import type { Frame, WsClient } from '../fronts/ws-client.js'
import { prepareTables } from '../prepared-tables.js'
import { supervisorOf } from '../supervisor.js'

export const STANDARD = 'demo\\standard'

type Teardown = { teardown(run: () => unknown): unknown }

/**
 * A server with the demo set and every thread, live sockets, and a provider on a real socket: nobody
 * quotes but who is told to.
 */
export class QuotingFloor {
  readonly supervisor: Supervisor
  readonly journal: JournalLine[] = []
  readonly provider: ScriptedProvider
  readonly dataDir: string
  #front: SocketFront<ShardClient> | null = null
  #stopped: Promise<void> | undefined

  private constructor(dataDir: string, provider: ScriptedProvider) {
    this.dataDir = dataDir
    this.provider = provider
    const front = () => this.#front
    this.supervisor = supervisorOf(
      dataDir,
      { outboundAllow: ['127.0.0.0/8'] },
      {
        onBatch: (_shard, batch) => front()?.sockets.onBatch(batch),
        onMoved: () => front()?.quotes.moved(),
        onBook: (book) => {
          front()?.quotes.setBook(book)
          front()?.depths.setBook(book)
        },
        onShardReady: (shard) => front()?.sockets.onShardReady(shard),
        onShardDeath: (shard) => front()?.sockets.onShardDeath(shard),
        onDeskEvent: (event) => {
          if (event.type === 'journal') this.journal.push(event.line)
        },
      },
    )
  }

  /** Starts a floor; in the directory of another one its settings and history are there. */
  static async start(test: Teardown, before?: string): Promise<QuotingFloor> {
    const dataDir = before ?? scratch(test)
    // The built-in provider would quote as soon as the server starts.
    if (before === undefined) addDemoSet(dataDir)
    const provider = await ScriptedProvider.start()
    const floor = new QuotingFloor(dataDir, provider)
    const { supervisor } = floor
    test.teardown(() => floor.stop())
    const front = await SocketFront.startWith(
      test,
      supervisor.shards,
      undefined,
      [],
      supervisor.board,
    )
    floor.#front = front
    await supervisor.start()
    front.quotes.moved()
    return floor
  }

  /** The one feed quotes from the provider alone. */
  async connect(): Promise<void> {
    const { address, connections } = this.provider
    const server = { server: address, login: 'desk', password: 'x', reconnect_sec: 1 }
    await this.change('datafeeds', this.feed, { ...server, enabled: true })
    await this.admit(connections)
  }

  /** Lets in who dials after so many connections. */
  async admit(before: number): Promise<void> {
    await this.provider.until(({ connections }) => connections > before)
    await this.provider.admit()
  }

  get feed(): number {
    return this.supervisor.book.records.datafeeds[0]?.id ?? 0
  }

  symbol(name: string): number {
    return this.supervisor.book.symbolsByName.get(name)?.id ?? 0
  }

  stop(): Promise<void> {
    this.#stopped ??= this.supervisor.stop().then(() => this.provider.stop())
    return this.#stopped
  }

  /** Resolves when the board has the price. */
  async quote(name: string, bid: string, ask: string): Promise<void> {
    const { board } = this.supervisor
    const id = this.symbol(name)
    const before = board.tape.head
    this.provider.say(`${name} ${bid} ${ask}\r\n`)
    await this.until(() => board.tape.head !== before && board.quote(id) !== undefined)
  }

  /** Resolves when it is true. */
  async until(claim: () => boolean): Promise<void> {
    while (!claim()) await moment()
  }

  /** Changes the record as it is now. */
  async change(kind: ConfigKindName, id: number, input: object): Promise<void> {
    const records: readonly { id: number; version: number }[] = this.supervisor.book.records[kind]
    const version = records.find((one) => one.id === id)?.version ?? 0
    await this.ask('config.update', { actor: STAFF, kind, id, version, input: { ...input } })
  }

  async ask<Name extends 'config.create' | 'config.update'>(
    name: Name,
    request: DeskOperations[Name]['request'],
  ): Promise<void> {
    const outcome = await this.supervisor.ask(name, request)
    if (!outcome.ok) throw new Error(outcome.message)
  }

  async account(group = STANDARD, amount = '10000'): Promise<number> {
    const created = await this.supervisor.ask('accounts.create', {
      actor: STAFF,
      group,
      login: 0,
      hashes: {},
    })
    if (!created.ok) throw new Error(created.message)
    const { login } = created.value.account
    const request_id = `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`
    const funded = await this.supervisor.shardOf(login).ask('balance', {
      login,
      action: 'deposit',
      amount,
      comment: '',
      skip_margin_check: false,
      request_id,
      by: DOER,
    })
    if (!funded.ok) throw new Error(funded.message)
    return login
  }

  /** A live socket of the account, which is in `group`. */
  socket(login: number, group = STANDARD, codec: 'json' | 'msgpack' = 'json'): Promise<WsClient> {
    return this.front.connect({ login, facts: { group } }, `openfloor.${codec}`)
  }

  get front(): SocketFront<ShardClient> {
    if (this.#front === null) throw new Error('the floor has begun')
    return this.#front
  }

  /** The account's records that are in the log now. */
  async records(login: number): Promise<AccountRecord[]> {
    const log = openWholeLogForReading(logDirectory(this.dataDir, 0))
    const all: AccountRecord[] = []
    for (const { bytes } of log.read(1)) all.push(...decodeRecords(bytes))
    await log.close()
    return all.filter((record) => record.login === login)
  }
}

function addDemoSet(dataDir: string): void {
  prepareTables(sqlitePath(dataDir))
  const db = openWriter(sqlitePath(dataDir))
  const data = deskData(dataDir, { shards: 1 })
  seed(openDesk(db, systemClock(), 1, openSeal(data.secretKey, randomKey)), data)
  db.close()
}

let asked = 0

/** Asks on the socket, and answers the reply. */
export async function asks(client: WsClient, op: string, args: object): Promise<Frame> {
  const id = ++asked
  client.send({ id, op, args })
  return client.reply(id)
}
