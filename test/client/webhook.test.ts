import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { OpenfloorError, verifyWebhook, type WebhookHeaders } from '../../client/index.js'
import { ROOT } from './example-project.js'
import { NO_PYTHON } from './python-client.js'

// Webhooks by the Standard Webhooks specification, in both libraries.

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const NOW_SEC = 1_614_265_330
const BODY = '{"type":"deal","timestamp":"2021-02-25T15:02:10.000Z","data":{"id":"a-1"}}'

function signed(secret: string, id: string, at: number, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}

interface Case {
  readonly says: string
  readonly secrets?: string | readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly at?: number
  /** `ok`, or the code of the refusal. */
  readonly gives: string
}

const RIGHT = {
  'webhook-id': 'a-1',
  'webhook-timestamp': String(NOW_SEC),
  'webhook-signature': signed(SECRET, 'a-1', NOW_SEC, BODY),
}
const { 'webhook-id': _, ...WITHOUT_ID } = RIGHT
const FORGED = `v1,${Buffer.alloc(32).toString('base64')}`

const CASES: readonly Case[] = [
  { says: 'a right signature', gives: 'ok' },
  {
    says: 'the vector of the specification',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    gives: 'ok',
  },
  { says: 'a secret without its prefix', secrets: SECRET.slice('whsec_'.length), gives: 'ok' },
  { says: 'a receiver with both secrets', secrets: [OTHER, SECRET], gives: 'ok' },
  {
    says: 'two signatures of a rotation, and one of another version',
    headers: {
      ...RIGHT,
      'webhook-signature': `v1a,AAAA ${FORGED} ${RIGHT['webhook-signature']}`,
    },
    gives: 'ok',
  },
  {
    says: 'names of headers in other letters',
    headers: {
      'Webhook-Id': RIGHT['webhook-id'],
      'WEBHOOK-TIMESTAMP': RIGHT['webhook-timestamp'],
      'Webhook-Signature': RIGHT['webhook-signature'],
    },
    gives: 'ok',
  },
  { says: '300 seconds late', at: NOW_SEC + 300, gives: 'ok' },
  { says: '301 seconds late', at: NOW_SEC + 301, gives: 'webhook_timestamp' },
  { says: '301 seconds early', at: NOW_SEC - 301, gives: 'webhook_timestamp' },
  {
    says: 'a time that is no number',
    headers: { ...RIGHT, 'webhook-timestamp': '1e9' },
    gives: 'webhook_timestamp',
  },
  { says: 'another secret', secrets: OTHER, gives: 'webhook_signature' },
  { says: 'another body', body: BODY.replace('a-1', 'a-2'), gives: 'webhook_signature' },
  { says: 'another id', headers: { ...RIGHT, 'webhook-id': 'a-2' }, gives: 'webhook_signature' },
  {
    says: 'another time',
    headers: { ...RIGHT, 'webhook-timestamp': String(NOW_SEC + 1) },
    gives: 'webhook_signature',
  },
  {
    says: 'a signature of another version only',
    headers: { ...RIGHT, 'webhook-signature': RIGHT['webhook-signature'].replace('v1,', 'v2,') },
    gives: 'webhook_signature',
  },
  {
    says: 'a signature that is cut off',
    headers: { ...RIGHT, 'webhook-signature': RIGHT['webhook-signature'].slice(0, 30) },
    gives: 'webhook_signature',
  },
  { says: 'a header that is missing', headers: WITHOUT_ID, gives: 'webhook_signature' },
]

async function answerOf({ secrets = SECRET, headers = RIGHT, body = BODY, at = NOW_SEC }: Case) {
  try {
    await verifyWebhook(secrets, headers, body, { now: () => at * 1000 })
    return 'ok'
  } catch (error) {
    return error instanceof OpenfloorError ? error.code : String(error)
  }
}

t.test('TypeScript: takes a signed webhook and refuses all others', async (t) => {
  for (const one of CASES) t.equal(await answerOf(one), one.gives, one.says)
})

t.test('TypeScript: returns the message with its id, from bytes and Headers too', async (t) => {
  const read = (headers: WebhookHeaders, body: string | Uint8Array) =>
    verifyWebhook(SECRET, headers, body, { now: () => NOW_SEC * 1000 })
  const message = { id: 'a-1', ...JSON.parse(BODY) }
  t.same(await read(RIGHT, BODY), message)
  t.same(await read(new Headers(RIGHT), Buffer.from(BODY)), message)
  await t.rejects(read(RIGHT, JSON.parse(BODY)), TypeError, 'a parsed body is no raw one')
  await t.rejects(verifyWebhook('whsec_', RIGHT, BODY, { now: () => NOW_SEC * 1000 }), TypeError)
})

const PROGRAM = `
import json, sys
from openfloor import OpenfloorError, verify_webhook
for case in json.load(sys.stdin):
    try:
        verify_webhook(case["secrets"], case["headers"], case["body"], now=case["at"])
        print("ok")
    except OpenfloorError as error:
        print(error.code)
`

t.test('Python: answers each case like TypeScript', { skip: NO_PYTHON }, async (t) => {
  const whole = { secrets: SECRET, headers: RIGHT, body: BODY, at: NOW_SEC }
  const input = JSON.stringify(CASES.map((one) => ({ ...whole, ...one })))
  const env = { PATH: process.env['PATH'] ?? '', PYTHONPATH: join(ROOT, 'client/python') }
  const told = execFileSync('python3', ['-c', PROGRAM], { input, env, encoding: 'utf8' })
  t.same(
    told.trim().split('\n'),
    CASES.map(({ gives }) => gives),
  )
})
