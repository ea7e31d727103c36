import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import t from 'tap'
import { defaultShards, readSettings, type Settings } from '../../http/settings.js'
import { scratch } from '../given/desk.js'

// Any two files that exist.
const FILES = { TLS_CERT: resolve('package.json'), TLS_KEY: resolve('tsconfig.json') }

function settingsOf(env: Record<string, string | undefined>): Settings {
  const read = readSettings(env)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.settings
}

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  const read = readSettings(env)
  return read.ok ? [] : read.faults
}

const DEFAULTS: Settings = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: resolve('./data'),
  adminPassword: undefined,
  secretKey: undefined,
  shards: undefined,
  demo: true,
  demoProvider: 'fix44',
  demoTicksPerSec: 20,
  tls: undefined,
  trustedProxies: [],
  logLevel: 'info',
  logRetentionDays: 30,
  tickRetentionDays: 30,
  candleRetentionDays: 0,
  newsKept: { days: 30, count: 10_000 },
  diskReserveBytes: 512 * 1024 * 1024,
  projectionLagMax: 200_000,
  clockStartMs: undefined,
  utcOffsetMin: 0,
  rateLimits: true,
  outboundAllow: [],
  backup: undefined,
  logArchive: undefined,
  licencePublicKey: undefined,
  clusterNode: undefined,
}

const NAMES = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'SHARDS',
  'DEMO',
  'TLS_CERT',
  'TLS_KEY',
  'TRUST_PROXY',
  'LICENCE_PUBLIC_KEY',
  'LOG_LEVEL',
  'LOG_RETENTION_DAYS',
  'DISK_RESERVE_MB',
  'CLOCK_START',
  'SERVER_UTC_OFFSET_MIN',
  'DEMO_TICKS_PER_SEC',
  'DEMO_PROVIDER',
  'TICK_RETENTION_DAYS',
  'CANDLE_RETENTION_DAYS',
  'RATE_LIMITS',
  'PROJECTION_LAG_MAX',
  'NEWS_RETENTION_DAYS',
  'NEWS_KEPT_MAX',
  'OUTBOUND_ALLOW',
  'BACKUP_SCHEDULE',
  'BACKUP_DIR',
  'BACKUP_KEEP',
  'LOG_ARCHIVE_DIR',
  'LOG_ARCHIVE_SCHEDULE',
  'DATABASE_URL',
  'NODE_NAME',
]

t.test('without settings the defaults hold', async (t) => {
  t.same(settingsOf({}), DEFAULTS)
})

t.test('an empty setting reads as unset', async (t) => {
  t.same(settingsOf(Object.fromEntries(NAMES.map((name) => [name, '']))), DEFAULTS)
})

t.test('settings of others are let be', async (t) => {
  t.same(settingsOf({ PATH: '/bin', NODE_ENV: 'x', port: 'x' }), DEFAULTS)
})

t.test('a secret may be in a file, which holds it alone', async (t) => {
  const place = scratch(t)
  const file = (name: string, text: string): string => {
    writeFileSync(join(place, name), text)
    return join(place, name)
  }
  const key = `${'A'.repeat(43)}=`
  const given = settingsOf({
    SECRET_KEY_FILE: file('key', `${key}\n`),
    ADMIN_PASSWORD_FILE: file('password', 'Admin12! \r\n'),
    LICENCE_PUBLIC_KEY_FILE: file('vendor', `${KEY_BASE64}\n`),
  })
  t.same([given.secretKey, given.adminPassword], [key, 'Admin12! '])
  t.match(given.licencePublicKey, /BEGIN PUBLIC KEY/)
  const said = (path: string, more = {}) => faultsOf({ SECRET_KEY_FILE: path, ...more }).join()
  t.match(said(file('short', 'AAAA')), /^SECRET_KEY: must be 32 bytes in base64/)
  t.match(said(join(place, 'none')), /^SECRET_KEY_FILE: .*none cannot be read$/)
  t.match(said(place), /is no file$/)
  t.match(said(file('empty', '\n')), /is empty$/)
  t.match(said(file('long', 'A'.repeat(4097))), /more than 4096 bytes$/)
  t.equal(
    said(join(place, 'key'), { SECRET_KEY: key }),
    'SECRET_KEY, SECRET_KEY_FILE: set one of them',
  )
})

