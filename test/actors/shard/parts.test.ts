import t from 'tap'
import { LOGIN } from '../../given/account.js'
import { tradingShard } from '../../given/shard.js'

t.test('a socket that opens hears the money of its account, with the number it stands at', (t) => {
  const shard = tradingShard()
  const open = { login: LOGIN, codec: 'json', read_only: false, reason: 'client' } as const
  const told = shard.turn(() => shard.parts.openSocket(900, open))
  const { seq } = shard.account()
  t.match(told, [
    {
      ...{ kind: 'latest', target: 900 },
      value: { event: 'money', data: { seq: String(seq), balance: '10000.00' } },
    },
  ])
  t.equal(told.length, 1)
  t.same(
    shard.turn(() => undefined),
    [],
    'once',
  )
  t.end()
})
