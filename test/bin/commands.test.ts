import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { COMMANDS } from '../../bin/commands.js'
import { helpOf } from '../../bin/help/help.js'
import { commandTexts } from '../../bin/texts/command-texts.js'
import { sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { oneTimeCodesRepo } from '../../storage/repos/people/one-time-codes.js'
import { sessionsRepo } from '../../storage/repos/people/sessions.js'
import { openReader, openWriter, type Sqlite } from '../../storage/sqlite/open.js'
import { ADMIN_PASSWORD, ServerProcess, type Signature } from '../crash/server-process.js'
import { BUILT_COMMAND } from '../given/built-command.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'

// The built command as its users run it. One server runs through the tests, in their order.

const ENGLISH = commandTexts({})
const GERMAN = commandTexts({ LANG: 'de' })

/** Ten seconds are the server's; the rest is for a machine that is busy with something else. */
const STOP_MAX_MS = 60_000

const place = scratch(t)
const dataDir = join(place, 'data')
const copyDir = join(place, 'backup')
const restoredDir = join(place, 'restored')
const here = { DATA_DIR: dataDir }

t.test('a reader that has had enough ends a command, and is no failure', async (t) => {
  const command = spawn(process.execPath, [BUILT_COMMAND, 'help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  command.stdout.destroy()
  let said = ''
  command.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  const [code] = await once(command, 'close')
  t.same([code, said], [0, ''])
})

t.test('the list of commands has each command, in groups', async (t) => {
  for (const { code, stdout } of await Promise.all([openfloor([]), openfloor(['--help'])])) {
    t.equal(code, 0)
    for (const name of Object.keys(COMMANDS)) t.match(stdout, new RegExp(`^ {2}${name} {2}`, 'm'))
    for (const group of Object.values(ENGLISH.groups)) t.match(stdout, `\n${group}:\n`)
  }
})

t.test('a mistyped command is refused with the one that was meant', async (t) => {
  const typed: readonly (readonly [words: string, says: RegExp])[] = [
    ['bakcup', /no command "bakcup"; did you mean "backup"\?\s+Usage/],
    [
      'admin reset-pasword',
      /no command "admin reset-pasword"; did you mean "admin reset-password"\?/,
    ],
    ['frobnicate', /no command "frobnicate"\s+Usage/],
    ['licence', /no command "licence"\s+Usage: .*\s+Licences:/],
  ]
  const ended = typed.map(async ([words, stderr]) => {
    t.match(await openfloor(words.split(' ')), { code: 2, stdout: '', stderr })
  })
  await Promise.all(ended)
})

t.test('the help of a command has options, exit codes and an example that it takes', async (t) => {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const text = await helpOf(ENGLISH, name, command)
    for (const way of command.usage) t.match(text, `openfloor ${way}\n`)
    t.match(text, /Exit codes:\n {2}0 +done\n {2}1 +.*\n {2}2 +wrong usage\n/)
    const options = new Set(command.options.map(([how]) => how.split(' ')[0]))
    const used = command.example.split(' ').filter((word) => word.startsWith('--'))
    t.same(
      used.filter((word) => !options.has(word)),
      [],
      command.example,
    )
    const german = await helpOf(GERMAN, name, command)
    for (const line of [text, german].join('\n').split('\n')) t.ok(line.length <= 120, line)
  }
})

t.test('the help is in the language of the shell', async (t) => {
  const shells: readonly (readonly [env: Record<string, string>, isGerman: boolean])[] = [
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LANG: 'de' }, true],
    [{ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'de_AT@euro' }, true],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'en_US' }, false],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'de_DE', LC_ALL: 'C.UTF-8' }, false],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: '' }, true],
    [{ LANG: 'POSIX' }, false],
    [{ LANG: 'fr_FR.UTF-8' }, false],
    [{}, false],
  ]
  for (const [env, isGerman] of shells) {
    t.equal(commandTexts(env).help.usage, isGerman ? 'Aufruf' : 'Usage', JSON.stringify(env))
  }
  const german = { LC_ALL: 'de_DE.UTF-8' }
  const [list, one, wrong] = await Promise.all([
    openfloor([], german),
    openfloor(['backup', '--help'], german),
    openfloor(['verify', 'it'], german),
  ])
  t.match(list.stdout, /^Aufruf: openfloor BEFEHL[\s\S]+\nVerwaltung:\n/)
  t.match(one.stdout, /\nOptionen:\n {2}--with-key +auch/)
  t.match(wrong, { code: 2, stderr: /der Befehl nimmt keine Namen\n\nAufruf:\n/ })
})

