import t from 'tap'
import {
  makeWebhookSecret,
  webhookKey,
  webhookSignature,
} from '../../../actors/webhooks/signature.js'

t.test('a secret has the prefix and 24 to 64 bytes in base64', (t) => {
  const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  const rows: [secret: string, length: number | undefined][] = [
    [secret(24), 24],
    [secret(64), 64],
    [secret(23), undefined],
    [secret(65), undefined],
    [secret(32).slice('whsec_'.length), undefined],
    ['whsec_not base64', undefined],
    [makeWebhookSecret(), 32],
  ]
  for (const [text, length] of rows) t.equal(webhookKey(text)?.length, length, text)
  t.end()
})

t.test('signs id, time and body with each secret', (t) => {
  const parts = { id: 'a-1', timestamp: 1_614_265_330, body: '{"a":1}' }
  const [one, other] = [makeWebhookSecret(), makeWebhookSecret()]
  const both = webhookSignature([one, other], parts).split(' ')
  t.same(both, [webhookSignature([one], parts), webhookSignature([other], parts)])
  t.match(both[0], /^v1,[A-Za-z0-9+/]{43}=$/)
  for (const change of [{ id: 'a-2' }, { timestamp: 1 }, { body: '{}' }]) {
    t.not(webhookSignature([one], { ...parts, ...change }), both[0])
  }
  t.end()
})
