import { COMMIT, VERSION } from '../http/version.js'
import type { CommandTexts } from './texts/command-texts.js'

/**
 * A command of `openfloor`. Its code is loaded when it runs, so the server does not load other
 * commands.
 */
export interface Command {
  readonly group: keyof CommandTexts['groups']
  /** The ways to call the command, without the leading `openfloor`. */
  readonly usage: readonly string[]
  readonly options: readonly Option[]
  readonly example: string
  /** The meaning of exit code 1, if it is more than a failure. */
  readonly exit1?: keyof CommandTexts['exits']
  readonly isServerStopped?: boolean
  /** Whether the command takes names of files, folders or logins. */
  readonly takesNames: boolean
  /**
   * Whether the command parses its options itself. Otherwise options missing in `options` are
   * refused.
   */
  readonly readsOptions?: boolean
  /** A text after the options, which is loaded when it is printed. */
  readonly details?: (texts: CommandTexts['help']) => Promise<string>
  readonly run: Run
}

export type Option = readonly [how: string, text: keyof CommandTexts['options']]
type Run = (args: readonly string[]) => number | Promise<number>

const AT: readonly Option[] = [
  ['--at MOMENT', 'at'],
  ['--archive DIR', 'archive'],
]

const ALL: Readonly<Record<keyof CommandTexts['commands'], Command>> = {
  start: {
    group: 'run',
    usage: ['start'],
    options: [],
    example: 'DATA_DIR=/srv/openfloor PORT=8080 openfloor start',
    takesNames: false,
    run: async () => (await import('./start.js')).start(),
  },
  verify: {
    group: 'run',
    usage: ['verify'],
    options: [],
    example: 'openfloor verify',
    exit1: 'differences',
    takesNames: false,
    run: async () => (await import('./verify.js')).verifyCommand(),
  },
  'fix-check': {
    group: 'run',
    usage: ['fix-check HOST PORT SENDER TARGET [OPTIONS]'],
    options: [
      ['--tls', 'tls'],
      ['--ca FILE', 'ca'],
      ['--server-name NAME', 'serverName'],
      ['--no-verify', 'noVerify'],
      ['--certificate FILE', 'certificate'],
      ['--key FILE', 'key'],
      ['--sender-sub ID', 'senderSub'],
      ['--target-sub ID', 'targetSub'],
      ['--login NAME', 'login'],
      ['--reset', 'reset'],
      ['--symbol NAME', 'symbol'],
      ['--depth N', 'depth'],
      ['--seconds N', 'seconds'],
    ],
    example:
      'openfloor fix-check fix.example.com 9876 OPENFLOOR PROVIDER --tls --login NAME --symbol EURUSD',
    exit1: 'misfit',
    takesNames: true,
    readsOptions: true,
    run: async (args) => (await import('./fix-check.js')).fixCheckCommand(args),
  },
  version: {
    group: 'run',
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
    group: 'restore',
    usage: ['backup DIR [--with-key]', 'backup --into DIR [--keep N]'],
    options: [
      ['--with-key', 'withKey'],
      ['--into DIR', 'into'],
      ['--keep N', 'keep'],
    ],
    example: 'openfloor backup --into /srv/backups --keep 14',
    takesNames: true,
    run: async (args) => (await import('./backup.js')).backupCommand(args),
  },
  restore: {
    group: 'restore',
    usage: ['restore DIR', 'restore DIR --at MOMENT [OPTIONS]'],
    options: [...AT, ['--data DIR', 'data'], ['--dry-run', 'dryRestore']],
    example: 'openfloor restore /srv/backups --at 2026-03-04T13:59:00Z --dry-run',
    takesNames: true,
    run: async (args) =>
      args.some((arg) => arg.startsWith('--'))
        ? (await import('./restore-at.js')).restoreAtCommand(args)
        : (await import('./backup.js')).restoreCommand(args),
  },
  drill: {
    group: 'restore',
    usage: ['drill [BACKUP]', 'drill DIR --at MOMENT [--archive DIR]'],
    options: AT,
    example: 'openfloor drill',
    exit1: 'differences',
    takesNames: true,
    run: async (args) => (await import('./drill.js')).drillCommand(args),
  },
  'archive list': archive('list', '[DIR]'),
  'archive verify': {
    ...archive('verify', '[DIR]'),
    exit1: 'damaged',
  },
  'archive print': archive('print', 'LOGIN [DIR]'),
  reshard: {
    group: 'nodes',
    usage: ['reshard N [--dry-run]'],
    options: [['--dry-run', 'dryReshard']],
    example: 'openfloor reshard 4 --dry-run',
    isServerStopped: true,
    takesNames: true,
    run: async (args) => (await import('./reshard.js')).reshardCommand(args),
  },
  'replicate init': {
    ...replicate('init'),
    isServerStopped: true,
  },
  'replicate status': {
    ...replicate('status'),
    exit1: 'unwell',
  },
  'replicate switch': {
    ...replicate('switch', ' NODE [--anew]'),
    options: [['--anew', 'newer']],
    example: 'openfloor replicate switch b',
    takesNames: true,
  },
  'replicate join': {
    ...replicate('join', ' DIR'),
    example: 'openfloor replicate join /srv/backups/latest',
    takesNames: true,
  },
  'replicate refill': {
    ...replicate('refill'),
    isServerStopped: true,
  },
  'replicate leave': {
    ...replicate('leave', ' [--as-it-is]'),
    options: [['--as-it-is', 'asItIs']],
    isServerStopped: true,
  },
  'admin reset-password': admin('reset-password', {
    takesNames: true,
    run: async (args) => (await import('./reset-password.js')).resetPasswordCommand(args),
  }),
  'admin reset-otp': admin('reset-otp', {
    takesNames: true,
    run: async (args) => (await import('./reset-otp.js')).resetOtpCommand(args),
  }),
  'admin confirm-clock': {
    ...admin('confirm-clock', {
      takesNames: false,
      run: async () => (await import('./confirm-clock.js')).confirmClockCommand(),
    }),
    isServerStopped: false,
  },
  'admin accept-journal': admin('accept-journal', {
    takesNames: false,
    run: async () => (await import('./accept.js')).acceptJournalCommand(),
  }),
  'admin accept-key': admin('accept-key', {
    takesNames: false,
    run: async () => (await import('./accept.js')).acceptKeyCommand(),
  }),
  'licence keygen': licence('keygen FILE', 'keygen vendor.key'),
  'licence sign': licence('sign PAYLOAD FILE', 'sign payload.json vendor.key'),
  'licence show': {
    ...licence('show FILE', 'show licence.txt'),
    exit1: 'unsigned',
  },
}