t.test('every setting arrives', async (t) => {
  const given = settingsOf({
    HOST: '0.0.0.0',
    PORT: '9000',
    DATA_DIR: 'kept',
    ADMIN_PASSWORD: 'Admin12!x',
    DEMO: '0',
    SECRET_KEY: `${'A'.repeat(43)}=`,
    SHARDS: '3',
    TRUST_PROXY: '10.0.0.1, ::1,10.1.0.0/16',
    DEMO_TICKS_PER_SEC: '100',
    TICK_RETENTION_DAYS: '2',
    CANDLE_RETENTION_DAYS: '400',
    NEWS_RETENTION_DAYS: '3',
    NEWS_KEPT_MAX: '99',
    LOG_LEVEL: 'warn',
    LOG_RETENTION_DAYS: '7',
    DISK_RESERVE_MB: '1',
    ...FILES,
    CLOCK_START: '2026-01-31T09:30:00Z',
    SERVER_UTC_OFFSET_MIN: '-120',
    RATE_LIMITS: 'off',
    PROJECTION_LAG_MAX: '5000',
    DEMO_PROVIDER: 'dde',
    OUTBOUND_ALLOW: '127.0.0.1, fe80::/10',
    BACKUP_SCHEDULE: '30 2 * * *',
    BACKUP_DIR: 'copies',
    BACKUP_KEEP: '3',
    LICENCE_PUBLIC_KEY: KEY_BASE64,
  })
  t.same(given, {
    host: '0.0.0.0',
    port: 9000,
    dataDir: join(resolve('.'), 'kept'),
    demo: false,
    demoTicksPerSec: 100,
    demoProvider: 'dde',
    tickRetentionDays: 2,
    candleRetentionDays: 400,
    newsKept: { days: 3, count: 99 },
    adminPassword: 'Admin12!x',
    secretKey: `${'A'.repeat(43)}=`,
    shards: 3,
    tls: { certFile: FILES.TLS_CERT, keyFile: FILES.TLS_KEY },
    trustedProxies: ['10.0.0.1', '::1', '10.1.0.0/16'],
    logLevel: 'warn',
    logRetentionDays: 7,
    diskReserveBytes: 1024 * 1024,
    clockStartMs: Date.parse('2026-01-31T09:30:00Z'),
    utcOffsetMin: -120,
    rateLimits: false,
    projectionLagMax: 5000,
    outboundAllow: ['127.0.0.1', 'fe80::/10'],
    backup: { schedule: '30 2 * * *', directory: join(resolve('.'), 'copies'), keep: 3 },
    licencePublicKey: KEY_PEM,
  })
  for (const text of [KEY_PEM, KEY_DER, ` ${KEY_PEM.trim()}\r\n`]) {
    t.equal(settingsOf({ LICENCE_PUBLIC_KEY: text }).licencePublicKey, KEY_PEM)
  }
})

/** A public key in the three forms that it may have. */
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const KEY_PEM = publicKey.export({ format: 'pem', type: 'spki' }).toString()
const KEY_DER = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const KEY_BASE64 = Buffer.from(KEY_DER, 'base64').subarray(-32).toString('base64')

