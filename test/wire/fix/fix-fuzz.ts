import { strict as assert } from 'node:assert'
import { orderWord } from '../../../actors/links/fix/order-reports.js'
import { SentMessages } from '../../../actors/links/fix/sent-messages.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'
import { FixMessage, readFixMessage } from '../../../wire/fix/codec/message.js'
import { frameText } from '../../../wire/fix/codec/write.js'
import { FixMarketData } from '../../../wire/fix/market-data/market-data.js'
import { newsIn } from '../../../wire/fix/market-data/news.js'
import { securitiesIn } from '../../../wire/fix/market-data/security-list.js'
import { FixSession } from '../../../wire/fix/session/session.js'
import { FIX_SESSION_DEFAULTS, type FixDecision } from '../../../wire/fix/session/settings.js'

/** Real messages, changed in a random place or in several. */
const TIME = '52=20260105-09:00:00.000|'
const HEAD = `49=LP|56=OF|${TIME}`
const SEEDS = [
  `35=0|34=#|${HEAD}`,
  `35=1|34=#|${HEAD}112=A|`,
  `35=2|34=#|${HEAD}7=1|16=0|`,
  `35=3|34=#|${HEAD}45=1|58=x|`,
  `35=4|34=#|${HEAD}123=Y|36=@|`,
  `35=4|34=#|${HEAD}36=@|`,
  `35=8|34=#|${HEAD}37=1|17=1|150=F|39=2|55=E|54=1|151=0|14=1|6=1.5|31=1.5|32=1|`,
  `35=8|34=#|43=Y|122=20260105-08:00:00|${HEAD}37=1|17=1|150=F|39=2|55=E|54=1|151=0|14=1|6=1|`,
  `35=D|34=#|${HEAD}11=1|55=E|54=1|40=1|60=20260105-09:00:00|453=2|448=a|447=D|452=1|448=b|`,
  `35=W|34=#|${HEAD}55=E|268=2|269=0|270=1.1|269=1|270=1.2|`,
  `35=W|34=#|${HEAD}262=qf-1|55=E|268=2|269=0|270=1.1|271=5|269=1|270=1.2|271=6|`,
  `35=X|34=#|${HEAD}262=qf-1|268=2|279=0|278=a|269=0|55=E|270=1.1|271=5|279=2|278=a|269=0|`,
  `35=Y|34=#|${HEAD}262=qf-1|281=0|58=no|`,
  `35=9|34=#|${HEAD}37=1|11=7-1-1-cq|41=7-1-1|39=0|434=1|102=1|`,
  `35=j|34=#|${HEAD}45=1|372=D|380=3|58=no|`,
  `35=y|34=#|${HEAD}320=l|322=1|560=0|146=2|55=E|15=USD|107=e|55=G|15=JPY|`,
  `35=B|34=#|${HEAD}148=h|33=1|58=t|354=4|355=abcd|`,
]
const BYTES = [...Buffer.from('\u0001=|0198AFIX.4-\u00ff\u0000 Y', 'latin1')]
const NOW = { wall: Date.UTC(2026, 0, 5, 9), steady: 0 }
const HELD_BYTES_MAX = 300_000

export interface FuzzSums {
  accepted: number
  garbled: number
  /** Connections that were closed. */
  faults: number
  rejects: number
  /** Messages that were read as reports of orders, prices, lists and news. */
  delivered: number
  quotes: number
}

/**
 * Feeds a session with `count` messages, most of them mutated, in random pieces. Fails where a frame that was
 * garbled changes a number, or more is held than bounds say.
 */
export function fuzzed(seed: number, count: number): FuzzSums {
  const chance = new Prng(seed)
  const sums: FuzzSums = { accepted: 0, garbled: 0, faults: 0, rejects: 0, delivered: 0, quotes: 0 }
  let line = new FuzzedLine(sums)
  for (let i = 0; i < count; i++) {
    if (line.hasEnded) {
      sums.faults++
      line = new FuzzedLine(sums)
    }
    const bytes = mutated(chance, line.nextIn)
    const cut = chance.below(bytes.length + 1)
    line.receive(bytes.subarray(0, cut))
    line.receive(bytes.subarray(cut))
  }
  return sums
}

