import t from 'tap'
import { DealingDesk } from '../../../../http/readers/dealing-desk.js'
import { dealingOps } from '../../../../http/socket/staff/dealing-ops.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'

const ROW = { id: 7, group: 'demo\\standard', taken_by: null }

t.test(
  "a dealer's operations reach the shard as they are called, and its socket the desk",
  async (t) => {
    const asked: unknown[] = []
    const posted: unknown[] = []
    const shard = {
      shard: 0,
      ready: true,
      ask: async (op: string, { by, ...act }: { by: object }) => {
        asked.push([op, act])
        return { ok: true, value: 'done' }
      },
      post: (message: unknown) => posted.push(message),
    }
    const desk = new DealingDesk([shard as never], () => 'request')
    const family = new GivenFamily(dealingOps(desk))
    const dealer = new StaffReader(1, ['dealing'])
    family.ops.enter?.(dealer.connection, dealer.live.session)
    const dealers = [{ login: 501, scope: ['*'], sees_staff: false }]
    t.strictSame(posted.splice(0), [{ type: 'dealers', dealers }])
    desk.onDealing(0, { type: 'request', row: ROW, offered: null } as never)
    t.strictSame(dealer.heard(), [{ event: 'dealing.request', data: ROW }])
    t.strictSame(family.bounded, [1], 'what it does not read is looked at')
    const args = {
      take: { id: 7 },
      confirm: { id: 7, price: '1.1' },
      reject: { id: 7, text: 'no' },
      requote: { id: 7, price: '1.2' },
      return: { id: 7 },
    }
    for (const [act, sent] of Object.entries(args)) {
      const op = `dealing.${act}`
      t.strictSame(family.ops.ops[op]?.rights, ['dealing'])
      t.match(await family.ask(dealer, op, { ...sent, id: 'x' }), { code: 'invalid_input' })
      t.strictSame(await family.ask(dealer, op, sent), { ok: true, data: 'done' })
      t.strictSame(asked.splice(0), [['dealing', { act, price: '', text: '', ...sent }]])
    }
    t.match(await family.ask(dealer, 'dealing.take', { id: 8 }), { ok: false, code: 'not_found' })
    family.ops.leave?.(dealer.connection)
    t.strictSame(posted, [{ type: 'dealers', dealers: [] }])
  },
)
