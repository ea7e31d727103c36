import t from 'tap'
import { scratch } from '../given/desk.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'
import { CHEAP_SERVER, pause, ServerProcess } from './server-process.js'

// A server that is killed while it sends e-mails: each that was asked for arrives, and one that arrives twice is known
// by its Message-ID. `node dist/test/crash/mail-crash.test.js 20` kills it so often.

const KILLS = Number(process.argv[2] ?? 1)
const EMAILS = 12
const LOOK_MS = 2

t.setTimeout(0)

t.test('no e-mail is lost, and a repeat has the id of the first', async (t) => {
  const dataDir = scratch(t)
  const peer = await SmtpPeer.start(t)
  const env = { TRUST_PROXY: '127.0.0.1' }
  const start = () => ServerProcess.start({ dataDir, env, script: CHEAP_SERVER })
  let server = await start()
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const made = await server.ask('POST /admin/v1/mail-servers', staff, peer.record)
  t.equal(made.status, 200)
  const asked: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const already = peer.taken.length
    for (let n = 0; n < EMAILS; n++) {
      const email = `u${kill}x${n}@example.com`
      const answer = await fetch(`http://127.0.0.1:${server.port}/trader/v1/register/code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${kill}.${n}` },
        body: JSON.stringify({ email }),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
      asked.push(email)
    }
    // Between the first and the last, now and then when none has gone.
    while (peer.taken.length < already + (kill % 4)) await pause(LOOK_MS)
    await server.kill()
    server = await start()
  }
  const arrived = () => new Set(peer.taken.flatMap(({ to }) => to))
  while (arrived().size < asked.length) await peer.until(peer.taken.length + 1)
  t.same([...arrived()].sort(), [...asked].sort())
  const ids = new Map<string, Set<string | undefined>>()
  for (const { to, mime } of peer.taken) {
    const [address = ''] = to
    ids.set(address, (ids.get(address) ?? new Set()).add(mime.messageId))
  }
  t.ok([...ids.values()].every(({ size }) => size === 1))
  t.equal(new Set([...ids.values()].flatMap((one) => [...one])).size, asked.length)
  t.ok(peer.taken.length - asked.length <= 4 * KILLS, 'what was under way at a kill, once more')
  t.equal((await server.terminate()).code, 0)
})
