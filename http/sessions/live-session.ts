import { addressAllowed, prefixesOfBoth } from '../../engine/access/address.js'
import { staffFactsOfKey } from '../../engine/access/api-key.js'
import type { SessionSide } from '../../engine/access/session.js'
import { isBrowser, isOwners, type Terminal } from '../../engine/access/session.js'
import { type AccessFacts, addressesOf } from '../../engine/access/sign-in.js'
import type { WaivedDuties } from '../../engine/access/sign-in-link.js'
import type { StoredApiKey } from '../../wire/stored/programs/stored-api-key.js'
import type { SessionRecord, TokenDigests } from '../../wire/thread/auth-messages.js'
import type { Session } from '../pipeline/session.js'

const NO_RIGHTS: ReadonlySet<string> = new Set()
const NONE: readonly string[] = []

/**
 * One signed-in terminal in the front's memory. Its fields read as of now: the session store puts
 * new tokens and new facts into it, so whoever holds it (a live socket) sees every change at once.
 */
export class LiveSession implements Session {
  readonly id: string
  readonly login: number
  readonly audience: SessionSide
  readonly terminal: Terminal
  readonly browser: boolean
  readonly readOnly: boolean
  readonly keepSignedIn: boolean
  /** The duties that do not hold for it, since a sign-in link opened it; null of other sessions. */
  readonly link: WaivedDuties | null
  readonly userAgent: string
  readonly createdAt: number
  name = ''
  group = ''
  rights: ReadonlySet<string> = NO_RIGHTS
  groupScope: readonly string[] = NONE
  mustChangePassword = false
  mustEnrolOtp = false
  isOfStaff = false
  /** Whether one-time codes are on for the login, and whether its group requires them. */
  otpEnabled = false
  otpRequired = false
  /** The months back that the journal and reports may be read, 0 = all. */
  logsMonths = 0
  reportsMonths = 0
  ipAllow: readonly string[] = NONE
  ip: string
  digests: TokenDigests
  accessExpiresAt: number
  refreshExpiresAt: number
  /** The access token once it was shown: the key under which the next request finds the session. */
  accessToken: string | null = null
  /** The last request or socket activity that is known, on the server's clock; after a restart the last refresh. */
  lastSeenAt: number
  isClosed = false
  #allowedAddress: string | null = null
  /** The API key that opens it; null of a session that somebody signed in to. */
  #key: StoredApiKey | null

  constructor(record: SessionRecord, facts: AccessFacts, key: StoredApiKey | null = null) {
    this.#key = key
    this.id = record.id
    this.login = record.login
    this.audience = record.side
    this.terminal = record.terminal
    this.browser = isBrowser(record.terminal)
    this.readOnly = record.readOnly
    this.keepSignedIn = record.keepSignedIn
    this.link = record.link ?? null
    this.userAgent = record.userAgent
    this.createdAt = record.createdAt
    this.ip = record.ip
    this.digests = record.digests
    this.accessExpiresAt = record.accessExpiresAt
    this.refreshExpiresAt = record.refreshExpiresAt
    this.lastSeenAt = record.refreshedAt
    this.takeFacts(facts)
  }

  get csrfDigest(): string {
    return this.digests.csrf
  }

  /** The name of its API key, for the journal; undefined of a session that somebody signed in to. */
  get via(): string | undefined {
    return this.#key?.name
  }

  get rateName(): string | undefined {
    return this.#key === null ? undefined : `key ${this.#key.id}`
  }

  /** The API key that opens it, as it is now. */
  takeKey(key: StoredApiKey, until: number): void {
    this.#key = key
    this.accessExpiresAt = until
    this.refreshExpiresAt = until
  }

  takeTokens(record: SessionRecord): void {
    this.ip = record.ip
    this.digests = record.digests
    this.accessExpiresAt = record.accessExpiresAt
    this.refreshExpiresAt = record.refreshExpiresAt
  }

  /**
   * A trader's session has no rights, whatever staff profile its account has. An investor and a key cannot change
   * the master password, and neither an investor nor a machine can set up codes for the owner: they are
   * not held up by that.
   */
  takeFacts(facts: AccessFacts): void {
    this.#allowedAddress = null
    const key = this.#key
    this.name = facts.name
    this.group = facts.group
    const isSpared = this.readOnly || key !== null || this.link?.skipsPasswordChange === true
    this.mustChangePassword = facts.mustChangePassword && !isSpared
    this.otpEnabled = facts.otpEnabled
    this.otpRequired = facts.otpRequired
    const needsCodes = isOwners(this) && this.link?.skipsCodes !== true
    this.mustEnrolOtp = needsCodes && facts.otpRequired && !facts.otpEnabled
    const ofLogin = this.audience === 'staff' ? facts.staff : null
    const staff = key === null || ofLogin === null ? ofLogin : staffFactsOfKey(key, ofLogin)
    this.rights = staff === null ? NO_RIGHTS : new Set(staff.rights)
    this.groupScope = staff?.groupScope ?? NONE
    this.isOfStaff = facts.staff !== null
    const ofTerminal = addressesOf(facts, { side: this.audience, terminal: this.terminal })
    this.ipAllow = key === null ? ofTerminal : prefixesOfBoth(ofTerminal, key.ip_allow)
    this.logsMonths = staff?.logsMonths ?? 0
    this.reportsMonths = staff?.reportsMonths ?? 0
  }

  /** True when its user may sign in from some addresses only; most may from any. */
  get isAddressBound(): boolean {
    return this.ipAllow.length > 0
  }

  /** Remembers the last address that was fine. */
  allowsAddress(address: string): boolean {
    if (address === this.#allowedAddress) return true
    if (!addressAllowed(this.ipAllow, address)) return false
    this.#allowedAddress = address
    return true
  }
}
