import { COMMIT, VERSION } from '../http/version.js'

/**
 * A command of `openfloor`. Its code is loaded when it runs, so the server does not load other
 * commands.
 */
export interface Command {
  readonly group: Group
  /** What it does, for the list of all commands. */
  readonly summary: string
  /** The ways to call it, without `openfloor`. */
  readonly usage: readonly string[]
  readonly options: readonly Option[]
  readonly example: string
  /** The meaning of exit code 1, if it is more than a failure. */
  readonly exit1?: string
  readonly isServerStopped?: boolean
  /** Whether it takes names of files, folders or logins. */
  readonly takesNames: boolean
  /** Whether it parses its options itself. Otherwise options missing in `options` are refused. */
  readonly readsOptions?: boolean
  /** Text after the options, loaded when it is printed. */
  readonly details?: () => Promise<string>
  readonly run: Run
}

export type Group = (typeof GROUPS)[number]
export type Option = readonly [how: string, what: string]
type Run = (args: readonly string[]) => number | Promise<number>

export const GROUPS = [
  'Run and check',
  'Back up and restore',
  'Shards and nodes',
  'Administration',
  'Licences',
] as const

const AT: readonly Option[] = [
  ['--at MOMENT', 'a time (2026-03-04T13:59:00Z) or a record (seq:NUMBER)'],
  ['--archive DIR', 'archive of the logs, or one history in it (default LOG_ARCHIVE_DIR)'],
]

export const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    group: 'Run and check',
    summary: 'run the server; settings are environment variables',
    usage: ['start'],
    options: [],
    example: 'DATA_DIR=/srv/openfloor PORT=8080 openfloor start',
    takesNames: false,
    run: async () => (await import('./start.js')).start(),
  },
  verify: {
    group: 'Run and check',
    summary: 'replay the logs and compare them with the tables',
    usage: ['verify'],
    options: [],
    example: 'openfloor verify',
    exit1: 'failed, or differences found',
    takesNames: false,
    run: async () => (await import('./verify.js')).verifyCommand(),
  },
  'fix-check': {
    group: 'Run and check',
    summary: 'sign on at a FIX 4.4 price provider and report what fits',
    usage: ['fix-check HOST PORT SENDER TARGET [OPTIONS]'],
    options: [
      ['--tls', "speak TLS and verify the provider's certificate"],
      ['--ca FILE', 'authority that signed the certificate, as PEM text'],
      ['--server-name NAME', 'name in the certificate, if it is not the host'],
      ['--no-verify', 'do not verify the certificate: for tests only'],
      ['--certificate FILE', "this side's certificate, if the provider wants one"],
      ['--key FILE', 'private key of that certificate'],
      ['--sender-sub ID', 'SenderSubID'],
      ['--target-sub ID', 'TargetSubID'],
      ['--login NAME', 'name for the Logon; the password is FIX_PASSWORD'],
      ['--reset', 'start both sequences at 1 (ResetSeqNumFlag)'],
      ['--symbol NAME', 'symbol to subscribe to; can be given 20 times'],
      ['--depth N', 'prices a side: 1 is the best, 0 all (default 1)'],
      ['--seconds N', 'how long to wait, 1 to 300 (default 20)'],
    ],
    example:
      'openfloor fix-check fix.example.com 9876 OPENFLOOR PROVIDER --tls --login NAME --symbol EURUSD',
    exit1: 'failed, or something does not fit',
    takesNames: true,
    readsOptions: true,
    run: async (args) => (await import('./fix-check.js')).fixCheckCommand(args),
  },
  version: {
    group: 'Run and check',
    summary: 'print the version and the commit it was built from',
    usage: ['version'],
    options: [],
    example: 'openfloor version',
    takesNames: false,
    run: () => {
      process.stdout.write(`openfloor ${VERSION}, commit ${COMMIT}\n`)
      return 0
    },
  },
  backup: {
    group: 'Back up and restore',
    summary: 'copy all data at one moment; the server can run',
    usage: ['backup DIR [--with-key]', 'backup --into DIR [--keep N]'],
    options: [
      ['--with-key', 'copy the secret key, too'],
      ['--into DIR', 'make a dated, checked folder in DIR'],
      ['--keep N', 'how many of these folders to keep (default 7)'],
    ],
    example: 'openfloor backup --into /srv/backups --keep 14',
    takesNames: true,
    run: async (args) => (await import('./backup.js')).backupCommand(args),
  },
  restore: {
    group: 'Back up and restore',
    summary: 'put a backup into the empty data directory',
    usage: ['restore DIR', 'restore DIR --at MOMENT [OPTIONS]'],
    options: [
      ...AT,
      ['--data DIR', 'data directory whose logs may be newer than the archive; its server can run'],
      ['--dry-run', 'report what the result would hold, and write nothing'],
    ],
    example: 'openfloor restore /srv/backups --at 2026-03-04T13:59:00Z --dry-run',
    takesNames: true,
    run: async (args) =>
      args.some((arg) => arg.startsWith('--'))
        ? (await import('./restore-at.js')).restoreAtCommand(args)
        : (await import('./backup.js')).restoreCommand(args),
  },
  drill: {
    group: 'Back up and restore',
    summary: 'rehearse a restore beside DATA_DIR and compare',
    usage: ['drill [BACKUP]', 'drill DIR --at MOMENT [--archive DIR]'],
    options: AT,
    example: 'openfloor drill',
    exit1: 'failed, or differences found',
    takesNames: true,
    run: async (args) => (await import('./drill.js')).drillCommand(args),
  },
  'archive list': archive(
    'list',
    'list the files of the log archive, one line of JSON each',
    '[DIR]',
  ),
  'archive verify': {
    ...archive('verify', 'read the whole log archive and check it', '[DIR]'),
    exit1: 'failed, or the archive is damaged or has gaps',
  },
  'archive print': archive(
    'print',
    "print an account's records, one line of JSON each",
    'LOGIN [DIR]',
  ),
  reshard: {
    group: 'Shards and nodes',
    summary: 'divide the accounts among N shards, 1 to 64',
    usage: ['reshard N [--dry-run]'],
    options: [['--dry-run', 'report what would move, and change nothing']],
    example: 'openfloor reshard 4 --dry-run',
    isServerStopped: true,
    takesNames: true,
    run: async (args) => (await import('./reshard.js')).reshardCommand(args),
  },
  'replicate init': {
    ...replicate('init', 'move the logs of this data directory into the databases of DATABASE_URL'),
    isServerStopped: true,
  },
  'replicate status': {
    ...replicate('status', 'print databases, Patroni, nodes and who holds which log'),
    exit1: 'failed, or something is wrong',
  },
  'replicate switch': {
    ...replicate('switch', 'hand the logs over to the standby node NODE', ' NODE [--anew]'),
    options: [['--anew', 'hand over to a server of a newer version that starts next']],
    example: 'openfloor replicate switch b',
    takesNames: true,
  },
  'replicate join': {
    ...replicate('join', 'put a backup into an empty directory that follows the cluster', ' DIR'),
    example: 'openfloor replicate join /srv/backups/latest',
    takesNames: true,
  },
  'replicate refill': {
    ...replicate('refill', 'fill databases that lost confirmed entries from this data directory'),
    isServerStopped: true,
  },
  'replicate leave': {
    ...replicate('leave', 'make this data directory work alone again', ' [--as-it-is]'),
    options: [['--as-it-is', 'do not fetch what only the databases have']],
    isServerStopped: true,
  },
  'admin reset-password': admin('reset-password', 'set a random master password', {
    takesNames: true,
    run: async (args) => (await import('./reset-password.js')).resetPasswordCommand(args),
  }),
  'admin reset-otp': admin('reset-otp', 'turn one-time codes off', {
    takesNames: true,
    run: async (args) => (await import('./reset-otp.js')).resetOtpCommand(args),
  }),
  'admin confirm-clock': {
    ...admin('confirm-clock', "confirm that the machine's clock is right", {
      takesNames: false,
      run: async () => (await import('./confirm-clock.js')).confirmClockCommand(),
    }),
    isServerStopped: false,
  },
  'admin accept-journal': admin(
    'accept-journal',
    'continue with a journal that the logs contradict',
    {
      takesNames: false,
      run: async () => (await import('./accept.js')).acceptJournalCommand(),
    },
  ),
  'admin accept-key': admin('accept-key', 'continue with the present secret key', {
    takesNames: false,
    run: async () => (await import('./accept.js')).acceptKeyCommand(),
  }),
  'licence keygen': licence(
    'keygen FILE',
    "make a vendor's private key in FILE and print the public one",
    'keygen vendor.key',
  ),
  'licence sign': licence(
    'sign PAYLOAD FILE',
    'sign the JSON in PAYLOAD with the private key in FILE',
    'sign payload.json vendor.key',
  ),
  'licence show': {
    ...licence('show FILE', 'print the content of the licence key in FILE', 'show licence.txt'),
    exit1: 'failed, or LICENCE_PUBLIC_KEY did not sign it',
  },
}

