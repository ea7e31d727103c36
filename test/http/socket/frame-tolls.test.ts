import t from 'tap'
import {
  ADDRESS_POINTS,
  BYTES_PER_POINT,
  CONTROL_FRAME_RATE,
  FLOOD_TICK_MS,
  FRAMES_PER_TICK_MAX,
  UNSIGNED_CONTROL_FRAMES_MAX,
} from '../../../engine/limits/floods.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { FloodGuard } from '../../../http/server/flood-guard.js'
import type { Connection } from '../../../http/socket/connection.js'
import { FrameToll } from '../../../http/socket/frame-toll.js'
import { FrameTolls, TOLL } from '../../../http/socket/frame-tolls.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { clientFrame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'

// Frames that cost more than anybody has a use for, without rates, of real sockets from this machine.

const NOTHING = Buffer.alloc(0)

function flood(client: WsClient, opcode: number, count: number): void {
  client.write(Buffer.concat(Array(count).fill(clientFrame(opcode, NOTHING))))
}

t.test('pings and pongs have a rate, and before the sign-in hardly any', async (t) => {
  const front = await SocketFront.start(t)
  for (const opcode of [OPCODE.ping, OPCODE.pong]) {
    const stranger = await front.open()
    flood(stranger, opcode, UNSIGNED_CONTROL_FRAMES_MAX)
    const trader = await front.connect()
    flood(trader, opcode, CONTROL_FRAME_RATE.burst)
    const [shard] = front.shards
    const before = shard?.frames.length ?? 0
    trader.send({ id: 1, op: 'ping' })
    await shard?.until(() => shard.frames.length > before)
    t.same([stranger.closed, trader.closed], [null, null])
    front.clock.advance(1000)
    flood(trader, opcode, CONTROL_FRAME_RATE.perSecond)
    flood(trader, opcode, 1)
    flood(stranger, opcode, 1)
    t.match(await stranger.closing(), { code: 4029, why: 'too_many_requests' })
    t.match(await trader.closing(), { code: 4029 })
  }
  t.equal(front.floods.ended, 4)
})

t.test('a flood is cut at once, whatever it is made of and whoever sends it', async (t) => {
  const front = await SocketFront.start(t)
  const other = await front.connect()
  for (const opcode of [OPCODE.text, OPCODE.binary, OPCODE.ping, OPCODE.pong]) {
    for (const client of [await front.open(), await front.connect()]) {
      flood(client, opcode, 2 * FRAMES_PER_TICK_MAX)
      await client.closing()
    }
  }
  t.equal(front.counts.all, 1)
  t.equal(other.closed, null)
})

t.test('an address pays for the frames of all its sockets and for their bytes', (t) => {
  const clock = new ManualClock()
  const floods = new FloodGuard(clock, new ClientAddress([]))
  const tolls = new FrameTolls(clock, floods)
  const socket = (address: string) =>
    ({ toll: new FrameToll(), address, state: { kind: 'live' } }) as unknown as Connection
  /**
   * Sends `frames` frames of `bytes` bytes on two sockets in each tick. Returns the seconds until a socket is closed; null
   * if both are open after 20 seconds.
   */
  const seconds = (address: string, frames: number, bytes: number): number | null => {
    const sockets = [socket(address), socket(address)]
    for (let tick = 0; tick < 400; tick++) {
      clock.advance(FLOOD_TICK_MS)
      for (const one of sockets) {
        for (let n = 0; n < frames; n++) {
          if (tolls.frame(one, bytes) === TOLL.cut) return (tick * FLOOD_TICK_MS) / 1000
        }
      }
    }
    return null
  }
  const { perSecond, burst } = ADDRESS_POINTS
  const allowed = (perSecond * FLOOD_TICK_MS) / 1000 / 2
  t.equal(
    seconds('192.0.2.1', allowed, 0),
    null,
    'an address may send at the rate that is refilled',
  )
  // At twice the rate that is refilled, the burst lasts as long as it takes to refill it.
  const lasts = burst / perSecond
  t.ok(Math.abs((seconds('192.0.2.2', 1, 2 * (allowed - 1) * BYTES_PER_POINT) ?? 0) - lasts) <= 0.1)
  t.ok(Math.abs((seconds('192.0.2.3', 1.5 * allowed, 0) ?? 0) - 2 * lasts) <= 0.1)
  tolls.stop()
  t.end()
})
