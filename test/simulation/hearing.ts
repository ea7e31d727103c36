import { textFromScaled, trimmedTextFromScaled } from '../../engine/decimal.js'
import type { Told } from '../given/shard.js'
import { type Asked, hearAnswer } from './asked.js'
import type { ShardHost } from './host.js'
import { must } from './must.js'
import type { Terminal } from './terminal.js'
import type { World } from './world.js'

/** The balance requests of a turn, by the id of their question. */
export type AskedById = Map<number, Asked>

type View = Readonly<Record<string, unknown>>

/**
 * A turn is over: what it committed is read from the disk, what it told is held against that, and
 * the accounts it touched are compared. Answers how many entries were told.
 */
export function hearTurn(world: World, host: ShardHost, all: Told[], asks: AskedById): number {
  const { sabotage } = world
  const told = sabotage.told === undefined ? all : sabotage.told(all)
  const failed = host.rig === undefined
  if (failed) host.openDisk()
  const touched = new Set(world.fold(host, !failed).map((record) => record.login))
  const terminals = new Map<number, Terminal>()
  for (const login of host.logins) {
    for (const terminal of world.watch(login).terminals) terminals.set(terminal.socket, terminal)
  }
  const newest = new Map(told.filter(isLatest).map((entry) => [entry.target, entry]))
  for (const entry of told) {
    if (isLatest(entry) && newest.get(entry.target) !== entry) {
      terminals.get(entry.target)?.hearEarlierMoney(entry)
    } else if (entry.kind === 'answer') answered(world, entry, asks)
    else if (entry.kind !== 'control') {
      const terminal = terminals.get(entry.target)
      must(terminal !== undefined, `socket ${entry.target} is open`)
      if (!terminal.hungUp) heard(world, terminal, entry)
    }
  }
  if (failed) {
    world.stop(host)
    return told.length
  }
  must(asks.size === 0, 'every question has its answer')
  for (const terminal of terminals.values()) {
    if (terminal.hungUp) world.leave(terminal)
    else terminal.check()
  }
  world.compare(host, touched)
  return told.length
}

function isLatest(entry: Told): boolean {
  return entry.kind === 'latest'
}

function answered(world: World, { target, value }: Told, asks: AskedById): void {
  const asked = asks.get(target)
  must(asked !== undefined, `question ${target} has one answer`)
  asks.delete(target)
  const { ok, value: data, code, message } = value as View & { value: View }
  const answer = ok === true ? { code: 'ok', message: '', data } : { code, message, data: null }
  hearAnswer(asked, answer)
  if (ok !== true) return
  const record = world.records.get(Number(data['projection_seq']))
  must(record !== undefined, `the answer to ${asked.key} was told and never committed`)
  must(record.requestKey === `b:${asked.key}`, `the answer to ${asked.key} is of its own record`)
  const deal = record.events[0]
  must(deal?.type === 'deal' && deal.id === data['deal_id'], `${asked.key} is answered its deal`)
  const moved = textFromScaled(deal.profit + deal.credit, 2)
  must(data['amount'] === moved, `${asked.key} is answered its amount ${moved}`)
}

function heard(world: World, terminal: Terminal, entry: Told): void {
  if (entry.kind !== 'reply') {
    terminal.hear(entry)
    return
  }
  const { id, code, data } = entry.value as { id: unknown; code: string; data: View | null }
  if (id === null) {
    must(code === 'invalid_input' && --terminal.badFrames >= 0, 'garbage is answered once')
    return
  }
  if (id === 'p') {
    must(code === 'ok' && --terminal.pings >= 0, 'a ping is answered once')
    return
  }
  const asked = terminal.pending.get(id as number)
  must(asked !== undefined, `frame ${id} of socket ${terminal.socket} has one reply`)
  terminal.pending.delete(id as number)
  if (asked === null) terminal.hearPicture(code, data)
  else traded(world, terminal, asked, entry.value)
}

function traded(world: World, terminal: Terminal, asked: Asked, value: View): void {
  const { code, data } = value as { code: string; data: View }
  must(!terminal.readOnly || code !== 'ok', `a read-only session of ${asked.login} trades nothing`)
  hearAnswer(asked, value)
  if (code !== 'ok') return
  const record = world.records.get(Number(data['projection_seq']))
  const what = `the answer to ${asked.key} of ${asked.login}`
  must(record !== undefined, `${what} was told and never committed`)
  must(record.login === asked.login, `${what} is of its account`)
  must(record.requestKey === (asked.key === '' ? '' : `o:${asked.key}`), `${what} is of its record`)
  const seq = String(record.accountSeq + record.events.length)
  must(data['seq'] === seq, `${what} tells the account's seq ${seq}`)
  const deal = record.events.find((event) => event.type === 'deal')
  must(deal?.type === 'deal', `${what} has a deal`)
  must(data['deal_id'] === deal.id && data['order_id'] === deal.orderId, `${what} tells its ids`)
  must(data['position_id'] === deal.positionId, `${what} tells its position`)
  must(data['volume'] === trimmedTextFromScaled(deal.volume, 8), `${what} tells its volume`)
  const digits = world.book.symbolsById.get(deal.symbolId)?.digits ?? 0
  must(data['price'] === textFromScaled(deal.price, digits), `${what} tells its price`)
}
