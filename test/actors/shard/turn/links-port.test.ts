import { once } from 'node:events'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import t from 'tap'
import { LinksPort } from '../../../../actors/shard/turn/links-port.js'
import type { FromGateways, ToGateway } from '../../../../wire/thread/provider-messages.js'

function given() {
  const turns: FromGateways[] = []
  const later: (() => void)[] = []
  const links = new LinksPort({
    turn: (message) => turns.push(message),
    later: (run) => later.push(run),
  })
  t.teardown(() => links.close())
  return { links, turns: () => turns.splice(0), later }
}

const order = { id: '1-2-3' }
const message = (what: ToGateway['what']) => ({ what, gateway: 3, order }) as unknown as ToGateway
const REPORTS: FromGateways = { type: 'reports', at: 1, reports: [] }
const NOBODY: FromGateways = { type: 'gateways', online: [] }

t.test('a turn sends its messages when it is told to, and how many reports were read', (t) => {
  const { links } = given()
  const { port1, port2 } = new MessageChannel()
  links.attach(port1)
  links.push(message('place'))
  links.push(message('cancel'))
  const first = links.take()
  links.push(message('ask'))
  links.read(4)
  t.equal(receiveMessageOnPort(port2), undefined, 'its turn is not durable yet')
  links.send(first)
  links.send(links.take())
  links.send(links.take())
  const sent = [1, 2, 3].map(() => receiveMessageOnPort(port2)?.message)
  t.same(sent, [
    { messages: [message('place'), message('cancel')], read: 0 },
    { messages: [message('ask')], read: 4 },
    undefined,
  ])
  port2.postMessage(REPORTS)
  t.same([links.next(), links.next()], [REPORTS, undefined])
  t.end()
})

t.test('without a links thread orders and changes are answered as not sent', (t) => {
  const { links, turns, later } = given()
  for (const what of ['place', 'change', 'cancel', 'ask', 'forget', 'taken'] as const) {
    links.push(message(what))
  }
  links.send(links.take())
  t.same(turns(), [], 'the turn is still open')
  for (const run of later.splice(0)) run()
  const unsent = {
    gateway: 3,
    number: 0,
    order: '1-2-3',
    state: 'unsent',
    external_id: '',
    execution: null,
    total: 0,
    average: 0,
    text: '',
  }
  t.same(turns(), [{ type: 'reports', at: 0, reports: [unsent, unsent] }])
  links.push(message('ask'))
  links.send(links.take())
  t.same(later, [])
  t.end()
})

t.test(
  'a links thread that ends takes its gateways offline, unless another one has begun',
  async (t) => {
    const { links, turns } = given()
    const [first, second] = [new MessageChannel(), new MessageChannel()]
    links.attach(first.port1)
    links.attach(second.port1)
    await once(first.port2, 'close')
    t.same(turns(), [])
    const closed = once(second.port1, 'close')
    second.port2.close()
    await closed
    t.same(turns(), [NOBODY])
    t.equal(links.next(), undefined)
  },
)
