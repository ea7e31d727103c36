import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endAtExit } from '../at-exit.js'
import type { Bench } from '../harness.js'

/**
 * PostgreSQL with its default settings, in a separate cluster: in a directory of the case,
 * reachable only by a socket there, deleted with the case. Each commit is synced before it is
 * answered. Memory and the distance of checkpoints are set so that neither is in the figures.
 */
export interface Cluster {
  /** The version, such as `PostgreSQL 15.14`. */
  readonly version: string
  /** A place for files that its programs write. */
  readonly directory: string
  /** Runs one of its programs against the cluster; the answer is what it prints. */
  run(program: string, args: readonly string[]): Promise<string>
}

const PROGRAMS = ['initdb', 'postgres', 'pg_isready', 'pgbench'] as const
/** Debian's place, with a folder for each version. */
const VERSIONS = '/usr/lib/postgresql'
/** PostgreSQL does not run as root: the first of these users that the system has owns the cluster then. */
const OWNERS = ['postgres', 'nobody']
const SETTINGS = {
  listen_addresses: '',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '8GB',
}
const SUPERUSER = 'bench'
const START_MAX_MS = 60_000

const execute = promisify(execFile)

/** A text says why there is none. */
export async function startCluster(bench: Bench): Promise<Cluster | string> {
  const programs = folderOfPrograms()
  if (programs === undefined) return 'PostgreSQL is not installed'
  const directory = bench.directory('postgres')
  const owner = ownerOf(directory)
  const options = { ...owner, cwd: directory, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  const run = async (program: string, args: readonly string[]): Promise<string> =>
    (await execute(join(programs, program), [...args], options)).stdout
  const data = join(directory, 'data')
  const fresh = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run('initdb', ['-D', data, '-U', SUPERUSER, ...fresh])
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', directory, ...settings], {
    ...options,
    stdio: 'ignore',
  })
  // At once, and with the memory that its processes share: a SIGKILL would leave that behind.
  endAtExit(server, 'SIGQUIT')
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  bench.defer(() => {
    server.kill('SIGQUIT')
    return ended
  })
  const place = ['-h', directory, '-U', SUPERUSER]
  const patience = performance.now() + START_MAX_MS
  while (!(await isReady(run, place))) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended at its start')
    if (performance.now() > patience) throw new Error('PostgreSQL did not start in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const version = (await run('postgres', ['--version'])).match(/[\d.]+/)?.[0] ?? ''
  return {
    version: `PostgreSQL ${version}`,
    directory,
    run: (program, args) => run(program, [...place, ...args]),
  }
}

/** The newest version that has all of them; else a folder of the search path. */
function folderOfPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((one) => join(VERSIONS, one, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
}

function ownerOf(directory: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = OWNERS.map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (user === undefined) throw new Error(`the system has no user ${OWNERS.join(' or ')}`)
  const [uid, gid] = [Number(user[2]), Number(user[3])]
  chownSync(directory, uid, gid)
  return { uid, gid }
}

async function isReady(
  run: (program: string, args: readonly string[]) => Promise<string>,
  place: readonly string[],
): Promise<boolean> {
  try {
    await run('pg_isready', ['--quiet', ...place])
    return true
  } catch {
    return false
  }
}
