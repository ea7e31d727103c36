/** The rows of the account's histories, as far as the terminal shows them. */
export interface Deal {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly entry: string
  readonly reason: string
  readonly profit: string
  readonly swap: string
  readonly commission: string
  readonly fee: string
  readonly symbol?: string | null
  readonly side?: 'buy' | 'sell' | null
  readonly volume?: string | null
  readonly price?: string | null
  readonly order_id?: number | null
  readonly position_id?: number | null
  readonly comment?: string | null
}

export interface DoneOrder {
  readonly id: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly kind: string
  readonly state: string
  readonly reason: string
  readonly volume_initial: string
  readonly created_at: string
  readonly price?: string | null
  readonly trigger_price?: string | null
  readonly stop_loss?: string | null
  readonly take_profit?: string | null
  readonly position_id?: number | null
  readonly done_at?: string | null
  readonly comment?: string | null
}

export interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly totals?: Readonly<Record<'profit' | 'swap' | 'commission' | 'fee', string>>
}

export type HistoryKind = 'closed' | 'deals' | 'orders' | 'daily'
