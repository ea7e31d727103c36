import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../engine/assert.js'
import type { LogLine, ToHistory } from '../../wire/thread/messages.js'
import { type AnswerMessage, type AskMessage, answerAsk } from '../thread/ask.js'
import { systemClock } from '../thread/clock.js'
import { forwardingLogger } from '../thread/forwarding-logger.js'
import { type HistoryData, HistoryHost } from './history-host.js'

/**
 * Thread entry: the price history's only writer. Trading has precedence over it, and it has
 * precedence over the projector.
 */
const NICENESS = 10
// The process id 0 means the calling thread on Linux.
if (process.platform === 'linux') setPriority(0, NICENESS)

assert(parentPort !== null, 'the history thread has a parent')
const port = parentPort
const data = workerData as HistoryData

const post = (message: LogLine | AnswerMessage): void => port.postMessage(message)
const clock = systemClock(data.clockOffsetMs, data.clockMemory)
const { quorum } = data
const told = quorum && (await import('./minute-sender.js')).tellQuorum(quorum, clock)
const host = new HistoryHost(data, clock, forwardingLogger(post), told)

port.on('message', (message: ToHistory | AskMessage) => {
  if (message.type === 'ask') post(answerAsk(host.handlers, message))
  else {
    host.stop()
    port.close()
  }
})
