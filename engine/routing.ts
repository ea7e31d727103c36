import type { Book } from './book.js'
import type { RoutingRuleRecord } from './config/routing-rule.js'

/** Who decides a trade request: the first enabled rule, in position order, that fits it. */
export interface RoutedRequest {
  readonly requestKind: string
  readonly orderKind: string
}

/** The deciding rule, or undefined when none fits: then the request is rejected. */
export function routeRequest(book: Book, request: RoutedRequest): RoutingRuleRecord | undefined {
  return book.routing.find((rule) => fits(rule, request))
}

/** An empty list of kinds means every kind. */
function fits(rule: RoutingRuleRecord, request: RoutedRequest): boolean {
  return (
    (rule.request_kinds.length === 0 || rule.request_kinds.includes(request.requestKind)) &&
    (rule.order_kinds.length === 0 || rule.order_kinds.includes(request.orderKind))
  )
}
