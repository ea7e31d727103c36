import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve, sep } from 'node:path'
import { CronError, CronTimes } from '../actors/thread/cron-times.js'
import { isAddressPrefix } from '../engine/access/address.js'
import { DEMO_PROVIDERS, type DemoProvider } from '../engine/config/demo-set.js'
import { NEWS_KEPT_DEFAULT } from '../engine/limits/providers.js'
import { PROJECTION_LAG_MAX } from '../engine/limits/shards.js'
import { postgresAddresses, postgresFault } from '../engine/names/postgres-addresses.js'
import { say } from '../engine/reasons/reasons.js'
import { findErrors } from '../wire/check/validate.js'
import { Body, Choice, Optional, type Static, type TSchema } from '../wire/types/scalars.js'
import { Type } from '../wire/types/type.js'
import { isTime } from '../wire/types/utc-time.js'
import { misspeltSettings } from './misspelt-settings.js'

/** The server's settings, read once from the environment and checked by one schema. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly adminPassword: string | undefined
  readonly secretKey: string | undefined
  /**
   * The number of shards. Undefined uses the number stored in the data directory or, for a new one,
   * the number of cores minus one.
   */
  readonly shards: number | undefined
  readonly demo: boolean
  readonly demoProvider: DemoProvider
  /** Quotes per second of the built-in provider, over all symbols. */
  readonly demoTicksPerSec: number
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  readonly logRetentionDays: number
  readonly tickRetentionDays: number
  /** How many days one-minute candles are kept; 0 keeps them for ever. */
  readonly candleRetentionDays: number
  /** The number of days for which news items are kept, and the maximum number of items. */
  readonly newsKept: { readonly days: number; readonly count: number }
  readonly diskReserveBytes: number
  /** How many records the database may lag behind the logs. */
  readonly projectionLagMax: number
  readonly clockStartMs: number | undefined
  readonly utcOffsetMin: number
  /** False for benchmarks and load tests, which turn rate limits off. Memory limits still apply. */
  readonly rateLimits: boolean
  /** Addresses and networks that datafeeds and gateways may connect to, besides public ones. */
  readonly outboundAllow: readonly string[]
  /** The automatic backups, at the times of a cron expression. */
  readonly backup: ScheduledBackup | undefined
  /** The directory in which logs are archived before they are deleted. */
  readonly logArchive: LogArchiveSettings | undefined
  /** The public Ed25519 key for verifying licences, in PEM format whatever format it was given in. */
  readonly licencePublicKey: string | undefined
  /**
   * The database quorum that keeps the logs, and the name of this node; undefined for a single
   * server.
   */
  readonly clusterNode: { readonly url: string; readonly node: string } | undefined
}

export interface LogArchiveSettings {
  readonly directory: string
  /** The cron expression of the archiving; undefined if only staff start it. */
  readonly schedule: string | undefined
}

export interface ScheduledBackup {
  readonly schedule: string
  readonly directory: string
  /** The number of backups to keep. Older ones are deleted. */
  readonly keep: number
}

function pattern(text: string, says: string): TSchema {
  return Type.String({
    pattern: text,
    maxLength: 4096,
    'x-says': { ...say('field.not_valid'), message: says },
  })
}

const RFC3339 = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$'

