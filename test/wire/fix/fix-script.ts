import { FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'
import { type FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../wire/fix/dictionary/time.js'
import { FixSession } from '../../../wire/fix/session/session.js'
import {
  FIX_SESSION_DEFAULTS,
  type FixDecision,
  type FixRole,
  type FixSentMessage,
  type FixSessionSettings,
} from '../../../wire/fix/session/settings.js'

/**
 * A conversation of a session with its peer, a line a message, as a script:
 *
 *   acceptor            the role, before all; further words set things (`acceptor reset`)
 *   connect             the connection stands; again later: the next one, with the numbers that were kept
 *   < D|34=2|11=ID      the peer sends; header and trailer are filled in, a field that is given is as given.
 *                       52 and 122 may be seconds from now: 52=-121
 *   <!                  the same with the fields in exactly this order and none filled in but 9 and 10
 *   + 30                seconds pass
 *   send D|11=ID        our application sends
 *   logout enough       our side ends it
 *   proceed             there is room for more of a resend
 *
 * and what is decided at each of them, in order:
 *
 *   > 0|34=2|112=A      a message is sent: type, number and body; 122=* is there and right
 *   = D|34=2            a message is delivered
 *   = online, = reset
 *   x why               the connection is closed
 */
export const SELF = 'OF'
export const PEER = 'LP'
const START = Date.UTC(2026, 0, 5, 9, 0, 0)

export interface ScriptRun {
  /** The script with what was decided in place of what it expects. */
  readonly said: string
  readonly expected: string
  readonly garbled: number
}

const WORDS: Readonly<Record<string, Partial<FixSessionSettings>>> = {
  reset: { resetsOnLogon: true },
  returned: { receivedMayBeOld: true },
  tolerant: { strictness: 'tolerant' },
  password: { logonFields: [[553, 'desk'] as FixField, [554, 'secret'] as FixField] },
  stale: { mayRepeat: (type) => type !== 'D' },
  fresh: { mayRepeat: (_type, isOfThisConnection) => isOfThisConnection },
  locked: { refusal: (logon) => (logon.text(554) === 'secret' ? undefined : 'wrong password') },
  quotes: { speaks: (type) => type !== '8' },
}

export function runScript(script: string): ScriptRun {
  const lines = script
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const [first = '', ...rest] = lines
  const conversation = new Conversation(first)
  const said = [first]
  for (const line of rest) {
    if (/^[>=x] /.test(line)) continue
    said.push(line, ...conversation.step(line))
  }
  return { said: said.join('\n'), expected: lines.join('\n'), garbled: conversation.garbled }
}

class Conversation {
  readonly #settings: FixSessionSettings
  readonly #sent = new Map<number, FixSentMessage>()
  #session: FixSession
  #reader = new FixFrameReader()
  #numbers = { nextIn: 1, nextOut: 1 }
  #steady = 0
  #lines: string[] = []
  garbled = 0

  constructor(first: string) {
    const [role = '', ...words] = first.split(' ')
    this.#settings = Object.assign(
      { ...FIX_SESSION_DEFAULTS, role: role as FixRole, sender: SELF, target: PEER },
      ...words.map((word) => WORDS[word] ?? numberWord(word)),
    ) as FixSessionSettings
    this.#session = this.#made()
  }

  step(line: string): readonly string[] {
    this.#lines = []
    const at = line.indexOf(' ')
    const [what, rest] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
    if (what === 'connect') this.#connect()
    else if (what === '<') this.#receive(this.#frame(rest, true))
    else if (what === '<!') this.#receive(this.#frame(rest, false))
    else if (what === '+') this.#pass(Number(rest))
    else if (what === 'send') {
      const [type = '', ...fields] = rest.split('|')
      this.#take(this.#session.send(type, fields.map(pair), this.#now))
    } else if (what === 'logout') this.#take(this.#session.logout(rest, this.#now))
    else if (what === 'proceed') this.#take(this.#session.proceed(this.#now))
    else throw new Error(`no line of a script: ${line}`)
    return this.#lines
  }

  get #now() {
    return { wall: START + this.#steady, steady: this.#steady }
  }

  #made(): FixSession {
    return new FixSession(this.#settings, this.#numbers, (seq) => this.#sent.get(seq))
  }

  #connect(): void {
    this.#session = this.#made()
    this.#reader = new FixFrameReader()
    this.#take(this.#session.opened(this.#now))
  }

  #pass(seconds: number): void {
    for (let i = 0; i < seconds; i++) {
      this.#steady += 1_000
      this.#take(this.#session.tick(this.#now))
    }
  }

  #receive(text: string): void {
    this.#reader.push(Buffer.from(text, 'latin1'))
    for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
      const message = readFixMessage(frame)
      if (message === 'garbled') this.garbled++
      else this.#take(this.#session.received(message as FixMessage, this.#now))
    }
    this.garbled += this.#reader.garbled
  }

  #frame(line: string, isFilled: boolean): string {
    const [type = '', ...parts] = line.split('|')
    const given = parts.map(pair).map(([tag, value]) => [tag, this.#time(tag, value)] as FixField)
    const of = (tag: number): string | undefined => given.find(([one]) => one === tag)?.[1]
    const header: FixField[] = [
      [35, type],
      [34, of(34) ?? ''],
      [49, of(49) ?? PEER],
      [56, of(56) ?? SELF],
      [52, of(52) ?? fixTimeText(this.#now.wall)],
    ]
    const filled = header.filter(([, value]) => value !== 'none' && value !== '')
    const own = new Set([8, 9, 10, 34, 49, 56, 52])
    const fields = isFilled
      ? [...filled, ...given.filter(([tag]) => !own.has(tag))].map((field) => field.join('='))
      : [`35=${type}`, ...parts]
    const body = fields.map((field) => `${field}\u0001`).join('')
    const text = `8=${of(8) ?? 'FIX.4.4'}\u00019=${of(9) ?? body.length}\u0001${body}`
    const sum = [...Buffer.from(text, 'latin1')].reduce((all, byte) => all + byte, 0) & 0xff
    return `${text}10=${of(10) ?? String(sum).padStart(3, '0')}\u0001`
  }

  #time(tag: number, value: string): string {
    if (![52, 122, 60].includes(tag) || !/^[+-]?\d+$/.test(value)) return value
    return fixTimeText(this.#now.wall + Number(value) * 1_000)
  }

  #take(decisions: readonly FixDecision[]): void {
    for (const decision of decisions) this.#decide(decision)
  }

  #decide(decision: FixDecision): void {
    switch (decision.do) {
      case 'store':
        this.#stored(decision.seq, decision.message)
        break
      case 'send':
        this.#lines.push(`> ${this.#line(decision.text)}`)
        break
      case 'deliver':
        this.#lines.push(`= ${decision.message.type}|34=${decision.seq}`)
        break
      case 'received':
        this.#numbers = { ...this.#numbers, nextIn: decision.nextIn }
        break
      case 'reset':
        this.#numbers = { nextIn: 1, nextOut: 1 }
        this.#sent.clear()
        this.#lines.push('= reset')
        break
      case 'disconnect':
        this.#lines.push(`x ${decision.why}`)
        break
      default:
        this.#lines.push(`= ${decision.do}`)
    }
  }

  #stored(seq: number, message: FixSentMessage | null): void {
    if (seq !== this.#numbers.nextOut) throw new Error(`${seq} is stored out of turn`)
    this.#numbers = { ...this.#numbers, nextOut: seq + 1 }
    if (message !== null) this.#sent.set(seq, message)
  }

  /** As a line of the script, after a look at what it leaves out. */
  #line(text: string): string {
    const reader = new FixFrameReader()
    reader.push(Buffer.from(text, 'latin1'))
    const frame = reader.next()
    const message = frame === undefined ? 'garbled' : readFixMessage(frame)
    if (typeof message === 'string') throw new Error(`sent what cannot be read: ${text}`)
    const seq = message.seq as number
    if (message.text(49) !== SELF || message.text(56) !== PEER) throw new Error('wrong CompIDs')
    if (message.text(52) !== fixTimeText(this.#now.wall)) throw new Error('wrong SendingTime')
    if (message.isPossDup) {
      const sent = this.#sent.get(seq)
      const original = message.text(122)
      const right = fixTimeText(message.type === '4' ? this.#now.wall : (sent?.sentAt ?? 0))
      if (original !== right) throw new Error(`OrigSendingTime of ${seq} is ${original}`)
    } else if (seq >= this.#numbers.nextOut) throw new Error(`${seq} was not stored first`)
    const shown = Array.from({ length: message.to }, (_, at) => at)
      .map((at) => [message.tagAt(at), message.valueAt(at)] as const)
      .map(([tag, value]) => [tag, tag === 122 ? '*' : value] as const)
      .filter(([tag]) => ![35, 49, 52, 56].includes(tag))
    return `${message.type}|${shown.map(([tag, value]) => `${tag}=${value}`).join('|')}`
  }
}

function pair(field: string): FixField {
  const at = field.indexOf('=')
  return [Number(field.slice(0, at)), field.slice(at + 1)]
}

/** `heartbeat=10`, `from=5`. */
function numberWord(word: string): Partial<FixSessionSettings> {
  const [name, value] = word.split('=')
  const number = Number(value)
  if (name === 'heartbeat') return { heartBtSec: number }
  if (name === 'from') return { heartBtSecMin: number }
  throw new Error(`no setting of a script: ${word}`)
}
