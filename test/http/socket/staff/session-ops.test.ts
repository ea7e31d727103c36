import t from 'tap'
import { sessionOps } from '../../../../http/socket/staff/session-ops.js'
import type { StaffRequest } from '../../../../http/socket/staff/staff-op.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'

t.test(
  'auth and logout are answered by the sessions, ping by the clock, to everybody',
  async (t) => {
    const clock = new ManualClock()
    const asked: unknown[] = []
    let isOver = false
    const frames = {
      auth: (...more: unknown[]) => asked.push(['auth', ...more]),
      logout: async (...more: unknown[]) => {
        asked.push(['logout', ...more])
        await Promise.resolve()
        isOver = true
      },
    }
    const { ops } = sessionOps(clock)({ frames } as never)
    const request = { connection: 'socket', id: 7, args: { access_token: 'x' } }
    const run = (op: string) => ops[op]?.run(request as unknown as StaffRequest)
    t.equal(run('auth'), 'answered')
    clock.advance(1500)
    t.strictSame(run('ping'), { ok: true, data: { at: new Date(clock.now()).toISOString() } })
    const out = run('logout')
    t.equal(isOver, false)
    t.equal(await out, 'answered')
    t.equal(isOver, true)
    t.strictSame(asked, [
      ['auth', 'socket', 7, { access_token: 'x' }],
      ['logout', 'socket', 7],
    ])
    t.strictSame(
      Object.entries(ops).map(([op, { rights }]) => [op, rights]),
      [
        ['auth', []],
        ['ping', []],
        ['logout', []],
      ],
    )
    t.end()
  },
)
