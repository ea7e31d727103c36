/** The request key of a provider's execution. It ensures that the execution is booked only once. */
export function executionKey(orderId: number, executionId: string): string {
  return `x:${orderId}:${executionId}`
}
