import t from 'tap'
import type { SentOrderMessage } from '../../../../actors/links/fix/order-reports.js'
import { SentMessages } from '../../../../actors/links/fix/sent-messages.js'
import { SENT } from '../gateways/given-gateway.js'

// Goal: of what a session has sent, the newest is found again, and what waits for an answer is told.

const order = (id: string) => ({ ...SENT, id })
const message = (type: SentOrderMessage['type'], id: string): SentOrderMessage => ({
  type,
  order: order(id),
})
const unanswered = (sent: SentMessages): string[] => sent.unanswered.map(({ id }) => id)

t.test('a message is found by its number and its order by its id, whatever it asks', async (t) => {
  const sent = new SentMessages()
  const types = ['D', 'F', 'G', 'H'] as const
  for (const [at, type] of types.entries()) sent.sent(at + 1, message(type, `o${at + 1}`))
  for (const [at, type] of types.entries()) {
    t.same(sent.sentAs(at + 1), message(type, `o${at + 1}`))
    t.same(sent.order(`o${at + 1}`), order(`o${at + 1}`))
  }
  t.same([sent.sentAs(5), sent.order('o5')], [undefined, undefined])
  t.same(sent.unanswered, [order('o1'), order('o3'), order('o4')], 'a cancel waits for its order')
})

t.test('a report answers what was sent, and only a status what was asked for', async (t) => {
  const sent = new SentMessages()
  for (const type of ['D', 'G', 'H'] as const) sent.sent(1, message(type, type))
  sent.sent(2, message('D', 'D2'))
  sent.heard('D', false)
  t.same(unanswered(sent), ['G', 'H', 'D2'])
  sent.heard('G', false)
  sent.heard('H', false)
  sent.heard('nobody', true)
  t.same(unanswered(sent), ['H', 'D2'])
  sent.heard('H', true)
  sent.heard('D2', true)
  t.same(unanswered(sent), [])
  t.same(sent.order('H'), order('H'), 'more of it may come still')
})

t.test('an order that has ended is neither known nor waited for', async (t) => {
  const sent = new SentMessages()
  sent.sent(1, message('H', 'a'))
  sent.sent(2, message('D', 'b'))
  sent.ended('a')
  t.same([unanswered(sent), sent.order('a')], [['b'], undefined])
  t.same([sent.order('b'), sent.sentAs(1)], [order('b'), message('H', 'a')])
})

t.test('the newest 8192 messages and 32768 orders are kept, and those that wait too', async (t) => {
  const sent = new SentMessages()
  const send = (seq: number) => sent.sent(seq, message('D', `o${seq}`))
  for (let seq = 1; seq <= 8_192; seq++) send(seq)
  t.ok(sent.sentAs(1))
  send(8_193)
  t.same([sent.sentAs(1), sent.sentAs(2)], [undefined, message('D', 'o2')])
  for (let seq = 8_194; seq <= 32_768; seq++) send(seq)
  t.same(
    [sent.order('o1'), unanswered(sent).length, unanswered(sent)[0]],
    [order('o1'), 32_768, 'o1'],
  )
  send(32_769)
  t.same([sent.order('o1'), sent.order('o2')], [undefined, order('o2')])
  t.same([unanswered(sent).length, unanswered(sent)[0]], [32_768, 'o2'])
})
