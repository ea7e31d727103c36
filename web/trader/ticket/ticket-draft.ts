import { signal } from '@preact/signals'

/** The ticket's unsent content: it outlives the panel, and a chart or a refusal may fill it in. */
export interface TicketDraft {
  readonly symbol: string
  readonly kind: string
  readonly price: string
  readonly trigger: string
  /** The stop, in the unit that stops are typed in. */
  readonly stop: string
  readonly target: string
  readonly trailing: string
  readonly expiration: string
  readonly until: string
  /** The order that goes when this one is filled. */
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

/** Prices of one symbol say nothing about another: that begins anew. */
export function draftOf(symbol: string): TicketDraft {
  return draft.value.symbol === symbol ? draft.value : { ...EMPTY, symbol }
}

export function changeDraft(symbol: string, change: Partial<TicketDraft>): void {
  draft.value = { ...draftOf(symbol), ...change }
}
