import { addressAllowed, prefixesOfBoth } from '../../engine/access/address.js'
import { staffFactsOfKey } from '../../engine/access/api-key.js'
import type { SessionSide } from '../../engine/access/session.js'
import { isBrowser, isOwners, type Terminal } from '../../engine/access/session.js'
import { type AccessFacts, addressesOf } from '../../engine/access/sign-in.js'
import type { WaivedDuties } from '../../engine/access/sign-in-link.js'
import type { StoredApiKey } from '../../wire/stored/programs/stored-api-key.js'
import type { SessionRecord, TokenDigests } from '../../wire/thread/auth-messages.js'
import type { Session } from '../exchange/session.js'

const NO_RIGHTS: ReadonlySet<string> = new Set()
const NONE: readonly string[] = []

/**
 * A session in the memory of the front. Its fields are always current: the session store updates
 * tokens and permissions in place, so a holder such as a WebSocket sees changes at once.
 */
export class LiveSession implements Session {
  readonly id: string
  readonly login: number
  readonly audience: SessionSide
  readonly terminal: Terminal
  readonly browser: boolean
  readonly readOnly: boolean
  readonly keepSignedIn: boolean
  /**
   * Duties, such as a password change, that do not apply because a sign-in link opened the session;
   * null for other sessions.
   */
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
  /** True if the login uses one-time codes, and if its group requires them. */
  otpEnabled = false
  otpRequired = false
  /** How many months back the journal and reports may be read; 0 means no limit. */
  logsMonths = 0
  reportsMonths = 0
  ipAllow: readonly string[] = NONE
  ip: string
  digests: TokenDigests
  accessExpiresAt: number
  refreshExpiresAt: number
  /** The access token after its first use. Later requests find the session by it. */
  accessToken: string | null = null
  /** The time of the last request or socket activity; after a restart, the last token refresh. */
  lastSeenAt: number
  isClosed = false
  #allowedAddress: string | null = null
  /** The API key that opened the session; null if a person signed in. */
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

  /** The name of the API key, for the journal; undefined if a person signed in. */
  get via(): string | undefined {
    return this.#key?.name
  }

  get rateName(): string | undefined {
    return this.#key === null ? undefined : `key ${this.#key.id}`
  }

  /** Updates the API key after a change. */
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
   * A trader's session has no rights, even if the account has a staff profile. Investor sessions
   * and API keys need no password change or code setup, since only the owner can do these.
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

  /** True if the user may sign in only from certain addresses. */
  get isAddressBound(): boolean {
    return this.ipAllow.length > 0
  }

  /** Whether the session may use this address. Caches the last allowed one. */
  allowsAddress(address: string): boolean {
    if (address === this.#allowedAddress) return true
    if (!addressAllowed(this.ipAllow, address)) return false
    this.#allowedAddress = address
    return true
  }
}
