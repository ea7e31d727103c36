import { yieldToTrading } from '../thread/background-thread.js'

/** Thread entry: the same queries, on a thread that leaves the processor to trading. */
yieldToTrading()

export { default } from './query.task.js'
