import { isIP, type LookupFunction } from 'node:net'
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls'
import type { ServerAddress } from '../../engine/names/server-address.js'

/**
 * TLS with a peer, from settings. Certificates and keys are PEM texts; an empty one is not set.
 *
 *   - The peer's certificate is verified unless the settings say otherwise: its signatures, its
 *     dates and its name, which must be `serverName` or the dialled host.
 *   - Keys and certificates are never part of an error text.
 */
export interface TlsTerms {
  /** The certificate of this side. It requires the key. */
  readonly certificate: string
  readonly key: string
  /** The authorities for the peer's certificate; empty to use those of Node.js. */
  readonly authority: string
  readonly verifies: boolean
  /** The name in the peer's certificate, if it is not the dialled host. */
  readonly serverName: string
}

export const TLS_VERSION_MIN = 'TLSv1.2'

/** A socket that connects; undefined if certificate or key are unusable. */
export function secureSocket(
  { host, port }: ServerAddress,
  terms: TlsTerms,
  lookup: LookupFunction,
): TLSSocket | undefined {
  const name = terms.serverName === '' ? host : terms.serverName
  try {
    return connect({
      host,
      port,
      lookup,
      ...pemOptions(terms),
      ...(isIP(name) === 0 ? { servername: name } : {}),
      rejectUnauthorized: terms.verifies,
      checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
    })
  } catch {
    return undefined
  }
}

export function pemOptions({ certificate, key, authority }: TlsTerms) {
  return {
    minVersion: TLS_VERSION_MIN,
    ...(certificate === '' ? {} : { cert: certificate, key }),
    ...(authority === '' ? {} : { ca: authority }),
  } as const
}

export const UNUSABLE_PAIR = 'its certificate and private key cannot be used: set both again'

const UNKNOWN_SIGNER =
  "the peer's certificate is not signed by an authority that is known here: set FIX SSL CA to the one that signed it"

const OURS_REFUSED =
  'the peer does not take our certificate: set FIX SSL Certificate and FIX SSL Private Key to the pair that it knows'

/**
 * The peer's alerts about our certificate; with TLS 1.3 they arrive after this side has finished
 * the handshake.
 */
export const CERTIFICATE_ALERTS: Readonly<Record<string, string>> = {
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: OURS_REFUSED,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: OURS_REFUSED,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: OURS_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: OURS_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: OURS_REFUSED,
}

const FAULTS: Readonly<Record<string, string>> = {
  ...CERTIFICATE_ALERTS,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_SIGNER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_SIGNER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_SIGNER,
  CERT_HAS_EXPIRED: "the peer's certificate has expired",
  CERT_NOT_YET_VALID: "the peer's certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the peer's certificate is for another name: set FIX SSL Server Name to it, if it is the provider's",
  ERR_SSL_WRONG_VERSION_NUMBER: 'the peer does not speak TLS at this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the peer does not speak TLS at this port',
  ECONNRESET: 'the peer closed the connection during the TLS handshake',
}

/** The reason why a handshake failed. */
export function handshakeFault(code: string | undefined): string {
  return FAULTS[code ?? ''] ?? `the TLS handshake failed (${code ?? 'unknown'})`
}
