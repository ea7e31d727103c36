import { connect, type Socket } from 'node:net'
import type {
  SessionOrder,
  SessionReport,
} from '../../../actors/links/gateways/provider-session.js'
import { fixTime } from '../../../wire/fix/dictionary/time.js'
import type { Counterparty } from '../peers/counterparty.js'
import { QuickfixPeer } from './quickfix-peer.js'

/**
 * A `Counterparty` that is spoken to in FIX 4.4: QuickFIX has the session, the `Counterparty` the books. What it
 * tells is QuickFIX's to bring over: it keeps messages on disk, under numbers, and sends them again. While nobody is
 * logged on the `Counterparty` keeps them itself.
 */
type Fields = ReadonlyMap<string, string>

const TIMES: Readonly<Record<string, SessionOrder['timeInForce']>> = {
  '0': 'day',
  '3': 'ioc',
  '4': 'fok',
}
const KINDS: Readonly<Record<string, 'limit' | 'stop' | 'stop_limit'>> = {
  '2': 'limit',
  '3': 'stop',
  '4': 'stop_limit',
}
const STATES: Readonly<Record<string, string>> = {
  working: '0',
  filled: '2',
  cancelled: '4',
  expired: 'C',
  rejected: '8',
  unknown: '8',
}

export class FixCounterparty {
  readonly peer: QuickfixPeer
  readonly address: string
  /** Orders that came a second time, in a resend: none may. */
  readonly repeated: string[] = []
  readonly #party: Counterparty
  readonly #orders = new Map<string, string>()
  readonly #asked = new Set<string>()
  /** The ids of before of changes that are not answered, by the ids that they are to bring. */
  readonly #changed = new Map<string, string>()
  readonly #cancels = new Map<string, string>()
  #line: Socket | undefined
  #statuses = 0
  #isStopped = false

  private constructor(peer: QuickfixPeer, port: number, party: Counterparty) {
    this.peer = peer
    this.address = `127.0.0.1:${port}`
    this.#party = party
    peer.follow((line) => this.#said(line))
  }

  static async start(
    party: Counterparty,
    given: { readonly port: number; readonly directory: string },
  ): Promise<FixCounterparty> {
    const peer = await QuickfixPeer.start({ role: 'acceptor', ...given })
    return new FixCounterparty(peer, given.port, party)
  }

  /** QuickFIX reads the clock of the server that it speaks to. */
  setClock(now: number): void {
    this.peer.say(`clock ${now - Date.now()}`)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#line?.destroy()
    await this.peer.stop()
  }

  #said(line: string): void {
    if (line === 'logon') this.#letIn()
    else if (line === 'logout') this.#drop()
    else if (line.startsWith('app-in ')) this.#heard(fieldsOf(line.slice(7)))
  }

