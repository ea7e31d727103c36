import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  ended,
  FRESH,
  freePort,
  OWNER_ROLE,
  ownerOf,
  rowsOf,
  SUPERUSER,
  whenTrue,
} from './postgres.js'

/**
 * Three PostgreSQL of a drill, on loopback: a primary and two standbys, each of which may confirm. They are moved as an operator moves
 * them by hand (docs/operate/postgres-by-hand.md): of the standbys the one that has most is promoted, the other one follows it, and the one that
 * was the primary comes back behind them.
 */
export interface Member {
  readonly name: string
  readonly port: number
  readonly data: string
}

const NAMES = ['db1', 'db2', 'db3'] as const
/** What each has beside the place that it listens at. */
const SETTINGS = `listen_addresses = '127.0.0.1'
shared_buffers = '32MB'
wal_keep_size = '512MB'
`

const execute = promisify(execFile)

export class PostgresTrio {
  readonly members: readonly Member[]
  /** Standbys that `pg_rewind` could not bring back, and that were copied anew. */
  copied = 0
  readonly #programs: string
  readonly #directory: string
  readonly #processes = new Map<string, ChildProcess>()
  #primary: Member

  private constructor(programs: string, directory: string, ports: readonly number[]) {
    this.#programs = programs
    this.#directory = directory
    this.members = NAMES.map((name, at) => ({
      name,
      port: ports[at] ?? 0,
      data: join(directory, name),
    }))
    this.#primary = this.members[0] as Member
  }

  static async start(programs: string): Promise<PostgresTrio> {
    const directory = mkdtempSync(join(tmpdir(), 'openfloor-postgres-'))
    ownerOf(directory)
    const ports = [await freePort(), await freePort(), await freePort()]
    const trio = new PostgresTrio(programs, directory, ports)
    await trio.#begin()
    return trio
  }

  get primary(): Member {
    return this.#primary
  }

  /** The address of all three for a role. */
  url(role: string): string {
    return addressOf(
      role,
      this.members.map(({ port }) => port),
    )
  }

  /** Runs statements on the primary, as the superuser. */
  sql(text: string): Promise<Record<string, unknown>[]> {
    return this.#on(this.#primary, text, OWNER_ROLE)
  }

  /** All processes of a member end at once, or sleep, or go on. */
  async signal({ name }: Member, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const server = this.#processes.get(name)
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    const children = childrenOf(server.pid)
    const exit = new Promise((resolve) => server.once('exit', resolve))
    // The one that starts others first, so that there are no more.
    for (const pid of [server.pid, ...children]) kill(pid, signal)
    if (signal === 'SIGKILL') await exit
  }

