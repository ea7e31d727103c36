import type { Test } from 'tap'
import type { RoutingRuleRecord } from '../../../engine/config/records/routing-rule.js'
import type {
  ProviderOrder,
  ProviderReport,
  ProviderState,
} from '../../../wire/thread/provider-messages.js'
import { HEDGING } from '../book.js'
import type { Frame, WsClient } from '../fronts/ws-client.js'
import { checkFate, resumed } from '../records/final-events.js'
import { type Body, type Kind, LIMIT } from '../records/request-kinds.js'
import type { Way } from '../records/request-ways.js'
import { BUY, CONFIRM, DealingFloor } from './dealing-floor.js'
import { gatewayRecord } from './provider-floor.js'

/** One request after the other on one floor, to the end of each: asked on one socket, heard on another. */
export class FateFloor {
  readonly floor: DealingFloor
  readonly #changes: object
  readonly #dealer: WsClient
  #asking: WsClient | undefined
  #other: WsClient | undefined
  #totals = new Map<string, number>()
  #reports = 0

  private constructor(floor: DealingFloor, dealer: WsClient, changes: object) {
    this.floor = floor
    this.#dealer = dealer
    this.#changes = changes
  }

  static async start(test: Test, mode: 'hedging' | 'netting'): Promise<FateFloor> {
    const changes = {
      symbols: {
        GBPUSD: { execution: 'instant' },
        USDJPY: { execution: 'request' },
        EURGBP: { execution: 'exchange' },
      },
      groups: { [HEDGING]: { margin_mode: mode } },
      gateways: [gatewayRecord()],
    } as const
    const floor = await DealingFloor.start(test, [CONFIRM], changes)
    floor.setGateways([{ id: 3, since: 1 }])
    return new FateFloor(floor, await floor.dealer(501), changes)
  }

  get asking(): WsClient {
    return open(this.#asking)
  }

  get other(): WsClient {
    return open(this.#other)
  }

  route(routing: readonly RoutingRuleRecord[]): void {
    this.floor.setBook({ ...this.#changes, routing })
  }

  readonly ask = (body: object): Promise<Frame> => this.floor.ask(this.asking, 'trade', body)

  readonly opened = async (over: object): Promise<number> => {
    const { code, message, data } = await this.ask({ ...BUY, ...over })
    if (code !== 'ok') throw new Error(`${code} ${message}`)
    return Number(data?.['position_id'])
  }

  readonly placed = async (): Promise<number> => {
    const { code, message, data } = await this.ask(LIMIT)
    if (code !== 'trade.placed') throw new Error(`${code} ${message}`)
    return Number(data?.['order_id'])
  }

  /** The dealer's next answer to what waits. */
  readonly deal = async (act: 'take' | 'confirm' | 'reject' | 'return'): Promise<void> => {
    const { floor } = this
    const [waiting] = [...floor.shard.core.parking.requests.all]
    const id = waiting?.id
    if (act !== 'take') await floor.ask(this.#dealer, 'dealing.take', { id })
    const { code, message } = await floor.ask(this.#dealer, `dealing.${act}`, { id })
    if (code !== 'ok') throw new Error(`${act}: ${code} ${message}`)
  }

  /** The provider fills a share of the order at our market. */
  readonly fill = (share: number): void => {
    const order = this.#sent()
    const volume = order.volume * share
    const total = (this.#totals.get(order.id) ?? 0) + volume
    this.#totals.set(order.id, total)
    const quote = this.floor.prices.quote(order.symbol_id)
    const price = (order.side === 1 ? quote?.ask : quote?.bid) ?? 0
    const execution = { id: `X${this.#reports}`, volume, price }
    this.#report(order, total >= order.volume ? 'filled' : 'working', { execution, total })
  }

  readonly say = (state: ProviderState): void => {
    const order = this.#sent()
    this.#report(order, state, { execution: null, total: this.#totals.get(order.id) ?? 0 })
  }

  #sent(): ProviderOrder {
    const last = this.floor.toGateways.findLast(({ what }) => what === 'place')
    if (last === undefined || last.what === 'taken') throw new Error('nothing was sent')
    return last.order
  }

  #report(
    order: ProviderOrder,
    state: ProviderState,
    given: Pick<ProviderReport, 'execution' | 'total'>,
  ): void {
    const number = ++this.#reports
    const about = { gateway: 3, order: order.id, external_id: `P-${order.id}`, text: '' }
    this.floor.report({ ...about, number, state, average: 0, ...given })
  }

  /** The whole life of one request. */
  async go(kind: Kind, way: Way, serial: number): Promise<void> {
    const { floor } = this
    await this.#connect()
    const body: Body = { ...(await kind.body(this)), client_order_id: `c-${serial}` }
    const from = await this.begin()
    this.route(way.routing)
    const { asking } = this
    const id = floor.send(asking, 'trade', body)
    await floor.settled(asking)
    if (way.ends === 'socket') asking.destroy()
    if (way.ends === 'shard') floor.restart()
    await way.act(this)

    this.route([CONFIRM])
    const late = await floor.trader()
    const told = await floor.ask(late, 'trade', body)
    const again = await floor.ask(late, 'trade', body)
    const events = await this.heardAgain(late, from)
    late.destroy()
    const isForgotten = way.ends === 'shard' && !STARTS.has(String(body['kind']))
    const success = body['kind'] === 'place' ? 'trade.placed' : 'ok'
    checkFate({ reply: told, events }, (isForgotten ? '' : way.code) || success, body)
    same('the repeat', answerOf(again), answerOf(told))
    if (way.ends === undefined) {
      await floor.settled(asking)
      const replies = asking.frames.filter((frame) => frame.id === id)
      same('the first answer', replies.map(answerOf), [answerOf(told)])
    }
    if (way.ends === 'shard') return
    same('what was heard live', await this.heardLive(), events)
  }

  /** Forgets what the account's sockets have heard; answers its seq. */
  async begin(): Promise<string> {
    await this.#connect()
    for (const client of [this.asking, this.other]) {
      await this.floor.settled(client)
      client.frames.length = 0
    }
    return String(this.floor.shard.account().seq)
  }

  /** The account's events since `from`, as they are heard by who resumes. */
  async heardAgain(client: WsClient, from: string): Promise<Frame[]> {
    await this.floor.settled(client)
    client.frames.length = 0
    return resumed(this.floor, client, from)
  }

  /** The account's events since `begin`, as they came to the other socket. */
  async heardLive(): Promise<Frame[]> {
    await this.floor.settled(this.other)
    return this.other.frames.filter(isOfAccount)
  }

  async #connect(): Promise<void> {
    this.route([CONFIRM])
    if (this.#asking?.closed !== null) this.#asking = await this.floor.trader()
    if (this.#other?.closed !== null) this.#other = await this.floor.trader('openfloor.msgpack')
  }
}

const STARTS: ReadonlySet<string> = new Set(['open', 'close', 'close_by'])

function answerOf({ code, message, data }: Frame) {
  return { code, message, data }
}

/** One of the numbered events of the account itself. */
function isOfAccount({ seq, event }: Frame): boolean {
  return seq !== undefined && event !== 'money'
}

function same(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) throw new Error(`${what}: ${a} is not ${b}`)
}

function open(client: WsClient | undefined): WsClient {
  if (client === undefined) throw new Error('a socket is open')
  return client
}
