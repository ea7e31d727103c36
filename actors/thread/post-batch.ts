import type { MessagePort, Worker } from 'node:worker_threads'
import type { BatchMessage } from '../../wire/thread/batch.js'

export function postBatch(port: MessagePort | Worker, message: BatchMessage): void {
  if (typeof message === 'number') port.postMessage(message)
  else port.postMessage(message, [message])
}
