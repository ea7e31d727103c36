import { isIP, type LookupFunction } from 'node:net'
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls'
import type { ServerAddress } from '../../engine/names/server-address.js'

/**
 * TLS with a peer, as settings name it. PEM texts; one that is empty is not set.
 *
 *   T1. The peer's certificate is verified unless the settings say otherwise: its signatures, its dates and
 *       that it is for `serverName`, or for the host that is dialled.
 *   T2. Neither keys nor certificates are ever part of a reason.
 */
export interface TlsTerms {
  /** The certificate of this side; with its key. */
  readonly certificate: string
  readonly key: string
  /** The authorities that may have signed the peer's certificate; empty are those that Node.js knows. */
  readonly authority: string
  readonly verifies: boolean
  /** The name that the peer's certificate is for, where it is not the host that is dialled. */
  readonly serverName: string
}

export const TLS_VERSION_MIN = 'TLSv1.2'

/** A socket that is being connected; undefined where certificate or key cannot be used. */
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

export const UNUSABLE_PAIR = 'its certificate and private key cannot be used: set both anew'

const UNKNOWN_SIGNER =
  "the peer's certificate is not signed by an authority that is known here: set FIX SSL CA to the one that signed it"

const OURS_REFUSED =
  'the peer does not take our certificate: set FIX SSL Certificate and FIX SSL Private Key to the pair that it knows'

/** The peer's own word about our certificate; with TLS 1.3 it comes after the handshake has ended on this side. */
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

/** Why a handshake did not come to its end. */
export function handshakeFault(code: string | undefined): string {
  return FAULTS[code ?? ''] ?? `the TLS handshake failed (${code ?? 'unknown'})`
}