t.test('a command with --help says how to call it, and does nothing', async (t) => {
  const asked = ['start', 'backup', 'fix-check', 'licence keygen'].map(async (name) => {
    const { code, stdout, stderr } = await openfloor([...name.split(' '), 'one', '--help'])
    t.same([code, stderr], [0, ''], name)
    t.match(stdout, `Usage: openfloor ${name}`)
  })
  await Promise.all(asked)
  const wrong: readonly (readonly [words: string, says: RegExp])[] = [
    ['backup -x', /no option -x/],
    ['licence keygen --x', /no option --x/],
    ['backup --into --keep', /name a directory/],
    ['verify it', /takes no names/],
  ]
  const refused = wrong.map(async ([words, stderr]) => {
    t.match(await openfloor(words.split(' '), here), { code: 2, stdout: '', stderr })
  })
  await Promise.all(refused)
  const family = await openfloor(['licence', '-h'])
  t.same([family.code, family.stdout.match(/^ {2}licence \w+/gm)?.length], [0, 3])
})

t.test('the version says the commit that was built', async (t) => {
  const said = /^openfloor \d+\.\d+\.\d+(-\w+)?, commit ([0-9a-f]{12}(-dirty)?|unknown)\n$/
  for (const word of ['version', '--version']) {
    t.match(await openfloor([word]), { code: 0, stdout: said, stderr: '' })
  }
})

t.test('wrong usage of a command is exit code 2 and says how', async (t) => {
  const wrong = [
    ['backup'],
    ['restore', 'a', 'b'],
    ['admin', 'reset-password', '0'],
    ['admin', 'reset-otp', 'x'],
  ]
  for (const ended of await Promise.all(wrong.map((args) => openfloor(args)))) {
    t.match(ended, { code: 2, stderr: /name one .*like: openfloor/ })
  }
})

t.test('wrong settings are exit code 1 with one line each, and nothing is made', async (t) => {
  const env = { ...here, PORT: '70000', SHARDS: 'many' }
  const commands = [['start'], ['backup', copyDir]]
  const ended = commands.map((args) => openfloor(args, env))
  for (const { code, stderr } of await Promise.all(ended)) {
    t.equal(code, 1)
    const named = stderr.match(/^openfloor: [A-Z_]+: must be/gm)?.toSorted()
    t.same(named, ['openfloor: PORT: must be', 'openfloor: SHARDS: must be'])
  }
  t.notOk(existsSync(dataDir))
})

t.test('commands on a directory without a server say so and make nothing', async (t) => {
  const commands = [['verify'], ['admin', 'reset-password', '1'], ['admin', 'reset-otp', '1']]
  for (const ended of await Promise.all(commands.map((args) => openfloor(args, here)))) {
    t.match(ended, { code: 1, stderr: /no server in/ })
  }
  t.notOk(existsSync(dataDir))
})

t.test('a first password that is too weak ends the start with exit code 1', async (t) => {
  const env = { DATA_DIR: join(place, 'weak'), PORT: '0', ADMIN_PASSWORD: 'weak', SHARDS: '1' }
  const { code, stderr } = await openfloor(['start'], env)
  t.equal(code, 1)
  t.match(stderr, /ADMIN_PASSWORD cannot be used/)
  t.notOk(existsSync(env.DATA_DIR), 'nothing was made')
})

t.test('a data directory that cannot be made is said in a sentence', async (t) => {
  const file = join(place, 'a-file')
  writeFileSync(file, '')
  // Node itself never comes back from making a folder below /proc.
  const wrong = [
    [file, /DATA_DIR '.*a-file' is a file/],
    [join(file, 'below'), /DATA_DIR '.*below' is a file, or below one/],
    ['/proc/openfloor', /DATA_DIR '\/proc\/openfloor' (cannot be made|is closed)/],
  ] as const
  for (const [DATA_DIR, stderr] of wrong) {
    t.match(await openfloor(['start'], { DATA_DIR, PORT: '0', SHARDS: '1' }), { code: 1, stderr })
  }
})