/** Per setting: values at its bounds, and values past them. */
const BOUNDS: Readonly<Record<string, { readonly fit: string[]; readonly not: string[] }>> = {
  HOST: { fit: ['::1', 'localhost'], not: ['a b', ' '] },
  PORT: { fit: ['0', '1', '65535'], not: ['65536', '-1', '08080', '80.0', 'http', '100000'] },
  DATA_DIR: { fit: ['x'.repeat(4096)], not: ['x'.repeat(4097)] },
  ADMIN_PASSWORD: { fit: ['x'], not: ['x'.repeat(4097)] },
  SECRET_KEY: {
    fit: [`${'+/'.repeat(21)}A=`],
    not: [`${'A'.repeat(42)}=`, `${'A'.repeat(44)}=`, 'A'.repeat(44), `${'-'.repeat(43)}=`],
  },
  SHARDS: { fit: ['1', '9', '10', '64'], not: ['0', '65', '01', '1.5', '-1', 'two'] },
  DEMO: { fit: ['0', '1'], not: ['2', 'true', 'no'] },
  DEMO_PROVIDER: { fit: ['fix44', 'dde'], not: ['FIX44', 'none', '1'] },
  TRUST_PROXY: {
    fit: ['10.0.0.1', 'fe80::1/64'],
    not: ['proxy.local', '10.0.0.1,', '10.0.0.1;::1'],
  },
  OUTBOUND_ALLOW: {
    fit: ['127.0.0.1', '127.0.0.0/8,::1'],
    not: ['localhost', '10.0.0.1,', '10.0.0.256', '10.0.0.0/33', '1.2.3'],
  },
  LICENCE_PUBLIC_KEY: {
    fit: [KEY_BASE64, KEY_DER, KEY_PEM],
    not: [
      'x',
      KEY_BASE64.slice(0, -4),
      `${KEY_BASE64}A`,
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      generateKeyPairSync('x25519').publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ],
  },
  LOG_LEVEL: {
    fit: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    not: ['INFO', 'verbose'],
  },
  LOG_RETENTION_DAYS: { fit: ['7', '9999'], not: ['6', '10000', '0', '07', '7.5', '-7'] },
  TICK_RETENTION_DAYS: { fit: ['0', '9999'], not: ['10000', '-1', '01', '1.5'] },
  NEWS_RETENTION_DAYS: { fit: ['1', '9999'], not: ['0', '10000', '-1', '01', '1.5'] },
  NEWS_KEPT_MAX: { fit: ['1', '999999'], not: ['0', '1000000', '-1', '01', '1.5'] },
  CANDLE_RETENTION_DAYS: { fit: ['0', '99999'], not: ['100000', '-1', '01', '1.5'] },
  DEMO_TICKS_PER_SEC: { fit: ['1', '100000'], not: ['0', '100001', '1.5', '-1'] },
  DISK_RESERVE_MB: { fit: ['0', '9999999'], not: ['10000000', '-1', '01', '0.5', '1GB'] },
  CLOCK_START: {
    fit: ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456789Z', '2026-01-31T09:30:00+02:00'],
    not: ['2026-01-31', '2026-01-31T09:30Z', '2026-13-01T00:00:00Z', '2026-01-31T25:00:00Z', '0'],
  },
  BACKUP_DIR: { fit: ['x'.repeat(4096)], not: ['x'.repeat(4097)] },
  LOG_ARCHIVE_DIR: { fit: ['x'.repeat(4096)], not: ['x'.repeat(4097)] },
  BACKUP_KEEP: { fit: ['1', '9999'], not: ['0', '10000', '01', '-1', '1.5', 'all'] },
  PROJECTION_LAG_MAX: { fit: ['1000', '99999999'], not: ['999', '100000000', '01000', '1e5'] },
  RATE_LIMITS: { fit: ['on', 'off'], not: ['0', 'ON', 'no'] },
  SERVER_UTC_OFFSET_MIN: { fit: ['-840', '840', '0'], not: ['-841', '841', '1000', '1.5', '+60'] },
}

t.test(
  'each setting is taken up to its bounds and no further, with one line per fault',
  async (t) => {
    for (const [name, { fit, not }] of Object.entries(BOUNDS)) {
      for (const value of fit) t.same(faultsOf({ [name]: value }), [], `${name} ${value}`)
      for (const value of not) {
        const faults = faultsOf({ [name]: value })
        t.equal(faults.length, 1, `${name} ${value.slice(0, 60)}: ${faults.join(' and ')}`)
        t.match(faults[0], `${name}: `)
      }
    }
  },
)

t.test('all faults are told at once, one line each', async (t) => {
  const faults = faultsOf({
    PORT: 'x',
    SHARDS: '0',
    LOG_LEVEL: 'loud',
    SERVER_UTC_OFFSET_MIN: '900',
  })
  const named = faults.map((line) => line.split(':')[0]).toSorted()
  t.same(named, ['LOG_LEVEL', 'PORT', 'SERVER_UTC_OFFSET_MIN', 'SHARDS'])
  t.ok(faults.every((line) => !line.includes('\n')))
})

