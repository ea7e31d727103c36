import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { freePort } from '../../bench/free-port.js'
import { openfloor } from '../given/command.js'
import { FixPeer } from '../given/peers/fix-peer.js'

// The command as its users run it, against the provider of the page on connecting one, and others.

const docs = (name: string): string => {
  return fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))
}

async function startedExample(t: Test): Promise<string> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [docs('examples/price-provider.mjs')], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill())
  await new Promise((ready) => child.stdout?.once('data', ready))
  return String(port)
}

t.test('the example of the page fits as it is written', async (t) => {
  const port = await startedExample(t)
  const page = readFileSync(docs('connecting-a-provider.md'), 'utf8')
  const written = /^ {4}openfloor (fix-check .*)$/m.exec(page)?.[1]?.split(' ') ?? []
  const ended = await openfloor(written.map((word) => (word === '9880' ? port : word)))
  const said = [
    /^ok {2}signed on at 127\.0\.0\.1:\d+ after \d+ ms$/m,
    /^ok {2}EURUSD: bid 1\.\d{5}, ask 1\.\d{5} after \d+ ms$/m,
    /^ok {2}it lists symbols \(3\), like EURUSD, GBPUSD, USDJPY$/m,
    /^it fits$/m,
  ]
  t.equal(ended.code, 0, ended.stdout + ended.stderr)
  for (const line of said) t.match(ended.stdout, line)
  const where = [port, 'OPENFLOOR', 'PROVIDER', '--reset', '--symbol', 'NOSUCH', '--seconds', '1']
  const refused = await openfloor(['fix-check', '127.0.0.1', ...where])
  t.match(refused, { code: 1, stdout: /NOSUCH: it does not know the symbol \(EURUSD, .*\)/ })
  t.match(refused.stdout, /NOSUCH: no quote of it came\nit does not fit\n$/)
})

t.test('what does not fit is said in plain words, and no password', async (t) => {
  const peer = await FixPeer.listen()
  const where = ['fix-check', '127.0.0.1', String(peer.port), 'OF', 'LP', '--login', 'desk']
  const refused = openfloor(where, { FIX_PASSWORD: 'sEcReT-1' })
  await peer.until(() => peer.of('A').length === 1)
  t.equal(peer.of('A')[0]?.text(554), 'sEcReT-1')
  peer.send('5', [[58, 'MsgSeqNum too low, expecting 7 but received 1']])
  const ended = await refused
  t.match(ended, { code: 1, stdout: /^no {2}no session at .*: .*MsgSeqNum too low/ })
  t.match(ended.stdout, /try --reset/)
  t.notMatch(ended.stdout + ended.stderr, /sEcReT/)
  await peer.stop()
  const nobody = await openfloor(['fix-check', '127.0.0.1', '1', 'OF', 'LP'])
  t.match(nobody, { code: 1, stdout: /could not connect; .*\nit does not fit\n$/ })
})

t.test('who says nothing in the time that is given does not fit', async (t) => {
  const peer = await FixPeer.listen()
  const where = ['fix-check', '127.0.0.1', String(peer.port), 'OF', 'LP', '--seconds', '1']
  for (const way of [[], ['--tls']]) {
    const ended = await openfloor([...where, ...way])
    t.match(ended, { code: 1, stdout: /^no {2}no session at .* within 1 s\nit does not fit\n$/ })
  }
  await peer.stop()
})

t.test('wrong usage says how', async (t) => {
  const good = ['fix-check', 'h', '1', 'OF', 'LP']
  const symbols = Array.from({ length: 21 }, (_, i) => ['--symbol', `S${i}`]).flat()
  const wrong = [
    ['fix-check'],
    good.slice(0, 4),
    [...good, 'more'],
    [...good, '--frob'],
    [...good, '--seconds', '301'],
    [...good, ...symbols],
  ]
  for (const ended of await Promise.all(wrong.map((args) => openfloor(args)))) {
    t.match(ended, { code: 2, stdout: '', stderr: /like:\s+openfloor fix-check/ })
  }
  const unread = await openfloor([...good, '--tls', '--ca', '/nonexistent/ca.pem'])
  t.match(unread, { code: 2, stderr: /ca\.pem cannot be read/ })
})
