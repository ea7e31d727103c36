import { COMMIT, VERSION } from '../http/version.js'

/** A command of `openfloor`: it loads what it needs when it is run, and the server nothing of the others. */
export interface Command {
  /** The ways to call it, each with what it does. */
  readonly ways: readonly Way[]
  /** Of files, folders or logins. */
  readonly takesNames: boolean
  /** The options that it takes; null where it reads them by itself. */
  readonly options: readonly string[] | null
  /** What there is to say of it beside its ways. */
  readonly details: () => Promise<string>
  readonly run: Run
}

type Way = readonly [how: string, what: string]
type Run = (args: readonly string[]) => number | Promise<number>

const STOPPED = '(the server must be stopped)'

export const COMMANDS: Readonly<Record<string, Command>> = {
  start: alone(['start', 'run the server (settings come from the environment)'], async () =>
    (await import('./start.js')).start(),
  ),
  verify: alone(
    ['verify', 'replay the log and compare it with the tables; 1 on differences'],
    async () => (await import('./verify.js')).verifyCommand(),
  ),
  backup: {
    ...command(
      [
        ['backup DIR [--with-key]', 'consistent copy into DIR, also while the server runs'],
        [
          'backup --into DIR [--keep N]',
          'the same as a dated, checked folder in DIR, of which the newest N (default 7) are kept',
        ],
      ],
      async (args) => (await import('./backup.js')).backupCommand(args),
    ),
    options: ['--with-key', '--into', '--keep'],
  },
  drill: {
    ...command(
      [
        [
          'drill [BACKUP]',
          'restore that backup, or one made now, beside DATA_DIR, verify and compare; 1 on differences',
        ],
        ['drill DIR --at MOMENT', 'the same with a restore to a moment (restore --help)'],
      ],
      async (args) => (await import('./drill.js')).drillCommand(args),
    ),
    options: ['--at', '--archive'],
  },
  'archive list': command(
    [
      [
        'archive list [DIR]',
        'the files of an archive of the logs (LOG_ARCHIVE_DIR), a line of JSON each',
      ],
    ],
    (args) => archive('list', args),
  ),
  'archive verify': command(
    [['archive verify [DIR]', 'read it all and check that it is whole; 1 when it is not']],
    (args) => archive('verify', args),
  ),
  'archive print': command(
    [['archive print LOGIN [DIR]', 'its records of an account, a line of JSON each']],
    (args) => archive('print', args),
  ),
  restore: {
    ...command(
      [
        ['restore DIR', 'put a backup into the empty data directory'],
        [
          'restore DIR --at MOMENT',
          'the same, brought to a time (2026-03-04T13:59:00Z) or record (seq:NUMBER) by the archive of the logs; DIR may hold several backups',
        ],
      ],
      async (args) =>
        args.some((arg) => arg.startsWith('--'))
          ? (await import('./restore-at.js')).restoreAtCommand(args)
          : (await import('./backup.js')).restoreCommand(args),
    ),
    options: ['--at', '--archive', '--data', '--dry-run'],
    details: async () => (await import('./restore-at.js')).RESTORE_AT_OPTIONS,
  },
  reshard: {
    ...command(
      [
        [
          'reshard N [--dry-run]',
          `deal the accounts out to N shards (1 to 64), or say what that would do ${STOPPED}`,
        ],
      ],
      async (args) => (await import('./reshard.js')).reshardCommand(args),
    ),
    options: ['--dry-run'],
  },
  'replicate init': replicate([
    'replicate init',
    `the logs of this data directory go on in the quorum of databases of DATABASE_URL ${STOPPED}`,
  ]),
  'replicate status': replicate([
    'replicate status',
    'the databases, Patroni, the cluster, and who holds which log since when; 1 when something is wrong',
  ]),
  'replicate switch': {
    ...replicate([
      'replicate switch NODE [--anew]',
      'the node at work does what it has and gives its logs to NODE, which follows it; or to what is started there next, of a newer version',
    ]),
    takesNames: true,
    options: ['--anew'],
  },
  'replicate refill': replicate([
    'replicate refill',
    `databases that lost what they had confirmed are made anew of this data directory ${STOPPED}`,
  ]),
  'replicate leave': {
    ...replicate([
      'replicate leave [--as-it-is]',
      `this data directory works alone again, with what the databases have, or without it ${STOPPED}`,
    ]),
    options: ['--as-it-is'],
  },
  'replicate join': {
    ...replicate([
      'replicate join DIR',
      "put a backup into the empty data directory, which goes on with its cluster's logs",
    ]),
    takesNames: true,
  },
  'fix-check': {
    ...command(
      [
        [
          'fix-check HOST PORT SENDER TARGET',
          'sign on at a FIX 4.4 price provider and say what fits; 1 when something does not',
        ],
      ],
      async (args) => (await import('./fix-check.js')).fixCheckCommand(args),
    ),
    options: null,
    details: async () => (await import('./fix-check.js')).FIX_CHECK_OPTIONS,
  },
  'licence keygen': licence([
    'licence keygen FILE',
    "make a vendor's private key that signs licences in FILE, and print its public one for LICENCE_PUBLIC_KEY",
  ]),
  'licence sign': licence([
    'licence sign PAYLOAD FILE',
    'sign the JSON in PAYLOAD with the private key in FILE, and print the licence key',
  ]),
  'licence show': licence([
    'licence show FILE',
    'print what the licence key in FILE says; 1 when LICENCE_PUBLIC_KEY has not signed it',
  ]),
  'admin reset-password': command(
    [['admin reset-password LOGIN', `set a random master password ${STOPPED}`]],
    async (args) => (await import('./reset-password.js')).resetPasswordCommand(args),
  ),
  'admin reset-otp': command(
    [['admin reset-otp LOGIN', `turn one-time codes off ${STOPPED}`]],
    async (args) => (await import('./reset-otp.js')).resetOtpCommand(args),
  ),
  'admin confirm-clock': alone(
    ['admin confirm-clock', "the machine's clock is right: go on by it"],
    async () => (await import('./confirm-clock.js')).confirmClockCommand(),
  ),
  'admin accept-journal': alone(
    ['admin accept-journal', `go on with a journal that the log contradicts ${STOPPED}`],
    async () => (await import('./accept.js')).acceptJournalCommand(),
  ),
  'admin accept-key': alone(
    ['admin accept-key', `go on with the secret key that is there now ${STOPPED}`],
    async () => (await import('./accept.js')).acceptKeyCommand(),
  ),
  version: alone(['version', 'the version, and the commit that it was built from'], () => {
    process.stdout.write(`openfloor ${VERSION}, commit ${COMMIT}\n`)
    return 0
  }),
}

function command(ways: readonly Way[], run: Run): Command {
  return { ways, takesNames: true, options: [], details: async () => '', run }
}

/** One that takes no words at all. */
function alone(way: Way, run: Run): Command {
  return { ...command([way], run), takesNames: false }
}

async function archive(what: string, args: readonly string[]): Promise<number> {
  return (await import('./archive.js')).archiveCommand([what, ...args])
}

function replicate(way: Way): Command {
  const [, what = ''] = way[0].split(' ')
  return {
    ...command([way], async (args) =>
      (await import('./replicate.js')).replicateCommand(what, args),
    ),
    takesNames: false,
  }
}

function licence(way: Way): Command {
  const [, what = ''] = way[0].split(' ')
  return {
    ...command([way], async (args) =>
      (await import('./licence.js')).licenceCommand([what, ...args]),
    ),
    details: async () => (await import('./licence.js')).LICENCE_PAYLOAD,
  }
}
