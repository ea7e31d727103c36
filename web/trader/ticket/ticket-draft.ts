import { signal } from '@preact/signals'

/**
 * The ticket's unsent values. They outlive the panel, and the chart or a refusal may fill them in.
 */
export interface TicketDraft {
  readonly symbol: string
  readonly kind: string
  readonly price: string
  readonly trigger: string
  /** The stop, in the unit in which stops are typed. */
  readonly stop: string
  readonly target: string
  readonly trailing: string
  readonly expiration: string
  readonly until: string
  /** The id of the order that is cancelled when this one is filled (OCO). */
  readonly partner: number | null
  readonly deviation: string
  readonly comment: string
}

const EMPTY: TicketDraft = {
  symbol: '',
  kind: 'market',
  price: '',
  trigger: '',
  stop: '',
  target: '',
  trailing: '',
  expiration: 'gtc',
  until: '',
  partner: null,
  deviation: '',
  comment: '',
}

const draft = signal<TicketDraft>(EMPTY)

/**
 * The draft of a symbol. Values typed for another symbol are discarded, because its prices do not
 * apply.
 */
export function draftOf(symbol: string): TicketDraft {
  return draft.value.symbol === symbol ? draft.value : { ...EMPTY, symbol }
}

export function changeDraft(symbol: string, change: Partial<TicketDraft>): void {
  draft.value = { ...draftOf(symbol), ...change }
}
