import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openFixSession } from '../actors/links/feeds/fix-price-session.js'
import type { FeedSettings, PriceSessionSink } from '../actors/links/feeds/price-session.js'
import { FixStores } from '../actors/links/fix/fix-stores.js'
import { systemClock } from '../actors/thread/clock.js'
import { Outbound } from '../actors/thread/outbound.js'
import { SSL_AUTHORITY, SSL_CERTIFICATE, SSL_KEY } from '../engine/config/kinds/connection.js'
import { datafeedKind } from '../engine/config/kinds/datafeed.js'
import type { OpenedDatafeed } from '../engine/config/records/datafeed.js'

const USAGE = `openfloor: name a provider, its port, your CompID and its CompID, like:
  openfloor fix-check fix.example.com 9876 OPENFLOOR PROVIDER --tls --symbol EURUSD
openfloor fix-check --help lists the options.
`
const SYMBOLS_MAX = 20
const SHOWN_MAX = 10
const FLAGS = { type: 'boolean', default: false } as const
const TEXT = { type: 'string', default: '' } as const

/** The datafeed settings and the symbols to check, and the longest time to wait. */
interface Check {
  readonly settings: FeedSettings
  readonly symbols: readonly string[]
  readonly seconds: number
}

/**
 * `openfloor fix-check ...`: connects like an enabled fix44 datafeed for a moment and reports what
 * happens.
 */
export async function fixCheckCommand(args: readonly string[]): Promise<number> {
  const check = checkOf(args)
  if (typeof check === 'string') {
    process.stderr.write(check === '' ? USAGE : `openfloor: ${check}\n`)
    return 2
  }
  const directory = mkdtempSync(join(tmpdir(), 'openfloor-fix-check-'))
  try {
    return await carriedOut(check, new FixStores(directory))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function checkOf(args: readonly string[]): Check | string {
  const given = read(args)
  const [host = '', port = '', sender = '', target = '', ...rest] = given?.positionals ?? []
  if (given === undefined || target === '' || rest.length > 0) return ''
  const { values } = given
  const seconds = Number(values.seconds)
  const symbols = [...new Set(values.symbol)]
  if (!(seconds >= 1 && seconds <= 300) || symbols.length > SYMBOLS_MAX) return ''
  const texts = { certificate: '', key: '', ca: '' }
  for (const name of ['certificate', 'key', 'ca'] as const) {
    if (values[name] === '') continue
    try {
      texts[name] = readFileSync(values[name], 'utf8')
    } catch {
      return `the file ${values[name]} cannot be read`
    }
  }
  const said: Readonly<Record<string, string>> = {
    SenderCompID: sender,
    TargetCompID: target,
    SenderSubID: values['sender-sub'],
    TargetSubID: values['target-sub'],
    'Username in Logon': String(values.login !== ''),
    'Market Depth': values.depth,
    ResetSeqNumFlag: String(values.reset),
    'FIX SSL Enabled': String(values.tls),
    'FIX SSL Verify': String(!values['no-verify']),
    'FIX SSL Server Name': values['server-name'],
    [SSL_CERTIFICATE]: texts.certificate,
    [SSL_KEY]: texts.key,
    [SSL_AUTHORITY]: texts.ca,
  }
  const record = recordOf(host, port, values.login, said)
  return { settings: { record, symbols: undefined, names: symbols }, symbols, seconds }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tls: FLAGS,
        'no-verify': FLAGS,
        reset: FLAGS,
        ca: TEXT,
        'server-name': TEXT,
        certificate: TEXT,
        key: TEXT,
        login: TEXT,
        'sender-sub': TEXT,
        'target-sub': TEXT,
        depth: { type: 'string', default: '1' },
        seconds: { type: 'string', default: '20' },
        symbol: { type: 'string', multiple: true, default: [] },
      },
    })
  } catch {
    return undefined
  }
}