function archive(what: string, summary: string, names: string): Command {
  return {
    group: 'Back up and restore',
    summary,
    usage: [`archive ${what} ${names}`],
    options: [],
    example: `openfloor archive ${what}${what === 'print' ? ' 1001' : ''} /srv/archive`,
    takesNames: true,
    run: async (args) => (await import('./archive.js')).archiveCommand([what, ...args]),
  }
}

function replicate(what: string, summary: string, rest = ''): Command {
  return {
    group: 'Shards and nodes',
    summary,
    usage: [`replicate ${what}${rest}`],
    options: [],
    example: `openfloor replicate ${what}`,
    takesNames: false,
    run: async (args) => (await import('./replicate.js')).replicateCommand(what, args),
  }
}

function admin(what: string, summary: string, own: Pick<Command, 'takesNames' | 'run'>): Command {
  const login = own.takesNames ? [' LOGIN', ' 1001'] : ['', '']
  return {
    ...own,
    group: 'Administration',
    summary,
    usage: [`admin ${what}${login[0]}`],
    options: [],
    example: `openfloor admin ${what}${login[1]}`,
    isServerStopped: true,
  }
}

function licence(usage: string, summary: string, example: string): Command {
  const [what = ''] = usage.split(' ')
  return {
    group: 'Licences',
    summary,
    usage: [`licence ${usage}`],
    options: [],
    example: `openfloor licence ${example}`,
    takesNames: true,
    details: async () => (await import('./licence.js')).LICENCE_PAYLOAD,
    run: async (args) => (await import('./licence.js')).licenceCommand([what, ...args]),
  }
}
