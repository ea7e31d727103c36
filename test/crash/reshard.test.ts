import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dealtLogsDirectory, formerLogsDirectory } from '../../storage/paths.js'
import { storedShardCount } from '../../storage/shard-count.js'
import { BUILT_COMMAND } from '../given/built-command.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { CHEAP_SERVER, type Exit, ServerProcess } from './server-process.js'
import { Terminal } from './terminal.js'

// A server that traded under one number of shards goes on under another, whatever is killed on the way there: its
// traders resume and repeat, and miss nothing. `node dist/test/crash/reshard.test.js 20` kills it so often.

const KILLS = Number(process.argv[2] ?? 1)
const ACCOUNTS = 4
/** Lines of the command after which it is killed. */
const WORDS = ['deal', 'decide', 'compare', 'tables', 'archives']
const root = scratch(t)
const [dataDir, copy] = [join(root, 'data'), join(root, 'copy')]
const here = { DATA_DIR: dataDir, DISK_RESERVE_MB: '1' }
const terminals: Terminal[] = []
const tokens = new Map<number, string>()
/** What each request was answered, by account and name. */
const answers = new Map<string, string>()
let server: ServerProcess
t.setTimeout(0)
t.teardown(() => server?.kill())

async function start(shards: number): Promise<void> {
  server = await ServerProcess.start({
    dataDir,
    shards,
    env: { DEMO_TICKS_PER_SEC: '100' },
    script: CHEAP_SERVER,
  })
}

async function trade(terminal: Terminal, name: string): Promise<string> {
  const what = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  for (;;) {
    const reply = await terminal.ask('trade', { ...what, client_order_id: name })
    if (reply === undefined) throw new Error(terminal.ended)
    if (['trade.off_quotes', 'unavailable'].includes(reply.code)) continue
    if (reply.code !== 'ok') throw new Error(`${reply.code} ${reply.message}`)
    return JSON.stringify([reply.data?.['order_id'], reply.data?.['deal_id'], reply.data?.['seq']])
  }
}

async function tradeAll(name: string): Promise<void> {
  for (const terminal of terminals) {
    answers.set(`${terminal.login} ${name}`, await trade(terminal, name))
  }
}

async function connectAll(): Promise<void> {
  for (const terminal of terminals) {
    await terminal.connect(server.port, tokens.get(terminal.login) ?? '')
  }
}

/** Starts the command and kills it as soon as it says that it came so far, unless it is done by then. */
async function killedReshard(shards: number, word: string): Promise<Exit> {
  const child = spawn(process.execPath, [BUILT_COMMAND, 'reshard', String(shards)], {
    env: { PATH: process.env['PATH'] ?? '', ...here },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString('utf8')
    if (said.includes(`\n${word}`)) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'close')) as [Exit['code'], Exit['signal']]
  return { code, signal }
}

t.test('a server with one shard, killed after trades', async (t) => {
  await start(1)
  const staff = await server.signInStaff()
  for (let n = 0; n < ACCOUNTS; n++) {
    const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
    tokens.set(login, (await server.signInTrader(login)).accessToken)
    terminals.push(new Terminal(login, n % 2 === 0 ? 'json' : 'msgpack'))
  }
  await connectAll()
  await tradeAll('first')
  t.match(await openfloor(['backup', copy], here), { code: 0 })
  const [away] = terminals
  away?.hangUp()
  // The one that hung up is traded for by staff, and has to hear of it when it is back.
  for (let n = 0; n < 3; n++) {
    const path = `POST /admin/v1/accounts/${away?.login}/balance`
    const request_id = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`
    await server.sure(path, staff, { action: 'deposit', amount: '1.00', request_id })
  }
  t.match(await openfloor(['reshard', '3'], here), { code: 1, stderr: /is running.*stop it first/ })
  const planned = await openfloor(['reshard', '3', '--dry-run'], here)
  t.match(planned, { code: 0, stdout: /out to 3 shards, 1 now:\n {2}shard 0: \d+ accounts\n/ })
  t.match(planned.stdout, /the server has to be stopped/)
  await server.kill()
})

t.test('a reshard that is killed leaves one number or the other, never half', async (t) => {
  let shards = 1
  for (let kill = 0; kill < KILLS; kill++) {
    const next = shards === 3 ? 2 : 3
    const word = WORDS[kill % WORDS.length] as string
    const exit = await killedReshard(next, word)
    const left = [dealtLogsDirectory, formerLogsDirectory].filter((of) => existsSync(of(dataDir)))
    t.comment(
      `${word}: ${exit.signal ?? exit.code}, ${storedShardCount(dataDir)} shards, ${left.length} left`,
    )
    if (kill % 2 === 1) {
      await start(storedShardCount(dataDir) ?? 0)
      await connectAll()
      await tradeAll(`kill-${kill}`)
      await server.kill()
      t.match(await openfloor(['verify'], here), { code: 0, stdout: /: 0 differences/ })
    }
    t.match(await openfloor(['reshard', String(next)], here), { code: 0 })
    shards = next
    t.equal(storedShardCount(dataDir), next)
    t.match(await openfloor(['verify'], here), { code: 0, stdout: /: 0 differences/ })
  }
  if (shards !== 3) t.match(await openfloor(['reshard', '3'], here), { code: 0 })
  t.match(await openfloor(['reshard', '3'], here), { code: 0, stdout: /nothing to do/ })
})

t.test('traders resume and repeat after it, and miss nothing', async (t) => {
  const refused = await ServerProcess.refused({ dataDir, shards: 1 })
  t.match(refused.output, /made with SHARDS=3 .* openfloor reshard 1/s)
  await start(3)
  await connectAll()
  for (const terminal of terminals) {
    t.same(terminal.fold.problems, [], `account ${terminal.login} resumed`)
    for (const [name, answer] of answers) {
      const [login, ...words] = name.split(' ')
      if (login !== String(terminal.login)) continue
      t.equal(await trade(terminal, words.join(' ')), answer, `${name} is answered as it was`)
    }
  }
  const before = [...answers.values()].map((answer) => Number(JSON.parse(answer)[0]))
  await tradeAll('after')
  const after = terminals.map(({ login }) =>
    Number(JSON.parse(answers.get(`${login} after`) ?? '')[0]),
  )
  t.ok(Math.min(...after) > Math.max(...before), 'numbers go on')
  for (const terminal of terminals) terminal.hangUp()
  await server.terminate()
  t.match(await openfloor(['verify'], here), { code: 0, stdout: /: 0 differences/ })
  t.match(await openfloor(['drill'], here), { code: 0 })
  t.match(await openfloor(['drill', copy], here), { code: 0 }, 'a backup of before has less')
})

t.test('wrong usage is exit code 2, and where no server is 1', async (t) => {
  for (const args of [[], ['0'], ['65'], ['2', '3'], ['x']]) {
    const ended = await openfloor(['reshard', ...args], here)
    t.match(ended, { code: 2, stderr: /name a number of shards.*like: openfloor reshard/ })
  }
  const nowhere = { DATA_DIR: join(root, 'nowhere') }
  for (const more of [[], ['--dry-run']]) {
    const ended = await openfloor(['reshard', '2', ...more], nowhere)
    t.match(ended, { code: 1, stderr: /no server in/ })
  }
  t.notOk(existsSync(nowhere.DATA_DIR))
})
