import t from 'tap'
import { LoginEvents } from '../../../http/socket/login-events.js'
import { JobEvents } from '../../../http/socket/staff/job-events.js'
import type { JobFacts } from '../../../wire/stored/stored-job.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

const OWNER = 501

const facts = (id: number, done: number, over: Partial<JobFacts> = {}): JobFacts => ({
  id,
  owner: OWNER,
  kind: 'accounts.export',
  state: 'running',
  done,
  total: 900,
  error: '',
  created_at: Date.parse('2026-03-02T10:00:00Z'),
  starts_at: null,
  started_at: null,
  finished_at: null,
  ...over,
})

/** Everything that came before the reply to a ping. */
async function heard(client: WsClient): Promise<{ id: number; done: number; state: string }[]> {
  return (await client.heard()).map(({ data }) => data) as never[]
}

t.test('an owner hears of its jobs at most twice a second, and of the end of each', async (t) => {
  const clock = new ManualClock()
  const front = await SocketFront.start(t)
  const sockets = { trader: front.sockets.live, staff: front.staff.live }
  const { sessions } = front
  const events = new JobEvents(
    clock,
    new LoginEvents({ sessions, sockets: (side) => sockets[side] }),
  )
  events.heard(facts(6, 1))
  const own = [
    await front.connectStaff({ login: OWNER }),
    await front.connectStaff({ login: OWNER }, 'openfloor.msgpack'),
  ]
  const other = await front.connectStaff({ login: OWNER + 1 })
  for (let done = 1; done <= 100; done++) {
    events.heard(facts(7, done))
    events.heard(facts(8, done))
  }
  events.heard(facts(8, 900, { state: 'done' }))
  const told = async (): Promise<unknown[]> => {
    const [first, second] = [await heard(own[0] as WsClient), await heard(own[1] as WsClient)]
    t.same(second, first, 'both codecs')
    return first.map(({ id, done, state }) => [id, done, state])
  }
  t.same(await told(), [[7, 1, 'running']])
  clock.advance(499)
  t.same(await told(), [])
  clock.advance(1)
  t.same(await told(), [[8, 900, 'done']], 'the newest, and the last')
  clock.advance(500)
  t.same(await told(), [[7, 100, 'running']])
  clock.advance(5000)
  t.same(await told(), [])
  events.heard(facts(7, 900, { state: 'failed', error: 'why' }))
  t.same(await told(), [[7, 900, 'failed']], 'at once after a rest')
  t.same(await heard(other), [], "somebody else's")
})
