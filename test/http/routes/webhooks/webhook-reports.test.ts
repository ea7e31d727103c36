import t from 'tap'
import { WholeServer } from '../../../given/fronts/whole-server.js'
import { Receiver } from '../../../given/peers/receiver.js'
import { SmtpPeer } from '../../../given/peers/smtp-peer.js'

// Goal: staff learn of a webhook that the server disables, and settings are moved without secrets. The server is this
// file's own, since it gets a mail server.

const HOOKS = '/admin/v1/webhooks'
const TRANSFER = '/admin/v1/config/transfer'
const server = await WholeServer.start(t)
const figures = async () =>
  (await fetch(`${server.origin}/metrics`, { headers: { ...server.staff } })).text()

t.test('health, figures, journal and an e-mail tell of a webhook that was disabled', async (t) => {
  const peer = await SmtpPeer.start(t)
  await server.done('POST /admin/v1/mail-servers', peer.record)
  await server.patch('/admin/v1/accounts/1', { email: 'staff@example.com' })
  const receiver = await Receiver.start(t, '127.0.0.1')
  const body = { name: 'Ledger', url: receiver.url, kinds: ['deal'] }
  const { id } = await server.done(`POST ${HOOKS}`, body)
  await server.account()
  await receiver.until(() => receiver.events.length > 0)
  await server.until(`GET ${HOOKS}/${id}`, ({ data }) => data.last_success_at !== null)
  t.match(await figures(), /openfloor_webhook_delivered\{webhook="Ledger"\} 1/)
  receiver.react = () => 410
  await server.account()
  await server.until(`GET ${HOOKS}/${id}`, ({ data }) => data.status === 'disabled')
  const [email] = await peer.until(1)
  t.match(email?.to, ['staff@example.com'])
  t.match(email?.mime.text, 'Ledger')
  t.match(await figures(), /openfloor_webhook_disabled_by_server\{webhook="Ledger"\} 1/)
  const health = await (await fetch(`${server.origin}/health`)).text()
  t.match(health, 'The server disabled the webhook Ledger: its receiver answered 410.')
  const journal = await server.ask(`GET /admin/v1/journal?about=webhooks:${id}&limit=20`)
  t.match(JSON.stringify(journal.data), 'receiver answered 410')
  await server.done(`DELETE ${HOOKS}/${id}`)
})

t.test('a transfer takes webhooks without their secrets, and disabled', async (t) => {
  const url = 'https://crm.example/events'
  const { id, secret } = await server.done(`POST ${HOOKS}`, { name: 'CRM', url })
  const file = await server.done(`POST ${TRANSFER}/export`, { kinds: { webhooks: null } })
  t.match(file, { kinds: { webhooks: [{ name: 'CRM', url }] } })
  t.notMatch(JSON.stringify(file), String(secret))
  await server.done(`DELETE ${HOOKS}/${id}`)
  t.match(await server.done(`POST ${TRANSFER}/import`, { file }), { items: [{ action: 'create' }] })
  const { data } = await server.ask(`GET ${HOOKS}`)
  t.match(data, [{ name: 'CRM', url, enabled: false, owner: 1 }])
})
