/**
 * Every message that crosses a thread as an object, a file a thread. Trade frames do not: they cross as raw bytes
 * in one batch (`wire/thread/batch.ts`), told by a number or a buffer.
 */
export type * from './common-messages.js'
export type * from './desk-messages.js'
export type * from './history-messages.js'
export type * from './links-messages.js'
export type * from './shard-messages.js'
export { READY_TEXT } from './shard-messages.js'
export type * from './socket-messages.js'
