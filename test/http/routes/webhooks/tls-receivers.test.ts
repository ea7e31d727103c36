import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { ServerProcess, type StaffSession } from '../../../crash/server-process.js'
import { scratch } from '../../../given/desk.js'
import {
  AUTHORITY,
  EXPIRED_PAIR,
  LOCALHOST_PAIR,
  PAIR_A,
  SIGNED_PAIR,
} from '../../../given/key-pairs.js'
import { Receiver } from '../../../given/peers/receiver.js'

// Goal: a webhook over TLS is delivered to a receiver with a valid certificate for its name, and to no other one. The
// server trusts two authorities more, as an operator names them in NODE_EXTRA_CA_CERTS.

t.setTimeout(0)

interface Given {
  readonly server: ServerProcess
  readonly staff: StaffSession
}

type Tested = Readonly<Record<'delivered' | 'status' | 'error', unknown>>

/** A webhook to the receiver, and the result of its test. */
async function tried({ server, staff }: Given, receiver: Receiver, path: string) {
  const url = `https://localhost:${receiver.port}/${path}`
  const made = await server.ask('POST /admin/v1/webhooks', staff, {
    name: path,
    url,
    kinds: ['deal'],
  })
  const { id, secret } = made.data
  const { data } = await server.ask<Tested>(`POST /admin/v1/webhooks/${id}/test`, staff)
  return { result: data, secret: String(secret) }
}

async function given(t: Test): Promise<Given> {
  const dataDir = scratch(t)
  const trusted = join(scratch(t), 'authorities.pem')
  writeFileSync(trusted, `${LOCALHOST_PAIR.certificate}${AUTHORITY}`)
  const server = await ServerProcess.start({ dataDir, env: { NODE_EXTRA_CA_CERTS: trusted } })
  t.teardown(() => server.kill())
  return { server, staff: await server.signInStaff() }
}

t.test('webhooks over TLS reach only a receiver with a valid certificate', async (t) => {
  const its = await given(t)
  const right = await Receiver.start(t, '127.0.0.1', LOCALHOST_PAIR)
  const { result, secret } = await tried(its, right, 'valid')
  t.match(result, { delivered: true, status: 200 })
  for (const { body, headers } of right.requests) new Webhook(secret).verify(body, headers)

  const location = `https://localhost:${right.port}/elsewhere`
  right.react = () => ({ status: 308, headers: { location } })
  const redirected = await tried(its, right, 'redirect')
  t.match(redirected.result, { delivered: false, status: 308, error: /Redirects are not followed/ })
  t.equal(right.requests.length, 2)

  for (const [why, pair] of [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', PAIR_A],
    ['ERR_TLS_CERT_ALTNAME_INVALID', SIGNED_PAIR],
    ['CERT_HAS_EXPIRED', EXPIRED_PAIR],
  ] as const) {
    const wrong = await Receiver.start(t, '127.0.0.1', pair)
    const refused = await tried(its, wrong, why)
    const error = `The certificate of the receiver is not valid: ${why}.`
    t.match(refused.result, { delivered: false, status: null, error })
    t.same(wrong.requests, [], 'nothing is sent')
  }
})