  #letIn(): void {
    this.#drop()
    const { address } = this.#party
    const socket = connect(Number(address.slice(address.indexOf(':') + 1)), '127.0.0.1')
    this.#line = socket
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const lines = `${text}${bytes.toString('utf8')}`.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) this.#told(socket, JSON.parse(line))
    })
    // The books have dropped the line: so does the session.
    socket.on('close', () => {
      if (this.#line === socket && !this.#isStopped) this.peer.say('drop')
    })
    this.#say({ op: 'logon' })
  }

  #drop(): void {
    const line = this.#line
    this.#line = undefined
    line?.destroy()
  }

  #say(line: object): void {
    this.#line?.write(`${JSON.stringify(line)}\n`)
  }

  #heard(fields: Fields): void {
    const text = (tag: number): string => fields.get(String(tag)) ?? ''
    const type = text(35)
    if (type === 'D') {
      if (text(43) === 'Y') this.repeated.push(text(11))
      this.#orders.set(text(11), text(38))
      this.#say({ op: 'place', order: orderOf(text) })
    } else if (type === 'G') {
      this.#orders.set(text(11), text(38))
      this.#changed.set(text(11), text(41))
      this.#say({ op: 'change', order: { ...orderOf(text), replaces: text(41) } })
    } else if (type === 'F') {
      this.#cancels.set(text(41), text(11))
      this.#say({ op: 'cancel', order: { id: text(41) } })
    } else if (type === 'H') {
      this.#asked.add(text(11))
      this.#say({ op: 'ask', order: orderOf(text) })
    } else if (type === 'x') this.peer.say(`list ${text(320)}`)
  }

  #told(socket: Socket, line: { op: string; mark: number; report: SessionReport }): void {
    if (line.op !== 'report' || socket !== this.#line) return
    const { report } = line
    const words = report.state === 'kept' ? this.#refusal(report) : this.#execution(report)
    this.peer.say(`send ${words}`)
    // It is on QuickFIX's disk, or with it before the next line is.
    this.#say({ op: 'taken', mark: line.mark })
  }

  /** OrderCancelReject, of a change or a cancel. */
  #refusal({ order, text }: SessionReport): string {
    const before = this.#changed.get(order)
    this.#changed.delete(order)
    const named = before === undefined ? (this.#cancels.get(order) ?? order) : order
    const answers = before === undefined ? '1' : '2'
    return [
      '35=9',
      '37=P',
      `11=${named}`,
      `41=${before ?? order}`,
      '39=0',
      `434=${answers}`,
      '102=2',
      `58=${text}`,
    ].join('|')
  }

  #execution({
    order,
    symbol,
    side,
    state,
    externalId,
    execution,
    total,
    average,
    text,
  }: SessionReport) {
    const isAnswer = execution === null && (this.#asked.delete(order) || state === 'filled')
    const status = state === 'working' && Number(total) > 0 ? '1' : (STATES[state] ?? '0')
    const leaves = state === 'working' ? Number(this.#orders.get(order) ?? 0) - Number(total) : 0
    const before = state === 'working' ? this.#changed.get(order) : undefined
    if (before !== undefined) this.#changed.delete(order)
    const said = before === undefined ? status : '5'
    const type = execution !== null ? 'F' : isAnswer ? 'I' : said
    return [
      '35=8',
      `37=${externalId === '' ? 'NONE' : externalId}`,
      `11=${order}`,
      ...(before === undefined ? [] : [`41=${before}`]),
      `17=${execution?.id ?? `S${++this.#statuses}`}`,
      `150=${type}`,
      `39=${status}`,
      `55=${symbol}`,
      `54=${side === 'buy' ? 1 : 2}`,
      ...(execution === null ? [] : [`32=${execution.quantity}`, `31=${execution.price}`]),
      `151=${Math.max(0, leaves)}`,
      `14=${total}`,
      `6=${average === '' ? 0 : average}`,
      ...(state === 'unknown' ? ['103=5'] : []),
      ...(text === '' ? [] : [`58=${text}`]),
    ].join('|')
  }
}

function fieldsOf(message: string): Fields {
  return new Map(
    message.split('|').map((field) => {
      const at = field.indexOf('=')
      return [field.slice(0, at), field.slice(at + 1)]
    }),
  )
}

/** What rests is there until it is cancelled (59=1) or until a date (59=6). */
function orderOf(text: (tag: number) => string): SessionOrder {
  const rests = text(59) === '1' || text(59) === '6'
  const kind = rests ? KINDS[text(40)] : undefined
  const expiresAt = text(126) === '' ? 0 : (fixTime(text(126)) ?? 0)
  return {
    id: text(11),
    symbol: text(55),
    side: text(54) === '1' ? 'buy' : 'sell',
    quantity: text(38),
    limit: text(44),
    timeInForce: TIMES[text(59)] ?? 'day',
    ...(kind === undefined
      ? {}
      : { rest: { kind, price: text(44), trigger: text(99), expiresAt } }),
  }
}
