import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../engine/assert.js'
import type { FromLinks, ToLinks } from '../wire/messages.js'
import { type AnswerMessage, type AskMessage, answerAsk } from './ask.js'
import { systemClock } from './clock.js'
import { type LinksData, LinksHost } from './links-host.js'
import type { LogFields, Logger } from './logger.js'

/** Thread entry: datafeeds, the pricer and the built-in provider. */
assert(parentPort !== null, 'the links thread has a parent')
const port = parentPort
const data = workerData as LinksData

const post = (message: FromLinks | AnswerMessage): void => port.postMessage(message)
const log = (level: 'info' | 'warn' | 'error') => (fields: LogFields, message: string) =>
  post({ type: 'log', level, fields, message })
const logger: Logger = { info: log('info'), warn: log('warn'), error: log('error') }

const host = LinksHost.start(data, systemClock(data.clockOffsetMs), logger, post)

/** In order: a rejection is not caught, so that it ends the thread and the front hears of it. */
port.on('message', async (message: ToLinks | AskMessage) => {
  const started = await host
  switch (message.type) {
    case 'config':
      started.config(message.change)
      break
    case 'book':
      started.book(message.records)
      break
    case 'datafeeds':
      started.datafeeds(message.datafeeds)
      break
    case 'ask':
      post(answerAsk(started.handlers, message))
      break
    case 'stop':
      await started.stop()
      port.close()
  }
})
