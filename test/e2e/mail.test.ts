import t, { type Test } from 'tap'
import { WholeServer } from '../given/fronts/whole-server.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'

// Mail over a whole server: a file on its way from a draft to a download, sockets that hear of it, e-mails beside it.

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const server = await WholeServer.shared()

/** A new group below `demo`. */
async function group(name: string): Promise<string> {
  const path = `demo\\${name}`
  await server.done('POST /admin/v1/groups', { path })
  return path
}

/** A mail server of the brokerage, until the test ends. */
async function mailServer(t: Test): Promise<SmtpPeer> {
  const peer = await SmtpPeer.start(t)
  const { id } = await server.done('POST /admin/v1/mail-servers', peer.record)
  t.teardown(() => server.done(`DELETE /admin/v1/mail-servers/${id}`))
  return peer
}

t.test('a trader asks with a file, and staff answer, by e-mail too', async (t) => {
  const asking = await group('asking')
  const { login, headers } = await server.account(asking)
  const open = (path: string, as: Readonly<Record<string, string>>) =>
    WsClient.open({ port: server.port, path, headers: as })
  const phone = await open('/trader/v1/socket', headers)
  const desk = await open('/admin/v1/socket', { ...server.staff, origin: server.origin })
  const upload = (id: number, content: Buffer, name: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    return fetch(`${server.origin}/trader/v1/mail/drafts/${id}/attachments`, {
      method: 'POST',
      headers,
      body: form,
    })
  }
  const draft = (await server.ask('POST /trader/v1/mail/drafts', headers, { subject: 'Draft' }))
    .data
  t.equal((await upload(draft.id, PNG, 'shot.exe')).status, 400)
  t.equal((await upload(draft.id, Buffer.from('no picture'), 'shot.png')).status, 400)
  t.equal((await upload(draft.id + 1, PNG, 'shot.png')).status, 404)
  t.equal((await upload(draft.id, PNG, 'shot.png')).status, 200)
  const two = (await (await upload(draft.id, PNG, 'two.png')).json()) as {
    data: { attachments: { id: number }[] }
  }
  const gone = two.data.attachments[1]?.id
  const path = `DELETE /trader/v1/mail/drafts/${draft.id}/attachments/${gone}`
  t.match((await server.ask(path, headers)).data.attachments, { length: 1 })
  t.equal((await server.ask(path, headers)).status, 404)
  const question = { to: 1, subject: 'Look', body: 'at <this>', draft_id: draft.id }
  t.equal((await server.ask('POST /trader/v1/mail', headers, question)).status, 200)

  const heard = (await desk.event('mail')).data as Record<string, never>
  t.match(heard, {
    subject: 'Look',
    from: login,
    attachments: [{ name: 'shot.png', size: PNG.length }],
  })
  const { id, attachments } = heard as unknown as { id: number; attachments: { id: number }[] }
  const file = await fetch(
    `${server.origin}/admin/v1/mail/${id}/attachments/${attachments[0]?.id}`,
    { headers: server.staff },
  )
  t.equal(file.headers.get('content-type'), 'image/png')
  t.match(file.headers.get('content-disposition'), /^attachment; filename="shot.png"/)
  t.same(Buffer.from(await file.arrayBuffer()), PNG)
  const of = (at: string) => server.ask(`GET /trader/v1/mail/${id}/attachments/${at}`, headers)
  t.equal((await of(String(attachments[0]?.id))).status, 404, 'the copy of somebody else')

  const peer = await mailServer(t)
  const account = (await server.ask(`GET /admin/v1/accounts/${login}`)).data
  await server.done(`PATCH /admin/v1/accounts/${login}`, {
    version: account.version,
    email: 'ada@example.com',
  })
  const answer = {
    subject: 'Dear {{name}}',
    body: 'Done, {{login}}.',
    to_group: asking,
    email: true,
    reply_to: id,
  }
  t.match(await server.done('POST /admin/v1/mail', answer), { emailed: 1 })
  t.match((await phone.event('mail')).data, { subject: 'Dear Ada', body: `Done, ${login}.` })
  const [sent] = await peer.until(1)
  t.same(sent?.to, ['ada@example.com'])
  t.match(sent?.mime, { subject: 'Dear Ada', text: `Done, ${login}.\n` })
  const done = async () => {
    for (;;) {
      const { delivered, total } = (await desk.event('mail_delivery')).data as Record<
        string,
        number
      >
      if (delivered === total) return total
    }
  }
  t.ok(((await done()) ?? 0) >= 1)
  for (const socket of [phone, desk]) socket.destroy()
})

t.test(
  'a name that makes a mail longer than an e-mail may be holds up no other mail',
  async (t) => {
    const path = await group('named')
    const peer = await mailServer(t)
    for (const [name, email] of [
      ['\u{1d400}'.repeat(127), 'long@example.com'],
      ['Ada', 'ada@example.com'],
    ]) {
      const { login } = await server.account(path)
      const { version } = (await server.ask(`GET /admin/v1/accounts/${login}`)).data
      await server.done(`PATCH /admin/v1/accounts/${login}`, { version, name, email })
    }
    const mail = { to_group: path, email: true }
    const greeted = { ...mail, subject: `{{name}}, ${'\u{1d400}'.repeat(130)}`, body: 'Hello.' }
    t.match(await server.done('POST /admin/v1/mail', greeted), { emailed: 2 })
    // Some 1.05 million characters of a name.
    const named = { ...mail, subject: 'Names', body: '{{name}}'.repeat(4_200) }
    t.match(await server.done('POST /admin/v1/mail', named), { emailed: 2 })
    t.match(await server.done('POST /admin/v1/mail', { ...mail, subject: 'Plain' }), { emailed: 2 })
    const taken = await peer.until(6)
    const subjects = taken.map(({ mime }) => mime.subject?.slice(0, 5))
    t.equal(subjects.filter((subject) => subject === 'Plain').length, 2)
  },
)

t.test('a repeat under the same key sends nothing again', async (t) => {
  const { login, headers } = await server.account()
  const key = { ...server.staff, 'idempotency-key': '0b5a4c0e-6a51-4b3f-9d0a-3f1c2d4e5f60' }
  const mail = { subject: 'Once', to_logins: [login] }
  const first = await server.ask('POST /admin/v1/mail', key, mail)
  t.match(first, { status: 200 })
  t.same((await server.ask('POST /admin/v1/mail', key, mail)).data, first.data)
  t.equal((await server.ask('GET /trader/v1/mail', headers)).data.total, 1)
})
