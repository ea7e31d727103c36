/** The values of letters that the server writes itself. Amounts are decimals such as `-12345.60`, times are RFC 3339. */
export interface Letters {
  readonly code: { readonly code: string; readonly minutes: number }
  readonly welcome: {
    readonly name: string
    readonly login: number
    readonly accountType: string
    readonly currency: string
    readonly leverage: number
    readonly password: string
    readonly investorPassword: string
  }
  readonly marginCall: {
    readonly login: number
    readonly name: string
    /** UTC. */
    readonly at: string
    readonly isStopOut: boolean
    readonly currency: string
    readonly equity: string
    readonly margin: string
    readonly callLevel: string
    readonly stopOutLevel: string
    /** `%`, or the currency of levels that are amounts of equity. */
    readonly levelUnit: string
  }
  readonly codeGuesses: {
    readonly login: number
    readonly name: string
    /** UTC. */
    readonly at: string
    /** The network address of the newest try. */
    readonly address: string
    readonly count: number
  }
  readonly statement: {
    readonly login: number
    readonly name: string
    /** `2026-03-02` */
    readonly date: string
    readonly currency: string
    readonly balance: string
    readonly balanceBefore: string
    readonly profit: string
    readonly deposits: string
    readonly withdrawals: string
    readonly costs: string
    readonly credit: string
    /** Null where the day ended without prices. */
    readonly equity: string | null
    readonly margin: string | null
  }
  /** The ends of the period are empty if they are open. */
  readonly periodStatement: {
    readonly login: number
    readonly name: string
    readonly from: string
    readonly to: string
  }
  readonly report: {
    readonly name: string
    readonly id: number
    /** UTC, to the minute. */
    readonly at: string
    readonly rows: number
    /** Empty where it was made. */
    readonly error: string
    /** The file goes with it. */
    readonly hasFile: boolean
    readonly totals: readonly (readonly [label: string, value: string])[]
  }
  readonly webhook: {
    readonly name: string
    readonly host: string
    /** UTC. */
    readonly at: string
    readonly trouble: WebhookTrouble
  }
}

/** What happened to a webhook: the receiver answered 410 or accepted nothing, or an event was given up. */
export type WebhookTrouble = 'gone' | 'silent' | 'failed'

export type LetterName = keyof Letters

/** The sender of a letter: the brand, or the company. */
export interface LetterHead {
  readonly company: string
  /** Empty where there is none. */
  readonly website: string
  /** The address of the terminal, as a link. */
  readonly terminal: string
  readonly supportEmail: string
  /** Where the company is, in one line, and its phone; empty where it says none. */
  readonly address: string
  readonly phone: string
  /** `#rrggbb` */
  readonly colour: string
}

/** A letter in one language: a subject, paragraphs, and rows of what is to be kept. */
export interface LetterText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly rows: readonly Row[]
  readonly after: readonly string[]
}

type Row = readonly [label: string, value: string]