t.test('a fault never shows the value of a secret', async (t) => {
  const faults = faultsOf({
    SECRET_KEY: 'my-secret-1',
    ADMIN_PASSWORD: `my-secret${'x'.repeat(4097)}`,
  })
  t.equal(faults.length, 2)
  t.notMatch(faults.join('\n'), /my-secret/)
})

t.test('a database needs the name of the node, and its address is in no fault', async (t) => {
  const url = 'postgres://me:hidden@db1:5432,db2/openfloor?sslmode=verify-full'
  t.same(settingsOf({ DATABASE_URL: url, NODE_NAME: 'a-1' }).clusterNode, { url, node: 'a-1' })
  const both = 'DATABASE_URL, NODE_NAME: set both or neither'
  t.same(faultsOf({ DATABASE_URL: url }), [both])
  t.same(faultsOf({ NODE_NAME: 'a' }), [both])
  t.match(faultsOf({ DATABASE_URL: url, NODE_NAME: 'a b' }), [/^NODE_NAME: must be/])
  for (const wrong of ['hidden', 'mysql://me:hidden@db1/x', 'postgres://me:hidden@db1,/x']) {
    t.same(faultsOf({ DATABASE_URL: wrong, NODE_NAME: 'a' }), [
      'DATABASE_URL: must be like postgres://user:password@host1,host2/database',
    ])
  }
})

t.test('a database beyond this machine says how its line is kept, and nothing twice', async (t) => {
  const faults = (hosts: string, query: string) =>
    faultsOf({ DATABASE_URL: `postgres://me:hidden@${hosts}/x${query}`, NODE_NAME: 'a' })
  const modes = 'one of verify-full, verify-ca, require, disable'
  for (const [query, fault] of [
    ['', `say sslmode: ${modes}`],
    ['?SSLMODE=verify-full', 'there is no parameter SSLMODE'],
    ['?sslmode=verify_full', `sslmode must be ${modes}`],
    ['?sslmode=verify-full&sslmode=disable', 'the parameter sslmode is there twice'],
    ['?sslmode=require&connect=hidden', 'there is no parameter connect'],
  ] as const) {
    t.same(faults('db1,db2', query), [`DATABASE_URL: ${fault}`])
  }
  for (const mode of ['verify-full', 'verify-ca', 'require', 'disable']) {
    t.same(faults('db1,127.0.0.1', `?sslmode=${mode}&sslrootcert=/etc/ca.crt`), [])
  }
  for (const host of ['127.0.0.1:5433', 'localhost', '[::1]:5432']) t.same(faults(host, ''), [])
  t.not(faults('127.0.0.1,db2', '').length, 0, 'one of them is elsewhere')
})

t.test('a day that the month does not have is no time', async (t) => {
  for (const day of ['2026-02-30', '2026-02-29', '2026-04-31', '2026-00-10']) {
    t.same(
      faultsOf({ CLOCK_START: `${day}T00:00:00Z` }),
      ['CLOCK_START: there is no such time'],
      day,
    )
  }
  t.same(faultsOf({ CLOCK_START: '2028-02-29T00:00:00Z' }), [])
})

t.test('TLS takes both files or neither, and they must be there', async (t) => {
  t.same(faultsOf({ TLS_CERT: FILES.TLS_CERT }), ['TLS_CERT, TLS_KEY: set both or neither'])
  t.same(faultsOf({ TLS_KEY: FILES.TLS_KEY }), ['TLS_CERT, TLS_KEY: set both or neither'])
  t.same(faultsOf({ ...FILES, TLS_KEY: '/no/such.pem' }), [
    'TLS_KEY: there is no file /no/such.pem',
  ])
})

