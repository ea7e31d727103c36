import t from 'tap'
import {
  CONTROL_FRAME_RATE,
  FRAMES_PER_TICK_MAX,
  UNSIGNED_CONTROL_FRAMES_MAX,
} from '../../../engine/limits/floods.js'
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
