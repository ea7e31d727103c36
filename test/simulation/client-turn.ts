import type { ShardAsk } from '../../wire/thread/messages.js'
import { DOER } from '../given/desk.js'
import { encodeFrame, type GivenShard } from '../given/floors/shard.js'
import type { AskedCause } from './cause.js'
import { type AskedById, hearTurn } from './hearing.js'
import type { ShardHost, TurnFault } from './host.js'
import { must } from './must.js'
import { Terminal } from './terminal.js'
import type { WatchedAccount, World } from './world.js'

const TERMINALS_MAX = 3
/** Far more than the holdings of a shard's accounts can come to. */
const RECORDS_MAX = 3000

/**
 * A turn in which some clients of one shard act at the same time. Answers how much was told, or undefined.
 */
export function clientTurn(world: World, host: ShardHost): number | undefined {
  const { rig } = host
  must(rig !== undefined, 'a turn has a shard')
  const { prng } = world
  const asks: AskedById = new Map()
  const some = () => {
    for (let count = 1 + prng.below(6); count > 0; count--) {
      const login = host.logins[prng.below(host.logins.length)] as number
      act({ world, host, rig, watched: world.watch(login), asks })
      if (prng.below(8) === 0) {
        if (prng.below(2) === 0) host.endDays(rig, 256, false)
        rig.passOn()
      }
    }
  }
  return runTurn(world, host, rig, some, asks, false)
}

/** Prices moved, or time passed, and nobody asks for anything: as the worker's turn of each second. */
export function quietTurn(world: World, host: ShardHost): number | undefined {
  const { rig } = host
  must(rig !== undefined, 'a turn has a shard')
  return runTurn(world, host, rig, () => undefined, new Map(), true)
}

/** A slice of what is due since midnight, small enough that others come in between. */
export function daysTurn(world: World, host: ShardHost): number | undefined {
  const { rig } = host
  must(rig !== undefined, 'a turn has a shard')
  const work = () => {
    host.endDays(rig, 1 + world.prng.below(400), true)
    host.judge(rig, 256)
  }
  return heardTurn(world, host, rig, work, new Map(), faultOf(world))
}

/** A turn like the worker's: work that is due is done first, and the rest of it after the requests. */
function runTurn(
  world: World,
  host: ShardHost,
  rig: GivenShard,
  requests: () => void,
  asks: AskedById,
  retries: boolean,
): number | undefined {
  const { prng } = world
  const most = prng.below(3) === 0 ? 1 + prng.below(4) : 256
  const before = rig.counters.sequence
  const work = () => {
    let hasMore = host.look(rig, most)
    requests()
    hasMore = host.judge(rig, most) || hasMore
    while (hasMore) {
      passOn(rig, before)
      hasMore = host.look(rig, most)
      if (prng.below(4) === 0) requests()
      hasMore = host.judge(rig, most) || hasMore
    }
    if (!retries) return
    rig.margin.retry()
    while (host.judge(rig, most, true)) passOn(rig, before)
  }
  return heardTurn(world, host, rig, work, asks, faultOf(world))
}

/** Lets the shard go on with what is due; a turn that never comes to an end breaks a promise. */
function passOn(rig: GivenShard, before: number): void {
  const records = rig.counters.sequence - before
  must(records < RECORDS_MAX, `a turn that has made ${records} records comes to an end`)
  rig.passOn()
}

function heardTurn(
  world: World,
  host: ShardHost,
  rig: GivenShard,
  work: () => void,
  asks: AskedById,
  fault: TurnFault | undefined,
): number | undefined {
  const told = host.turn(rig, work, fault)
  if (told === undefined) {
    host.openDisk()
    world.fold(host, false)
    world.stop(host)
    return undefined
  }
  return hearTurn(world, host, told, asks)
}

interface Acting {
  readonly world: World
  readonly host: ShardHost
  readonly rig: GivenShard
  readonly watched: WatchedAccount
  readonly asks: AskedById
}

function faultOf({ prng }: World): TurnFault | undefined {
  const choice = prng.below(250)
  if (choice === 0) return 'crash'
  if (choice === 1) return { commit: 'lost' }
  if (choice === 2) return { commit: 'kept' }
  if (choice === 4) return 'crash_kept'
  if (choice === 3) return { commit: prng.below(900) }
  return undefined
}

function act(acting: Acting): void {
  const { world, rig, watched } = acting
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
  else request(acting, terminal)
}

function request({ world, host, rig, watched, asks }: Acting, terminal: Terminal): void {
  const { trader } = watched
  const asked = trader.next(
    world.book,
    world.clock.at,
    host.reference.offersTo(watched.naive.login),
  )
  const isTrade = asked.op === 'trade'
  const cause: AskedCause = { kind: 'asked', asked, readOnly: isTrade && terminal.readOnly }
  host.causes.push(cause)
  if (isTrade) frame(rig, terminal, cause, 'trade', asked.body)
  else balance(rig, cause, asks)
}

function balance(rig: GivenShard, cause: AskedCause, asks: AskedById): void {
  const { asked } = cause
  const id = asks.size + 1
  asks.set(id, cause)
  const request = { ...asked.body, by: DOER }
  rig.ask(id, { op: 'balance', request } as unknown as ShardAsk)
}

function frame(
  rig: GivenShard,
  terminal: Terminal,
  asked: AskedCause | null,
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
function dial(world: World, rig: GivenShard, watched: WatchedAccount): void {
  const { prng } = world
  if (watched.terminals.size >= TERMINALS_MAX) return
  const { ledger } = watched
  const codec = prng.below(2) === 0 ? 'json' : 'msgpack'
  const readOnly = prng.below(10) === 0
  const socket = rig.socket({ login: ledger.login, codec, readOnly })
  rig.sockets.touch(rig.account(ledger.login))
  const terminal = new Terminal(socket, readOnly, ledger, world)
  const known = watched.gone[prng.below(2)]
  watched.terminals.add(terminal)
  if (known === undefined || prng.below(3) === 0) frame(rig, terminal, null, 'snapshot', {})
  else {
    terminal.knowing(known)
    frame(rig, terminal, null, 'resume', { seq: String(terminal.seq) })
  }
}

/** Ends the socket; frames that were told to it before in the same turn still come, and are dropped. */
function hangUp(rig: GivenShard, terminal: Terminal): void {
  rig.parts.closeSocket(terminal.socket)
  terminal.hungUp = true
}
