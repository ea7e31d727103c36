/** The request key of a provider's execution of an order: it is booked once. */
export function executionKey(orderId: number, executionId: string): string {
  return `x:${orderId}:${executionId}`
}