/** The record that a new datafeed with these fields would have. */
function recordOf(
  host: string,
  port: string,
  login: string,
  said: Readonly<Record<string, string>>,
): OpenedDatafeed {
  const server = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  const content = datafeedKind.defaults({ module: 'fix44', name: 'check', server, login })
  const params = content.params.map((param) => ({ ...param, value: said[param.name] ?? '' }))
  const password = process.env['FIX_PASSWORD'] ?? ''
  const own = { id: 1, version: 1, created_at: '', updated_at: '' }
  return { ...content, ...own, params, password, gateway_password: '', timeout_sec: 10 }
}

function carriedOut({ settings, symbols, seconds }: Check, stores: FixStores): Promise<number> {
  const clock = systemClock()
  const begun = clock.monotonic()
  const quoted = new Set<string>()
  const seen = new Map<string, number>()
  let isOnline = false
  let misfits = 0
  const say = (fits: boolean, text: string): void => {
    if (!fits) misfits++
    process.stdout.write(`${fits ? 'ok ' : 'no '} ${text}\n`)
  }
  const after = (): string => `after ${Math.round(clock.monotonic() - begun)} ms`
  const { server } = settings.record
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel()
      if (!isOnline && misfits === 0) say(false, `no session at ${server} within ${seconds} s`)
      if (isOnline && seen.size === 0) say(true, 'it sent no list of symbols: none can be imported')
      for (const symbol of symbols) {
        if (isOnline && !quoted.has(symbol)) say(false, `${symbol}: no quote of it came`)
      }
      process.stdout.write(misfits === 0 ? 'it fits\n' : 'it does not fit\n')
      resolve(misfits === 0 ? 0 : 1)
    }
    const look = (): void => {
      if (symbols.every((symbol) => quoted.has(symbol)) && seen.size > 0) leave()
    }
    const sink: PriceSessionSink = {
      online: () => {
        isOnline = true
        say(true, `signed on at ${server} ${after()}`)
      },
      quote: (symbol, bid, ask) => {
        if (quoted.has(symbol)) return
        quoted.add(symbol)
        say(true, `${symbol}: bid ${bid}, ask ${ask} ${after()}`)
        look()
      },
      depth: () => undefined,
      news: () => undefined,
      listed: (list) => {
        for (const { name } of list.slice(0, SHOWN_MAX)) seen.set(name, 1)
        const names = [...seen.keys()].slice(0, SHOWN_MAX).join(', ')
        say(true, `it lists symbols (${list.length}), like ${names}`)
        look()
      },
      said: (line, isAmiss) => say(!isAmiss, line),
      ended: (why) => {
        say(false, `${isOnline ? 'the session ended' : `no session at ${server}`}: ${why}`)
        const hint = hintFor(why)
        if (hint !== '') process.stdout.write(`    ${hint}\n`)
        end()
      },
    }
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const outbound = new Outbound(['0.0.0.0/0', '::/0'])
    const session = openFixSession(settings, { clock, log: silent, outbound, stores }, sink)
    const leave = (): void => {
      if (typeof session !== 'string') session.close('the check is over')
      end()
    }
    const timer = clock.after(typeof session === 'string' ? 0 : seconds * 1_000, leave)
    if (typeof session === 'string') say(false, session)
  })
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /MsgSeqNum too low|sequence/i,
    'the provider goes on with numbers of before: try --reset, and if that helps set ResetSeqNumFlag',
  ],
  [
    /peer (closed|reset) the connection/,
    'providers close without a word where host, port, TLS, CompIDs or your address are not what they have noted',
  ],
  [
    /no answer to the logon/,
    'something listens there and does not know SENDER and TARGET, or speaks TLS: try --tls',
  ],
  [/SendingTime/, "the clocks of both sides are apart: set this machine's by NTP"],
]

function hintFor(why: string): string {
  return HINTS.find(([fault]) => fault.test(why))?.[1] ?? ''
}
