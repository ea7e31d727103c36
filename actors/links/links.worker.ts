import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../engine/assert.js'
import type { FromLinks, ToLinks } from '../../wire/thread/messages.js'
import { type AnswerMessage, type AskMessage, answerAsk } from '../thread/ask.js'
import { systemClock } from '../thread/clock.js'
import { forwardingLogger } from '../thread/forwarding-logger.js'
import type { ShardConnected } from '../thread/gateway-channel.js'
import type { LinksData } from './links-data.js'
import { LinksHost } from './links-host.js'

/** The entry of the thread with datafeeds, the pricer and the built-in provider. */
assert(parentPort !== null, 'the links thread has a parent')
const port = parentPort
const data = workerData as LinksData

const post = (message: FromLinks | AnswerMessage): void => port.postMessage(message)
const clock = systemClock(data.clockOffsetMs, data.shared.clock)
const host = LinksHost.start(data, clock, forwardingLogger(post), post)

/**
 * Handled in order. A rejection is not caught, so that it ends the thread and the front learns of
 * it.
 */
port.on('message', async (message: ToLinks | ShardConnected | AskMessage) => {
  const started = await host
  switch (message.type) {
    case 'config':
      started.config(message.change)
      break
    case 'book':
      started.book(message.records)
      break
    case 'opened':
      started.opened(message.opened)
      break
    case 'known':
      started.known(message.prices)
      break
    case 'shard':
      started.connectShard(message.shard, message.port)
      break
    case 'ask':
      post(answerAsk(started.handlers, message))
      break
    case 'stop':
      await started.stop()
      port.close()
  }
})