  /** Of the standbys the one that has most becomes the primary. The one before must say nothing any more. */
  async promote(): Promise<void> {
    const before = this.#primary
    const standbys = this.members.filter((member) => member !== before)
    for (const one of standbys) await this.#follow(one, undefined)
    const ends = await Promise.all(standbys.map((one) => this.#endOf(one)))
    const [first, second] = ends as [bigint, bigint]
    const [next, other] = (first >= second ? standbys : standbys.toReversed()) as [Member, Member]
    await this.#on(next, 'SELECT pg_promote(true, 60)')
    this.#primary = next
    await this.#follow(other, next)
    // Without it pg_rewind finds the history of before, and nothing to do.
    await this.#on(next, 'CHECKPOINT')
    await this.#whenConfirmedBy(1)
  }

  /** A member that was killed, or is a primary of the past, is a standby again. */
  async rejoin(member: Member): Promise<void> {
    await this.signal(member, 'SIGCONT')
    await this.signal(member, 'SIGKILL')
    const from = `host=127.0.0.1 port=${this.#primary.port} user=${SUPERUSER} dbname=postgres`
    try {
      await this.#run('pg_rewind', ['-D', member.data, `--source-server=${from}`])
    } catch {
      this.copied++
      rmSync(member.data, { recursive: true, force: true })
      await this.#copy(member)
    }
    this.#launch(member)
    await this.#whenConfirmedBy(2)
  }

  /** Resolves when the primary has two standbys. */
  whole(): Promise<void> {
    return this.#whenConfirmedBy(2)
  }

  async stop(): Promise<void> {
    for (const member of this.members) {
      await this.signal(member, 'SIGCONT')
      const server = this.#processes.get(member.name)
      if (server !== undefined) await ended(server, 'SIGQUIT')
    }
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #begin(): Promise<void> {
    const [first, ...others] = this.members as [Member, ...Member[]]
    await this.#run('initdb', ['-D', first.data, '-U', SUPERUSER, '--data-checksums', ...FRESH])
    this.#configure(first)
    this.#launch(first)
    await whenTrue(() => this.#on(first, 'SELECT 1'))
    await this.#on(first, `CREATE ROLE ${OWNER_ROLE} LOGIN`)
    await this.#on(first, `CREATE DATABASE ${OWNER_ROLE} OWNER ${OWNER_ROLE}`)
    for (const other of others) {
      await this.#copy(other)
      this.#launch(other)
    }
    await this.#whenConfirmedBy(2)
    const names = standbysOf(first)
    await this.#on(first, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await this.#on(first, 'SELECT pg_reload_conf()')
  }

  /** Beside the primary's settings it has its own; those that follow it are named when they are there. */
  #configure(member: Member): void {
    const { name, port, data } = member
    const own = `port = ${port}\ncluster_name = '${name}'\nunix_socket_directories = '${this.#directory}'\n`
    const isPrimary = member === this.#primary
    const standbys = isPrimary ? '' : `synchronous_standby_names = '${standbysOf(member)}'\n`
    const follows = isPrimary ? '' : `primary_conninfo = '${this.#conninfo(member)}'\n`
    writeFileSync(join(data, 'postgresql.auto.conf'), `${SETTINGS}${own}${standbys}${follows}`)
    if (!isPrimary) writeFileSync(join(data, 'standby.signal'), '')
  }

  #conninfo({ name }: Member): string {
    return `host=127.0.0.1 port=${this.#primary.port} user=${SUPERUSER} application_name=${name}`
  }

  async #copy(member: Member): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(this.#primary.port), '-U', SUPERUSER]
    const how = ['--checkpoint=fast', '--wal-method=stream', '--no-sync']
    await this.#run('pg_basebackup', ['-D', member.data, ...from, ...how])
  }

  #launch(member: Member): void {
    this.#configure(member)
    const server = spawn(join(this.#programs, 'postgres'), ['-D', member.data], {
      ...this.#options(),
      stdio: 'ignore',
    })
    this.#processes.set(member.name, server)
  }

  /** A standby that runs has another primary, or none. */
  async #follow(standby: Member, primary: Member | undefined): Promise<void> {
    const from = primary === undefined ? '' : this.#conninfo(standby)
    await this.#on(standby, `ALTER SYSTEM SET primary_conninfo = '${from}'`)
    await this.#on(standby, 'SELECT pg_reload_conf()')
    if (primary !== undefined) return
    await whenTrue(async () => {
      const rows = await this.#on(standby, 'SELECT 1 FROM pg_stat_wal_receiver')
      if (rows.length > 0) throw new Error('it still receives')
    })
  }

  /** How much of the write-ahead log a standby has, in bytes. */
  async #endOf(standby: Member): Promise<bigint> {
    const [row] = await this.#on(
      standby,
      `SELECT (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::text AS bytes`,
    )
    return BigInt(String(row?.['bytes'] ?? 0))
  }

  #whenConfirmedBy(standbys: number): Promise<void> {
    return whenTrue(async () => {
      const rows = await this.#on(
        this.#primary,
        `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND flush_lsn IS NOT NULL`,
      )
      if (rows.length < standbys) throw new Error(`${rows.length} standbys are there`)
    })
  }

  #on({ port }: Member, text: string, database = 'postgres') {
    return rowsOf(`postgres://${SUPERUSER}@127.0.0.1:${port}/${database}`, text)
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    await execute(join(this.#programs, program), args, this.#options())
  }

  #options() {
    return { ...ownerOf(this.#directory), cwd: this.#directory, env: { LC_ALL: 'C' } }
  }
}

/** One address of several ports of this machine. */
export function addressOf(role: string, ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  return `postgres://${role}@${hosts.join(',')}/${OWNER_ROLE}`
}

function standbysOf({ name }: Member): string {
  return `ANY 1 (${NAMES.filter((one) => one !== name).join(', ')})`
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number {
  try {
    const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent ?? 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** Harmless when it has ended. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
