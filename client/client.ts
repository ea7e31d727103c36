import { Emitter } from './emitter.js'
import type { StaffLiveEvents, StaffLiveOps } from './generated/frames.js'
import type { Routes, Schemas } from './generated/routes.js'
import { LiveClient, type LiveOptions } from './live/live.js'
import { TraderLive, type TraderLiveOptions } from './live/trader-live.js'
import { type Platform, platformOf } from './platform.js'
import {
  Access,
  type AccessEvents,
  type ClientSide,
  memoryStore,
  type SignIn,
  type TokenStore,
  type Tokens,
} from './rest/access.js'
import type { RestAnswer } from './rest/envelope.js'
import type { RouteName } from './rest/parts.js'
import { type RequestArguments, Rest } from './rest/rest.js'
import { Transport } from './rest/transport.js'
import { StaffEvents, type StaffEventsOptions } from './staff/staff-events.js'

export interface ClientOptions {
  /** The server's address, such as `https://trade.example.com`; empty for the page's own. */
  readonly base: string
  readonly tokens?: TokenStore
  /** Replaces parts of the runtime: `fetch`, WebSocket, clock. */
  readonly platform?: Partial<Platform>
  /** Whether requests carry cookies; `same-origin` by default. */
  readonly credentials?: 'same-origin' | 'include' | 'omit'
}

export interface StaffClientOptions extends ClientOptions {
  /** The API key of a program, such as a CRM. With an API key the client does not sign in. */
  readonly apiKey?: string
}

/** A session on one side of the server: REST, and what its WebSocket needs. */
abstract class Client {
  protected readonly platform: Platform
  protected readonly access: Access
  protected readonly rest: Rest
  protected readonly base: string
  readonly #events: Emitter<AccessEvents>

  constructor(side: ClientSide, options: ClientOptions, apiKey: string | null = null) {
    this.platform = platformOf(options.platform)
    this.base = options.base
    const transport = new Transport(
      options.base,
      this.platform,
      options.credentials ?? 'same-origin',
    )
    // Errors of listeners to session events are ignored.
    this.#events = new Emitter<AccessEvents>(() => undefined)
    const store = options.tokens ?? memoryStore()
    this.access = new Access(side, this.platform, transport, store, this.#events, apiKey)
    this.rest = new Rest(this.platform, transport, this.access)
  }

  /** The session from the last sign-in or refresh; null before a sign-in. */
  get session(): Schemas['SessionView'] | null {
    return this.access.session
  }

  get tokens(): Tokens | null {
    return this.access.tokens
  }

  on<Name extends keyof AccessEvents>(
    name: Name,
    listener: (data: AccessEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener)
  }

  signIn(asked: SignIn): Promise<Schemas['SessionView']> {
    return this.access.signIn(asked)
  }

  /** Continues the session in the token store; false if there is none. */
  restore(): Promise<boolean> {
    return this.access.restore()
  }

  /** Refreshes the tokens now, even if they are still valid, for example when a page wakes up. */
  async refresh(): Promise<void> {
    if (this.access.tokens !== null) await this.access.refresh(this.access.tokens)
  }

  /** Returns the data of the answer. Throws an `OpenfloorError` for anything else. */
  request<Name extends RouteName>(
    name: Name,
    ...asked: RequestArguments<Name>
  ): Promise<Routes[Name]['data']> {
    return this.rest.request(name, ...asked)
  }

  /** Returns the whole answer, including its code. */
  answer<Name extends RouteName>(
    name: Name,
    ...asked: RequestArguments<Name>
  ): Promise<RestAnswer<Routes[Name]['data']>> {
    return this.rest.answer(name, ...asked)
  }

  protected async close(name: 'POST /trader/v1/auth/logout' | 'POST /admin/v1/auth/logout') {
    await this.rest.request(name)
    await this.access.forget('signed_out')
  }

  /** The parts that a WebSocket at `path` needs. */
  protected liveParts(path: string) {
    const { platform, access, rest } = this
    const base = this.base.replace(/\/+$/, '') || pageOrigin()
    return { platform, access, rest, url: `${base.replace(/^http/, 'ws')}${path}` }
  }
}

/** A trader's session. */
export class TraderClient extends Client {
  constructor(options: ClientOptions) {
    super('trader', options)
  }

  signOut(): Promise<void> {
    return this.close('POST /trader/v1/auth/logout')
  }

  /** Creates the WebSocket client; `start` connects it. */
  live(options: TraderLiveOptions = {}): TraderLive {
    return new TraderLive(this.liveParts('/trader/v1/socket'), options)
  }
}

/** The session of a staff user, or of a program with an API key. */
export class StaffClient extends Client {
  constructor(options: StaffClientOptions) {
    super('staff', options, options.apiKey ?? null)
  }

  signOut(): Promise<void> {
    return this.close('POST /admin/v1/auth/logout')
  }

  /** The server's event stream, from a cursor that the program stores. Needs the right `events`. */
  events(options: StaffEventsOptions = {}): StaffEvents {
    return new StaffEvents(this.platform, this.rest, options)
  }

  /**
   * Creates the WebSocket client; `start` connects it, and `keep` keeps subscriptions across
   * reconnects.
   */
  live(options: LiveOptions = {}): LiveClient<StaffLiveOps, StaffLiveEvents> {
    return new LiveClient<StaffLiveOps, StaffLiveEvents>(
      this.liveParts('/admin/v1/socket'),
      options,
      null,
    )
  }
}

/** Older browsers do not accept relative WebSocket addresses. */
function pageOrigin(): string {
  const { location } = globalThis as { readonly location?: { readonly origin: string } }
  return location?.origin ?? ''
}