t.test('backups by the schedule need times that come, and a directory elsewhere', async (t) => {
  const here = { BACKUP_DIR: '/backups' }
  t.same(faultsOf({ ...here, BACKUP_SCHEDULE: '*/10 * * * * *' }), [])
  for (const [schedule, fault] of [
    ['0 2 * *', /^BACKUP_SCHEDULE: must have five fields/],
    ['61 2 * * *', /^BACKUP_SCHEDULE: is no cron expression: Invalid value for minute: 61/],
    ['0 0 30 2 *', /^BACKUP_SCHEDULE: names no time that ever comes/],
    [`${'0,'.repeat(50)}0 2 * * *`, /^BACKUP_SCHEDULE: has more than 100 characters/],
    [' ', /^BACKUP_SCHEDULE: must be a cron expression/],
  ] as const) {
    t.match(faultsOf({ ...here, BACKUP_SCHEDULE: schedule }), [fault], schedule)
  }
  const BACKUP_SCHEDULE = '0 2 * * *'
  t.match(faultsOf({ BACKUP_SCHEDULE }), [/^BACKUP_DIR: BACKUP_SCHEDULE needs a directory/])
  t.same(settingsOf(here).backup, undefined)
  t.equal(settingsOf({ ...here, BACKUP_SCHEDULE }).backup?.keep, 7)
  for (const directory of ['/srv/data', '/srv/data/backups', '/srv/x/../data/']) {
    const faults = faultsOf({ BACKUP_SCHEDULE, DATA_DIR: '/srv/data', BACKUP_DIR: directory })
    t.same(faults, ['BACKUP_DIR: must not lie in DATA_DIR'], directory)
  }
  t.same(faultsOf({ BACKUP_SCHEDULE, DATA_DIR: '/srv/data', BACKUP_DIR: '/srv/data-2' }), [])
})

t.test('an archive of the logs lies elsewhere, and its times need it', (t) => {
  const [LOG_ARCHIVE_SCHEDULE, LOG_ARCHIVE_DIR] = ['5 * * * *', '/srv/logs']
  t.same(settingsOf({ LOG_ARCHIVE_DIR }).logArchive, {
    directory: LOG_ARCHIVE_DIR,
    schedule: undefined,
  })
  t.equal(settingsOf({ LOG_ARCHIVE_DIR, LOG_ARCHIVE_SCHEDULE }).logArchive?.schedule, '5 * * * *')
  t.match(faultsOf({ LOG_ARCHIVE_SCHEDULE }), [/^LOG_ARCHIVE_DIR: LOG_ARCHIVE_SCHEDULE needs/])
  t.match(faultsOf({ LOG_ARCHIVE_DIR, LOG_ARCHIVE_SCHEDULE: '61 * * * *' }), [
    /^LOG_ARCHIVE_SCHEDULE: is no cron expression/,
  ])
  for (const directory of ['/srv/data', '/srv/data/log/kept', '/srv/x/../data/']) {
    t.same(faultsOf({ DATA_DIR: '/srv/data', LOG_ARCHIVE_DIR: directory }), [
      'LOG_ARCHIVE_DIR: must not lie in DATA_DIR',
    ])
  }
  t.end()
})

t.test('one core is left to the front, and there is at least one shard', async (t) => {
  t.same(
    [1, 2, 3, 16].map((cores) => defaultShards(cores)),
    [1, 1, 2, 15],
  )
  t.equal(defaultShards(), Math.max(1, availableParallelism() - 1))
})

t.test('a name that is nearly one of ours is a fault, names of others are not', async (t) => {
  const meant: Readonly<Record<string, string>> = {
    BACKUP_SHEDULE: 'BACKUP_SCHEDULE',
    BACKUP_SKEHDUL: '',
    backup_dir: 'BACKUP_DIR',
    DATADIR: 'DATA_DIR',
    DAATDIR: '',
    RATE_LIMIT: 'RATE_LIMITS',
    PROT: 'PORT',
    PORTS: 'PORT',
    POST: '',
    TLS_CERT_FILE: 'TLS_CERT',
    SECRET_KEY_FIEL: 'SECRET_KEY_FILE',
  }
  for (const [name, one] of Object.entries(meant)) {
    const said = one === '' ? [] : [`${name}: there is no such setting; is it ${one}?`]
    t.same(faultsOf({ [name]: 'x' }), said)
  }
  t.same(faultsOf({ PROT: '', PORTS: undefined }), [])
  const others =
    'PATH HOME HOSTNAME HOSTTYPE USER LOGNAME LANG TERM SHELL SHLVL TZ MAIL NODE_ENV CI'
  const set = `${others} KUBERNETES_PORT OPENFLOOR_PORT FIX_PASSWORD LOG_DIR npm_config_loglevel`
  t.same(faultsOf(Object.fromEntries(set.split(' ').map((name) => [name, 'x']))), [])
})
