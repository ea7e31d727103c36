import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { systemClock } from '../../../../actors/thread/clock.js'
import { openfloor } from '../../../given/command.js'
import {
  AUTHORITY,
  CLIENT_PAIR,
  EXPIRED_PAIR,
  PAIR_A,
  PAIR_B,
  SIGNED_PAIR,
} from '../../../given/key-pairs.js'
import type { FixPeerPair } from '../../../given/peers/fix-peer.js'
import { freePort, noSecureQuickfix, QuickfixPeer } from '../../../given/quickfix/quickfix-peer.js'
import { feedRecord, startedFeed } from './given-feed.js'

/** TLS with a price provider that nobody here wrote: QuickFIX with OpenSSL. */
// The first run compiles the other side.
t.setTimeout(180_000)
const clock = systemClock()
const NAME = 'fix.example'

interface Terms {
  readonly ca?: string
  readonly name?: string
  readonly pair?: FixPeerPair
}

async function market(t: Test, pair: FixPeerPair, clients?: string) {
  const directory = t.testdir()
  const port = await freePort()
  const peer = await QuickfixPeer.secureMarket(port, directory, pair, clients)
  t.teardown(() => peer.kill())
  return { peer, port, directory }
}

/** A datafeed with these terms, and what its status comes to read. */
function feedOf(t: Test, directory: string, port: number, { ca = '', name = '', pair }: Terms) {
  const values = {
    SenderCompID: 'OF',
    TargetCompID: 'LP',
    ResetSeqNumFlag: 'true',
    'FIX SSL Enabled': 'true',
    'FIX SSL CA': ca,
    'FIX SSL Server Name': name,
    'FIX SSL Certificate': pair?.certificate ?? '',
    'FIX SSL Private Key': pair?.key ?? '',
  }
  const params = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    type: 'string' as const,
    default: '',
    description: '',
  }))
  const record = feedRecord({
    module: 'fix44',
    server: `127.0.0.1:${port}`,
    params,
    reconnect_sec: 60,
    failures_before_rest: 1_000,
  })
  const own = join(directory, `fix-${Math.random()}`)
  mkdirSync(own)
  const feed = startedFeed({ record, symbols: undefined, names: ['EURUSD'] }, clock, own)
  t.teardown(() => feed.actor.stop())
  return feed
}

/** The same terms with the command. */
async function checked(directory: string, port: number, { ca = '', name = '', pair }: Terms) {
  const files = Object.entries({ ca, certificate: pair?.certificate ?? '', key: pair?.key ?? '' })
  const given = files.flatMap(([option, text]) => {
    if (text === '') return []
    const path = join(directory, `own-${option}.pem`)
    writeFileSync(path, text)
    return [`--${option}`, path]
  })
  const named = name === '' ? [] : ['--server-name', name]
  const where = ['127.0.0.1', String(port), 'OF', 'LP', '--reset', '--tls', ...given, ...named]
  return openfloor(['fix-check', ...where, '--seconds', '5'])
}

const UNKNOWN = /not signed by an authority that is known here: set FIX SSL CA/
const OTHER_NAME = /is for another name: set FIX SSL Server Name/

t.test(
  'who is signed by the authority and bears the name is quoted from; others are refused, in plain words',
  { skip: noSecureQuickfix },
  async (t) => {
    const { peer, port, directory } = await market(t, SIGNED_PAIR)
    for (const [why, terms] of [
      [UNKNOWN, { name: NAME }],
      [UNKNOWN, { ca: PAIR_B.certificate, name: NAME }],
      [OTHER_NAME, { ca: AUTHORITY }],
      [OTHER_NAME, { ca: AUTHORITY, name: 'other.example' }],
    ] as const) {
      const { actor, until } = feedOf(t, directory, port, terms)
      await until(() => actor.lastError !== '')
      t.match(actor.lastError, why)
      t.not(actor.state, 'online')
      const { code, stdout } = await checked(directory, port, terms)
      t.equal(code, 1)
      t.match(stdout, why)
      t.match(stdout, /it does not fit\n$/)
    }
    t.notMatch(peer.lines.join(), /admin A/, 'nothing was said to whom nobody vouches for')
    const right = { ca: AUTHORITY, name: NAME }
    const { code, stdout } = await checked(directory, port, right)
    t.match(stdout, /^ok {2}signed on/)
    t.equal(code, 0)
    const { actor, quotes, until } = feedOf(t, directory, port, right)
    await until(() => actor.state === 'online')
    await peer.until('request 1 EURUSD')
    peer.say('quote EURUSD 1.1 1.2')
    await until(() => quotes.includes('EURUSD 1.1 1.2'))
  },
)

t.test('a certificate that is over is refused by that', { skip: noSecureQuickfix }, async (t) => {
  const { peer, port, directory } = await market(t, EXPIRED_PAIR)
  const terms = { ca: AUTHORITY, name: NAME }
  const { actor, until } = feedOf(t, directory, port, terms)
  await until(() => actor.lastError !== '')
  t.match(actor.lastError, /certificate has expired/)
  t.match(await checked(directory, port, terms), { code: 1, stdout: /certificate has expired/ })
  t.notMatch(peer.lines.join(), /admin A/)
})

t.test(
  "a provider that asks for a certificate takes ours, and not a stranger's",
  { skip: noSecureQuickfix },
  async (t) => {
    const { peer, port, directory } = await market(t, SIGNED_PAIR, AUTHORITY)
    const terms = { ca: AUTHORITY, name: NAME }
    const refused = feedOf(t, directory, port, { ...terms, pair: PAIR_A })
    await refused.until(() => refused.actor.lastError !== '')
    t.match(refused.actor.lastError, /does not take our certificate/)
    const stranger = { ...terms, pair: PAIR_A }
    const { code, stdout } = await checked(directory, port, stranger)
    t.equal(code, 1)
    t.match(stdout, /does not take our certificate/)
    t.notMatch(peer.lines.join(), /admin A/)
    const { actor, log, until } = feedOf(t, directory, port, { ...terms, pair: CLIENT_PAIR })
    await until(() => actor.state === 'online')
    t.notMatch(log.lines.join(), /PRIVATE KEY/)
  },
)
