/**
 * `openfloor-client`: a typed client for REST and WebSocket, for Node 20 and browsers
 * (docs/clients.md).
 */
export { type ClientOptions, StaffClient, type StaffClientOptions, TraderClient } from './client.js'
export { type ErrorCode, isError, OpenfloorError, type WrongField } from './errors.js'
export type {
  StaffLiveEvents,
  StaffLiveOps,
  TraderLiveEvents,
  TraderLiveOps,
} from './generated/frames.js'
export type { AnswerCode, Routes, Schemas } from './generated/routes.js'
export type { CodecName } from './live/codec.js'
export type { LiveClient, LiveOptions, LiveState, StateChange } from './live/live.js'
export {
  type Intent,
  type IntentStore,
  isUnsettled,
  type OrderEnd,
  type PlaceOptions,
  type SettleOptions,
} from './live/orders.js'
export type { AccountPicture } from './live/picture.js'
export type { AgedQuote } from './live/quotes.js'
export type {
  ChangeAsk,
  CloseAsk,
  CloseByAsk,
  DeleteAsk,
  OpenAsk,
  PlaceAsk,
  PlaceStopLimitAsk,
  StopsAsk,
  TradeAsk,
} from './live/trade-ask.js'
export type { TraderLive, TraderLiveOptions } from './live/trader-live.js'
export type { Platform, SocketLike, SocketMaker, StopSignal } from './platform.js'
export type { SignIn, TokenStore, Tokens } from './rest/access.js'
export type { RestAnswer } from './rest/envelope.js'
export type { RouteName } from './rest/parts.js'
export type { RequestOf } from './rest/rest.js'
export type {
  StaffEvent,
  StaffEventKind,
  StaffEvents,
  StaffEventsOptions,
} from './staff/staff-events.js'
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookOptions,
} from './staff/webhook.js'
