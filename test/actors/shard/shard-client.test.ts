import t from 'tap'
import { ShardClient } from '../../../actors/shard/shard-client.js'

t.test('a shard whose thread is not there takes nothing, and harms nobody', async (t) => {
  const fail = (): void => {
    t.fail('nobody is there to tell anything')
  }
  const client = new ShardClient(0, { onBatch: fail, onMessage: fail, onDeath: fail })
  t.equal(client.frame(1, Buffer.from('{}')), false)
  t.match(await client.ask('moneys', { logins: [1001] }), { ok: false, code: 'unavailable' })
  client.credit(1)
  client.valueAgain(1)
  client.closeSocket(1)
  t.equal(client.waitingBytes, 0)
  const session = { codec: 'json', read_only: false, reason: 'client', session: '' } as const
  client.openSocket(1, { login: 1001, ...session })
  // What was said leaves at the end of the turn.
  await new Promise((resolve) => setImmediate(resolve))
  client.post({ type: 'halt', reason: '' })
  await client.kill()
  await client.stop()
})