class FuzzedLine {
  readonly #sums: FuzzSums
  readonly #reader = new FixFrameReader()
  readonly #session = new FixSession(
    { ...FIX_SESSION_DEFAULTS, role: 'acceptor', sender: 'OF', target: 'LP' },
    { nextIn: 1, nextOut: 1 },
    () => undefined,
  )
  readonly #orders = new SentMessages()
  readonly #market: FixMarketData
  #stored = 0

  constructor(sums: FuzzSums) {
    this.#sums = sums
    this.#market = new FixMarketData({ names: ['E'], depth: 0, updateType: '1' }, 'qf', 5, {
      send: () => undefined,
      quote: () => {
        sums.quotes++
      },
      levels: (_symbol, bids, asks) => assert(bids.length <= 5 && asks.length <= 5),
      refused: () => undefined,
      broken: () => undefined,
    })
    this.#market.renew({ names: ['E'], depth: 0, updateType: '1' })
    this.#session.opened(NOW)
    this.receive(framed(`35=A|34=1|${HEAD}98=0|108=30|`))
    assert(this.#session.isOnline)
  }

  get hasEnded(): boolean {
    return this.#session.hasEnded || this.#reader.fault !== ''
  }

  get nextIn(): number {
    return this.#session.numbers.nextIn
  }

  receive(bytes: Buffer): void {
    const garbledBefore = this.#reader.garbled
    const numbers = this.#session.numbers
    let read = 0
    this.#reader.push(bytes)
    for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
      const message = readFixMessage(frame)
      if (!(message instanceof FixMessage)) {
        this.#reader.refuse()
        continue
      }
      read++
      for (const decision of this.#session.received(message, NOW)) this.#take(decision)
    }
    this.#sums.garbled += this.#reader.garbled - garbledBefore
    if (read === 0) assert.deepEqual(this.#session.numbers, numbers)
    this.#sums.accepted += read
    assert(this.#reader.heldBytes <= HELD_BYTES_MAX)
  }

  /** Checks that a message which is sent was stored, under the next number. */
  #take(decision: FixDecision): void {
    if (decision.do === 'reset') this.#stored = 0
    if (decision.do === 'deliver') this.#deliver(decision.message)
    if (decision.do === 'store') assert.equal(decision.seq, ++this.#stored)
    if (decision.do !== 'send') return
    const message = readFixMessage(Buffer.from(decision.text, 'latin1')) as FixMessage
    if (message.type === '3') this.#sums.rejects++
    assert(message.isPossDup || message.seq === this.#stored)
  }

  /** Whatever it says, those who read it find something in it or nothing. */
  #deliver(message: FixMessage): void {
    this.#sums.delivered++
    orderWord(message, this.#orders)
    this.#market.take(message)
    if (message.type === 'y') securitiesIn(message)
    if (message.type === 'B') newsIn(message, NOW.wall)
  }
}

function framed(fields: string): Buffer {
  return Buffer.from(frameText(fields.replaceAll('|', '\u0001')), 'latin1')
}

function mutated(chance: Prng, nextIn: number): Buffer {
  const seed = SEEDS[chance.below(SEEDS.length)] as string
  const seq = chance.below(10) === 0 ? nextIn + chance.below(5) - 2 : nextIn
  const fields = seed.replace('#', String(seq)).replace('@', String(nextIn + chance.below(4)))
  const kind = chance.below(4)
  if (kind === 0) return framed(fields)
  // Half of them keep a right sum, so that what is inside is looked at.
  if (kind < 3) return framed(changed(chance, Buffer.from(fields, 'latin1')).toString('latin1'))
  return changed(chance, framed(fields))
}

function changed(chance: Prng, bytes: Buffer): Buffer {
  let now = bytes
  for (let times = 1 + chance.below(3); times > 0; times--) {
    const at = chance.below(now.length)
    const byte = BYTES[chance.below(BYTES.length)] as number
    const [before, after] = [now.subarray(0, at), now.subarray(at)]
    const kind = chance.below(4)
    if (kind === 0) now = Buffer.concat([before, Buffer.of(byte), after.subarray(1)])
    else if (kind === 1) now = Buffer.concat([before, Buffer.of(byte), after])
    else if (kind === 2) now = Buffer.concat([before, after.subarray(1 + chance.below(8))])
    else now = Buffer.concat([before, after.subarray(0, chance.below(12)), after])
  }
  return now
}