const Environment = Body({
  HOST: Optional(pattern('^\\S+$', 'must be an address to listen on, like 127.0.0.1')),
  PORT: Optional(
    pattern(
      '^([0-9]|[1-9]\\d{1,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$',
      'must be a port from 0 to 65535',
    ),
  ),
  DATA_DIR: Optional(pattern('^.+$', 'must be a directory')),
  ADMIN_PASSWORD: Optional(pattern('^.+$', 'must be a password')),
  ADMIN_PASSWORD_FILE: Optional(pattern('^.+$', 'must be the path of a file')),
  SECRET_KEY: Optional(pattern('^[A-Za-z0-9+/]{43}=$', 'must be 32 bytes in base64')),
  SECRET_KEY_FILE: Optional(pattern('^.+$', 'must be the path of a file')),
  SHARDS: Optional(pattern('^([1-9]|[1-5]\\d|6[0-4])$', 'must be a number from 1 to 64')),
  DEMO: Optional(Choice(['0', '1'])),
  DEMO_PROVIDER: Optional(Choice([...DEMO_PROVIDERS])),
  DEMO_TICKS_PER_SEC: Optional(
    pattern('^([1-9]\\d{0,4}|100000)$', 'must be a number from 1 to 100000'),
  ),
  TLS_CERT: Optional(pattern('^.+$', 'must be the path of a PEM file')),
  TLS_KEY: Optional(pattern('^.+$', 'must be the path of a PEM file')),
  TRUST_PROXY: Optional(
    pattern(
      '^[0-9A-Fa-f.:/]+(,\\s*[0-9A-Fa-f.:/]+)*$',
      'must be addresses or networks separated by commas, like 10.0.0.1,192.168.0.0/16',
    ),
  ),
  OUTBOUND_ALLOW: Optional(pattern('[^]+', 'must be addresses or networks')),
  RATE_LIMITS: Optional(Choice(['on', 'off'])),
  LICENCE_PUBLIC_KEY: Optional(pattern('[^]+', 'must be an Ed25519 public key')),
  LICENCE_PUBLIC_KEY_FILE: Optional(pattern('^.+$', 'must be the path of a file')),
  LOG_LEVEL: Optional(Choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  LOG_RETENTION_DAYS: Optional(
    pattern('^([7-9]|[1-9]\\d{1,3})$', 'must be a number of days from 7 to 9999'),
  ),
  TICK_RETENTION_DAYS: Optional(
    pattern('^(0|[1-9]\\d{0,3})$', 'must be a number of days from 0 to 9999'),
  ),
  CANDLE_RETENTION_DAYS: Optional(
    pattern('^(0|[1-9]\\d{0,4})$', 'must be a number of days from 1 to 99999, or 0 for ever'),
  ),
  NEWS_RETENTION_DAYS: Optional(
    pattern('^[1-9]\\d{0,3}$', 'must be a number of days from 1 to 9999'),
  ),
  NEWS_KEPT_MAX: Optional(pattern('^[1-9]\\d{0,5}$', 'must be a number of news from 1 to 999999')),
  DISK_RESERVE_MB: Optional(
    pattern('^(0|[1-9]\\d{0,6})$', 'must be a number of MiB from 0 to 9999999'),
  ),
  PROJECTION_LAG_MAX: Optional(
    pattern('^[1-9]\\d{3,7}$', 'must be a number of records from 1000 to 99999999'),
  ),
  BACKUP_SCHEDULE: Optional(pattern('\\S', 'must be a cron expression, like 30 2 * * *')),
  BACKUP_DIR: Optional(pattern('^.+$', 'must be a directory')),
  BACKUP_KEEP: Optional(pattern('^[1-9]\\d{0,3}$', 'must be a number of backups from 1 to 9999')),
  LOG_ARCHIVE_DIR: Optional(pattern('^.+$', 'must be a directory')),
  LOG_ARCHIVE_SCHEDULE: Optional(pattern('\\S', 'must be a cron expression, like 0 * * * *')),
  DATABASE_URL: Optional(pattern('[^]+', 'must be an address of PostgreSQL')),
  DATABASE_URL_FILE: Optional(pattern('^.+$', 'must be the path of a file')),
  NODE_NAME: Optional(
    pattern(
      '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$',
      'must be up to 63 letters, digits, dots and dashes',
    ),
  ),
  CLOCK_START: Optional(pattern(RFC3339, 'must be a time like 2026-01-31T09:30:00Z')),
  SERVER_UTC_OFFSET_MIN: Optional(
    pattern('^-?(\\d|[1-9]\\d|[1-7]\\d{2}|8[0-3]\\d|840)$', 'must be minutes from -840 to 840'),
  ),
})

export const SETTING_NAMES = Object.keys(Environment.properties) as (keyof Static<
  typeof Environment
>)[]
const DEFAULT_TICKS_PER_SEC = 20
const DEFAULT_RETENTION_DAYS = 30
const DEFAULT_TICK_RETENTION_DAYS = 30
const DEFAULT_RESERVE_MB = 512
const DEFAULT_BACKUPS = 7
const MIB = 1024 * 1024

/**
 * Settings that may be read from a file, because service managers and containers pass secrets as
 * files, which do not show in process lists.
 */
const IN_FILES = ['ADMIN_PASSWORD', 'DATABASE_URL', 'LICENCE_PUBLIC_KEY', 'SECRET_KEY'] as const
const FILE_BYTES_MAX = 4096

/** The settings, or one line for each error. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
):
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: string[] } {
  const given: Record<string, string> = {}
  for (const name of SETTING_NAMES) {
    const value = env[name] ?? ''
    if (value !== '') given[name] = value
  }
  const faults = [...misspeltSettings(env, SETTING_NAMES), ...takeFromFiles(given)]
  faults.push(...(findErrors(Environment, given, 0) ?? []).map((e) => `${e.path}: ${e.message}`))
  faults.push(...crossFaults(given))
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, settings: toSettings(given) }
}

/** Replaces `NAME_FILE` settings by the content of the file, without a final line break. */
function takeFromFiles(given: Record<string, string>): string[] {
  return IN_FILES.flatMap((name) => {
    const setting = `${name}_FILE`
    const path = given[setting]
    if (path === undefined) return []
    if (given[name] !== undefined) return [`${name}, ${setting}: set one of them`]
    try {
      const found = statSync(path)
      if (!found.isFile()) return [`${setting}: ${path} is no file`]
      if (found.size > FILE_BYTES_MAX) return [`${setting}: ${path} has more than 4096 bytes`]
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (text === '') return [`${setting}: ${path} is empty`]
      given[name] = text
      return []
    } catch {
      return [`${setting}: ${path} cannot be read`]
    }
  })
}

function crossFaults(given: Readonly<Record<string, string>>): string[] {
  const faults: string[] = []
  if ((given['TLS_CERT'] === undefined) !== (given['TLS_KEY'] === undefined)) {
    faults.push('TLS_CERT, TLS_KEY: set both or neither')
  }
  for (const name of ['TLS_CERT', 'TLS_KEY']) {
    const path = given[name]
    if (path !== undefined && !existsSync(path)) faults.push(`${name}: there is no file ${path}`)
  }
  if (!(given['OUTBOUND_ALLOW'] ?? '::').split(',').every((one) => isAddressPrefix(one.trim()))) {
    const example = 'like 127.0.0.1,169.254.10.0/24'
    faults.push(`OUTBOUND_ALLOW: must be addresses or networks separated by commas, ${example}`)
  }
  const start = given['CLOCK_START'] ?? ''
  if (new RegExp(RFC3339).test(start) && !isRealTime(start)) {
    faults.push('CLOCK_START: there is no such time')
  }
  const key = given['LICENCE_PUBLIC_KEY']
  if (key !== undefined && publicKeyIn(key) === undefined) {
    faults.push(`LICENCE_PUBLIC_KEY: must be an Ed25519 public key, PEM ("PUBLIC KEY") or base64`)
  }
  return [...faults, ...backupFaults(given), ...logArchiveFaults(given), ...clusterFaults(given)]
}

/** The URL contains a password, so error messages do not repeat it. */
function clusterFaults(given: Readonly<Record<string, string>>): string[] {
  const { DATABASE_URL: url, NODE_NAME: node } = given
  const faults: string[] = []
  if ((url === undefined) !== (node === undefined)) {
    faults.push('DATABASE_URL, NODE_NAME: set both or neither')
  }
  if (url !== undefined && postgresAddresses(url) === undefined) {
    faults.push('DATABASE_URL: must be like postgres://user:password@host1,host2/database')
  }
  const fault = url === undefined ? undefined : postgresFault(url)
  if (fault !== undefined) faults.push(`DATABASE_URL: ${fault}`)
  return faults
}

/** The header that OpenSSL writes before the bytes of the key. */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const ED25519_BYTES = 32
const PUBLIC_PEM = /^-----BEGIN PUBLIC KEY-----\s([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/

/**
 * Reads a public key; undefined if the text is none. A private key is refused too, although the
 * public key could be derived from it.
 */
export function publicKeyIn(text: string): string | undefined {
  const [, inPem = text] = PUBLIC_PEM.exec(text.trim()) ?? []
  const base64 = inPem.replace(/\s/g, '')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) return undefined
  const key = bytes.length === ED25519_BYTES ? Buffer.concat([ED25519_HEAD, bytes]) : bytes
  try {
    const made = createPublicKey({ key, format: 'der', type: 'spki' })
    if (made.asymmetricKeyType !== 'ed25519') return undefined
    return made.export({ format: 'pem', type: 'spki' }).toString()
  } catch {
    return undefined
  }
}

function backupFaults(given: Readonly<Record<string, string>>): string[] {
  const { BACKUP_SCHEDULE: schedule, BACKUP_DIR: directory } = given
  if (schedule === undefined) return []
  const faults = scheduleFaults('BACKUP_SCHEDULE', schedule)
  if (directory === undefined) {
    faults.push('BACKUP_DIR: BACKUP_SCHEDULE needs a directory, on another disk than DATA_DIR')
  } else if (liesInData(given, directory)) faults.push('BACKUP_DIR: must not lie in DATA_DIR')
  return faults
}

function logArchiveFaults(given: Readonly<Record<string, string>>): string[] {
  const { LOG_ARCHIVE_SCHEDULE: schedule, LOG_ARCHIVE_DIR: directory } = given
  const faults = schedule === undefined ? [] : scheduleFaults('LOG_ARCHIVE_SCHEDULE', schedule)
  if (directory === undefined) {
    if (schedule !== undefined) {
      faults.push('LOG_ARCHIVE_DIR: LOG_ARCHIVE_SCHEDULE needs a directory outside of DATA_DIR')
    }
  } else if (liesInData(given, directory)) faults.push('LOG_ARCHIVE_DIR: must not lie in DATA_DIR')
  return faults
}

function scheduleFaults(name: string, schedule: string): string[] {
  try {
    CronTimes.of(schedule)
    return []
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    return [`${name}: ${error.message}`]
  }
}

function liesInData(given: Readonly<Record<string, string>>, directory: string): boolean {
  return `${resolve(directory)}${sep}`.startsWith(`${dataDirOf(given)}${sep}`)
}

function dataDirOf(given: Readonly<Record<string, string>>): string {
  return resolve(given['DATA_DIR'] ?? './data')
}

/** Refuses days that do not exist, which `Date` would move to the next month. */
function isRealTime(rfc3339: string): boolean {
  return !Number.isNaN(Date.parse(rfc3339)) && isTime(`${rfc3339.slice(0, 10)}T00:00:00Z`)
}

function toSettings(given: Readonly<Record<string, string>>): Settings {
  const number = (name: string, otherwise: number): number => Number(given[name] ?? otherwise)
  const { TLS_CERT: certFile, TLS_KEY: keyFile, CLOCK_START: start } = given
  const { BACKUP_SCHEDULE: schedule, BACKUP_DIR: backups, LOG_ARCHIVE_DIR: archive } = given
  const { DATABASE_URL: url, NODE_NAME: node } = given
  return {
    host: given['HOST'] ?? '127.0.0.1',
    port: number('PORT', 8080),
    dataDir: dataDirOf(given),
    adminPassword: given['ADMIN_PASSWORD'],
    secretKey: given['SECRET_KEY'],
    shards: given['SHARDS'] === undefined ? undefined : Number(given['SHARDS']),
    demo: given['DEMO'] !== '0',
    demoProvider: given['DEMO_PROVIDER'] === 'dde' ? 'dde' : 'fix44',
    demoTicksPerSec: number('DEMO_TICKS_PER_SEC', DEFAULT_TICKS_PER_SEC),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    trustedProxies: listIn(given['TRUST_PROXY']),
    outboundAllow: listIn(given['OUTBOUND_ALLOW']),
    logLevel: given['LOG_LEVEL'] ?? 'info',
    logRetentionDays: number('LOG_RETENTION_DAYS', DEFAULT_RETENTION_DAYS),
    tickRetentionDays: number('TICK_RETENTION_DAYS', DEFAULT_TICK_RETENTION_DAYS),
    candleRetentionDays: number('CANDLE_RETENTION_DAYS', 0),
    newsKept: {
      days: number('NEWS_RETENTION_DAYS', NEWS_KEPT_DEFAULT.days),
      count: number('NEWS_KEPT_MAX', NEWS_KEPT_DEFAULT.count),
    },
    diskReserveBytes: number('DISK_RESERVE_MB', DEFAULT_RESERVE_MB) * MIB,
    projectionLagMax: number('PROJECTION_LAG_MAX', PROJECTION_LAG_MAX),
    clockStartMs: start === undefined ? undefined : Date.parse(start),
    utcOffsetMin: number('SERVER_UTC_OFFSET_MIN', 0),
    rateLimits: given['RATE_LIMITS'] !== 'off',
    licencePublicKey: publicKeyIn(given['LICENCE_PUBLIC_KEY'] ?? ''),
    clusterNode: url === undefined || node === undefined ? undefined : { url, node },
    logArchive:
      archive === undefined
        ? undefined
        : { directory: resolve(archive), schedule: given['LOG_ARCHIVE_SCHEDULE'] },
    backup:
      schedule === undefined || backups === undefined
        ? undefined
        : { schedule, directory: resolve(backups), keep: number('BACKUP_KEEP', DEFAULT_BACKUPS) },
  }
}

function listIn(text = ''): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** The default number of shards. It leaves one core for the front, but is at least one. */
export function defaultShards(cores: number = availableParallelism()): number {
  return Math.max(1, cores - 1)
}