t.test('TLS files that are none end the start with exit code 1', async (t) => {
  const pem = join(place, 'none.pem')
  writeFileSync(pem, 'no certificate')
  const env = { DATA_DIR: join(place, 'tls'), PORT: '0', SHARDS: '1', TLS_CERT: pem, TLS_KEY: pem }
  const { code, stderr } = await openfloor(['start'], env)
  const why = `TLS_CERT, TLS_KEY: ${pem} and ${pem} are not a PEM certificate and its key`
  t.same([code, stderr], [1, `openfloor: ${why}\n`])
})

let server: ServerProcess
t.teardown(() => server?.kill())
let staff: Signature
let login: number

t.test('a first start makes the data directory and is ready', async (t) => {
  server = await ServerProcess.start({ dataDir })
  staff = await server.signInStaff()
  login = await server.openAccount(staff, 'demo\\standard', '100.00')
  t.ok(existsSync(sqlitePath(dataDir)))
})

async function projected(): Promise<void> {
  for (;;) {
    const { body } = await server.health()
    if (body.seq !== undefined && body.seq === body.projection_seq) return
  }
}

t.test('a second start on the same data directory is refused, and the first goes on', async (t) => {
  const second = await ServerProcess.refused({ dataDir })
  t.equal(second.code, 1)
  t.match(second.output, /another server works in .*Stop it, or set another DATA_DIR/)
  t.equal((await server.health()).status, 200)
})

t.test('a running server tells the version and the commit that the command does', async (t) => {
  const { version, commit } = (await server.health()).body as Record<string, unknown>
  t.equal((await openfloor(['version'])).stdout, `openfloor ${version}, commit ${commit}\n`)
})

t.test('verify of a running server finds no difference', async (t) => {
  await projected()
  const { code, stdout } = await openfloor(['verify'], here)
  t.match(stdout, /verified 2 records of 2 accounts: 0 differences/)
  t.equal(code, 0)
})

t.test('a backup is taken while the server runs, and not over anything', async (t) => {
  const taken = await openfloor(['backup', copyDir], here)
  t.match(taken, { code: 0, stdout: /backed up .* into .*: \d+ files/, stderr: '' })
  t.match(await openfloor(['backup', copyDir], here), { code: 1, stderr: /is not empty/ })
  t.equal((await server.health()).status, 200)
})

t.test('nothing of a login is reset while the server runs', async (t) => {
  for (const name of ['reset-password', 'reset-otp']) {
    const refused = await openfloor(['admin', name, '1'], here)
    t.match(refused, { code: 1, stdout: '', stderr: /is running. Stop it first/ })
  }
})

t.test('SIGTERM closes sockets with 1012 and ends with 0 in time', async (t) => {
  const { accessToken } = await server.signInTrader(login)
  const headers = { authorization: `Bearer ${accessToken}` }
  const socket = await WsClient.open({ port: server.port, headers })
  const begun = performance.now()
  const ended = server.terminate()
  t.match(await socket.closing(), { code: 1012 })
  t.same(await ended, { code: 0, signal: null })
  t.ok(performance.now() - begun < STOP_MAX_MS)
  socket.destroy()
})

t.test(
  'another number of shards is refused in a sentence, without a word of its inside',
  async (t) => {
    const { code, output } = await ServerProcess.refused({ dataDir, shards: 7 })
    t.equal(code, 1)
    t.match(output, /openfloor: .*start with SHARDS=\d/)
    t.notMatch(output, /starting it again|"stack"/)
  },
)

t.test('verify of a stopped server finds no difference', async (t) => {
  t.match(await openfloor(['verify'], here), { code: 0, stdout: /: 0 differences/ })
})

