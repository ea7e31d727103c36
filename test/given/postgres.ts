import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/**
 * A PostgreSQL of a test's own, on loopback, with a keeper of its write-ahead log (`pg_receivewal`) as the one
 * synchronous standby: commits wait while that is stopped. It ends with the test.
 */
export interface Postgres {
  readonly port: number
  /** The address for a role. */
  url(role: string): string
  /** Runs statements as the superuser; the rows of the last. */
  sql(text: string): Promise<Record<string, unknown>[]>
  /** Lets the keeper sleep or go on. */
  keeper(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends all its processes at once, and starts it and its keeper again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export const OWNER_ROLE = 'openfloor'
export const SUPERUSER = 'chief'
export const FRESH = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
const KEEPER = 'keeper'
/** Debian's place, with a folder for each version. */
const VERSIONS = '/usr/lib/postgresql'
const PROGRAMS = ['initdb', 'postgres', 'pg_receivewal']
const START_MAX_MS = 60_000
const LOOK_MS = 20

const execute = promisify(execFile)

/** The folder of its programs; undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
}

export async function startPostgres(programs: string): Promise<Postgres> {
  const directory = mkdtempSync(join(tmpdir(), 'openfloor-postgres-'))
  const options = { ...ownerOf(directory), cwd: directory, env: { LC_ALL: 'C', PGAPPNAME: KEEPER } }
  const data = join(directory, 'data')
  await execute(join(programs, 'initdb'), ['-D', data, '-U', SUPERUSER, ...FRESH], options)
  const port = await freePort()
  const place = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-k', directory]
  const started = (program: string, args: readonly string[]): ChildProcess =>
    spawn(join(programs, program), ['-D', program === 'postgres' ? data : directory, ...args], {
      ...options,
      stdio: 'ignore',
    })
  let server = started('postgres', place)
  const url = (role: string, database = OWNER_ROLE): string =>
    `postgres://${role}@127.0.0.1:${port}/${database}`
  const asChief = (database: string, text: string) => rowsOf(url(SUPERUSER, database), text)
  await whenTrue(() => asChief('postgres', 'SELECT 1'))
  await asChief('postgres', `CREATE ROLE ${OWNER_ROLE} LOGIN`)
  await asChief('postgres', `CREATE DATABASE ${OWNER_ROLE} OWNER ${OWNER_ROLE}`)
  const to = ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER]
  const keeping = [...to, '--synchronous', '--no-loop', '-s', '1']
  let keeper = started('pg_receivewal', keeping)
  const postgres: Postgres = {
    port,
    url,
    sql: (text) => asChief(OWNER_ROLE, text),
    keeper: (signal) => keeper.kill(signal),
    crash: async () => {
      await ended(keeper, 'SIGKILL')
      await ended(server, 'SIGQUIT')
      server = started('postgres', place)
      await whenTrue(() => postgres.sql('SELECT 1'))
      keeper = started('pg_receivewal', keeping)
      await whenTrue(isKept)
    },
    stop: async () => {
      await ended(keeper, 'SIGKILL')
      // At once, and with the memory that its processes share.
      await ended(server, 'SIGQUIT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
  const isKept = async (): Promise<void> => {
    const kept = await postgres.sql(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)
    if (kept.length === 0) throw new Error('the keeper is not there')
  }
  await postgres.sql(`ALTER SYSTEM SET synchronous_standby_names = '${KEEPER}'`)
  await postgres.sql('SELECT pg_reload_conf()')
  await whenTrue(isKept)
  return postgres
}

/** Runs statements on a session of their own; the rows of the last. */
export async function rowsOf(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Tries until something does not throw. */
export async function whenTrue(look: () => Promise<unknown>): Promise<void> {
  const patience = performance.now() + START_MAX_MS
  for (;;) {
    try {
      await look()
      return
    } catch (error) {
      if (performance.now() > patience) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

export async function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** It does not run as root: its own user has the directory then. */
export function ownerOf(directory: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined) throw new Error('the system has no user postgres')
  chownSync(directory, Number(uid), Number(gid))
  return { uid: Number(uid), gid: Number(gid) }
}
