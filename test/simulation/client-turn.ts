import type { ShardAsk } from '../../wire/messages.js'
import { DOER } from '../given/desk.js'
import { encodeFrame, type GivenShard } from '../given/shard.js'
import type { Asked } from './asked.js'
import { type AskedById, hearTurn } from './hearing.js'
import type { ShardHost, TurnFault } from './host.js'
import { must } from './must.js'
import { Terminal } from './terminal.js'
import type { Watched, World } from './world.js'

const TERMINALS_MAX = 3

/** What some clients of one shard do at the same time. Answers how much was told, or undefined. */
export function clientTurn(world: World, host: ShardHost): number | undefined {
  const { rig } = host
  must(rig !== undefined, 'a turn has a shard')
  const { prng } = world
  const asks: AskedById = new Map()
  const work = () => {
    for (let count = 1 + prng.below(6); count > 0; count--) {
      const login = host.logins[prng.below(host.logins.length)] as number
      act(world, rig, world.watch(login), asks)
      if (prng.below(8) === 0) rig.passOn()
    }
  }
  const told = host.turn(rig, work, faultOf(world))
  if (told === undefined) {
    world.stop(host)
    return undefined
  }
  return hearTurn(world, host, told, asks)
}

export function faultOf({ prng }: World): TurnFault | undefined {
  const choice = prng.below(250)
  if (choice === 0) return 'crash'
  if (choice === 1) return { commit: 'lost' }
  if (choice === 2) return { commit: 'kept' }
  if (choice === 4) return 'crash_kept'
  if (choice === 3) return { commit: prng.below(900) }
  return undefined
}

function act(world: World, rig: GivenShard, watched: Watched, asks: AskedById): void {
  const { prng } = world
  const choice = prng.below(100)
  const terminals = [...watched.terminals].filter((terminal) => !terminal.hungUp)
  const terminal = terminals[prng.below(Math.max(1, terminals.length))]
  if (terminal === undefined || choice < 4) dial(world, rig, watched)
  else if (terminal.wantsSnapshot || choice < 8) frame(rig, terminal, null, 'snapshot', {})
  else if (choice < 10) {
    const back = prng.below(prng.below(20) === 0 ? terminal.seq + 1 : 60)
    frame(rig, terminal, null, 'resume', { seq: String(Math.max(0, terminal.seq - back)) })
  } else if (choice < 12) hangUp(rig, terminal)
  else if (choice < 14) garbage(world, rig, terminal)
  else request(world, rig, watched, terminal, asks)
}

function request(
  world: World,
  rig: GivenShard,
  { trader }: Watched,
  terminal: Terminal,
  asks: AskedById,
): void {
  const asked = trader.next(world.book, world.clock.at)
  if (asked.op === 'trade') frame(rig, terminal, asked, 'trade', asked.body)
  else balance(rig, asked, asks)
}

function balance(rig: GivenShard, asked: Asked, asks: AskedById): void {
  const id = asks.size + 1
  asks.set(id, asked)
  const request = { ...asked.body, by: DOER }
  rig.ask(id, { op: 'balance', request } as unknown as ShardAsk)
}

function frame(
  rig: GivenShard,
  terminal: Terminal,
  asked: Asked | null,
  op: string,
  args: Readonly<Record<string, unknown>>,
): void {
  // The answer comes at the end of the turn, so it can be waited for after sending.
  terminal.pending.set(rig.send(terminal.socket, op, args), asked)
}

const GARBAGE = ['', '{', '[]', '{"id":1}', '{"id":1,"op":7}', 'null', '{"id":{},"op":"ping"}']

function garbage({ prng }: World, rig: GivenShard, terminal: Terminal): void {
  const text = GARBAGE[prng.below(GARBAGE.length)] as string
  rig.frames.handle(terminal.socket, Buffer.from(text))
  terminal.badFrames++
  const ping = encodeFrame(rig.codecs.get(terminal.socket) ?? 'json', { id: 'p', op: 'ping' })
  rig.frames.handle(terminal.socket, ping)
  terminal.pings++
}

/** A new terminal takes a snapshot, or goes on from what another one knew when it left. */
function dial(world: World, rig: GivenShard, watched: Watched): void {
  const { prng } = world
  if (watched.terminals.size >= TERMINALS_MAX) return
  const { ledger } = watched
  const codec = prng.below(2) === 0 ? 'json' : 'msgpack'
  const readOnly = prng.below(10) === 0
  const socket = rig.socket({ login: ledger.login, codec, readOnly })
  rig.sockets.touch(rig.account(ledger.login))
  const digits = (symbolId: number) => world.book.symbolsById.get(symbolId)?.digits ?? 0
  const terminal = new Terminal(socket, readOnly, ledger, digits)
  const known = watched.gone[prng.below(2)]
  watched.terminals.add(terminal)
  if (known === undefined || prng.below(3) === 0) frame(rig, terminal, null, 'snapshot', {})
  else {
    terminal.knowing(known)
    frame(rig, terminal, null, 'resume', { seq: String(terminal.seq) })
  }
}

/** What was told to it before in the same turn still comes, and is dropped. */
function hangUp(rig: GivenShard, terminal: Terminal): void {
  rig.sockets.close(terminal.socket)
  terminal.hungUp = true
}