t.test('a backup is restored into an empty directory only, and verifies', async (t) => {
  mkdirSync(restoredDir)
  writeFileSync(join(restoredDir, 'mine'), 'kept')
  const env = { DATA_DIR: restoredDir }
  const empty = { DATA_DIR: join(place, 'from-backup') }
  const [filled, nothing] = await Promise.all([
    openfloor(['restore', copyDir], env),
    openfloor(['restore', join(place, 'none')], empty),
  ])
  t.match(filled, { code: 1, stderr: /is not empty/ })
  t.same(readdirSync(restoredDir), ['mine'])
  t.match(nothing, { code: 1, stderr: /there is no folder '.*none'/ })
  const zoneless = ['restore', copyDir, '--at', '2026-03-04T13:59:00']
  t.match(await openfloor(zoneless, empty), { code: 2, stderr: /has no zone: write 2026-.*:00Z / })
  t.match(await openfloor(['restore', place], empty), {
    code: 1,
    stderr: /is a folder of backups, name one of them/,
  })
  t.match(await openfloor(['restore', copyDir], empty), {
    code: 0,
    stdout: /restored the backup of/,
  })
  t.match(await openfloor(['verify'], empty), { code: 0, stdout: /of 2 accounts: 0 differences/ })
  const db = openReader(sqlitePath(empty.DATA_DIR))
  const balance = db
    .prepare('SELECT balance FROM account_states WHERE login = ?')
    .pluck()
    .get(login)
  db.close()
  t.equal(balance, 10_000)
})

t.test(
  'one balance changed by hand is a difference: verify names it and ends with 1',
  async (t) => {
    const change = (by: number): void => {
      const db = openWriter(sqlitePath(dataDir))
      db.prepare('UPDATE account_states SET balance = balance + ? WHERE login = ?').run(by, login)
      db.close()
    }
    change(1)
    const { code, stdout } = await openfloor(['verify'], here)
    t.equal(code, 1)
    const [line = ''] = stdout.split('\n')
    const difference = { subject: `account ${login}`, field: 'balance' }
    t.same(JSON.parse(line), { ...difference, stored: '10001', computed: '10000' })
    t.match(stdout, /: [1-9]\d* differences\n$/)
    change(-1)
  },
)

t.test('one-time codes are turned off, which ends the sessions and is journaled', async (t) => {
  const reset = (of: string) => openfloor(['admin', 'reset-otp', of], here)
  t.match(await reset('77'), { code: 1, stderr: /no account 77/ })
  t.match(await reset('1'), { code: 0, stdout: 'Login 1 had no one-time codes\n', stderr: '' })
  t.not(
    stopped((db) => sessionsRepo(db).ofLogin(1).length),
    0,
    'it changes nothing then',
  )
  stopped((db) => oneTimeCodesRepo(db).put(1, 'sealed', 1))
  t.match(await reset('1'), { code: 0, stdout: /signs in without/ }, 'a secret that waits goes too')
  stopped((db) => {
    t.equal(oneTimeCodesRepo(db).get(1), undefined)
    oneTimeCodesRepo(db).put(1, 'sealed', 1)
    oneTimeCodesRepo(db).use(1, 7)
    accountsRepo(db).update(1, { otp_enabled: true }, 1)
  })
  t.match(await reset('1'), {
    code: 0,
    stdout: 'Login 1 signs in without one-time codes now\n',
    stderr: '',
  })
  stopped((db) => {
    t.equal(accountsRepo(db).get(1)?.otp_enabled, false)
    t.equal(oneTimeCodesRepo(db).get(1), undefined, 'the secret and what was used of it')
    t.equal(sessionsRepo(db).ofLogin(1).length, 0)
    const line = db.prepare('SELECT kind, login, actor, text FROM journal ORDER BY id DESC').get()
    t.match(line, { kind: 'account.otp', login: 1, actor: null, text: /^The one-time codes of 1/ })
  })
})

/** The tables of the server that is stopped. */
function stopped<T>(work: (db: Sqlite) => T): T {
  const db = openWriter(sqlitePath(dataDir))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

t.test('a reset password works, the old one does not, and old sessions are dead', async (t) => {
  t.match(await openfloor(['admin', 'reset-password', '77'], here), {
    code: 1,
    stderr: /no account 77/,
  })
  const reset = await openfloor(['admin', 'reset-password', '1'], here)
  const password = /Login 1 has the new password (\S+)\n/.exec(reset.stdout)?.[1]
  t.match(reset, { code: 0, stderr: '' })
  server = await ServerProcess.start({ dataDir })
  t.match(await server.ask('GET /admin/v1/auth/me', staff), { status: 401 })
  const signIn = (given: string | undefined) =>
    server.ask('POST /admin/v1/auth/login', undefined, { login: 1, password: given })
  t.match(await signIn(ADMIN_PASSWORD), { status: 401, code: 'auth.invalid_credentials' })
  t.match(await signIn(password), { status: 200 })
  t.same(await server.terminate(), { code: 0, signal: null })
})
