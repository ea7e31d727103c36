/**
 * All messages that threads exchange as objects, one file per thread. Trade frames are not
 * included; they are exchanged as raw bytes in batches (`wire/thread/batch.ts`).
 */
export type * from './common-messages.js'
export type * from './desk-messages.js'
export type * from './history-messages.js'
export type * from './links-messages.js'
export type * from './shard-messages.js'
export { READY_TEXT } from './shard-messages.js'
export type * from './socket-messages.js'
