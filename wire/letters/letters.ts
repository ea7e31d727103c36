/** E-mails that the server sends by itself, each with its values. */
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
    /** The time of the event as UTC text. */
    readonly at: string
    readonly isStopOut: boolean
    readonly currency: string
    readonly equity: string
    readonly margin: string
    readonly callLevel: string
    readonly stopOutLevel: string
    /** `%`, or the currency if the levels are amounts of equity. */
    readonly levelUnit: string
  }
  readonly codeGuesses: {
    readonly login: number
    readonly name: string
    /** The time of the event as UTC text. */
    readonly at: string
    /** The network address of the latest attempt. */
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
    /** The equity at the end of the day; null if prices were missing. */
    readonly equity: string | null
    readonly margin: string | null
  }
  /** The start and end of the period; empty if it has none. */
  readonly periodStatement: {
    readonly login: number
    readonly name: string
    readonly from: string
    readonly to: string
  }
  readonly report: {
    readonly name: string
    readonly id: number
    /** The time in UTC, to the minute. */
    readonly at: string
    readonly rows: number
    /** The reason of a failure; empty if the report was created. */
    readonly error: string
    /** Whether the report is attached as a file. */
    readonly hasFile: boolean
    readonly totals: readonly (readonly [label: string, value: string])[]
  }
  readonly webhook: {
    readonly name: string
    readonly host: string
    /** The time of the event as UTC text. */
    readonly at: string
    readonly trouble: WebhookTrouble
  }
}

/**
 * The problem of a webhook: the receiver answered 410, accepted nothing for too long, or an event
 * was given up.
 */
export type WebhookTrouble = 'gone' | 'silent' | 'failed'

export type LetterName = keyof Letters

/** The sender: the brand or the company. */
export interface LetterHead {
  readonly company: string
  /** The address of the website; empty if the company has none. */
  readonly website: string
  /** The address of the terminal, for a link. */
  readonly terminal: string
  readonly supportEmail: string
  /** The company's postal address in one line, and its phone number; empty if unknown. */
  readonly address: string
  readonly phone: string
  /** The colour as `#rrggbb`. */
  readonly colour: string
}

/** An e-mail in one language: subject, paragraphs, and labelled rows. */
export interface LetterText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly rows: readonly Row[]
  readonly after: readonly string[]
}

type Row = readonly [label: string, value: string]
