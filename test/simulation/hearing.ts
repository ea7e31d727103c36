import { type Code, isSuccess } from '../../engine/code.js'
import type { Told } from '../given/floors/shard.js'
import { hearAnswer } from './asked.js'
import type { AskedCause, Verdict } from './cause.js'
import type { ShardHost } from './host.js'
import { must } from './must.js'
import { HOLDS_MS } from './naive-offers.js'
import { decimalText } from './naive-ratio.js'
import type { Terminal } from './terminal.js'
import { answerView, mustEqual } from './told-views.js'
import type { World } from './world.js'

/** The balance requests of a turn, by the id of their question. */
export type AskedById = Map<number, AskedCause>

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
  const cause = asks.get(target)
  must(cause !== undefined, `question ${target} has one answer`)
  asks.delete(target)
  const { asked } = cause
  const { ok, value: data, code, message } = value as View & { value: View }
  const answer = ok === true ? { code: 'ok', message: '', data } : { code, message, data: null }
  hearAnswer(asked, answer, cause.verdict?.decision)
  hearVerdict(cause, answer)
  if (ok !== true) return
  const record = world.records.get(Number(data['projection_seq']))
  must(record !== undefined, `the answer to ${asked.key} was told and never committed`)
  must(record.requestKey === `b:${asked.key}`, `the answer to ${asked.key} is of its own record`)
  const deal = record.events[0]
  must(deal?.type === 'deal' && deal.id === data['deal_id'], `${asked.key} is answered its deal`)
  const moved = decimalText(deal.profit + deal.credit, 2)
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
  const cause = terminal.pending.get(id as number)
  must(cause !== undefined, `frame ${id} of socket ${terminal.socket} has one reply`)
  terminal.pending.delete(id as number)
  if (cause === null) terminal.hearPicture(code, data)
  else traded(world, terminal, cause, entry.value)
}

/** The answer is the one that the reference has come to. */
function hearVerdict({ asked, verdict }: AskedCause, value: View): void {
  const what = `${String(asked.body['kind'] ?? asked.op)} ${asked.key} of ${asked.login}`
  must(verdict !== undefined, `${what} was decided`)
  const { code, message } = value
  must(code === verdict.code, `${what} is answered ${verdict.code}, not ${code} ${message}`)
}

function traded(world: World, terminal: Terminal, cause: AskedCause, value: View): void {
  const { asked, verdict } = cause
  const { code, data } = value as { code: Code; data: View }
  must(!terminal.readOnly || !isSuccess(code), `a read-only session of ${asked.login} only looks`)
  hearAnswer(asked, value, verdict?.decision)
  hearVerdict(cause, value)
  if (verdict?.offer !== undefined) offered(world, verdict, data)
  if (!isSuccess(code)) return
  const record = world.records.get(Number(data['projection_seq']))
  const what = `the answer to ${asked.key} of ${asked.login}`
  must(record !== undefined, `${what} was told and never committed`)
  must(record.login === asked.login, `${what} is of its account`)
  const same = verdict?.same
  if (same === undefined) {
    const key = asked.key === '' ? '' : `o:${asked.key}`
    must(record.requestKey === key, `${what} is of its record`)
  } else must(record.seq === same.newest.seq, `${what} is as new as the account`)
  const seq = String(record.accountSeq + record.events.length)
  must(data['seq'] === seq, `${what} tells the account's seq ${seq}`)
  const expected = answerView(world.book, same?.events ?? record.events)
  mustEqual(data, { ...expected, seq, projection_seq: String(record.seq) }, what)
}

function offered({ book }: World, { offer, named }: Verdict, data: View): void {
  const digits = book.symbolsById.get(offer?.symbolId ?? 0)?.digits ?? 0
  const [bid, ask] = [decimalText(offer?.bid ?? 0, digits), decimalText(offer?.ask ?? 0, digits)]
  const until = new Date((offer?.at ?? 0) + HOLDS_MS).toISOString()
  mustEqual(data, { bid, ask, quote_id: data['quote_id'], until }, 'a requote')
  named?.(String(data['quote_id']))
}
