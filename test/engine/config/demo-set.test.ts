import t from 'tap'
import { DDE_DEMO_SET, DEMO_SET } from '../../../engine/config/demo-set.js'

t.test(
  'every parameter of the demo datafeeds has a value, its own or the one it starts with',
  (t) => {
    const feeds = [...DEMO_SET.datafeeds, ...DDE_DEMO_SET.datafeeds]
    const params = feeds.flatMap((feed) => feed.params)
    t.ok(params.length > 0)
    for (const { name, value } of params) t.type(value, 'string', name)
    const starts = params.filter(({ value, default: first }) => value === first && value !== '')
    t.ok(starts.length > 0, 'some begin as their module says')
    t.end()
  },
)
