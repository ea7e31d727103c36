import t from 'tap'
import { WholeServer } from '../given/fronts/whole-server.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'

// A report at its time, over a whole server: its owner's socket hears of it, and it is e-mailed with its file.

t.test('a schedule runs a report, tells its owner, and e-mails it', async (t) => {
  // Ten seconds before a minute: until then all is set up.
  const start = new Date()
  start.setUTCHours(10, 59, 50, 0)
  const server = await WholeServer.start(t, { more: { CLOCK_START: start.toISOString() } })
  const { login } = await server.account()
  const peer = await SmtpPeer.start(t)
  await server.done('POST /admin/v1/mail-servers', peer.record)
  const socket = await WsClient.open({
    port: server.port,
    path: '/admin/v1/socket',
    headers: { ...server.staff, origin: server.origin },
  })
  const config = await server.done('POST /admin/v1/reports/configs', {
    name: 'Desk\\Money',
    module: 'balance_operations',
    params: { period: 'today' },
  })
  await server.done('POST /admin/v1/reports/schedules', {
    config_id: config['id'],
    cron: '* * * * *',
    format: 'csv',
    email_to: 'ada@example.com, bob@example.com',
  })
  for (let state = ''; state !== 'done'; ) {
    const data = (await socket.event('report_job')).data as Record<string, unknown>
    state = String(data['state'])
    if (state !== 'queued') t.equal(data['attempts'], 1)
    else t.equal(data['attempts'], 0)
  }
  await peer.until(2)
  t.same(peer.taken.flatMap(({ to }) => to).sort(), ['ada@example.com', 'bob@example.com'])
  const [first] = peer.taken
  t.match(first?.mime.subject, /^Report Desk\\Money of /)
  t.match(first?.mime.text, /rows: 2\n[\s\S]*amount: 110,000\.00/)
  const [file] = first?.mime.attachments ?? []
  t.match(file, { mimeType: 'text/csv', filename: /^balance_operations-\d+\.csv$/ })
  // The demo trader has some, too.
  const text = Buffer.from(file?.content as ArrayBuffer).toString('utf8')
  t.match(
    text,
    new RegExp(`^deal,time,login,[^]*\\r\\n\\d+,[^,]+,${login},[^]*,deposit,100000\\.00,`),
  )
  const { data } = await server.ask('GET /admin/v1/reports/jobs')
  const { id } = data.items[0]
  const answer = await fetch(`${server.origin}/admin/v1/reports/jobs/${id}/download`, {
    headers: server.staff,
  })
  t.equal(await answer.text(), text)
  t.match(answer.headers.get('content-security-policy'), /default-src 'none'.*sandbox/)
  t.match(answer.headers.get('content-type'), /^text\/csv/)
})
