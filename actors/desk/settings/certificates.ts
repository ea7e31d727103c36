import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { KeyFit } from '../../../engine/config/world.js'

/**
 * Checks PEM texts that users paste. Errors of Node.js are not shown, because they may quote the
 * text.
 */

export function isCertificate(pem: string): boolean {
  return certificateFrom(pem) !== undefined
}

/** The caller has checked that the certificate is valid. */
export function keyFit(certificate: string, key: string): KeyFit {
  const privateKey = privateKeyFrom(key)
  if (privateKey === undefined) return 'no_key'
  return certificateFrom(certificate)?.checkPrivateKey(privateKey) === true ? 'pair' : 'strangers'
}

function certificateFrom(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

function privateKeyFrom(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
