const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Headers that make a browser save an answer under a name in any alphabet, and prevent its scripts
 * from running.
 */
export function attachmentHeaders(name: string): readonly (readonly [string, string])[] {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const coded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const extended = plain === name ? '' : `; filename*=UTF-8''${coded}`
  return [
    ['content-disposition', `attachment; filename="${plain}"${extended}`],
    ['content-security-policy', SANDBOX],
  ]
}
