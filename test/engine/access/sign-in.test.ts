import t from 'tap'
import { issuerOf, refuseCode } from '../../../engine/access/one-time-code.js'
import { OPEN_ACCESS } from '../../../engine/access/server-access.js'
import { sideOf, type Terminal } from '../../../engine/access/session.js'
import {
  type AccessFacts,
  credentialKinds,
  isReadOnly,
  refuseAccess,
  type StaffFacts,
} from '../../../engine/access/sign-in.js'

const STAFF: StaffFacts = {
  active: true,
  rights: ['terminal.admin'],
  groupScope: ['*'],
  ipAllow: ['10.0.0.0/8'],
  logsMonths: 0,
  reportsMonths: 0,
}
const FACTS: AccessFacts = {
  login: 7,
  name: '',
  group: 'managers\\dealers',
  enabled: true,
  mustChangePassword: false,
  apiEnabled: true,
  apiIpAllow: [],
  otpEnabled: false,
  otpRequired: false,
  staff: STAFF,
}

function code(facts: Partial<AccessFacts>, terminal: Terminal) {
  const question = { side: sideOf(terminal), terminal, address: '10.1.1.1' }
  return refuseAccess({ ...FACTS, ...facts }, question, OPEN_ACCESS)?.code
}

// Each row breaks one rule more than the row under it.
t.test('the first broken rule names the code, in the order of the contract', (t) => {
  const elsewhere = { ...STAFF, ipAllow: ['192.0.2.1'] }
  const noAdmin = { ...elsewhere, rights: [] }
  const trader = 'real\\standard'
  t.equal(code({ staff: noAdmin, group: trader, enabled: false }, 'admin'), 'auth.account_disabled')
  t.equal(code({ staff: noAdmin, group: trader }, 'admin'), 'auth.not_staff')
  t.equal(code({ staff: null }, 'admin'), 'auth.not_staff')
  t.equal(code({ staff: noAdmin }, 'admin'), 'auth.terminal_not_allowed')
  t.equal(code({ staff: elsewhere }, 'admin'), 'auth.ip_not_allowed')
  t.equal(code({}, 'admin'), undefined)
  t.equal(code({ staff: { ...STAFF, active: false } }, 'manager'), 'auth.account_disabled')
  t.equal(code({ staff: { ...STAFF, rights: [] } }, 'manager'), undefined)
  t.end()
})

t.test(
  'a terminal that the server closes is not allowed to anybody, after what the account says',
  (t) => {
    const server = { ...OPEN_ACCESS, isOpen: (terminal: Terminal) => terminal !== 'admin' }
    const said = (facts: Partial<AccessFacts>, terminal: Terminal) => {
      const question = { side: sideOf(terminal), terminal, address: '10.1.1.1' }
      return refuseAccess({ ...FACTS, ...facts }, question, server)?.code
    }
    t.equal(said({}, 'admin'), 'auth.terminal_not_allowed')
    t.equal(said({ enabled: false }, 'admin'), 'auth.account_disabled')
    t.equal(said({}, 'manager'), undefined)
    t.end()
  },
)

t.test('a staff profile that is off, and its networks, hold on the trader side, too', (t) => {
  const elsewhere = { ...STAFF, ipAllow: ['192.0.2.1'] }
  for (const terminal of ['web', 'api'] as const) {
    t.equal(code({}, terminal), undefined)
    t.equal(code({ staff: { ...STAFF, active: false } }, terminal), 'auth.account_disabled')
    t.equal(code({ staff: elsewhere }, terminal), 'auth.ip_not_allowed')
    t.equal(code({ staff: { ...STAFF, ipAllow: [] } }, terminal), undefined)
  }
  const apiIpAllow = ['10.1.1.0/24']
  t.equal(code({ apiIpAllow }, 'api'), undefined)
  t.equal(code({ apiIpAllow, staff: elsewhere }, 'api'), 'auth.ip_not_allowed', 'of one list only')
  t.equal(code({ apiIpAllow: ['192.0.2.1'] }, 'api'), 'auth.ip_not_allowed')
  t.end()
})

t.test('traders are asked for none of what is staff only', (t) => {
  t.equal(code({ staff: null, group: 'real\\standard' }, 'ios'), undefined)
  t.equal(code({ apiEnabled: false }, 'api'), 'auth.terminal_not_allowed')
  t.equal(code({ apiEnabled: false }, 'web'), undefined)
  t.equal(code({ staff: null }, 'api'), undefined, 'who has it from everywhere')
  t.equal(code({ apiIpAllow: ['10.0.0.0/8'] }, 'api'), undefined)
  t.equal(code({ apiIpAllow: ['192.0.2.1'] }, 'api'), 'auth.ip_not_allowed')
  t.equal(code({ apiIpAllow: ['192.0.2.1'] }, 'web'), undefined)
  t.end()
})

t.test('a code is asked for where codes are on, and refused where they are not', (t) => {
  t.equal(refuseCode(FACTS, 'master', ''), null)
  t.equal(refuseCode(FACTS, 'master', '123456')?.code, 'auth.otp_not_set')
  const on = { ...FACTS, otpEnabled: true }
  t.equal(refuseCode(on, 'master', '')?.code, 'auth.otp_required')
  t.equal(refuseCode(on, 'master', '123456'), null, 'whether it is right is not said here')
  for (const kind of ['investor', 'api'] as const) {
    t.equal(refuseCode(on, kind, ''), null, `${kind}: the authenticator is the owner's`)
    t.equal(refuseCode(on, kind, '123456')?.code, 'auth.otp_not_set')
  }
  t.end()
})

t.test('an issuer names the company, without the colon that ends it', (t) => {
  t.equal(issuerOf('Acme: Markets'), 'Acme  Markets')
  t.equal(issuerOf(''), 'Openfloor')
  t.equal(issuerOf(':'), 'Openfloor')
  t.end()
})

t.test('each terminal takes its kinds of password, and only investors look on', (t) => {
  t.same(credentialKinds('admin'), ['master'])
  t.same(credentialKinds('manager'), ['master'])
  t.same(credentialKinds('web'), ['master', 'investor'])
  t.same(credentialKinds('api'), ['api'])
  t.same(
    ['master', 'investor', 'api'].map((kind) => isReadOnly(kind as 'master')),
    [false, true, false],
  )
  t.end()
})