export const COMMANDS: Readonly<Record<string, Command>> = ALL

function archive(what: string, names: string): Command {
  return {
    group: 'restore',
    usage: [`archive ${what} ${names}`],
    options: [],
    example: `openfloor archive ${what}${what === 'print' ? ' 1001' : ''} /srv/archive`,
    takesNames: true,
    run: async (args) => (await import('./archive.js')).archiveCommand([what, ...args]),
  }
}

function replicate(what: string, rest = ''): Command {
  return {
    group: 'nodes',
    usage: [`replicate ${what}${rest}`],
    options: [],
    example: `openfloor replicate ${what}`,
    takesNames: false,
    run: async (args) => (await import('./replicate.js')).replicateCommand(what, args),
  }
}

function admin(what: string, own: Pick<Command, 'takesNames' | 'run'>): Command {
  const login = own.takesNames ? [' LOGIN', ' 1001'] : ['', '']
  return {
    ...own,
    group: 'administration',
    usage: [`admin ${what}${login[0]}`],
    options: [],
    example: `openfloor admin ${what}${login[1]}`,
    isServerStopped: true,
  }
}

function licence(usage: string, example: string): Command {
  const [what = ''] = usage.split(' ')
  return {
    group: 'licences',
    usage: [`licence ${usage}`],
    options: [],
    example: `openfloor licence ${example}`,
    takesNames: true,
    details: async ({ payload }) => (await import('./licence.js')).payloadText(payload),
    run: async (args) => (await import('./licence.js')).licenceCommand([what, ...args]),
  }
}
