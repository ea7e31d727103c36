import { pino } from 'pino'
import { logOutput } from './log-output.js'

/** The log to which an actor writes. Fields never contain a secret. */
export interface Logger {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
}

export type LogFields = Readonly<Record<string, unknown>>

/** Names whose values never reach the log, on any of the first levels of a line. */
const SECRETS = [
  'password',
  'passwords',
  'master_password',
  'investor_password',
  'phone_password',
  'adminPassword',
  'otp',
  'token',
  'tokens',
  'access_token',
  'refresh_token',
  'csrf_token',
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'secret',
  'secretKey',
  'key',
  'hash',
  'hashes',
]

/**
 * JSON lines on standard output, written synchronously so that the last line before a crash is
 * kept. `part` names the thread.
 */
export function createLogger(level: string, part: string): Logger {
  return pino(
    {
      level,
      base: { part },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[removed]',
      },
    },
    logOutput,
  )
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} }
