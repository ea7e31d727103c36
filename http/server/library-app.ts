import type { TemplatedApp } from 'uWebSockets.js'
import { library } from './library-limits.js'

const { App, SSLApp } = library

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The socket library's server, without the header that names the library. */
export function libraryApp(tls: TlsFiles | undefined): TemplatedApp {
  // This undocumented option stops the library from adding its name to answers.
  ;(library as unknown as { _cfg(key: string): void })._cfg('999999990007')
  if (tls === undefined) return App()
  try {
    return SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile })
  } catch (cause) {
    const files = `${tls.certFile} and ${tls.keyFile}`
    throw new Error(`TLS_CERT, TLS_KEY: ${files} are not a PEM certificate and its key`, { cause })
  }
}
