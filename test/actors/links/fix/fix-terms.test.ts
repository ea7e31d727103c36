import t from 'tap'
import { fixSettingsOf, tlsTermsOf } from '../../../../actors/links/fix/fix-terms.js'
import { FIX_SESSION_PARAMETERS } from '../../../../engine/config/kinds/fix-parameters.js'
import type { FixMessage } from '../../../../wire/fix/codec/message.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'

/** Each parameter of a session, with what it changes of how the session speaks; those of prices are a feed's. */
const CHANGES: Readonly<Record<string, readonly [value: string, changed: object]>> = {
  SenderCompID: ['US', { sender: 'US' }],
  TargetCompID: ['THEM', { target: 'THEM' }],
  SenderSubID: ['DESK', { senderSub: 'DESK' }],
  TargetSubID: ['FX', { targetSub: 'FX' }],
  'Username in Logon': [
    'true',
    {
      logonFields: [
        [553, 'desk'],
        [554, 'pass'],
      ],
    },
  ],
  HeartBtInt: ['7', { heartBtSec: 7 }],
  ResetSeqNumFlag: ['true', { resetsOnLogon: true }],
  'FIX SSL Enabled': ['true', { tls: { verifies: true, serverName: '', authority: '' } }],
  'FIX SSL Verify': ['false', { secure: { verifies: false } }],
  'FIX SSL Server Name': ['fix.example', { secure: { serverName: 'fix.example' } }],
  'FIX SSL Certificate': ['CERT', { secure: { certificate: 'CERT' } }],
  'FIX SSL Private Key': ['KEY', { secure: { key: 'KEY' } }],
  'FIX SSL CA': ['CA', { secure: { authority: 'CA' } }],
}
const LOGONS: readonly (readonly [
  isNamed: string,
  login: string,
  password: string,
  isIn: boolean,
])[] = [
  ['true', 'desk', 'pass', true],
  ['true', 'desk', 'other', false],
  ['true', 'other', 'pass', false],
  ['true', '', '', false],
  ['false', '', '', true],
  ['false', 'other', 'other', true],
]
const OF_PRICES = ['Market Depth', 'MD Update Type']

const PARAMETER = { type: 'string', default: '', description: '' } as const
const RECORD = { login: 'desk', password: 'pass', timeout_sec: 5 }

function termsWith(values: Readonly<Record<string, string>>) {
  const params = FIX_SESSION_PARAMETERS.map(({ name, type, default: standard, description }) => ({
    name,
    type,
    value: values[name] ?? '',
    default: standard,
    description,
  }))
  const record = { ...RECORD, params }
  const { refusal: _, speaks: __, mayRepeat: ___, ...said } = fixSettingsOf(record, 'initiator')
  return { ...said, tls: tlsTermsOf(params) ?? null, secure: tlsTermsOf(params, true) }
}

t.test('every parameter of a FIX session changes how it speaks', async (t) => {
  const names = FIX_SESSION_PARAMETERS.map(({ name }) => name)
  t.same(names.filter((name) => !OF_PRICES.includes(name)).sort(), Object.keys(CHANGES).sort())
  const before = termsWith({})
  for (const [name, [value, changed]] of Object.entries(CHANGES)) {
    t.notMatch(before, changed, `${name} is something else at first`)
    t.match(termsWith({ [name]: value }), changed, name)
  }
  t.match(termsWith({}), { logonMs: 5_000 }, 'timeout_sec')
})

t.test('what a record does not say is as the protocol has it', async (t) => {
  const { heartBtSec } = fixSettingsOf({ ...RECORD, params: [] }, 'initiator')
  t.equal(heartBtSec, FIX_SESSION_DEFAULTS.heartBtSec)
})

t.test('user name and password are looked at where a Logon has to name them', async (t) => {
  for (const [isNamed, login, password, isIn] of LOGONS) {
    const params = [{ ...PARAMETER, name: 'Username in Logon', value: isNamed }]
    const { refusal } = fixSettingsOf({ ...RECORD, params }, 'acceptor')
    const said: Readonly<Record<number, string>> = { 553: login, 554: password }
    const logon = { text: (tag: number) => said[tag] ?? '' } as FixMessage
    const wanted = isIn ? undefined : 'user name or password is wrong'
    t.equal(refusal?.(logon), wanted, `${isNamed} ${login} ${password}`)
  }
})
