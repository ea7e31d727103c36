import type { LoadCommands } from '../../../bench/load/main.js'
import type { FollowResult } from '../../../bench/load/stream-follower.js'
import type { TrafficResult } from '../../../bench/load/traffic.js'
import { Remote } from '../../../bench/remote.js'
import type { TraderSession } from '../../crash/server-rest.js'
import { type Field, found, type Scenario } from '../scenario.js'
import { HANGS_MAX, HOOKS, hook, receiver } from './webhooks.js'

/** Each trader stays below the rate of one account; together they make 10,000 events a second, three with each order. */
const TRADERS = 25
const ORDERS_PER_SEC = 3_400
const EVENTS_PER_SEC = 10_000
const IN_FLIGHT = 64
const DELAY_MAX_MS = 1_000
const NAME = 'event-flood'
const PATHS = { path: '/admin/v1/socket', traderPath: '/trader/v1/socket' }

interface Kept {
  readonly traders: readonly TraderSession[]
  readonly madeAt: number
}

export const eventFlood: Scenario = {
  name: NAME,
  tries:
    'traders make 10,000 events a second; a program follows them, and webhooks send them, one to a receiver that hangs',
  async prepare(field) {
    const traders: TraderSession[] = []
    const count = field.size(TRADERS, 3) + 1
    while (traders.length < count) traders.push(await field.trader('9000000'))
    field.kept.set(NAME, { traders, madeAt: performance.now() } satisfies Kept)
  },
  async attack(field) {
    const traders = await tradersOf(field)
    const [taking, silent] = [await receiver('take'), await receiver('hang')]
    const hooks = [await hook(field, taking.url), await hook(field, silent.url)]
    try {
      const { traffic, followed } = await flooded(field, traders)
      const events = followed.events / followed.seconds
      return found(
        traffic.refused > 0 && `${traffic.refused} orders were refused: ${traffic.firstRefusal}`,
        !field.isSmall && events < EVENTS_PER_SEC && `only ${Math.round(events)} events/s came`,
        followed.events === 0 && 'no event came',
        !field.isSmall && followed.waitedMs > DELAY_MAX_MS && 'the follower is a second behind',
        taking.paths.length === 0 && 'the receiver that takes everything was sent nothing',
        silent.paths.length > HANGS_MAX && `${silent.paths.length} requests hang at a time`,
      )
    } finally {
      for (const { data } of hooks) {
        await field.server.ask(`DELETE ${HOOKS}/${data.id}`, field.staff)
      }
      taking.stop()
      silent.stop()
    }
  },
}

async function flooded(
  field: Field,
  traders: readonly TraderSession[],
): Promise<{ traffic: TrafficResult; followed: FollowResult }> {
  const { server, staff } = field
  const { port } = server
  const [probe, ...others] = traders as [TraderSession, ...TraderSession[]]
  const asked = { name: `Flood ${performance.now()}`, ip_allow: ['127.0.0.1'] }
  const { data: key } = await server.ask('POST /admin/v1/api-keys', staff, asked)
  const { login, accessToken: token } = probe
  // Each in a process of its own: orders that wait for the receivers would be sent all at once.
  const [sending, following] = [startLoad(), startLoad()]
  try {
    await following.call('openFollower', { ...PATHS, port, key: String(key['key']), login, token })
    await sending.call('openSockets', {
      port,
      path: PATHS.traderPath,
      protocol: 'openfloor.json',
      tokens: others.map(({ accessToken }) => accessToken),
      signIn: 'header',
    })
    const spec = { warmUpSec: 0, seconds: field.size(10, 1) }
    const rate = field.size(ORDERS_PER_SEC, 30)
    const [traffic, followed] = await Promise.all([
      sending.call('traffic', { mix: 'orders', inFlight: IN_FLIGHT, rate, ...spec }),
      following.call('follow', { seconds: spec.seconds }),
    ])
    return { traffic, followed }
  } finally {
    await Promise.all([sending.stop(), following.stop()])
    await server.ask(`DELETE /admin/v1/api-keys/${key['id']}`, staff)
  }
}

const startLoad = () =>
  new Remote<LoadCommands>(new URL('../../../bench/load/main.js', import.meta.url))

const TOKEN_MS = 600_000

/** Their sessions go on over a restart; tokens are renewed if other scenarios took long. */
async function tradersOf(field: Field): Promise<readonly TraderSession[]> {
  if (!field.kept.has(NAME)) await eventFlood.prepare?.(field)
  const { traders, madeAt } = field.kept.get(NAME) as Kept
  if (performance.now() - madeAt < TOKEN_MS) return traders
  const renewed: TraderSession[] = []
  for (const one of traders) renewed.push(await field.server.refreshTrader(one))
  field.kept.set(NAME, { traders: renewed, madeAt: performance.now() } satisfies Kept)
  return renewed
}
