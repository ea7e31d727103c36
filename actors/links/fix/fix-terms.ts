import {
  parameterValue,
  SSL_AUTHORITY,
  SSL_CERTIFICATE,
  SSL_ENABLED,
  SSL_KEY,
  SSL_SERVER_NAME,
  SSL_VERIFY,
} from '../../../engine/config/kinds/connection.js'
import type { ConnectionParameter } from '../../../engine/config/records/connection.js'
import type { FixSessionStore } from '../../../storage/fix/session-store.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import {
  FIX_SESSION_DEFAULTS,
  type FixRole,
  type FixSessionSettings,
} from '../../../wire/fix/session/settings.js'
import { isSameSecret } from '../../thread/same-secret.js'
import type { TlsTerms } from '../tls-socket.js'

/** The fields of a datafeed or gateway for its FIX session. */
export interface FixSessionRecord {
  readonly login: string
  readonly password: string
  readonly timeout_sec: number
  readonly params: readonly ConnectionParameter[]
}

/**
 * The session that a record describes. A session that dials follows the standard strictly; a
 * provider that is dialled may extend it.
 */
export function fixSettingsOf(
  { login, password, timeout_sec, params }: FixSessionRecord,
  role: FixRole,
): FixSessionSettings {
  const text = (name: string): string => parameterValue(params, name)
  const isSet = (name: string): boolean => text(name) === 'true'
  const names = isSet('Username in Logon')
  const given: FixField[] = [
    [TAG.username, login],
    [TAG.password, password],
  ]
  return {
    ...FIX_SESSION_DEFAULTS,
    role,
    sender: text('SenderCompID'),
    senderSub: text('SenderSubID'),
    target: text('TargetCompID'),
    targetSub: text('TargetSubID'),
    heartBtSec: Number(text('HeartBtInt') || FIX_SESSION_DEFAULTS.heartBtSec),
    logonMs: timeout_sec * 1_000,
    resetsOnLogon: isSet('ResetSeqNumFlag'),
    logonFields: names ? given.filter(([, value]) => value !== '') : [],
    strictness: role === 'initiator' ? 'tolerant' : 'strict',
    refusal: (logon) => {
      const fits = given.every(([tag, value]) => isSameSecret(logon.text(tag), value))
      return !names || fits ? undefined : 'user name or password is wrong'
    },
  }
}

/**
 * The settings of a session that has received nothing yet: a new one, or one after a restore. The
 * provider may have other numbers for it, so both sides begin at 1.
 */
export function withFreshNumbers(
  settings: FixSessionSettings,
  { numbers }: Pick<FixSessionStore, 'numbers'>,
): FixSessionSettings {
  const { resetsOnLogon } = settings
  return { ...settings, resetsOnLogon: resetsOnLogon || numbers.nextIn === 1 }
}

/**
 * The TLS settings; undefined for a connection without TLS. `always` is set by a record's own TLS
 * field.
 */
export function tlsTermsOf(
  params: readonly ConnectionParameter[],
  always = false,
): TlsTerms | undefined {
  const text = (name: string): string => parameterValue(params, name)
  if (!always && text(SSL_ENABLED) !== 'true') return undefined
  return {
    certificate: text(SSL_CERTIFICATE),
    key: text(SSL_KEY),
    authority: text(SSL_AUTHORITY),
    verifies: text(SSL_VERIFY) !== 'false',
    serverName: text(SSL_SERVER_NAME),
  }
}
