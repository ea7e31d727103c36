import type { GatewayTransaction, RecordBatch } from '../../../wire/thread/provider-records.js'

export function givenTransaction(over: Partial<GatewayTransaction> = {}): GatewayTransaction {
  return {
    gateway: 1,
    at: Date.parse('2026-03-02T09:00:00Z'),
    kind: 'execution',
    state: 'filled',
    login: 1001,
    orderId: 7,
    sentId: '1001-7-1',
    symbol: 'EURUSD',
    source: 'EUR/USD',
    side: 'buy',
    volume: '0.5',
    price: '1.17005',
    quantity: '50000',
    providerPrice: '1.17003',
    total: '0.5',
    average: '1.17005',
    externalId: 'LP-1',
    execution: 'E1',
    text: '',
    ...over,
  }
}

export function givenBatch({
  rows = [],
  ...over
}: Partial<RecordBatch> & { rows?: readonly GatewayTransaction[] } = {}): RecordBatch {
  return {
    run: 'run',
    number: 1,
    transactionsDropped: [],
    news: [],
    newsDropped: [],
    transactions: JSON.stringify(rows),
    transactionCount: rows.length,
    ...over,
  }
}
